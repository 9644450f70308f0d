import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, insertColumns } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'

export type OfCollection = { readonly chainId: number; readonly collection: Address }

/** Notes that attributes of these collections have changed, in the transaction that changes them. */
export async function noteRanks(tx: Tx, chainId: number, collections: Iterable<Address>): Promise<void> {
  await insertColumns(tx, 'rank_due', { collection: byteas([...collections]) }, { alike: { chain_id: chainId } })
}

/** Notes every collection with attributes that was never looked at: after a restore, which begins without ranks. */
export async function noteUnranked(db: Db): Promise<void> {
  await sql`insert into rank_due (chain_id, collection)
    select distinct t.chain_id, t.collection from attribute_total t
    where not exists (select from collection_rank r where r.chain_id = t.chain_id and r.collection = t.collection)
      and not exists (select from rank_due d where d.chain_id = t.chain_id and d.collection = t.collection)`.execute(db)
}

/** The collection whose change has waited longest, among those that need not rest. */
export async function findDue(db: Db, now: number): Promise<OfCollection | undefined> {
  const { rows } = await sql<{ chain_id: number; collection: Uint8Array }>`
    select d.chain_id, d.collection from rank_due d left join collection_rank r using (chain_id, collection)
    where coalesce(r.rest_until, 0) <= ${now} group by d.chain_id, d.collection order by min(d.id) limit 1`.execute(db)
  const [row] = rows
  return row && { chainId: row.chain_id, collection: addressOf(row.collection) }
}

/**
 * Takes the noted changes that can be seen; those of transactions that have not ended yet stay. Returns whether there were any:
 * another process may have taken them.
 */
export async function takeDue(tx: Tx, { chainId, collection }: OfCollection): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('rank_due')
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
