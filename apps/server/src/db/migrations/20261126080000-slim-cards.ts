import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const KEY = 'chain_id, collection, token_id'
const EVENTS = { insert: 'new', update: 'new', delete: 'old' } as const

const STATEMENTS = [
  "alter table item_card add column slim text not null default ''",
  // A slim card shows the item's last sale, beside what the record is made of.
  ...Object.entries(EVENTS).map(
    ([event, rows]) => `create trigger sale_marks_${event} after ${event} on sale
      referencing ${rows} table as changed for each statement execute function mark_items()`,
  ),
  // Apart from the marks, so that a like does not end the documented answers, which don't show it.
  `create table item_likes (
    chain_id bigint not null,
    collection bytea not null,
    token_id numeric(78,0) not null,
    likes bigint not null,
    primary key (${KEY})
  ) with (fillfactor = 70)`,
  `insert into item_likes (${KEY}, likes) select ${KEY}, count(*) from item_like group by ${KEY}`,
  ...[
    { event: 'insert', referencing: 'new table as added', rows: `select ${KEY}, 1 as change from added` },
    { event: 'delete', referencing: 'old table as gone', rows: `select ${KEY}, -1 as change from gone` },
    {
      event: 'update',
      referencing: 'new table as added old table as gone',
      rows: `select ${KEY}, 1 as change from added union all select ${KEY}, -1 from gone`,
    },
  ].flatMap(({ event, referencing, rows }) => [
    // Sorted, against deadlock.
    `create or replace function count_likes_${event}() returns trigger language plpgsql as $$
      begin
        insert into item_likes as counted (${KEY}, likes)
          select ${KEY}, sum(change) from (${rows}) changes group by ${KEY} having sum(change) <> 0 order by ${KEY}
          on conflict (${KEY}) do update set likes = counted.likes + excluded.likes;
        return null;
      end
    $$`,
    `create trigger item_like_counts_${event} after ${event} on item_like
      referencing ${referencing} for each statement execute function count_likes_${event}()`,
  ]),
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
