import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** One log may move several items: `part` counts them within it. */
const STATEMENTS = [
  'alter table item_transfer add column part int not null default 0',
  'alter table item_transfer drop constraint item_transfer_pkey',
  'alter table item_transfer add primary key (chain_id, block_hash, log_index, part)',
  'alter table activity add column part int not null default 0',
  'alter table activity drop constraint activity_chain_id_block_hash_log_index_key',
  'alter table activity add unique (chain_id, block_hash, log_index, part)',
  'alter table activity add column quantity numeric(78,0) not null default 1',
  `update activity set quantity = (snapshot->>'quantity')::numeric where snapshot is not null`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
