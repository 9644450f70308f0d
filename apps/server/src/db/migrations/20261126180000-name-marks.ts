import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const ADDRESS = `'0x' || encode(address, 'hex')`

/** Tables whose rows stand in the holes of cards: the names under which processes keep them, and the columns that count. */
const NAMED = [
  { table: 'account', name: `'p' || ${ADDRESS}`, columns: 'address, nickname, avatar' },
  {
    table: 'collection',
    name: `'k' || chain_id || ':' || ${ADDRESS}`,
    columns: 'chain_id, address, name, symbol, cover, owner, followed_from, frozen_prefix, is_verified',
  },
  { table: 'category', name: `'c'`, columns: '*' },
  { table: 'pay_token', name: `'t'`, columns: '*' },
  { table: 'official_sender', name: `'s'`, columns: '*' },
] as const
type Named = (typeof NAMED)[number]

/** Rows that came, changed or went. */
const EVENTS = {
  insert: { tables: 'new table as added', rows: ({ columns }: Named) => `select ${columns} from added` },
  update: {
    tables: 'new table as added old table as gone',
    rows: ({ columns }: Named) => `(select ${columns} from added except select ${columns} from gone)
      union all (select ${columns} from gone except select ${columns} from added)`,
  },
  delete: { tables: 'old table as gone', rows: ({ columns }: Named) => `select ${columns} from gone` },
} as const

// Once for each transaction: others see its changes together. Sorted, against deadlock.
const markNames = (named: Named): string[] =>
  Object.entries(EVENTS).flatMap(([event, { tables, rows }]) => [
    `create or replace function mark_${named.table}_${event}() returns trigger language plpgsql as $$
      begin
        insert into name_mark as mark (name, writer)
          select names.name, pg_current_xact_id()
            from (select distinct ${named.name} as name from (${rows(named)}) changed) names where names.name is not null order by 1
          on conflict (name) do update set writer = excluded.writer where mark.writer <> excluded.writer;
        return null;
      end
    $$`,
    `create trigger ${named.table}_names_${event} after ${event} on ${named.table}
      referencing ${tables} for each statement execute function mark_${named.table}_${event}()`,
  ])

const STATEMENTS = [
  // When that which a hole of a card shows has changed last.
  `create table name_mark (
    name text primary key,
    writer xid8 not null
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`,
  'create index name_mark_writer on name_mark (writer)',
  ...NAMED.flatMap(markNames),
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
