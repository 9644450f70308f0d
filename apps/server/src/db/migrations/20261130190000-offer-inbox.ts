import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  // Until its maker's money is looked at again, each bid counts.
  'alter table market_order add column shares_money boolean not null default false',
  `create index market_order_offers on market_order (chain_id, collection)
    where side = 2 and is_live and token_id >= 115792089237316195423570985008687907853269984665640564039457584007913129639936`,
  `create table offer_decline (
    account bytea not null,
    order_id bigint not null references market_order (id) on delete cascade,
    created_at bigint not null,
    primary key (account, order_id)
  )`,
  'create table maker_block (account bytea not null, maker bytea not null, created_at bigint not null, primary key (account, maker))',
  'create index maker_block_newest on maker_block (account, created_at desc, maker)',
  'create table inbox_setting (account bytea primary key, least int not null)',
  'create table offer_due (id bigint generated always as identity primary key, chain_id bigint not null, collection bytea not null)',
  `create table offer_notified (
    chain_id bigint not null,
    collection bytea not null,
    worth numeric not null,
    notified_at bigint not null,
    again_at bigint,
    order_id bigint,
    version int,
    after bytea,
    primary key (chain_id, collection)
  )`,
  'create index offer_notified_next on offer_notified (again_at) where again_at is not null',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
