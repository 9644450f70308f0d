import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows, numerics } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { creatorOf } from './counted.ts'

type ItemKey = { readonly collection: Address; readonly tokenId: bigint }

/**
 * Marks the collections of items that turn out to be made by another account than their counted sales name. Items are refreshed by
 * orders and jobs too, which don't hold the chain's cursor: the job counts them again.
 */
export async function markRemade(tx: Tx, chainId: number, items: readonly ItemKey[]): Promise<void> {
  if (items.length === 0) return
  const given = givenRows({
    collection: byteas(items.map((item) => item.collection)),
    token_id: numerics(items.map((item) => item.tokenId)),
  })
  await sql`insert into statistic_due (chain_id, collection, is_whole)
    select distinct sale.chain_id, sale.collection, true from ${given}
    join sale on sale.chain_id = ${chainId} and sale.collection = given.collection and sale.token_id = given.token_id
    where sale.is_counted and sale.creator is distinct from ${creatorOf}
    on conflict (chain_id, collection) do update set is_whole = true`.execute(tx)
}
