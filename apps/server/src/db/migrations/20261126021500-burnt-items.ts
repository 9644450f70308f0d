import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Few items are burnt, so what must leave them out finds them by this. */
export async function up(tx: Tx): Promise<void> {
  await sql.raw('create index item_burnt on item (chain_id, collection, token_id) where is_confirmed and supply = 0').execute(tx)
}
