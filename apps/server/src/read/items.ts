import type { AuctionRecord, Holding, OrderRecord } from '@plinth/api'
import { ONSELL_TYPE, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import type { SharedContext } from '../context.ts'
import { addressOf, type Db, readAtOnce } from '../db/database.ts'
import { fixed } from '../db/fixed-text.ts'
import { GIVEN, givenPage, type ItemRef, isOfKey, refKey } from '../db/item-keys.ts'
import { namedPerson, type PersonColumns } from '../modules/users/service.ts'
import { itemOfOrder, presentReadOrders } from './orders.ts'
import { findLiveAuctions, findLiveOrders, type HeldItem, presentLiveAuctions, readViewersRows, type ViewersRows } from './record-offers.ts'

/** Holders shown per item, plus the caller at any rank; an edition may have thousands. */
const MOST_HOLDERS = 100

/** What is read for items: as its caller sees them, or without a viewer. */
export type Reads = Pick<SharedContext, 'db' | 'chains' | 'clock' | 'caller'>

/** The holders of these items, and the terms on which each sells. */
export async function listHoldings(context: SharedContext, refs: readonly ItemRef[]): Promise<Holding[]> {
  const viewer = context.caller?.address
  const { rows, live, lots, own } = await readAtOnce(context.db, async (db) => ({
    rows: await readHoldings(db, refs),
    live: await findLiveOrders(db, refs, [ORDER_TYPE.SALE]),
    lots: await findLiveAuctions(db, refs),
    own: await readViewersRows({ ...context, db }, viewer, refs),
  }))
  const [sales, auctions] = await Promise.all([
    presentReadOrders(context, [...live, ...[...own.values()].flatMap((found) => found.resting)]),
    presentLiveAuctions(context, lots),
  ])
  return presentHoldings(withOwn(rows, own), sales, auctions)
}

const isOpenSale = ({ type, status }: OrderRecord): boolean => type === ORDER_TYPE.SALE && status === ORDER_STATUS.OPEN

/**
 * `orders` are the live ones, and the caller's own open ones that can't be filled now: to their maker they are on sale until they
 * are cancelled, since another sale of the item is refused that long.
 */
export function presentHoldings(rows: readonly HeldItem[], orders: readonly OrderRecord[], auctions: readonly AuctionRecord[]): Holding[] {
  const sales = firstOf(orders.filter(isOpenSale), (order) => `${itemOfOrder(order)}:${order.maker}`)
  const lots = firstOf(auctions, (auction) => `${refKey(auction)}:${auction.owner}`)
  return rows.map(({ receivedAt, ...row }) => {
    const key = `${refKey(row)}:${row.owner}`
    return { ...row, createdAt: receivedAt, ...offerOf(sales.get(key), lots.get(key), row.quantity) }
  })
}

function firstOf<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T> {
  return new Map(rows.toReversed().map((row) => [keyOf(row), row]))
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

type HoldingRow = PersonColumns & {
  given_chain: number
  collection: Uint8Array
  token_id: bigint
  owner: Uint8Array
  quantity: bigint
  received_at: number
}

const BY_RANK = 'quantity desc, received_at, owner'
const LARGEST =
  fixed(sql`cross join lateral (select owner, quantity, received_at from holding where ${isOfKey('holding', GIVEN)} and quantity > 0
    order by ${sql.raw(BY_RANK)} limit ${sql.lit(MOST_HOLDERS)}) held
  left join account on account.address = held.owner
  order by ${sql.raw(BY_RANK)}`)

/** The largest holdings of each of these items with their people, in one statement: the largest first. */
export async function readHoldings(db: Db, refs: readonly ItemRef[]): Promise<HeldItem[]> {
  if (refs.length === 0) return []
  const { rows } =
    await sql<HoldingRow>`select given.given_chain, given.collection, given.token_id, held.*, account.nickname, account.avatar
    from ${givenPage(refs)} ${LARGEST}`.execute(db)
  return rows.map((row) => {
    const owner = addressOf(row.owner)
    return {
      chainId: row.given_chain,
      collection: addressOf(row.collection),
      tokenId: row.token_id,
      owner,
      user: namedPerson(owner, row),
      quantity: row.quantity,
      receivedAt: row.received_at,
    }
  })
}

/** With what the viewer holds beyond the largest holdings. */
export function withOwn(largest: readonly HeldItem[], own: ReadonlyMap<string, ViewersRows>): HeldItem[] {
  const keyOf = (row: HeldItem): string => `${refKey(row)}:${row.owner}`
  const there = new Set(largest.map(keyOf))
  return [...largest, ...[...own.values()].flatMap(({ held }) => (held && !there.has(keyOf(held)) ? [held] : []))]
}
