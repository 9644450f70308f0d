import { type ItemRecord, type OrderRecord, readMetadata } from '@plinth/api'
import { type Address, ORDER_TERMS, termsOf, toAddress } from '@plinth/protocol'
import { asciiJson, hole, tokenKey, type Wire } from './card-text.ts'

/** As the column of an item's name. */
const MOST_NAME = 200
/** The source of a picture is an address of ours or of the web; what is longer is none that a browser would ask for. */
const MOST_IMAGE = 2_048

/** What an item last went for. */
export type LastSale = { readonly at: number; readonly money: Address; readonly unitPrice: bigint }

/**
 * The text of an item's slim card (`ItemCard`), with the holes of card-text.ts. Its likes and its rank are no part of it: they are
 * read beside it, see slim-cards.ts.
 */
export function slimText(item: ItemRecord, lastSale: LastSale | undefined): string {
  const collection = `${item.chainId}:${item.collection}`
  const { name, image } = readMetadata(item.metadata)
  // A private sale is no offer to the reader.
  const listings = item.listings.filter(({ isExpired, salt }) => !isExpired && termsOf(salt) === ORDER_TERMS.PLAIN)
  const bids = item.bids.filter(({ isExpired }) => !isExpired)
  const unitsOnSale = listings.reduce((sum, listing) => sum + unitsOf(listing), 0n)
  return asciiJson({
    chainId: item.chainId,
    collection: item.collection,
    tokenId: String(item.tokenId),
    type: item.standard,
    supply: String(item.supply),
    name: name.slice(0, MOST_NAME).toWellFormed(),
    image: image.length <= MOST_IMAGE ? image.toWellFormed() : '',
    mediaKind: item.mediaKind,
    width: item.width,
    height: item.height,
    collectionName: hole('collectionName', collection),
    verified: hole('isVerified', collection),
    creator: hole('person', item.creator.address),
    owner: item.onlyOwner === '' ? undefined : hole('person', item.onlyOwner),
    ...askWire(item.chainId, listings),
    listings: listings.length,
    unitsOnSale: String(unitsOnSale),
    bid: bidWire(item.chainId, bids),
    auction: auctionWire(item),
    lastSale: lastSale && { ...lastSale, unitPrice: String(lastSale.unitPrice) },
    locked: item.isLocked,
    tradeLocked: item.isTradeLocked,
    createdAt: item.createdAt,
  })
}

/** What a buyer can get of it; before the mint its maker holds nothing yet. */
function unitsOf({ selling, filled, quantity }: OrderRecord): bigint {
  const unsold = selling - filled
  return unsold < quantity ? unsold : quantity
}

/** The price of a unit in base units, as one of several in several pay tokens. */
export type OnePrice = { readonly payToken: Address; readonly unitPrice: bigint; readonly maker: Address; readonly since: number }

/** The first of each pay token: the orders come with the best unit price first. */
function bestByToken(orders: readonly OrderRecord[], unitPrice: (order: OrderRecord) => bigint): OnePrice[] {
  const best = new Map<Address, OnePrice>()
  for (const order of orders) {
    const { payTokenAddress: payToken, maker, createdAt: since } = order
    if (!best.has(payToken)) best.set(payToken, { payToken, unitPrice: unitPrice(order), maker, since })
  }
  return [...best.values()]
}

const perUnit = (total: bigint, quantity: bigint): bigint => (quantity > 0n ? total / quantity : 0n)

function askWire(chainId: number, listings: readonly OrderRecord[]): Wire {
  const prices = bestByToken(listings, ({ buying, selling }) => perUnit(buying, selling))
  const [first] = prices
  if (!first) return {}
  if (prices.length === 1) return { price: priceWire(chainId, first), seller: first.maker, listedAt: first.since }
  const key = manyPrices(chainId, prices)
  return { price: hole('cheapest', key), seller: hole('cheapestSeller', key), listedAt: hole('cheapestSince', key) }
}

function bidWire(chainId: number, bids: readonly OrderRecord[]): Wire | undefined {
  const prices = bestByToken(bids, ({ buying, selling }) => perUnit(selling, buying))
  const [first] = prices
  if (!first) return undefined
  return prices.length === 1 ? priceWire(chainId, first) : hole('dearest', manyPrices(chainId, prices))
}

function priceWire(chainId: number, { payToken, unitPrice }: OnePrice): Wire {
  return { payToken, ...tokenWire(chainId, payToken), unitPrice: String(unitPrice) }
}

function tokenWire(chainId: number, payToken: Address): Wire {
  const token = tokenKey(chainId, payToken)
  return { symbol: hole('payTokenSymbol', token), decimals: hole('payTokenDecimals', token) }
}

/** The one that ends first, of those that can be settled. */
function auctionWire({ chainId, auctions }: ItemRecord): Wire | undefined {
  const auction = auctions.find(({ isFundable, held, quantity }) => isFundable && held >= quantity)
  if (!auction) return undefined
  return {
    payToken: auction.payTokenAddress,
    ...tokenWire(chainId, auction.payTokenAddress),
    startTime: auction.startTime,
    endTime: auction.endTime,
    expiredTime: auction.expiredTime,
    startPrice: String(auction.startPrice),
    highestPrice: String(auction.highestPrice),
    reserve: String(auction.buying),
  }
}

/** The key of a hole: `chainId:` and of each price its pay token, the price, its maker and time. Addresses and digits alone. */
function manyPrices(chainId: number, prices: readonly OnePrice[]): string {
  return `${chainId}:${prices.map(({ payToken, unitPrice, maker, since }) => [payToken, unitPrice, maker, since].join(',')).join(';')}`
}

/** The prices of such a key, the best by unit price first. */
export function readPrices(key: string): OnePrice[] {
  const [, prices = ''] = key.split(':')
  return prices.split(';').map((price) => {
    const [payToken = '', unitPrice = '', maker = '', since = ''] = price.split(',')
    return { payToken: toAddress(payToken), unitPrice: BigInt(unitPrice), maker: toAddress(maker), since: Number(since) }
  })
}
