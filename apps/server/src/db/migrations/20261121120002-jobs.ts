import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  `create table job_lease (
    name text primary key,
    holder text not null,
    until_ms bigint not null,
    ended_ms bigint not null
  )`,
  `create table gas_price (
    chain_id bigint primary key,
    low numeric(78,0) not null,
    medium numeric(78,0) not null,
    high numeric(78,0) not null,
    last_block bigint not null
  )`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
