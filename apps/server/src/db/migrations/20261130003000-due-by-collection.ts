import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Finds the collections with items that wait to be read, however many items each has. */
export async function up(tx: Tx): Promise<void> {
  await sql`create index item_due_of_collection on item (chain_id, collection, metadata_next_at)
    where metadata_next_at is not null`.execute(tx)
}
