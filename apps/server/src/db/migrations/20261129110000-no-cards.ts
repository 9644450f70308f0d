import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const KEY = 'chain_id, collection, token_id'
const EVENTS = ['insert', 'update', 'delete']
const NAMED = ['account', 'collection', 'category', 'pay_token', 'official_sender']

const STATEMENTS = [
  // Lists and records are read from the tables. Marks stay for the item index, to which holders mean nothing.
  ...EVENTS.map((event) => `drop trigger holding_marks_${event} on holding`),
  'drop function mark_cards()',
  ...NAMED.flatMap((table) =>
    EVENTS.flatMap((event) => [`drop trigger ${table}_names_${event} on ${table}`, `drop function mark_${table}_${event}()`]),
  ),
  'drop table name_mark',
  'drop table item_card',
  // Once for each transaction: others see its changes together. Sorted, against deadlock.
  `create or replace function mark_items() returns trigger language plpgsql as $$
    begin
      insert into item_mark as mark (${KEY}, writer)
        select ${KEY}, pg_current_xact_id() from (select distinct ${KEY} from changed) keys order by ${KEY}
        on conflict (${KEY}) do update set writer = excluded.writer where mark.writer <> excluded.writer;
      return null;
    end
  $$`,
  'alter table item_mark drop column version',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
