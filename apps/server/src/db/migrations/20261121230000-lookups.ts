import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  // What stands above a block is found by the blocks themselves.
  'drop index item_transfer_number',
  'drop index chain_log_number',
  // For the lists only. While the statistics are young, the database used it to look up single items, through the whole collection.
  'drop index item_collection',
  'create index item_collection on item (chain_id, collection, created_at desc) where is_visible',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
