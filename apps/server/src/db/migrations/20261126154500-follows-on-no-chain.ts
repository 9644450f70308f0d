import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Following is on no chain. The content of old notices keeps the chain that it names, which older processes ask for. */
export async function up(tx: Tx): Promise<void> {
  await sql.raw('alter table notice alter column chain_id drop not null').execute(tx)
  await sql.raw('update notice set chain_id = null where type = 1').execute(tx)
}
