import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  `create table cancelled_word (
    chain_id bigint not null,
    exchange bytea not null,
    block_hash bytea not null,
    log_index int not null,
    block_number bigint not null,
    maker bytea not null,
    word numeric(20,0) not null,
    bits numeric(78,0) not null,
    primary key (chain_id, block_hash, log_index)
  )`,
  'create index cancelled_word_maker on cancelled_word (chain_id, exchange, maker, word)',
  'create index cancelled_word_number on cancelled_word (chain_id, block_number)',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
