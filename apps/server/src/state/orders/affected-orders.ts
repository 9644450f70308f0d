import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, numerics } from '../../db/columns.ts'
import { bytes, type Tx } from '../../db/database.ts'
import { holderColumns } from '../items/holdings.ts'

type ItemKey = { readonly collection: Address; readonly tokenId: bigint }

/** What a block touched that signed orders or auctions may depend on. */
export type AffectedOrders = {
  readonly keys: readonly { readonly maker: Address; readonly sequence: bigint }[]
  readonly holders: readonly (ItemKey & { readonly owner: Address })[]
}

type Words = {
  readonly table: 'market_order' | 'auction'
  /** The column of the signer. */
  readonly by: 'maker' | 'owner'
  /** Of `w`, a signed order or auction that still depends on its maker's items. */
  readonly isStanding: RawBuilder<unknown>
}

/** Signed orders or auctions of these numbers, and those that depend on these holdings. In ascending order, against deadlock. */
export async function findAffectedOrders(
  tx: Tx,
  { chainId, exchanges }: { readonly chainId: number; readonly exchanges: readonly Address[] },
  { keys, holders }: AffectedOrders,
  { table, by, isStanding }: Words,
): Promise<number[]> {
  const ids = new Set<number>()
  const maker = sql.ref(`w.${by}`)
  const find = async (given: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<void> => {
    const { rows } = await sql<{
      id: number
    }>`select w.id from ${given} join ${sql.table(table)} w on w.chain_id = ${chainId} and ${where}`.execute(tx)
    for (const { id } of rows) ids.add(id)
  }
  if (keys.length > 0) {
    const given = givenRows({ owner: byteas(keys.map((key) => key.maker)), sequence: numerics(keys.map((key) => key.sequence)) })
    await find(given, sql`w.exchange in (${sql.join(exchanges.map(bytes))}) and ${maker} = given.owner and w.sequence = given.sequence`)
  }
  if (holders.length > 0) {
    const isOfItem = sql`w.collection = given.collection and w.token_id = given.token_id`
    await find(givenRows(holderColumns(holders)), sql`${isOfItem} and ${maker} = given.owner and ${isStanding}`)
  }
  return [...ids].sort((a, b) => a - b)
}
