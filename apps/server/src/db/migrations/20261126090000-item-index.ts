import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const KEY = 'chain_id, collection, token_id'
const DAY_S = 86_400
const MINT = 9

/** Whether an account once bought, sold or minted (EXPL-18); by indexes that there are. */
const isKnown = (
  account: string,
) => `(exists (select from chain_cursor c join account_stat s on s.chain_id = c.chain_id and s.account = ${account})
  or exists (select from item i where i.creator = ${account} and i.is_confirmed and i.is_visible
    and case when i.is_confirmed then i.supply > 0 else i.is_on_sale end))`

const STATEMENTS = [
  // What changed since a snapshot of the index was taken.
  'create index item_mark_writer on item_mark (writer)',
  // Changes that an item's card does not show.
  `create table item_index_mark (
    chain_id bigint not null,
    collection bytea not null,
    token_id numeric(78,0) not null,
    writer xid8 not null,
    primary key (${KEY})
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`,
  'create index item_index_mark_writer on item_index_mark (writer)',
  `create or replace function mark_for_index() returns trigger language plpgsql as $$
    begin
      insert into item_index_mark as mark (${KEY}, writer)
        select ${KEY}, pg_current_xact_id() from (select distinct ${KEY} from changed) keys order by ${KEY}
        on conflict (${KEY}) do update set writer = excluded.writer where mark.writer <> excluded.writer;
      return null;
    end
  $$`,
  // Where "recently listed" places a sale: its maker's listing again within a day keeps the old place.
  'alter table market_order add column placed_at bigint',
  `create or replace function place_order() returns trigger language plpgsql as $$
    begin
      if new.placed_at is null then
        select case when new.created_at - last.placed_at < ${DAY_S} and new.created_at >= last.placed_at then last.placed_at end
          into new.placed_at from market_order last
          where last.chain_id = new.chain_id and last.collection = new.collection and last.token_id = new.token_id
            and last.side = new.side and last.maker = new.maker
          order by last.created_at desc, last.id desc limit 1;
        new.placed_at := coalesce(new.placed_at, new.created_at);
      end if;
      return new;
    end
  $$`,
  'update market_order set placed_at = created_at',
  'alter table market_order alter column placed_at set not null',
  'create trigger market_order_place before insert on market_order for each row execute function place_order()',
  // Likes of accounts that once traded or minted, by which "most liked" sorts.
  'alter table item_like add column is_counted boolean not null default false',
  `create or replace function count_like() returns trigger language plpgsql as $$
    begin
      new.is_counted := ${isKnown('new.account')};
      return new;
    end
  $$`,
  'create index item_like_uncounted on item_like (account) where not is_counted',
  `update item_like set is_counted = true where ${isKnown('item_like.account')}`,
  'create trigger item_like_counted before insert on item_like for each row execute function count_like()',
  `create or replace function count_likes_of_traders() returns trigger language plpgsql as $$
    begin
      update item_like set is_counted = true where not is_counted and account in (select account from changed);
      return null;
    end
  $$`,
  `create trigger account_stat_counts after insert on account_stat
    referencing new table as changed for each statement execute function count_likes_of_traders()`,
  `create or replace function count_likes_of_minters() returns trigger language plpgsql as $$
    begin
      if exists (select from item_like where not is_counted) then
        update item_like set is_counted = true
          where not is_counted and account in (select to_account from changed where type = ${MINT});
      end if;
      return null;
    end
  $$`,
  `create trigger activity_counts after insert on activity
    referencing new table as changed for each statement execute function count_likes_of_minters()`,
  ...Object.entries({ insert: 'new', update: 'new', delete: 'old' }).map(
    ([event, rows]) => `create trigger item_like_marks_${event} after ${event} on item_like
      referencing ${rows} table as changed for each statement execute function mark_for_index()`,
  ),
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
