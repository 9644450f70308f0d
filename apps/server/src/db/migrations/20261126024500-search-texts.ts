import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const BATCH = 2_000

/** Descriptions and attributes are found beside the names, and what people say of themselves with theirs. */
export async function up(tx: Tx): Promise<void> {
  await sql`create table item_text_search (
    chain_id bigint not null,
    collection bytea not null,
    token_id numeric(78,0) not null,
    folded text not null,
    grams text[] not null,
    primary key (chain_id, collection, token_id),
    foreign key (chain_id, collection, token_id) references item on delete cascade
  )`.execute(tx)
  await fillTexts(tx)
  await sql`create index item_text_search_grams on item_text_search using gin (grams)`.execute(tx)
  await fillPeople(tx)
}

type Row = { chain_id: number; collection: Uint8Array; token_id: bigint; metadata: string }

async function fillTexts(tx: Tx): Promise<void> {
  let last: Row | undefined
  for (let rest = true; rest; ) {
    const after: Row | undefined = last
    const { rows }: { rows: Row[] } = await sql<Row>`select chain_id, collection, token_id, metadata from item where metadata <> ''
      ${after ? sql`and (chain_id, collection, token_id) > (${after.chain_id}, ${Buffer.from(after.collection)}, ${after.token_id})` : sql``}
      order by chain_id, collection, token_id limit ${BATCH}`.execute(tx)
    for (const { chain_id, collection, token_id, metadata } of rows) {
      const folded = fold(textIn(metadata), 600)
      if (folded === '') continue
      await sql`insert into item_text_search
        values (${chain_id}, ${Buffer.from(collection)}, ${token_id}, ${folded}, ${piecesOf(folded)}::text[])`.execute(tx)
    }
    last = rows.at(-1)
    rest = rows.length === BATCH
  }
}

function textIn(metadata: string): string {
  try {
    const { description, attributes } = JSON.parse(metadata) as Record<string, unknown>
    const values = (Array.isArray(attributes) ? attributes : []).flatMap((one: unknown) => {
      const { value } = (one ?? {}) as { value?: unknown }
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
    })
    return [...values, typeof description === 'string' ? description : ''].join(' ')
  } catch {
    return ''
  }
}

async function fillPeople(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number; nickname: string; brief: string }>`
    select id, nickname, brief from account where brief <> ''`.execute(tx)
  for (const { id, nickname, brief } of rows) {
    const folded = fold(`${nickname} ${brief}`, 200)
    const grams = [...new Set(runsOf(folded).flatMap(gramsOf))]
    await sql`insert into account_search values (${id}, ${folded}, ${grams}::text[])
      on conflict (id) do update set folded = excluded.folded, grams = excluded.grams`.execute(tx)
  }
}

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const RUN = new RegExp(`${HAN.source}+|(?:(?!${HAN.source})[\\p{L}\\p{N}])+`, 'gu')
const widest = (run: string): number => (HAN.test(run) ? 2 : 3)
const runsOf = (folded: string): string[] => folded.match(RUN) ?? []

function fold(text: string, longest: number): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase()
  return plain.replace(/\s+/gu, ' ').trim().slice(0, longest)
}

function gramsOf(run: string): string[] {
  const letters = [...run]
  return letters.flatMap((_, at) =>
    Array.from({ length: Math.min(widest(run), letters.length - at) }, (__, more) => letters.slice(at, at + more + 1).join('')),
  )
}

/** Of a text the widest pieces alone, and its short words whole. */
function piecesOf(folded: string): string[] {
  const pieces = runsOf(folded).flatMap((run) => {
    const letters = [...run]
    const most = widest(run)
    return letters.length <= most ? [run] : letters.slice(most - 1).map((_, at) => letters.slice(at, at + most).join(''))
  })
  return [...new Set(pieces)]
}
