import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  'alter table chain_cursor add column beat_at bigint not null default 0',
  'alter table collection add column followed_from bigint',
  'create index item_transfer_number on item_transfer (chain_id, block_number)',
  'create index order_event_number on order_event (chain_id, block_number)',
  'create index holding_empty on holding (chain_id) where quantity = 0',
  `create table backfill_range (
    chain_id bigint not null,
    subject bytea not null,
    first_block bigint not null,
    last_block bigint not null,
    state text not null,
    owner text,
    lease_until bigint not null,
    fence bigint not null,
    parent_hash bytea,
    end_hash bytea,
    end_parent bytea,
    end_at bigint,
    primary key (chain_id, subject, first_block)
  )`,
  `create table backfill_block (
    chain_id bigint not null,
    subject bytea not null,
    number bigint not null,
    hash bytea not null,
    parent_hash bytea not null,
    at bigint not null,
    logs jsonb not null,
    genuine jsonb not null,
    primary key (chain_id, subject, number)
  )`,
  `create table backfill_address (
    chain_id bigint not null,
    address bytea not null,
    primary key (chain_id, address)
  )`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
