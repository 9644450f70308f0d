import { ItemRecord } from '@plinth/api'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { addressOf, bytes } from '../db/database.ts'
import { fixedByName } from '../db/fixed-text.ts'
import { givenPage, type ItemRef, isOfKey, KEY_OF_ITEM, type KeyColumns, refKey } from '../db/item-keys.ts'
import { findItems, isShown } from '../state/items/store.ts'
import { buildLater } from './card-builder.ts'
import { type CutText, cut, FORM, filled, holesOf, type KnownWord } from './card-text.ts'
import { hydrateItems, type Reads } from './items.ts'
import { keptNames, type NamesSeen } from './kept-names.ts'
import { knownWords, readNames } from './names.ts'
import { isDeepHolder, readViewersPart, type ViewersPart, viewersWord, withOwnTerms } from './viewer.ts'

/** When a card says what is so. */
export type CardTimes = { readonly fresh_from: number; readonly fresh_until: number; readonly locked_until: number }

/** An item's card, in a row of a list. */
export type CardRow = CardTimes & {
  /** Null where there is none, or none of the present version and form. */
  readonly card: string | null
}

/** The columns of `CardRow`, beside `joinCards`. */
export const CARD_COLUMNS = sql`kept.card, kept.fresh_from, kept.fresh_until, kept.locked_until`

const joined = fixedByName()

/**
 * Joins the item's card where it has the version of the item's mark and the present form. One by one: whatever number of rows is
 * expected, the cards are found by their key.
 */
export function joinCards(key: KeyColumns, texts: readonly ('card' | 'slim')[] = ['card']): RawBuilder<unknown> {
  return joined(
    [...Object.values(key), ...texts].join(' '),
    () => sql`left join lateral (select ${sql.join(texts.map((text) => sql.ref(`card.${text}`)))}, card.fresh_from, card.fresh_until, card.locked_until
      from item_card card where ${isOfKey('card', key)} and card.form = ${sql.lit(FORM)}
        and card.version = coalesce((select mark.version from item_mark mark where ${isOfKey('mark', key)}), 0) limit 1) kept on true`,
  )
}

/** "" stands for a card that is too long to keep. */
export function isFresh(context: Pick<Reads, 'chains' | 'clock'>, chainId: number, row: CardRow): row is CardRow & { card: string } {
  return row.card !== null && row.card !== '' && isInTime(context, chainId, row)
}

/** By both clocks: a reorg may set the chain's time back. */
export function isInTime({ chains, clock }: Pick<Reads, 'chains' | 'clock'>, chainId: number, times: CardTimes): boolean {
  const now = chains.find(chainId)?.now() ?? 0
  return times.fresh_from <= now && now < times.fresh_until && (times.locked_until === 0 || clock.now() < times.locked_until)
}

/** A row that lists an item. `before` is JSON text that the item's record ends, with holes as in cards. */
export type ItemInList = ItemRef & CardRow & { readonly before?: string }

/**
 * The records of these items as JSON text, in their order and as the caller sees them; of items that are gone, none. What the cards
 * leave open is in memory, as new as the statement that has `seen` it, or costs a statement; so does a caller. An item without a
 * fresh card is hydrated, and its card is built later.
 */
export async function readRecords(context: Reads, rows: readonly ItemInList[], seen?: NamesSeen): Promise<string[]> {
  const cards = rows.map((row) => (isFresh(context, row.chainId, row) ? row.card : undefined))
  buildLater(
    context,
    rows.filter((row, place) => cards[place] === undefined && row.card !== ''),
  )
  const viewer = context.caller?.address
  const refs = viewer ? rows.filter((_, place) => cards[place] !== undefined) : []
  const parts = viewer && refs.length > 0 ? await readViewersPart(context, viewer, refs) : undefined
  const known = knownWords(context, seen)
  const late: ItemRef[] = []
  const cuts = rows.map((row, place) => {
    const card = cards[place]
    const part = parts?.get(refKey(row))
    if (card !== undefined && !(viewer && isDeepHolder(card, viewer, part))) return cutCard(context, { ref: row, card }, part, known)
    late.push(row)
    return undefined
  })
  const before = rows.map((row) => (row.before === undefined ? NO_TEXT : cut(row.before, undefined, known)))
  const all = [...before, ...cuts.map((text) => text ?? NO_TEXT)]
  const [words, hydrated] = await Promise.all([readNames(context, holesOf(all), seen), hydrate(context, late)])
  const texts = filled(all, words)
  return rows.flatMap((row, place) => {
    const record = cuts[place] ? texts[rows.length + place] : hydrated.get(refKey(row))
    return record === undefined ? [] : [(texts[place] ?? '') + record]
  })
}

const NO_TEXT: CutText = { parts: [], holes: [] }

/** The texts of these cards without a viewer. */
export async function fillFresh(context: Reads, rows: readonly (ItemRef & { readonly card: string })[]): Promise<Map<string, string>> {
  const cuts = rows.map((row) => cutCard(context, { ref: row, card: row.card }, undefined))
  const texts = filled(cuts, await readNames(context, holesOf(cuts)))
  return new Map(rows.map((row, place) => [refKey(row), texts[place] ?? '']))
}

/** With the viewer's part. */
function cutCard(
  { caller }: Reads,
  { ref, card }: { readonly ref: ItemRef; readonly card: string },
  part: ViewersPart | undefined,
  known?: KnownWord,
): CutText {
  const own = caller ? withOwnTerms(card, ref, caller.address, part) : card
  return cut(own, (hole) => viewersWord(part, hole), known)
}

/** Columns of `NamesSeen`, with a comma before them; none in a transaction. */
export function namesSeen({ db }: Pick<Reads, 'db'>): RawBuilder<unknown> {
  const kept = keptNames(db)
  return kept ? sql`, ${kept.columns()}` : sql``
}

type DetailRow = CardRow & { is_visible: boolean; is_confirmed: boolean; is_on_sale: boolean }

/** The record of one item as JSON text; undefined where visitors don't see it. */
export async function readRecord(context: Reads, ref: ItemRef): Promise<string | undefined> {
  const { rows } = await sql<
    DetailRow & NamesSeen
  >`select item.is_visible, item.is_confirmed, item.is_on_sale, ${CARD_COLUMNS}${namesSeen(context)}
    from item ${joinCards(KEY_OF_ITEM)} where item.chain_id = ${ref.chainId} and item.collection = ${bytes(ref.collection)}
    and item.token_id = ${ref.tokenId}`.execute(context.db)
  const [row] = rows
  if (!row || !isShown({ isVisible: row.is_visible, isConfirmed: row.is_confirmed, isOnSale: row.is_on_sale })) return undefined
  const [record] = await readRecords(context, [{ ...row, ...ref }], row)
  return record
}

/** The records of these items as JSON text, in their order, of those that visitors see. */
export async function readShown(context: Reads, refs: readonly ItemRef[]): Promise<string[]> {
  if (refs.length === 0) return []
  const { rows } = await sql<DetailRow & { chain_id: number; collection: Uint8Array; token_id: bigint }>`
    select item.chain_id, item.collection, item.token_id, item.is_visible, item.is_confirmed, item.is_on_sale, ${CARD_COLUMNS}
    from ${givenPage(refs)} join item on item.chain_id = given.given_chain and item.collection = given.collection
      and item.token_id = given.token_id ${joinCards(KEY_OF_ITEM)}`.execute(context.db)
  const shown = rows
    .filter((row) => isShown({ isVisible: row.is_visible, isConfirmed: row.is_confirmed, isOnSale: row.is_on_sale }))
    .map((row) => ({ ...row, chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }))
  const byKey = new Map(shown.map((row) => [refKey(row), row]))
  return readRecords(
    context,
    refs.flatMap((ref) => byKey.get(refKey(ref)) ?? []),
  )
}

/** Without cards: the one definition of a record. */
export async function hydrate(context: Reads, refs: readonly ItemRef[]): Promise<Map<string, string>> {
  const records = await hydrateItems(context, await findItems(context.db, refs))
  return new Map(records.map((record) => [refKey(record), JSON.stringify(z.encode(ItemRecord, record))]))
}
