import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/**
 * A market may have moved to a new set of contracts. What bidders can pay is kept for each proxy that may take it; whose it was is not
 * known of older rows, and the index asks again for each bidder with an open bid.
 */
const STATEMENTS = [
  'delete from funding',
  'alter table funding add column spender bytea not null',
  'alter table funding drop constraint funding_pkey',
  'alter table funding add primary key (chain_id, token, account, spender, block_number)',
  'alter table market_order add column has_moved boolean not null default false',
  'create index market_order_exchange on market_order (chain_id, exchange) where status = 0',
  'create index market_order_moved on market_order (maker) where has_moved',
  // Which approvals a former proxy still has, of one account or of all.
  "create index chain_log_approval on chain_log (chain_id, subject, address) where event = 'ApprovalForAll'",
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
