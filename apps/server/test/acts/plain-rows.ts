import type { ItemCard, ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, ORDER_TERMS, ORDER_TYPE, termsOf } from '@plinth/protocol'
import type { SharedContext } from '../../src/context.ts'
import { addressOf } from '../../src/db/database.ts'
import { type ItemRef, refKey } from '../../src/db/item-keys.ts'
import type { Moneys } from '../../src/read/explore/moneys.ts'
import { readMoneys } from '../../src/read/explore/present-moneys.ts'
import { hydrateShown } from '../../src/read/record.ts'
import { rowsOf } from '../../src/read/rows.ts'
import { isBurnt } from '../../src/state/items/store.ts'

type Reads = Pick<SharedContext, 'db' | 'chains' | 'clock' | 'caller'>

/** The rows of these items, made from their records and from whole tables: a second way beside `rowsOf`. */
async function plainRows(context: SharedContext, refs: readonly ItemRef[]): Promise<ItemCard[]> {
  const { db } = context
  const moneys = await readMoneys(context)
  const collections = await db.selectFrom('collection').selectAll().execute()
  const sales = await db
    .selectFrom('sale')
    .selectAll()
    .where('is_counted', '=', true)
    .orderBy('at', 'desc')
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .execute()
  const likes = await db.selectFrom('item_like').selectAll().execute()
  const ranks = await db.selectFrom('item_rank').selectAll().execute()
  // Better bids of the same maker spend the money of these first.
  const sharing = await db.selectFrom('market_order').select('id').where('shares_money', '=', true).execute()
  const short = new Set(sharing.map(({ id }) => BigInt(id)))
  type Row = { chain_id: number; collection: Uint8Array; token_id: bigint }
  const isOf = (item: ItemRef) => (row: Row) =>
    row.chain_id === item.chainId && row.token_id === item.tokenId && addressOf(row.collection) === item.collection
  const records = await hydrateShown({ ...context, caller: undefined }, refs)
  return records
    .filter((item) => item.supply > 0n && !isBurnt({ isConfirmed: true, supply: item.supply }))
    .map((item) => {
      const named = collections.find(
        ({ chain_id, address }) => chain_id === item.chainId && address && addressOf(address) === item.collection,
      )
      const sale = sales.find(isOf(item))
      const rank = ranks.find(isOf(item))?.rank
      return {
        ...cardOfRecord(item, moneys, short),
        collectionName: named?.name ?? '',
        isVerified: named?.is_verified ?? false,
        ...(sale && {
          lastSale: { at: sale.at, money: addressOf(sale.money), unitPrice: sale.amount / (sale.units > 0n ? sale.units : 1n) },
        }),
        likes: likes.filter(isOf(item)).length,
        ...(rank !== undefined && { rank }),
      }
    })
}

const metadataOf = (text: string): { name?: unknown; image?: unknown } => {
  try {
    return (JSON.parse(text) ?? {}) as { name?: unknown; image?: unknown }
  } catch {
    return {}
  }
}
const textOf = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most).toWellFormed() : '')

type FromRecord = Omit<ItemCard, 'collectionName' | 'isVerified' | 'lastSale' | 'likes' | 'rank'>

function cardOfRecord(item: ItemRecord, moneys: Moneys, short: ReadonlySet<bigint>): FromRecord {
  const { chainId, collection, tokenId, standard, supply, mediaKind, width, height, creator, isLocked, isTradeLocked, createdAt } = item
  const { name, image } = metadataOf(item.metadata)
  const listings = item.listings.filter(({ isExpired, salt }) => !isExpired && termsOf(salt) === ORDER_TERMS.PLAIN)
  const bids = item.bids.filter(({ isExpired, id }) => !isExpired && !short.has(id))
  const least = (one: bigint, other: bigint) => (one < other ? one : other)
  const ask = best(listings, moneys)
  const bid = best(bids, moneys)
  const auction = item.auctions.find(({ isFundable, held, quantity }) => isFundable && held >= quantity)
  const owner = item.holdings.length === 1 ? item.holdings[0]?.user : undefined
  return {
    chainId,
    collection,
    tokenId,
    standard,
    supply,
    mediaKind,
    width,
    height,
    creator,
    isLocked,
    isTradeLocked,
    createdAt,
    name: textOf(name, 200),
    image: typeof image === 'string' && image.length <= 2_048 ? textOf(image, 2_048) : '',
    ...(owner && { owner }),
    ...(ask && {
      price: { ...priceOf(ask), ...(ask.buyerFee > 0 && { buyerFee: ask.buyerFee }) },
      seller: ask.maker,
      listedAt: ask.createdAt,
    }),
    listings: listings.length,
    unitsOnSale: listings.reduce((sum, { selling, filled, quantity }) => sum + least(selling - filled, quantity), 0n),
    ...(bid && { bid: priceOf(bid) }),
    ...(auction && {
      auction: {
        payToken: auction.payTokenAddress,
        symbol: auction.payTokenSymbol,
        decimals: auction.payTokenDecimals,
        startsAt: auction.startTime,
        endsAt: auction.endTime,
        expiresAt: auction.expiredTime,
        startPrice: auction.startPrice,
        highestPrice: auction.highestPrice,
        reserve: auction.buying,
      },
    }),
  }
}

const isSale = ({ type }: OrderRecord): boolean => type === ORDER_TYPE.SALE
const unitPriceOf = (order: OrderRecord): bigint => (isSale(order) ? order.buying / order.selling : order.selling / order.buying)

function priceOf(order: OrderRecord): NonNullable<ItemCard['price']> {
  const { payTokenAddress: payToken, payTokenSymbol: symbol, payTokenDecimals: decimals } = order
  return { payToken, symbol, decimals, unitPrice: unitPriceOf(order) }
}

/** By worth; of those without a rate, which come last, and of equals the first. */
function best(orders: readonly OrderRecord[], moneys: Moneys): OrderRecord | undefined {
  const worthOf = (order: OrderRecord): bigint | undefined => {
    const weight = moneys.find(order.chainId, order.payTokenAddress as Address)?.weight
    return weight === undefined ? undefined : weight * unitPriceOf(order)
  }
  let first = orders[0]
  for (const order of orders.slice(1)) {
    const [worth, other] = [worthOf(order), first && worthOf(first)]
    if (worth === undefined) continue
    if (other === undefined || (isSale(order) ? worth < other : worth > other)) first = order
  }
  return first
}

/** Every known item. */
export async function everyRef({ db }: Pick<Reads, 'db'>): Promise<ItemRef[]> {
  const rows = await db
    .selectFrom('item')
    .select(['chain_id', 'collection', 'token_id'])
    .orderBy('chain_id')
    .orderBy('collection')
    .orderBy('token_id')
    .execute()
  return rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }))
}

/** Both ways, by item. */
export async function bothWays(context: SharedContext): Promise<readonly [Map<string, ItemCard>, Map<string, ItemCard>]> {
  const refs = await everyRef(context)
  const byKey = (rows: readonly ItemCard[]) => new Map(rows.map((row) => [refKey(row), row]))
  return [byKey(await rowsOf(context, refs)), byKey(await plainRows(context, refs))]
}
