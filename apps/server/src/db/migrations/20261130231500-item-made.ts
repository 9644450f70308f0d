import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** For royalties: `item_creator` has no works that lists leave out, whose sales paid them too. */
export async function up(tx: Tx): Promise<void> {
  await sql`create index item_made on item (creator)`.execute(tx)
}
