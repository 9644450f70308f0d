import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Following is on no chain. Old notices keep the chain that they name, which older processes ask for. */
export async function up(tx: Tx): Promise<void> {
  await sql.raw('alter table notice alter column chain_id drop not null').execute(tx)
}
