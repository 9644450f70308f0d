import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  `create table follow (
    follower bytea not null,
    followed bytea not null,
    created_at bigint not null,
    primary key (follower, followed)
  )`,
  'create index follow_of on follow (follower, created_at desc, followed)',
  'create index followers_of on follow (followed, created_at desc, follower)',
  `create table follow_counter (
    account bytea primary key,
    following bigint not null default 0,
    followers bigint not null default 0
  )`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
