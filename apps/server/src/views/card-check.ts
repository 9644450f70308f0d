import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { addressOf, type Db } from '../db/database.ts'
import { givenItems, type ItemRef, refKey } from '../db/item-keys.ts'
import { CARD_COLUMNS, type CardRow, fillFresh, hydrate, isFresh, joinCards } from './cards.ts'
import type { Reads } from './items.ts'
import { slimTexts } from './slim-cards.ts'

const AT_ONCE = 100
/** A card is compared with what is read a moment later: what differs only once has changed in between. */
const TRIES = 3

/** Those of these items whose fresh card, or slim card, does not say what is read without cards. */
export async function differingCards(context: Reads, refs: readonly ItemRef[]): Promise<ItemRef[]> {
  const reads: Reads = { ...context, caller: undefined }
  const all: ItemRef[] = []
  for (let from = 0; from < refs.length; from += AT_ONCE) {
    let differing: readonly ItemRef[] = refs.slice(from, from + AT_ONCE)
    for (let tries = 0; tries < TRIES && differing.length > 0; tries++) differing = await compare(reads, differing)
    all.push(...differing.map(({ chainId, collection, tokenId }) => ({ chainId, collection, tokenId })))
  }
  return all
}

async function compare(context: Reads, refs: readonly ItemRef[]): Promise<ItemRef[]> {
  const before = await readFresh(context, refs)
  const kept = await fillFresh(context, before)
  const hydrated = await hydrate(context, before)
  const slim = await slimTexts(context, before)
  // A card that is no longer fresh now need not have been when the items were read.
  const after = new Map((await readFresh(context, before)).map((row) => [refKey(row), row]))
  return before.filter((row) => {
    const key = refKey(row)
    const now = after.get(key)
    if (now?.card !== row.card || now.slim !== row.slim) return false
    return row.slim !== slim.get(key) || !isDeepStrictEqual(parsed(kept.get(key)), parsed(hydrated.get(key)))
  })
}

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text))

type Row = CardRow & { slim: string; chain_id: number; collection: Uint8Array; token_id: bigint }

async function readFresh(context: Reads, refs: readonly ItemRef[]): Promise<(ItemRef & CardRow & { card: string; slim: string })[]> {
  if (refs.length === 0) return []
  const columns = { chainId: 'given.given_chain', collection: 'given.collection', tokenId: 'given.token_id' }
  const { rows } = await sql<Row>`select given.given_chain as chain_id, given.collection, given.token_id, ${CARD_COLUMNS}, kept.slim
    from ${givenItems(refs)} ${joinCards(columns, ['card', 'slim'])}`.execute(context.db)
  return rows.flatMap(({ chain_id: chainId, collection, token_id: tokenId, ...row }) =>
    isFresh(context, chainId, row) ? [{ ...row, chainId, collection: addressOf(collection), tokenId }] : [],
  )
}

/** Cards of a random part of the table: pages of it, since a large one is not sorted for that. */
export async function sampleCards(db: Db, most: number): Promise<ItemRef[]> {
  const { rows: sizes } = await sql<{ cards: number }>`
    select greatest(reltuples, 0)::bigint as cards from pg_class where oid = 'item_card'::regclass`.execute(db)
  const percent = Math.min(100, Math.max(0.001, (400 * most) / Math.max(1, sizes[0]?.cards ?? 0)))
  const { rows } = await sql<{ chain_id: number; collection: Uint8Array; token_id: bigint }>`
    select chain_id, collection, token_id from item_card tablesample system (${percent}) order by random() limit ${most}`.execute(db)
  return rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }))
}

/** Cards of items that are gone: a reorg deletes items. */
export async function dropOrphans(db: Db, refs: readonly ItemRef[]): Promise<number> {
  if (refs.length === 0) return 0
  const { rows } = await sql`delete from item_card card using ${givenItems(refs)}
    where card.chain_id = given.given_chain and card.collection = given.collection and card.token_id = given.token_id
      and not exists (select 1 from item where item.chain_id = card.chain_id and item.collection = card.collection
        and item.token_id = card.token_id)
    returning 1 as dropped`.execute(db)
  return rows.length
}
