import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export async function up(tx: Tx): Promise<void> {
  // `added` is a whole network that the configuration does not name; `changes` count before either.
  await sql.raw("create table network (chain_id bigint primary key, added jsonb, changes jsonb not null default '{}')").execute(tx)
}
