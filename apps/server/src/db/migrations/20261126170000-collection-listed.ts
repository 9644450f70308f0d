import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** How many items of each collection are on sale, for lists of many collections; counted by the job that records floors. */
export async function up(tx: Tx): Promise<void> {
  await sql`create table collection_listed (
    chain_id bigint not null,
    collection bytea not null,
    listed bigint not null,
    primary key (chain_id, collection)
  )`.execute(tx)
}
