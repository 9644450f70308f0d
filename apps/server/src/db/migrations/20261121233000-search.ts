import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  // Beside their tables, not in them: lists would read what only a search needs.
  `create table item_search (
    chain_id bigint not null,
    collection bytea not null,
    token_id numeric(78,0) not null,
    folded text not null,
    grams text[] not null,
    primary key (chain_id, collection, token_id),
    foreign key (chain_id, collection, token_id) references item on delete cascade
  )`,
  `create table collection_search (
    id bigint primary key references collection on delete cascade,
    folded text not null,
    grams text[] not null
  )`,
  `create table account_search (
    id bigint primary key references account on delete cascade,
    folded text not null,
    grams text[] not null
  )`,
  'create index item_search_grams on item_search using gin (grams)',
  'create index collection_search_grams on collection_search using gin (grams)',
  'create index account_search_grams on account_search using gin (grams)',
]

const BATCH = 2_000

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
  await fill(tx, 'collection', 'name')
  await fill(tx, 'account', 'nickname')
  await fillItems(tx)
}

async function fill(tx: Tx, table: 'collection' | 'account', named: string): Promise<void> {
  const names = sql<{
    id: number
    name: string
  }>`select id, ${sql.ref(named)} as name from ${sql.table(table)} where ${sql.ref(named)} <> ''`
  for (const { id, name } of (await names.execute(tx)).rows) {
    const { folded, grams } = placeFor(name)
    await sql`insert into ${sql.table(`${table}_search`)} values (${id}, ${folded}, ${grams}::text[])`.execute(tx)
  }
}

async function fillItems(tx: Tx): Promise<void> {
  for (let rest = true; rest; ) {
    const { rows } = await sql<{ chain_id: number; collection: Uint8Array; token_id: bigint; name: string }>`
      select i.chain_id, i.collection, i.token_id, i.name from item i
      where i.metadata_url <> '' and not exists (select 1 from item_search s
        where s.chain_id = i.chain_id and s.collection = i.collection and s.token_id = i.token_id)
      limit ${BATCH}`.execute(tx)
    for (const { chain_id, collection, token_id, name } of rows) {
      const { folded, grams } = placeFor(name, token_id)
      await sql`insert into item_search values (${chain_id}, ${Buffer.from(collection)}, ${token_id}, ${folded}, ${grams}::text[])`.execute(
        tx,
      )
    }
    rest = rows.length === BATCH
  }
}

/** Longer names don't get more places to be found by. */
const LONGEST = 200
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const RUN = new RegExp(`${HAN.source}+|(?:(?!${HAN.source})[\\p{L}\\p{N}])+`, 'gu')

/** Itself without width, case and accents, and all the short pieces of its words; `#12` finds an item by its number. */
function placeFor(name: string, id?: bigint): { folded: string; grams: string[] } {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase()
  const folded = plain.replace(/\s+/gu, ' ').trim().slice(0, LONGEST)
  const grams = new Set((folded.match(RUN) ?? []).flatMap(gramsOf))
  if (id !== undefined) grams.add(`#${id}`)
  return { folded, grams: [...grams] }
}

/** A written character of a script without spaces says as much as two or three letters. */
function gramsOf(run: string): string[] {
  const letters = [...run]
  const most = HAN.test(run) ? 2 : 3
  return letters.flatMap((_, at) =>
    Array.from({ length: Math.min(most, letters.length - at) }, (__, more) => letters.slice(at, at + more + 1).join('')),
  )
}
