import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  'alter table item add column metadata_read_at bigint not null default 0',
  `create table metadata_sweep (
    chain_id bigint not null,
    collection bytea not null,
    next_token numeric(78,0) not null,
    last_token numeric(78,0) not null,
    primary key (chain_id, collection)
  )`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
