import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = ['alter table media add column wanted_at bigint not null default 0', 'create index stored_file_cid on stored_file (cid)']

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
