import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  'create index market_order_newest on market_order (created_at desc, id desc)',
  'create index market_order_own on market_order (maker, created_at desc, id desc)',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
