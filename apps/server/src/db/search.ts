import { MOST_FOUND, readMetadata } from '@plinth/api'
import { type Address, isAddress } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import { bytes, type Tx } from './database.ts'
import type { Place } from './schema/search.ts'

/** The rest of longer names, and of longer texts, is not searchable. */
const LONGEST = 200
const LONGEST_TEXT = 600
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const RUN = new RegExp(`${HAN.source}+|(?:(?!${HAN.source})[\\p{L}\\p{N}])+`, 'gu')

/** Ignores width, case and accents: `Ｃａｆé` is `cafe`. */
function fold(text: string, longest = LONGEST): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim().slice(0, longest)
}

/** A character of a script without spaces carries as much as two or three letters. */
const widest = (run: string): number => (HAN.test(run) ? 2 : 3)

function gramsOf(run: string): string[] {
  const letters = [...run]
  const most = widest(run)
  return letters.flatMap((_, at) =>
    Array.from({ length: Math.min(most, letters.length - at) }, (__, more) => letters.slice(at, at + more + 1).join('')),
  )
}

/** Grams of every text that contains this run: the widest ones cover it. */
function neededFor(run: string): string[] {
  const letters = [...run]
  const most = widest(run)
  if (letters.length <= most) return [run]
  return letters.slice(most - 1).map((_, at) => letters.slice(at, at + most).join(''))
}

const runsOf = (folded: string): string[] => folded.match(RUN) ?? []
/** `#12`, standing alone. */
const NUMBERS = /(?<!\S)#\d+(?!\S)/g

/** The folded name and the grams of its words. `#12` finds the item of that number, `id`, and names in which it stands. */
export function placeFor(name: string, id?: bigint): Place {
  const folded = fold(name)
  const grams = new Set([...runsOf(folded).flatMap(gramsOf), ...(folded.match(NUMBERS) ?? [])])
  if (id !== undefined) grams.add(`#${id}`)
  return { folded, grams: [...grams] }
}

/** How many a search for a short word shows; that it finds more is known from one more. */
export const MOST_OF_SHORT = MOST_FOUND
/** For a `limit`: as many rows say whether there are more than are shown. */
export const ENOUGH_OF_SHORT = sql.lit(MOST_OF_SHORT + 1)
/** Beside a page of a search that ends before all it finds. */
export const AT_LEAST = { totalIsAtLeast: true } as const

export type Search = {
  readonly folded: string
  readonly grams: readonly string[]
  readonly runs: readonly string[]
  /** Of words alone that are shorter than the widest grams: it finds a good part of a market, and ends with `MOST_OF_SHORT`. */
  readonly isShort: boolean
  /** As an item's number alone, `#12`: it finds that item before names that contain it. */
  readonly number: string | undefined
}

/** A transaction by its hash: it finds the items that it moved. */
export type Transaction = { readonly txHash: Hex }
export type ItemSearch = Search | Address | Transaction

/** A search text's meaning: an address, or words. Undefined when it contains nothing searchable. */
export function readSearch(text: string): Search | Address | undefined {
  const folded = fold(text)
  if (isAddress(folded)) return folded
  const ids = folded.match(NUMBERS) ?? []
  const runs = runsOf(ids.length > 0 ? folded.replace(NUMBERS, ' ') : folded)
  const grams = [...new Set([...ids, ...runs.flatMap(neededFor)])]
  const number = /^\d{1,78}$/.test(folded) ? `#${BigInt(folded)}` : undefined
  const isShort = ids.length === 0 && runs.every((run) => [...run].length < widest(run))
  return grams.length === 0 ? undefined : { folded, grams, runs: [...new Set(runs)], isShort, number }
}

/** The same of items, which are found by a transaction too. */
export function readItemSearch(text: string): ItemSearch | undefined {
  const trimmed = text.trim().toLowerCase()
  return /^0x[0-9a-f]{64}$/.test(trimmed) ? { txHash: trimmed as Hex } : readSearch(text)
}

type Table = 'item_search' | 'item_text_search' | 'collection_search' | 'account_search'

/**
 * The index finds rows with all the grams; every run must also occur in them as a whole. The grams are asked by a query of their own, so
 * that the planner expects as many rows of every search: else each would be planned by itself, which takes longer than most of them.
 */
export function isFound(table: Table, search: Search): RawBuilder<boolean> {
  const held = search.runs.map((run) => sql`and strpos(${sql.ref(`${table}.folded`)}, ${run}) > 0`)
  const byText = sql<boolean>`(${sql.ref(`${table}.grams`)} @> (select ${[...search.grams]}::text[]) ${sql.join(held, sql` `)})`
  const byNumber = isNumber(table, search)
  return byNumber ? sql<boolean>`(${byText} or ${byNumber})` : byText
}

/** Whether the search is the item's own number. */
export function isNumber(table: Table, { number }: Search): RawBuilder<boolean> | undefined {
  return table === 'item_search' && number !== undefined
    ? sql<boolean>`${sql.ref(`${table}.grams`)} @> (select ${[number]}::text[])`
    : undefined
}

/** Between a person's name and bio in one text: no blank, and no letter of a word. */
const AFTER_NAME = '\u001f'

/** The equal name first, then names with this prefix, then the rest. */
export function rankOf(table: Table, search: Search): RawBuilder<number> {
  const { folded } = search
  const name = sql.ref(`${table}.folded`)
  const byNumber = isNumber(table, search)
  const isWhole =
    table === 'account_search' ? sql`or starts_with(${name}, ${`${folded}${AFTER_NAME}`})` : byNumber ? sql`or ${byNumber}` : sql``
  return sql<number>`case when ${name} = ${folded} ${isWhole} then 0 when starts_with(${name}, ${folded}) then 1 else 2 end`
}

/**
 * The same for names of which somebody may have a copy: a verified one comes before all others, unless it only contains the search
 * and another begins with it.
 */
export function verifiedRankOf(table: Table, search: Search, isVerified: RawBuilder<boolean>): RawBuilder<number> {
  const rank = rankOf(table, search)
  return sql<number>`case when ${isVerified} then (array[0, 1, 4])[1 + ${rank}] else (array[2, 3, 5])[1 + ${rank}] end`
}

type ItemKey = { readonly chainId: number; readonly collection: Address; readonly tokenId: bigint }

export async function placeItem(tx: Tx, { chainId, collection, tokenId }: ItemKey, name: string): Promise<void> {
  const { folded, grams } = placeFor(name, tokenId)
  await sql`insert into item_search values (${chainId}, ${bytes(collection)}, ${tokenId}, ${folded}, ${grams}::text[])
    on conflict (chain_id, collection, token_id) do update set folded = excluded.folded, grams = excluded.grams`.execute(tx)
}

/**
 * Attributes and description of an item. Of a text the widest grams alone, and its short words whole: a name is found by any
 * part of it.
 */
export async function placeItemText(tx: Tx, { chainId, collection, tokenId }: ItemKey, metadata: string): Promise<void> {
  const { description, attributes } = readMetadata(metadata)
  const folded = fold([...attributes.map(({ value }) => value), description].join(' '), LONGEST_TEXT)
  const grams = [...new Set(runsOf(folded).flatMap(neededFor))]
  await sql`insert into item_text_search values (${chainId}, ${bytes(collection)}, ${tokenId}, ${folded}, ${grams}::text[])
    on conflict (chain_id, collection, token_id) do update set folded = excluded.folded, grams = excluded.grams`.execute(tx)
}

/** The bio may have the name in another script, which can't be derived from the nickname. */
export function placePerson(tx: Tx, id: number, { nickname, brief }: { nickname: string; brief: string }): Promise<void> {
  return placeNamed(tx, 'account_search', id, brief === '' ? nickname : `${nickname}${AFTER_NAME}${brief}`)
}

/** People whose name has every word of the search. A bio finds its person alone, and nothing that the person made. */
export function isNamed({ runs }: Search): RawBuilder<boolean> {
  const name = sql`split_part(account_search.folded, ${AFTER_NAME}, 1)`
  return sql<boolean>`(true ${sql.join(
    runs.map((run) => sql`and strpos(${name}, ${run}) > 0`),
    sql` `,
  )})`
}

export async function placeNamed(tx: Tx, table: 'collection_search' | 'account_search', id: number, name: string): Promise<void> {
  const { folded, grams } = placeFor(name)
  await sql`insert into ${sql.table(table)} values (${id}, ${folded}, ${grams}::text[])
    on conflict (id) do update set folded = excluded.folded, grams = excluded.grams`.execute(tx)
}
