import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** The text that contract.create has stored for a collection, which its deployment names. */
export async function up(tx: Tx): Promise<void> {
  await sql.raw(`alter table collection add column announced_url text not null default ''`).execute(tx)
}
