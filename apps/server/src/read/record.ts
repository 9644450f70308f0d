import type { AuctionRecord, Category, Holding, ItemRecord, OrderRecord, Person } from '@plinth/api'
import { ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import { addressOf, readAtOnce } from '../db/database.ts'
import { fixed } from '../db/fixed-text.ts'
import { GIVEN, givenPage, type ItemRef, isOfKey, refKey } from '../db/item-keys.ts'
import type { MarketTables } from '../db/schema/market.ts'
import { categoriesById } from '../modules/categories/service.ts'
import { namedPerson, type PersonColumns } from '../modules/users/service.ts'
import { type CollectionFacts, factsOfCollection } from '../state/collections/store.ts'
import { type ItemRow, isShown, readItem } from '../state/items/store.ts'
import { presentHoldings, type Reads, readHoldings, withOwn } from './items.ts'
import { itemOfOrder, presentReadOrders } from './orders.ts'
import { findLiveAuctions, findLiveOrders, presentLiveAuctions, readViewersRows } from './record-offers.ts'

/** What its own row says of an item, and those of its collection, its creator and its lock. */
type ItemFacts = {
  readonly item: ItemRow
  readonly creator: Person
  readonly isHeld: boolean
  readonly collection: CollectionFacts | undefined
}

type Parts = {
  readonly categories: ReadonlyMap<number, Category>
  readonly holdings: ReadonlyMap<string, Holding[]>
  readonly orders: ReadonlyMap<string, OrderRecord[]>
  readonly resting: ReadonlyMap<string, OrderRecord[]>
  readonly auctions: ReadonlyMap<string, AuctionRecord[]>
  readonly liked: ReadonlySet<string>
}

/**
 * The documented records of known items that `isWanted` takes, in their order, each once: the one definition. Four statements of one
 * moment read them, and one more for a viewer.
 */
export async function hydrateItems(
  context: Reads,
  refs: readonly ItemRef[],
  isWanted: (item: ItemRow) => boolean = () => true,
): Promise<ItemRecord[]> {
  if (refs.length === 0) return []
  const viewer = context.caller?.address
  const { facts, held, live, lots, own } = await readAtOnce(context.db, async (db) => ({
    facts: await readFacts({ ...context, db }, refs),
    held: await readHoldings(db, refs),
    live: await findLiveOrders(db, refs, [ORDER_TYPE.SALE, ORDER_TYPE.BID]),
    lots: await findLiveAuctions(db, refs),
    own: await readViewersRows({ ...context, db }, viewer, refs),
  }))
  const [orders, auctions, resting, categories] = await Promise.all([
    presentReadOrders(context, live),
    presentLiveAuctions(context, lots),
    presentReadOrders(
      context,
      [...own.values()].flatMap((rows) => rows.resting),
    ),
    categoriesById(context.db),
  ])
  const parts: Parts = {
    categories,
    holdings: Map.groupBy(presentHoldings(withOwn(held, own), [...orders, ...resting], auctions), refKey),
    orders: Map.groupBy(orders, itemOfOrder),
    resting: Map.groupBy(resting, itemOfOrder),
    auctions: Map.groupBy(auctions, refKey),
    liked: new Set([...own].filter(([, { isLiked }]) => isLiked).map(([key]) => key)),
  }
  return [...new Set(refs.map(refKey))].flatMap((key) => {
    const known = facts.get(key)
    return known && isWanted(known.item) ? [presentItem(key, known, parts)] : []
  })
}

/** The same of those that visitors see. */
export const hydrateShown = (context: Reads, refs: readonly ItemRef[]): Promise<ItemRecord[]> => hydrateItems(context, refs, isShown)

/** Undefined where visitors don't see it. */
export async function readRecord(context: Reads, ref: ItemRef): Promise<ItemRecord | undefined> {
  return (await hydrateShown(context, [ref]))[0]
}

type Row = Selectable<MarketTables['item']> &
  PersonColumns & {
    collection_name: string | null
    symbol: string
    cover: string
    collection_owner: Uint8Array
    followed_from: number | null
    frozen_prefix: string | null
    is_held: boolean
  }

const COLUMNS = fixed(sql`item.*, account.nickname, account.avatar, item_lock.until is not null as is_held,
  of.name as collection_name, of.symbol, of.cover, of.owner as collection_owner, of.followed_from, of.frozen_prefix`)
const WITH_NAMES = fixed(sql`join item on ${isOfKey('item', GIVEN)}
  left join collection of on of.chain_id = item.chain_id and of.address = item.collection
  left join account on account.address = item.creator
  left join item_lock on ${isOfKey('item_lock', GIVEN)}`)

async function readFacts({ db, clock }: Reads, refs: readonly ItemRef[]): Promise<Map<string, ItemFacts>> {
  const { rows } = await sql<Row>`select ${COLUMNS} from ${givenPage(refs)} ${WITH_NAMES} and item_lock.until > ${clock.now()}`.execute(db)
  return new Map(
    rows.map((row) => {
      const item = readItem(row)
      return [refKey(item), { item, creator: namedPerson(item.creator, row), isHeld: row.is_held, collection: collectionOf(item, row) }]
    }),
  )
}

function collectionOf({ collection: address }: ItemRow, row: Row): CollectionFacts | undefined {
  if (row.collection_name === null) return undefined
  const { collection_name: name, symbol, cover, followed_from, frozen_prefix } = row
  return factsOfCollection({ address, name, symbol, cover, owner: addressOf(row.collection_owner), followed_from, frozen_prefix })
}

const isSale = ({ type }: OrderRecord): boolean => type === ORDER_TYPE.SALE
const isBid = ({ type }: OrderRecord): boolean => type === ORDER_TYPE.BID

function presentItem(key: string, { item, creator, isHeld, collection }: ItemFacts, parts: Parts): ItemRecord {
  const holdings = parts.holdings.get(key) ?? []
  const [first] = holdings
  const orders = parts.orders.get(key) ?? []
  const resting = parts.resting.get(key) ?? []
  const listings = orders.filter(isSale)
  return {
    chainId: item.chainId,
    collection: item.collection,
    tokenId: item.tokenId,
    standard: item.standard,
    supply: item.isConfirmed ? item.supply : item.declaredSupply,
    category: (item.categoryId === undefined ? undefined : parts.categories.get(item.categoryId)) ?? null,
    categoryId: item.categoryId === undefined ? '' : String(item.categoryId),
    royalties: item.royalties,
    creator,
    owner: first?.user ?? { address: ZERO_ADDRESS, nickname: '', avatar: '' },
    isLiked: parts.liked.has(key),
    isLocked: item.isTradeLocked || isHeld,
    isTradeLocked: item.isTradeLocked,
    isOnSale: listings.length > 0,
    metadataUrl: item.metadataUrl,
    metadata: item.metadata,
    mediaKind: item.mediaKind,
    width: item.width,
    height: item.height,
    collectionBrief: collection?.brief ?? { address: item.collection, name: '', symbol: '', cover: '' },
    metadataState: collection?.metadataState ?? 'unknown',
    holdings,
    listings,
    bids: orders.filter(isBid),
    auctions: parts.auctions.get(key) ?? [],
    resting: resting.filter(isSale),
    restingBids: resting.filter(isBid),
    onlyOwner: holdings.length === 1 && first ? first.owner : '',
    mintTx: item.mintTx ?? '',
    createdAt: item.createdAt,
  }
}
