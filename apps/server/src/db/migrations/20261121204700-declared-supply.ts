import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`alter table item add column declared_supply numeric(78,0) not null default 1`.execute(tx)
}
