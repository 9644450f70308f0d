import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  // `end_time` is the end as late bids have moved it.
  'alter table auction add column first_end bigint',
  'update auction set first_end = end_time',
  'alter table auction alter column first_end set not null',
  'alter table auction add column is_taken boolean not null default false',
  'alter table auction add column is_buy_now_over boolean not null default false',
  'alter table auction add column keeper_tries int not null default 0',
  'alter table auction add column keeper_after bigint not null default 0',
  'alter table auction_bid add column is_buy_now boolean not null default false',
  'alter table auction_bid add column is_public boolean not null default false',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
