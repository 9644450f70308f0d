import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'

export type Row = Record<string, unknown>

/**
 * One maintained number and the rows it counts. `differences` is one statement and so sees one moment: a transaction changes a
 * number together with its rows.
 */
export type Check = {
  readonly name: string
  readonly differences: RawBuilder<Row>
  /** Repairs one, under the lock that its writers take. */
  readonly repair: (tx: Tx, row: Row, context: Context) => Promise<void>
}

export const MOST = sql.lit(1_000)

/** Stops the index of a chain while this is held: every block moves its cursor. */
export async function holdChain(tx: Tx, chainId: number): Promise<void> {
  await tx.selectFrom('chain_cursor').select('number').where('chain_id', '=', chainId).forUpdate().execute()
}
