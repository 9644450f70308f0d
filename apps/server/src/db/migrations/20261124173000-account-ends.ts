import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  `create table account_end (
    chain_id bigint not null,
    exchange bytea not null,
    block_hash bytea not null,
    log_index int not null,
    block_number bigint not null,
    tx_hash bytea not null,
    account bytea not null,
    epoch numeric(20,0) not null,
    primary key (chain_id, block_hash, log_index)
  )`,
  'create index account_end_account on account_end (chain_id, exchange, account, block_number, log_index)',
  'create index account_end_number on account_end (chain_id, block_number)',
  'alter table auction_bid add column epoch numeric(20,0) not null default 0',
  'create index auction_bid_bidder on auction_bid (bidder, epoch)',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
