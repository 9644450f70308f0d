import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  'alter table floor_change add column is_filled boolean not null default false',
  'create index floor_change_unfilled on floor_change (chain_id) where not is_filled',
  // Collections that sold everything before the first record have a history too.
  `insert into floor_change (chain_id, collection, money, as_of)
    select distinct o.chain_id, o.collection, case when w.address is null then o.pay_token else decode(repeat('00', 20), 'hex') end, -1
    from market_order o join pay_token p on p.chain_id = o.chain_id and p.address = o.pay_token and p.is_listed
    left join wrapped_coin w on w.chain_id = p.chain_id and w.address = p.address
    where o.side = 1 on conflict do nothing`,
]

/** Marks the floors whose history from before their first record is missing: all of them. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
