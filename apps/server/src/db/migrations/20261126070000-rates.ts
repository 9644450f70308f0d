import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/**
 * What moneys and currencies are worth, from when until when: `money` is a token's address, the zero address for the coin, or a
 * currency's code. `feed` keeps what each feed said last. `sale_worth` is written once, with its sale.
 */
export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}

const STATEMENTS = [
  `create table rate (
    chain_id bigint not null,
    money text not null,
    since bigint not null,
    until bigint,
    source text not null check (source in ('feed', 'operator')),
    currency text not null,
    answer numeric(78,0) not null check (answer > 0),
    decimals bigint not null,
    round numeric(78,0),
    primary key (chain_id, money, since)
  )`,
  `create index rate_until on rate (until)`,
  `create table feed (
    chain_id bigint not null,
    money text not null,
    address bytea not null,
    read_at bigint not null,
    fault text,
    answer numeric(78,0),
    decimals bigint,
    round numeric(78,0),
    held_answer numeric(78,0),
    held_decimals bigint,
    held_round numeric(78,0),
    primary key (chain_id, money)
  )`,
  `create table sale_worth (
    chain_id bigint not null,
    block_hash bytea not null,
    log_index bigint not null,
    currency text not null,
    worth numeric(120,0) not null,
    primary key (chain_id, block_hash, log_index)
  )`,
]
