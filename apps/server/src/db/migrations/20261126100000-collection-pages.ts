import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const RANKED = ['volume', 'sales', 'worth'] as const

const STATEMENTS = [
  `alter table collection
    add column category_id bigint references category (id) on delete set null,
    add column links jsonb not null default '[]',
    add column mark_lost_at bigint,
    add column mark_lost_by text not null default ''`,
  'create index collection_category on collection (category_id) where category_id is not null',
  `create index collection_newest on collection (chain_id, created_at desc, address)
    where is_confirmed and not is_hidden and not is_locked and address is not null`,
  // Of collections that have one; others cost these indexes nothing.
  'alter table collection_period add column category_id bigint',
  ...RANKED.map(
    (by) => `create index collection_period_${by}_of on collection_period
      (category_id, chain_id, hours, ${by === 'worth' ? '' : 'money, '}${by} desc, collection)
      where category_id is not null and ${by === 'worth' ? "money = '' and " : ''}${by} > 0`,
  ),
  'alter table sale add column creator bytea',
  `alter table account_stat
    add column made bigint not null default 0,
    add column made_volume numeric not null default 0`,
  'create index account_stat_made on account_stat (chain_id, money, made_volume desc, account) where made > 0',
  // What most of its items are of.
  `update collection c set category_id = f.category_id from (
      select distinct on (chain_id, collection) chain_id, collection, category_id from item
      where category_id is not null group by chain_id, collection, category_id order by chain_id, collection, count(*) desc, category_id
    ) f where f.chain_id = c.chain_id and f.collection = c.address and not c.is_official`,
  // The job gives periods their category, and makers what their works were sold for.
  `insert into statistic_due (chain_id, collection, is_whole) select distinct chain_id, collection, true from sale
    on conflict (chain_id, collection) do update set is_whole = true`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
