import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const KEY = 'chain_id, collection, token_id'

/** What an item's card is made of, beside what belongs to other nouns. */
const INPUTS = ['item', 'holding', 'market_order', 'auction', 'item_lock']

/** The transition table of each event: by statement, so that a block's thousands of rows are marked at once. */
const EVENTS = { insert: 'new', update: 'new', delete: 'old' } as const

const STATEMENTS = [
  `create table item_card (
    chain_id bigint not null,
    collection bytea not null,
    token_id numeric(78,0) not null,
    version bigint not null,
    form bigint not null,
    fresh_from bigint not null,
    fresh_until bigint not null,
    locked_until bigint not null,
    card text not null,
    primary key (${KEY})
  ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`,
  `create table item_mark (
    chain_id bigint not null,
    collection bytea not null,
    token_id numeric(78,0) not null,
    version bigint not null,
    writer xid8 not null,
    primary key (${KEY})
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`,
  // Once for each transaction: others see its changes together. Sorted, against deadlock.
  `create or replace function mark_items() returns trigger language plpgsql as $$
    begin
      insert into item_mark as mark (${KEY}, version, writer)
        select ${KEY}, 1, pg_current_xact_id() from (select distinct ${KEY} from changed) keys order by ${KEY}
        on conflict (${KEY}) do update set version = mark.version + 1, writer = excluded.writer where mark.writer <> excluded.writer;
      return null;
    end
  $$`,
  ...INPUTS.flatMap((table) =>
    Object.entries(EVENTS).map(
      ([event, rows]) => `create trigger ${table}_marks_${event} after ${event} on ${table}
        referencing ${rows} table as changed for each statement execute function mark_items()`,
    ),
  ),
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
