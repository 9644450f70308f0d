import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** A search finds items by the hash of a transaction. Hashes of four bytes are the smallest index there is. */
export async function up(tx: Tx): Promise<void> {
  await sql`create index item_transfer_tx on item_transfer using hash (tx_hash)`.execute(tx)
}
