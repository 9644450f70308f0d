import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, numerics } from '../../db/columns.ts'
import { bytes, type Tx } from '../../db/database.ts'
import type { HolderKey, OrderKeyOfMaker } from '../dirty-keys.ts'
import { holderColumns } from '../items/holdings.ts'

/** What a block touched that signed orders or auctions may depend on. */
export type DirtyOffers = { readonly keys: readonly OrderKeyOfMaker[]; readonly holders: readonly HolderKey[] }

type Offers = {
  readonly table: 'market_order' | 'auction'
  /** The column of the signer. */
  readonly by: 'maker' | 'owner'
  /** Of `o`, a signed order or auction that still depends on its maker's items. */
  readonly needsItems: RawBuilder<unknown>
}

/** Signed orders or auctions of these numbers, and those that depend on these holdings. In ascending order, against deadlock. */
export async function findAffected(
  tx: Tx,
  { chainId, exchanges }: { readonly chainId: number; readonly exchanges: readonly Address[] },
  { keys, holders }: DirtyOffers,
  { table, by, needsItems }: Offers,
): Promise<number[]> {
  const ids = new Set<number>()
  const maker = sql.ref(`o.${by}`)
  const find = async (given: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<void> => {
    const { rows } = await sql<{
      id: number
    }>`select o.id from ${given} join ${sql.table(table)} o on o.chain_id = ${chainId} and ${where}`.execute(tx)
    for (const { id } of rows) ids.add(id)
  }
  if (keys.length > 0) {
    const given = givenRows({ owner: byteas(keys.map((key) => key.maker)), sequence: numerics(keys.map((key) => key.sequence)) })
    await find(given, sql`o.exchange in (${sql.join(exchanges.map(bytes))}) and ${maker} = given.owner and o.sequence = given.sequence`)
  }
  if (holders.length > 0) {
    const isOfItem = sql`o.collection = given.collection and o.token_id = given.token_id`
    await find(givenRows(holderColumns(holders)), sql`${isOfItem} and ${maker} = given.owner and ${needsItems}`)
  }
  return [...ids].sort((a, b) => a - b)
}
