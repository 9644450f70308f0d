import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  'alter table pay_token add column is_listed boolean not null default true',
  `create table funding (
    chain_id bigint not null,
    token bytea not null,
    account bytea not null,
    block_number bigint not null,
    balance numeric(78,0) not null,
    allowance numeric(78,0) not null,
    primary key (chain_id, token, account, block_number)
  )`,
  'create index funding_block on funding (chain_id, block_number)',
  'create index market_order_bids on market_order (chain_id, pay_token, maker) where side = 2 and status = 0',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
