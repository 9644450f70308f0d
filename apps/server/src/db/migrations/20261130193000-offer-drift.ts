import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  `alter table offer_set
    add column choices bytea[] not null default '{}',
    add column joined int not null default 0,
    add column gone int not null default 0,
    add column looked_at bigint not null default 0,
    add column notified_joined int not null default 0,
    add column notified_gone int not null default 0,
    add column notified_at bigint not null default 0`,
  `create index offer_set_looked on offer_set (looked_at) where cardinality(choices) > 0`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
