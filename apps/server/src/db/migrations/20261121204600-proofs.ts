import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`alter table market_order add column is_proven boolean not null default true`.execute(tx)
}
