import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  `create table offer_set (
    chain_id bigint not null,
    collection bytea not null,
    token_id numeric(78,0) not null,
    ids numeric(78,0)[] not null,
    size int not null,
    fingerprint bytea not null,
    nodes bytea not null,
    attributes text not null,
    cid text not null default '',
    account bytea not null,
    created_at bigint not null,
    primary key (chain_id, collection, token_id),
    unique (chain_id, collection, fingerprint)
  )`,
  // Proofs are read as slices, which a compressed value does not allow.
  'alter table offer_set alter column nodes set storage external',
  'create index offer_set_ids on offer_set using gin (ids)',
  'create index offer_set_account on offer_set (account, created_at)',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
