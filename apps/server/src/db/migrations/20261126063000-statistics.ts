import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  `create table sale (
    chain_id bigint not null,
    block_hash bytea not null,
    log_index int not null,
    block_number bigint not null,
    at bigint not null,
    tx_hash bytea not null,
    kind text not null,
    collection bytea not null,
    token_id numeric(78,0) not null,
    seller bytea not null,
    buyer bytea not null,
    pay_token bytea not null,
    money bytea not null,
    amount numeric(78,0) not null,
    units numeric(78,0) not null,
    has_fee boolean not null,
    is_counted boolean not null default false,
    worth numeric(120,0),
    primary key (chain_id, block_hash, log_index)
  )`,
  'create index sale_number on sale (chain_id, block_number)',
  'create index sale_item on sale (chain_id, collection, token_id, at)',
  'create index sale_of_hour on sale (chain_id, collection, money, at)',
  'create index sale_newest on sale (chain_id, at)',
  `create table collection_hour (
    chain_id bigint not null,
    collection bytea not null,
    money bytea not null,
    hour bigint not null,
    sales bigint not null,
    units numeric not null,
    volume numeric not null,
    low numeric,
    high numeric,
    first numeric,
    last numeric,
    worth numeric not null,
    without_worth bigint not null,
    ranked_sales bigint not null,
    ranked_volume numeric not null,
    ranked_worth numeric not null,
    left_out bigint not null,
    left_out_volume numeric not null,
    primary key (chain_id, collection, money, hour)
  )`,
  `create table collection_period (
    chain_id bigint not null,
    collection bytea not null,
    hours int not null,
    money bytea not null,
    sales bigint not null,
    volume numeric not null,
    worth numeric not null,
    sales_before bigint not null,
    volume_before numeric not null,
    worth_before numeric not null,
    as_of bigint not null,
    stale_at bigint,
    primary key (chain_id, collection, hours, money)
  )`,
  'create index collection_period_volume on collection_period (chain_id, hours, money, volume desc, collection) where volume > 0',
  'create index collection_period_sales on collection_period (chain_id, hours, money, sales desc, collection) where sales > 0',
  `create index collection_period_worth on collection_period (chain_id, hours, worth desc, collection) where money = '' and worth > 0`,
  'create index collection_period_stale on collection_period (chain_id, stale_at) where stale_at is not null',
  `create table collection_stat (
    chain_id bigint not null,
    collection bytea not null,
    items bigint not null,
    units numeric not null,
    owners bigint not null,
    primary key (chain_id, collection)
  )`,
  `create table collection_holder (
    chain_id bigint not null,
    collection bytea not null,
    owner bytea not null,
    items bigint not null,
    units numeric not null,
    primary key (chain_id, collection, owner)
  )`,
  'create index collection_holder_largest on collection_holder (chain_id, collection, units desc, owner)',
  `create table account_stat (
    chain_id bigint not null,
    account bytea not null,
    money bytea not null,
    bought bigint not null,
    bought_volume numeric not null,
    sold bigint not null,
    sold_volume numeric not null,
    primary key (chain_id, account, money)
  )`,
  'create index account_stat_bought on account_stat (chain_id, money, bought_volume desc, account) where bought > 0',
  'create index account_stat_sold on account_stat (chain_id, money, sold_volume desc, account) where sold > 0',
  `create table statistic_due (
    chain_id bigint not null,
    collection bytea not null,
    is_whole boolean not null,
    primary key (chain_id, collection)
  )`,
  `create table collection_floor (
    chain_id bigint not null,
    collection bytea not null,
    money bytea not null,
    hour bigint not null,
    floor numeric,
    primary key (chain_id, collection, money, hour)
  )`,
  `create table floor_change (
    chain_id bigint not null,
    collection bytea not null,
    money bytea not null,
    floor numeric,
    as_of bigint not null,
    before_24 numeric,
    before_168 numeric,
    before_720 numeric,
    change_24 numeric,
    change_168 numeric,
    change_720 numeric,
    primary key (chain_id, collection, money)
  )`,
  ...[24, 168, 720].map(
    (hours) =>
      `create index floor_change_${hours} on floor_change (chain_id, money, change_${hours} desc, collection) where change_${hours} is not null`,
  ),
  'create table wrapped_coin (chain_id bigint not null, address bytea not null, primary key (chain_id, address))',
  // The cheapest live sales of a collection in each pay token.
  `create index market_order_floor on market_order (chain_id, collection, pay_token, unit_value) include (token_id, maker, valid_until)
    where side = 1 and is_live`,
  // Feeds merge one walk for each kind, so a filtered one costs what its rows cost.
  'create index activity_collection on activity (chain_id, collection, type, created_at desc, id desc)',
  // Without mints, transfers and burns, of which a back-fill has the most: each of these indexes would cost it 5 % of its rate.
  'create index activity_market on activity (chain_id, type, created_at desc, id desc) where type < 9',
  'create index activity_from on activity (from_account, created_at desc, id desc) where type < 9',
  `create index activity_to on activity (to_account, created_at desc, id desc)
    where type < 9 and to_account is not null and to_account <> from_account`,
  // All figures of a market that has lived are computed by a job, one collection at a time.
  `insert into statistic_due (chain_id, collection, is_whole)
    select chain_id, address, true from collection where address is not null
    union select chain_id, collection, true from order_event where kind = 'fill'
    union select chain_id, collection, true from auction_event where kind = 'settle'`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
