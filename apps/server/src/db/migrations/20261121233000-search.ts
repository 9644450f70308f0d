import { sql } from 'kysely'
import { addressOf, type Tx } from '../database.ts'
import { placeItem, placeNamed } from '../search.ts'

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
  for (const { id, name } of (await names.execute(tx)).rows) await placeNamed(tx, `${table}_search`, id, name)
}

async function fillItems(tx: Tx): Promise<void> {
  for (let rest = true; rest; ) {
    const { rows } = await sql<{ chain_id: number; collection: Uint8Array; token_id: bigint; name: string }>`
      select i.chain_id, i.collection, i.token_id, i.name from item i
      where i.metadata_url <> '' and not exists (select 1 from item_search s
        where s.chain_id = i.chain_id and s.collection = i.collection and s.token_id = i.token_id)
      limit ${BATCH}`.execute(tx)
    for (const { chain_id, collection, token_id, name } of rows)
      await placeItem(tx, { chainId: chain_id, collection: addressOf(collection), tokenId: token_id }, name)
    rest = rows.length === BATCH
  }
}
