import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  `create table item_moderation (
    chain_id bigint not null,
    collection bytea not null,
    token_id numeric(78) not null,
    is_hidden boolean not null default false,
    is_locked boolean not null default false,
    primary key (chain_id, collection, token_id)
  )`,
  // Of hidden collections all are hidden; these were hidden one by one.
  `insert into item_moderation (chain_id, collection, token_id, is_hidden)
    select item.chain_id, item.collection, item.token_id, true from item
    where not item.is_visible and not exists (
      select 1 from collection where collection.chain_id = item.chain_id and collection.address = item.collection and collection.is_hidden)`,
  'alter table collection add column is_locked boolean not null default false',
  'alter table item add column is_trade_locked boolean not null default false',
  'create index item_trade_locked on item (chain_id) where is_trade_locked',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
