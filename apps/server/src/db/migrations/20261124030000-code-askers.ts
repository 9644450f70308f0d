import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Wrong guesses are counted against the browser, or the address, that asked for the code. */
const STATEMENTS = [
  'alter table mailed_code add column browser bytea',
  'alter table mailed_code add column asked_from bytea',
  'alter table mailed_code add column tries_near int not null default 0',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
