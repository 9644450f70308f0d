import { type RawBuilder, sql } from 'kysely'
import type { SharedContext } from '../context.ts'
import { addressOf, type Db } from '../db/database.ts'
import { fixedByName } from '../db/fixed-text.ts'
import { givenPage, type ItemRef, isOfKey, KEY_OF_ITEM, type KeyColumns, refKey } from '../db/item-keys.ts'
import { findItems, isThere } from '../state/items/store.ts'
import { buildLater } from './card-builder.ts'
import { cut, filled, holesOf } from './card-text.ts'
import { type CardTimes, isInTime, joinCards, namesSeen } from './cards.ts'
import { hydrateItems, type Reads } from './items.ts'
import type { NamesSeen } from './kept-names.ts'
import { lastSales } from './last-sales.ts'
import { knownWords, readNames } from './names.ts'
import { slimText } from './slim-text.ts'

/** An item's slim card, in a row of a list. */
export type SlimRow = CardTimes & {
  /** Null where there is none, or none of the present version and form. */
  readonly slim: string | null
  readonly likes: number
  /** By rarity; null where the collection is not ranked. */
  readonly rank: number | null
}

/** The columns of `SlimRow`, beside `joinSlimCards`. */
export const SLIM_COLUMNS = sql`kept.slim, kept.fresh_from, kept.fresh_until, kept.locked_until, coalesce(liked.likes, 0) as likes, ranked.rank`
const joined = fixedByName()

/** As `joinCards`, with what is read beside a slim card: likes, and ranks by rarity. */
export function joinSlimCards(key: KeyColumns): RawBuilder<unknown> {
  return joined(
    Object.values(key).join(' '),
    () => sql`${joinCards(key, ['slim'])}
      left join item_likes liked on ${isOfKey('liked', key)} left join item_rank ranked on ${isOfKey('ranked', key)}`,
  )
}

/** A row that lists an item. */
export type SlimInList = ItemRef & SlimRow

/**
 * Slim cards (`ItemCard`) of these items as JSON text, in their order, without a viewer; of items that are gone, none. One statement
 * for what the cards leave open. An item without a fresh card is hydrated, and its card is built later.
 */
export async function fillSlimCards(context: Reads, rows: readonly SlimInList[], seen?: NamesSeen): Promise<string[]> {
  const cards = await filledCards(context, rows, seen)
  return rows.flatMap((row) => cards.get(refKey(row)) ?? [])
}

/** The same by their keys. */
async function filledCards(context: Reads, rows: readonly SlimInList[], seen?: NamesSeen): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const row of rows) if (row.slim && isInTime(context, row.chainId, row)) texts.set(refKey(row), row.slim)
  const late = rows.filter((row) => !texts.has(refKey(row)))
  buildLater(
    context,
    late.filter(({ slim }) => slim !== ''),
  )
  for (const [key, text] of await slimTexts(context, late)) texts.set(key, text)
  const known = knownWords(context, seen)
  const cuts = [...texts.values()].map((text) => cut(text, undefined, known))
  const cards = filled(cuts, await readNames(context, holesOf(cuts), seen))
  const whole = new Map([...texts.keys()].map((key, place) => [key, cards[place] ?? '']))
  return new Map(
    rows.flatMap((row) => {
      const card = whole.get(refKey(row))
      return card === undefined ? [] : [[refKey(row), withCounts(card, row)] as const]
    }),
  )
}

/** Likes and rank, as the last fields. */
function withCounts(card: string, { likes, rank }: SlimRow): string {
  return `${card.slice(0, -1)},"likes":${likes}${rank === null ? '' : `,"rank":${rank}`}}`
}

/** Without cards: the one definition, with the holes of a card. */
export async function slimTexts(context: Reads, refs: readonly ItemRef[]): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map()
  const reads: Reads = { ...context, caller: undefined }
  const [records, sales] = await Promise.all([
    findItems(reads.db, refs).then((items) => hydrateItems(reads, items)),
    lastSales(reads.db, refs),
  ])
  return new Map(records.map((record) => [refKey(record), slimText(record, sales.get(refKey(record)))]))
}

/** Slim cards of the items that visitors see among these, as JSON text in the order of `refs`: with two statements. */
export async function readItemCards(context: SharedContext, refs: readonly ItemRef[]): Promise<string[]> {
  return (await readCardsSeen(context, refs)).cards
}

/** The same, with what its statement said of names; undefined where it found no item. */
export async function readCardsSeen(
  context: SharedContext,
  refs: readonly ItemRef[],
): Promise<{ readonly cards: string[]; readonly seen: NamesSeen | undefined }> {
  if (refs.length === 0) return { cards: [], seen: undefined }
  const rows = await slimRows(context.db, refs)
  const [seen] = rows.values()
  const shown = refs.flatMap((ref) => rows.get(refKey(ref)) ?? [])
  return { cards: await fillSlimCards(context, shown, seen), seen }
}

/** The same by their keys, see `refKey`. */
export async function readCardsByKey(context: Reads, refs: readonly ItemRef[]): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map()
  const rows = [...(await slimRows(context.db, refs)).values()]
  return filledCards(context, rows, rows[0])
}

type Row = SlimRow & NamesSeen & { readonly chain_id: number; readonly collection: Uint8Array; readonly token_id: bigint }

async function slimRows(db: Db, refs: readonly ItemRef[]): Promise<Map<string, SlimInList & NamesSeen>> {
  const { rows } = await sql<Row>`select item.chain_id, item.collection, item.token_id, ${SLIM_COLUMNS}${namesSeen({ db })}
    from ${givenPage(refs)} join item on item.chain_id = given.given_chain and item.collection = given.collection
      and item.token_id = given.token_id
    ${joinSlimCards(KEY_OF_ITEM)}
    where item.is_visible and ${isThere}`.execute(db)
  return new Map(
    rows.map(({ chain_id: chainId, collection, token_id: tokenId, ...row }) => {
      const ref = { chainId, collection: addressOf(collection), tokenId }
      return [refKey(ref), { ...row, ...ref }]
    }),
  )
}
