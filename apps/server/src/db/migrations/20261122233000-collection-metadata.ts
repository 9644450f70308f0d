import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  `alter table collection
    add column external_url text not null default '',
    add column metadata_url text not null default '',
    add column metadata_next_at bigint,
    add column metadata_tries integer not null default 0,
    add column metadata_read_at bigint not null default 0`,
  'create index collection_metadata_due on collection (metadata_next_at) where metadata_next_at is not null',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
