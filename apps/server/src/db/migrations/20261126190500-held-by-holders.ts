import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  // What an account holds is the sum of what it holds of each collection: rows that are kept anyhow.
  'create index collection_holder_owner on collection_holder (owner, chain_id) include (items)',
  ...['insert', 'update', 'delete'].flatMap((event) => [
    `drop trigger holding_totals_${event} on holding`,
    `drop function note_holding_${event}()`,
  ]),
  "delete from row_total where list = 'held'",
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
