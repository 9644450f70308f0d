import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** What a foreign collection answers when it is asked for its royalties; null while nobody has. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table item add column read_royalties jsonb`.execute(tx)
}
