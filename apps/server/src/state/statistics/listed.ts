import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isOpenToAll } from './floors.ts'

/**
 * Counts what is on sale in each collection of a chain. The page of one collection counts its own at query time; a list of many reads
 * these.
 */
export async function recordListed(tx: Tx, chainId: number, now: number): Promise<void> {
  const counted = sql`select o.collection, count(distinct o.token_id) as listed from market_order o
    join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token and p.is_listed
    where o.chain_id = ${chainId} and ${isOpenToAll(now)} group by 1`
  await sql`insert into collection_listed (chain_id, collection, listed)
    select ${chainId}::bigint, coalesce(n.collection, c.collection), coalesce(n.listed, 0)
    from (${counted}) n full join (select * from collection_listed where chain_id = ${chainId}) c on c.collection = n.collection
    where coalesce(n.listed, 0) is distinct from c.listed
    on conflict (chain_id, collection) do update set listed = excluded.listed`.execute(tx)
}
