import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  'alter table market_order add column taker bytea',
  'alter table market_order add constraint market_order_taker check ((side = 3) = (taker is not null))',
  'create index market_order_private on market_order (taker, created_at desc, id desc) where side = 3 and status = 0',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
