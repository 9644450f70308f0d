import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { isForSet } from './criteria.ts'

/** Marks the collections of these orders: a job looks for a new best offer. */
export async function markOffers(
  tx: Tx,
  chainId: number,
  orders: Iterable<{ readonly collection: Address; readonly tokenId: bigint }>,
): Promise<void> {
  const collections = new Set<Address>()
  for (const order of orders) if (isForSet(order)) collections.add(order.collection)
  if (collections.size === 0) return
  await sql`insert into offer_due (chain_id, collection) select ${chainId}, given.collection
    from ${givenRows({ collection: byteas([...collections]) })}`.execute(tx)
}
