import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const KEY = 'chain_id, collection, token_id'

const STATEMENTS = [
  // A transfer changes nothing of an item but its card: those that have none need no mark. The index of writers is not touched, so that
  // the row is changed in place. By the cards' key, whatever number of them was known when this was planned.
  `create function mark_cards() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      insert into item_mark as mark (${KEY}, version, writer)
        select ${KEY}, 1, pg_current_xact_id() from (
          select distinct ${KEY} from changed where exists (select from item_card card where card.chain_id = changed.chain_id
            and card.collection = changed.collection and card.token_id = changed.token_id)) keys
        order by ${KEY}
        on conflict (${KEY}) do update set version = mark.version + 1;
      return null;
    end
  $$`,
  ...Object.entries({ insert: 'new', update: 'new', delete: 'old' }).flatMap(([event, rows]) => [
    `drop trigger holding_marks_${event} on holding`,
    `create trigger holding_marks_${event} after ${event} on holding
      referencing ${rows} table as changed for each statement execute function mark_cards()`,
  ]),
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
