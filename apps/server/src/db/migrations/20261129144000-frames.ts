import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** The frames of a picture. Pictures of earlier versions have no count. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table media add column frames integer`.execute(tx)
  await sql`alter table item add column frames integer`.execute(tx)
}
