import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** How many frames a picture has. Those that are stored already were not counted. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table media add column frames integer`.execute(tx)
  await sql`alter table item add column frames integer`.execute(tx)
}
