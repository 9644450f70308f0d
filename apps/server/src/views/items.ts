import type { AuctionRecord, Category, Holding, ItemRecord, OrderRecord, Person } from '@plinth/api'
import { type Address, ONSELL_TYPE, ORDER_STATUS, ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import type { SharedContext } from '../context.ts'
import { addressOf, bytes, type Db } from '../db/database.ts'
import { type ItemRef, isAnyOf, refKey } from '../db/item-keys.ts'
import { categoriesById } from '../modules/categories/service.ts'
import { likedItems } from '../modules/social/service.ts'
import { peopleOf, personOf } from '../modules/users/service.ts'
import { type CollectionFacts, collectionFacts } from '../state/collections/store.ts'
import type { ItemRow } from '../state/items/store.ts'
import { presentAuctions, unfinishedAuctions } from './auctions.ts'
import { liveOrders, presentOrders, restingOrders } from './orders.ts'

/** Holders shown per item, plus the caller at any rank; an edition may have thousands. */
const MOST_HOLDERS = 100

/** What is read for items: as its caller sees them, or without a viewer. */
export type Reads = Pick<SharedContext, 'db' | 'chains' | 'clock' | 'caller'>

type HoldingRow = ItemRef & { readonly owner: Address; readonly quantity: bigint; readonly receivedAt: number }

type Hydrated = {
  readonly holdings: Map<string, Holding[]>
  readonly listings: Map<string, OrderRecord[]>
  readonly bids: Map<string, OrderRecord[]>
  readonly auctions: Map<string, AuctionRecord[]>
  readonly resting: Map<string, OrderRecord[]>
  readonly restingBids: Map<string, OrderRecord[]>
  readonly collections: Map<string, CollectionFacts>
  readonly people: Map<Address, Person>
  readonly categories: Map<number, Category>
  readonly liked: Set<string>
  readonly locked: Set<string>
}

/** Items with everything a card or the item's page shows, in the given order. */
export async function hydrateItems(context: Reads, items: readonly ItemRow[]): Promise<ItemRecord[]> {
  if (items.length === 0) return []
  const { db, caller } = context
  const [sales, offers, resting, atAuction, collections, categories, liked, locked, rows] = await Promise.all([
    liveOrders(db, items, ORDER_TYPE.SALE),
    liveOrders(db, items, ORDER_TYPE.BID),
    restingOrders(context, items, caller?.address),
    unfinishedAuctions(context, items),
    collectionFacts(db, items),
    categoriesById(db),
    likedItems(db, caller?.address, items),
    lockedItems(db, items, context.clock.now()),
    holdingRows(db, items, caller?.address),
  ])
  // In one round: people, pay tokens and holdings are read once for all three.
  const [orders, auctions, people] = await Promise.all([
    presentOrders(context, [...sales, ...offers, ...resting]),
    presentAuctions(context, atAuction),
    peopleOf(db, [...items.map((item) => item.creator), ...rows.map((row) => row.owner)]),
  ])
  const listings = orders.slice(0, sales.length)
  const bids = orders.slice(sales.length, sales.length + offers.length)
  const atRest = orders.slice(sales.length + offers.length)
  const listingsByItem = byItem(listings)
  const auctionsByItem = Map.groupBy(auctions, refKey)
  const hydrated: Hydrated = {
    holdings: Map.groupBy(presentHoldings(rows, byItem([...listings, ...atRest.filter(isOpenSale)]), auctionsByItem, people), refKey),
    listings: listingsByItem,
    bids: byItem(bids),
    auctions: auctionsByItem,
    resting: byItem(atRest.filter(({ type }) => type === ORDER_TYPE.SALE)),
    restingBids: byItem(atRest.filter(({ type }) => type === ORDER_TYPE.BID)),
    collections,
    people,
    categories,
    liked,
    locked,
  }
  return items.map((item) => presentItem(item, hydrated))
}

function presentItem(item: ItemRow, all: Hydrated): ItemRecord {
  const key = refKey(item)
  const holdings = all.holdings.get(key) ?? []
  const single = holdings.length === 1 ? holdings[0] : undefined
  const listings = all.listings.get(key) ?? []
  const facts = all.collections.get(`${item.chainId}:${item.collection}`)
  return {
    chainId: item.chainId,
    collection: item.collection,
    tokenId: item.tokenId,
    standard: item.standard,
    supply: item.isConfirmed ? item.supply : item.declaredSupply,
    category: (item.categoryId === undefined ? undefined : all.categories.get(item.categoryId)) ?? null,
    categoryId: item.categoryId === undefined ? '' : String(item.categoryId),
    royalties: item.royalties,
    creator: personOf(all.people, item.creator),
    owner: holdings[0]?.user ?? personOf(all.people, ZERO_ADDRESS),
    isLiked: all.liked.has(key),
    isLocked: item.isTradeLocked || all.locked.has(key),
    isTradeLocked: item.isTradeLocked,
    isOnSale: listings.length > 0,
    metadataUrl: item.metadataUrl,
    metadata: item.metadata,
    mediaKind: item.mediaKind,
    width: item.width,
    height: item.height,
    collectionBrief: facts?.brief ?? { address: item.collection, name: '', symbol: '', cover: '' },
    metadataState: facts?.metadataState ?? 'unknown',
    holdings,
    listings,
    bids: all.bids.get(key) ?? [],
    auctions: all.auctions.get(key) ?? [],
    resting: all.resting.get(key) ?? [],
    restingBids: all.restingBids.get(key) ?? [],
    onlyOwner: single?.owner ?? '',
    mintTx: item.mintTx ?? '',
    createdAt: item.createdAt,
  }
}

/** The holders of these items, and the terms on which each sells. */
export async function listHoldings(context: SharedContext, refs: readonly ItemRef[]): Promise<Holding[]> {
  const rows = await holdingRows(context.db, refs, context.caller?.address)
  if (rows.length === 0) return []
  const [sales, resting] = await Promise.all([
    liveOrders(context.db, refs, ORDER_TYPE.SALE),
    restingOrders(context, refs, context.caller?.address),
  ])
  const listings = (await presentOrders(context, [...sales, ...resting])).filter(isOpenSale)
  const auctions = await presentAuctions(context, await unfinishedAuctions(context, refs))
  const people = await peopleOf(
    context.db,
    rows.map((row) => row.owner),
  )
  return presentHoldings(rows, byItem(listings), Map.groupBy(auctions, refKey), people)
}

export const isOpenSale = ({ type, status }: OrderRecord): boolean => type === ORDER_TYPE.SALE && status === ORDER_STATUS.OPEN

/**
 * `listings` are the live ones, and the caller's own open ones that can't be filled now: to their maker they are on sale until they
 * are cancelled, since another sale of the item is refused that long.
 */
export function presentHoldings(
  rows: readonly HoldingRow[],
  listings: ReadonlyMap<string, OrderRecord[]>,
  auctions: ReadonlyMap<string, AuctionRecord[]>,
  people: ReadonlyMap<Address, Person>,
): Holding[] {
  return rows.map((row) => ({
    chainId: row.chainId,
    collection: row.collection,
    tokenId: row.tokenId,
    owner: row.owner,
    user: personOf(people, row.owner),
    quantity: row.quantity,
    createdAt: row.receivedAt,
    ...offerOf(
      listings.get(refKey(row))?.find((order) => order.maker === row.owner),
      auctions.get(refKey(row))?.find((auction) => auction.owner === row.owner),
      row.quantity,
    ),
  }))
}

const NO_OFFER = {
  onSaleQuantity: 0n,
  isOnSale: false,
  saleType: ONSELL_TYPE.NONE,
  startsAt: 0,
  endsAt: 0,
  startPrice: 0n,
  sellValue: 0n,
  price: 0n,
  unitPrice: '',
  payToken: null,
  payTokenAddress: '',
  payTokenName: '',
  payTokenSymbol: '',
  payTokenDecimals: 0,
  payType: 0,
} as const

/** The terms on which a holder sells: at a fixed price or at auction, never both (decision 23). */
function offerOf(sale: OrderRecord | undefined, auction: AuctionRecord | undefined, held: bigint) {
  const offer = sale ?? auction
  if (!offer) return NO_OFFER
  const { payToken, payTokenAddress, payTokenName, payTokenSymbol, payTokenDecimals, unitPrice, createdAt } = offer
  const price = { payToken, payTokenAddress, payTokenName, payTokenSymbol, payTokenDecimals, unitPrice, createdAt }
  return { ...price, isOnSale: true, ...(sale ? saleTerms(sale, held) : auctionTerms(auction)) }
}

function saleTerms(sale: OrderRecord, held: bigint) {
  const unsold = sale.selling - sale.filled
  return {
    saleType: ONSELL_TYPE.FIXED_PRICE,
    onSaleQuantity: unsold < held ? unsold : held,
    startsAt: sale.validFrom,
    endsAt: sale.validUntil,
    startPrice: 0n,
    sellValue: sale.selling,
    price: sale.buying,
    payType: sale.buyType,
  }
}

/** The price is the lowest accepted total (wire 2.0). */
function auctionTerms(auction: AuctionRecord | undefined) {
  if (!auction) return NO_OFFER
  return {
    saleType: ONSELL_TYPE.AUCTION,
    onSaleQuantity: auction.quantity,
    startsAt: auction.startTime,
    endsAt: auction.endTime,
    startPrice: auction.startPrice,
    sellValue: auction.quantity,
    price: auction.buying,
    payType: auction.payType,
  }
}

function byItem(orders: readonly OrderRecord[]): Map<string, OrderRecord[]> {
  return Map.groupBy(orders, (order) =>
    refKey({
      chainId: order.chainId,
      collection: order.item,
      tokenId: order.type === ORDER_TYPE.SALE ? order.sellTokenId : order.buyTokenId,
    }),
  )
}

async function holdingRows(db: Db, refs: readonly ItemRef[], caller: Address | undefined): Promise<HoldingRow[]> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('holding')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) =>
              over.partitionBy(['chain_id', 'collection', 'token_id']).orderBy('quantity', 'desc').orderBy('received_at').orderBy('owner'),
            )
            .as('place'),
        )
        .where(isAnyOf(refs))
        .where('quantity', '>', 0n)
        .as('ranked'),
    )
    .selectAll()
    .where(({ eb, or }) => or([eb('place', '<=', MOST_HOLDERS), ...(caller ? [eb('owner', '=', bytes(caller))] : [])]))
    .orderBy('place')
    .execute()
  return rows.map((row) => ({
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    owner: addressOf(row.owner),
    quantity: row.quantity,
    receivedAt: row.received_at,
  }))
}

async function lockedItems(db: Db, refs: readonly ItemRef[], now: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('item_lock')
    .select(['chain_id', 'collection', 'token_id'])
    .where(isAnyOf(refs))
    .where('until', '>', now)
    .execute()
  return new Set(rows.map((row) => refKey({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id })))
}
