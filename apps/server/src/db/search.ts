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
/** `12`, standing alone or beside Chinese. */
const BARE_NUMBERS = new RegExp(`(?<=^|\\s|${HAN.source})\\d{1,78}(?=$|\\s|${HAN.source})`, 'gu')

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

export type Words = {
  readonly folded: string
  readonly grams: readonly string[]
  readonly runs: readonly string[]
}

export type Search = Words & {
  /** Of words alone that are shorter than the widest grams: it finds a good part of a market, and ends with `MOST_OF_SHORT`. */
  readonly isShort: boolean
  /** The number in it, `12` or `#12`, which stands for an item's, and the words beside it. */
  readonly number: { readonly id: bigint; readonly hasSign: boolean; readonly beside: Words } | undefined
}

/** A transaction by its hash: it finds the items that it moved. */
export type Transaction = { readonly txHash: Hex }
export type ItemSearch = Search | Address | Transaction

/** A search text's meaning: an address, or words. Undefined when it contains nothing searchable. */
export function readSearch(text: string): Search | Address | undefined {
  const folded = fold(text)
  if (isAddress(folded)) return folded
  const words = wordsOf(folded)
  if (words.grams.length === 0) return undefined
  const isShort = !folded.match(NUMBERS) && words.runs.every((run) => [...run].length < widest(run))
  return { ...words, isShort, number: numberIn(folded) }
}

function wordsOf(folded: string): Words {
  const ids = folded.match(NUMBERS) ?? []
  const runs = runsOf(folded.replace(NUMBERS, ' '))
  return { folded, grams: [...new Set([...ids, ...runs.flatMap(neededFor)])], runs: [...new Set(runs)] }
}

/** Of several numbers the one with a sign, or the last: `cohort 2024 9` is number 9. */
function numberIn(folded: string): Search['number'] {
  const [signed, ...more] = folded.matchAll(NUMBERS)
  const found = signed ?? [...folded.matchAll(BARE_NUMBERS)].at(-1)
  if (!found || more.length > 0) return undefined
  const [typed] = found
  const beside = `${folded.slice(0, found.index)} ${folded.slice(found.index + typed.length)}`
  return { id: BigInt(typed.replace('#', '')), hasSign: signed !== undefined, beside: wordsOf(fold(beside)) }
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
export function isFound(table: Table, { grams, runs }: Words): RawBuilder<boolean> {
  const held = runs.map((run) => sql`and strpos(${sql.ref(`${table}.folded`)}, ${run}) > 0`)
  return sql<boolean>`(${sql.ref(`${table}.grams`)} @> (select ${[...grams]}::text[]) ${sql.join(held, sql` `)})`
}

/** Whether an item has the number of the search, and its name the words beside it. */
export function isNumber({ number }: Search): RawBuilder<boolean> | undefined {
  return number && isFound('item_search', { ...number.beside, grams: [...number.beside.grams, `#${number.id}`] })
}

/** Between a person's name and bio in one text: no blank, and no letter of a word. */
const AFTER_NAME = '\u001f'
const BETWEEN_WORDS = `#-_.,:;!?()[]{}"'/&+·${AFTER_NAME}`
const BLANKS = ' '.repeat(BETWEEN_WORDS.length)

/** How well something fits a search, best first. */
export const RANK = {
  veryName: 0,
  /** "drift 9" of "Drift #9", and number 9 of the collection "Drift". */
  numbered: 1,
  /** Of that number, with the other words anywhere in the name of item or collection. */
  number: 2,
  begins: 3,
  /** Each word of the search begins one of the name. */
  words: 4,
  inside: 5,
  /** By a creator of that very name. */
  veryCreator: 6,
  text: 7,
  creator: 8,
} as const

export function isVeryName(table: Table, { folded }: Words): RawBuilder<boolean> {
  const name = sql.ref(`${table}.folded`)
  const orPerson = table === 'account_search' ? sql`or starts_with(${name}, ${`${folded}${AFTER_NAME}`})` : sql``
  return sql<boolean>`(${name} = ${folded} ${orPerson})`
}

/** The rank of a row that is found by its name; `isNumber` finds items of a better one. */
export function rankOf(table: Table, search: Search): RawBuilder<number> {
  const name = sql.ref(`${table}.folded`)
  const { folded, runs, number } = search
  const spaced = sql`' ' || translate(${name}, ${BETWEEN_WORDS}, ${BLANKS})`
  const begin = runs.map((run) => sql`and strpos(${spaced}, ${` ${run}`}) > 0`)
  const isNumbered = table === 'item_search' && number && !number.hasSign
  const numbered = isNumbered ? sql`when replace(${name}, '#', '') = ${folded} then ${sql.lit(RANK.numbered)}` : sql``
  return sql<number>`case when ${isVeryName(table, search)} then ${sql.lit(RANK.veryName)} ${numbered}
    when starts_with(${name}, ${folded}) then ${sql.lit(RANK.begins)}
    when true ${sql.join(begin, sql` `)} then ${sql.lit(RANK.words)} else ${sql.lit(RANK.inside)} end`
}

/**
 * The same for names of which somebody may have a copy: a verified one comes before all others, unless it only contains the search
 * and another begins with it.
 */
export function verifiedRankOf(table: Table, search: Search, isVerified: RawBuilder<boolean>): RawBuilder<number> {
  const [begins, rank] = [sql.lit(RANK.begins), rankOf(table, search)]
  return sql<number>`(select case when ranked.rank > ${begins} then 2 * ranked.rank else ranked.rank end
    + case when ${isVerified} then 0 when ranked.rank > ${begins} then 1 else 1 + ${begins} end from (select ${rank} as rank) ranked)`
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
