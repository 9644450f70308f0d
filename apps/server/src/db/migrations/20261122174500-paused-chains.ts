import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export async function up(tx: Tx): Promise<void> {
  await sql.raw('create table paused_chain (chain_id bigint primary key)').execute(tx)
}
