import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const ZERO = `'\\x0000000000000000000000000000000000000000'`

const STATEMENTS = [
  `create table transaction_cost (
    chain_id bigint not null,
    block_hash bytea not null,
    tx_hash bytea not null,
    account bytea not null,
    gas numeric(78, 0) not null,
    buyer_fee int,
    primary key (chain_id, block_hash, tx_hash)
  )`,
  'create index transaction_cost_account on transaction_cost (account)',
  `create table work_choice (
    account bytea not null,
    chain_id bigint not null,
    collection bytea not null,
    token_id numeric(78, 0) not null,
    is_hidden boolean not null,
    created_at bigint not null,
    primary key (account, chain_id, collection, token_id)
  )`,
  'create index sale_buyer on sale (buyer, at desc)',
  'create index sale_seller on sale (seller, at desc)',
  'create index item_transfer_to on item_transfer (to_account) where not is_trade',
  `create index item_transfer_from on item_transfer (from_account) where not is_trade and from_account <> ${ZERO}`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
