import {
  type Address,
  ASSET_TYPE,
  AUCTION_TYPES,
  auctionDomain,
  auctionTermsOf,
  BID_TYPES,
  CRITERIA_BID_TYPES,
  EPOCH_BID_TYPES,
  EXTENDED_AUCTION_TYPES,
  EXTENDED_BID_TYPES,
  EXTENDED_EPOCH_BID_TYPES,
  isAddress,
  MOST_BULK_ORDERS,
  ORDER_TERMS,
  ORDER_TYPES,
  orderDomain,
  PRIVATE_SALE_TYPES,
  termsOf,
  toAddress,
  unpackSalt,
} from '@plinth/protocol'
import type { Hex, TypedDataDefinition } from 'viem'
import { type Listing, type Money, type Reader, type SignedEffect, unreadable, type Works } from './effect.ts'

/** Every type that the market has accounts sign, by its primary type; of a bid, those of each kind of auction. */
const TYPES: Readonly<Record<string, readonly Types[]>> = {
  Order: [ORDER_TYPES],
  PrivateSale: [PRIVATE_SALE_TYPES],
  CriteriaBid: [CRITERIA_BID_TYPES],
  Auction: [AUCTION_TYPES],
  ExtendedAuction: [EXTENDED_AUCTION_TYPES],
  Bid: [BID_TYPES, EXTENDED_BID_TYPES],
  EpochBid: [EPOCH_BID_TYPES, EXTENDED_EPOCH_BID_TYPES],
}

type Types = Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
type Values = Readonly<Record<string, unknown>>
type Asset = { readonly token: Address; readonly tokenId: bigint; readonly assetType: number }

/**
 * What typed data lets happen, from the data alone. A wallet that knows no market gives no reader: then contract, chain and account
 * are not compared.
 * @throws AppError ORDER_MISMATCH for another contract, chain, account, type or field, and for values that contradict each other
 */
export function readSigned(data: TypedDataDefinition, reader: Reader | undefined): SignedEffect {
  const { domain, types, primaryType, message } = data as unknown as { domain: Values; types: Types; primaryType: string; message: Values }
  const { EIP712Domain: _, ...declared } = types
  if (primaryType === 'BulkOrder') return readTree({ domain, types: declared, message }, reader)
  const known = TYPES[primaryType]?.find((each) => isSame(each, declared))
  if (!known) throw unreadable()
  if (reader) requireDomain(domain, primaryType, reader)
  const fields = readStruct(known, primaryType, message)
  switch (primaryType) {
    case 'Order':
      return readOrder(fields, reader)
    case 'PrivateSale':
      return { ...readSale(fields, reader, ORDER_TERMS.PRIVATE), taker: addressOf(fields.taker) }
    case 'CriteriaBid':
      return readCriteria(fields, reader)
    case 'Auction':
    case 'ExtendedAuction':
      return readAuction(fields, reader)
    case 'Bid':
      return readAuctionBid(fields, reader)
    default:
      return readAuctionBid(fields.bid as Values, reader)
  }
}

/**
 * Reads each order of a tree as if it were signed alone. Its other leaves, which fill it, are no orders: so the tree is that of the
 * orders shown, and nothing else is signed.
 */
function readTree({ domain, types, message }: { domain: Values; types: Types; message: Values }, reader: Reader | undefined): SignedEffect {
  const [field] = types.BulkOrder ?? []
  const height = HEIGHTS.find((levels) => field?.type === `Order${'[2]'.repeat(levels)}`)
  const { BulkOrder: fields, ...leaf } = types
  if (height === undefined || fields?.length !== 1 || field?.name !== 'tree' || !isSame(leaf, ORDER_TYPES)) throw unreadable()
  if (reader) requireDomain(domain, 'Order', reader)
  if (Object.keys(message).length !== 1) throw unreadable()
  const leaves = leavesOf(message.tree, height).map((each) => readStruct(ORDER_TYPES, 'Order', each))
  const signed = leaves.slice(0, leaves.findLastIndex((each) => !isNoOrder(each)) + 1)
  // A lower tree would do.
  if (signed.length <= leaves.length / 2) throw unreadable()
  const sales = signed.map((each) => readSale(each, reader, ORDER_TERMS.PLAIN))
  // An item that its sale mints is signed alone.
  if (sales.some(({ isMint }) => isMint)) throw unreadable()
  if (new Set(signed.map(({ salt }) => salt)).size !== sales.length || new Set(signed.map(({ owner }) => owner)).size !== 1)
    throw unreadable()
  return { is: 'listMany', sales }
}

const HEIGHTS = Array.from({ length: Math.log2(MOST_BULK_ORDERS) }, (_, at) => at + 1)

function leavesOf(tree: unknown, height: number): unknown[] {
  if (height === 0) return [tree]
  if (!Array.isArray(tree) || tree.length !== 2) throw unreadable()
  return tree.flatMap((half) => leavesOf(half, height - 1))
}

/** A leaf that fills the tree: of no account, and of nothing. */
const isNoOrder = (values: Values): boolean =>
  Object.values(values).every((value) =>
    typeof value === 'object' && value !== null ? isNoOrder(value as Values) : BigInt(value as bigint) === 0n,
  )

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** Types compare whatever the order in which they are declared; their fields have one order. */
const sorted = (types: unknown): unknown => Object.entries(types as Types).sort(([one], [other]) => (one < other ? -1 : 1))

const IS_OF_AUCTIONS: ReadonlySet<string> = new Set(['Auction', 'ExtendedAuction', 'Bid', 'EpochBid'])

/** The contract of the present edition; bids at auctions go on at the one where their auction began. */
function requireDomain(domain: Values, primaryType: string, { chainId, contract }: Reader): void {
  const isOfAuctions = IS_OF_AUCTIONS.has(primaryType)
  const places = isOfAuctions
    ? [contract.auctionExchange, ...contract.former.map(({ auctionExchange }) => auctionExchange)].flatMap((place) =>
        isAddress(place) ? [place] : [],
      )
    : [contract.exchange]
  const plain = { ...domain, chainId: Number(domain.chainId), verifyingContract: String(domain.verifyingContract).toLowerCase() }
  const wanted = places.map((place) => (isOfAuctions ? auctionDomain : orderDomain)(chainId, place))
  if (!wanted.some((each) => isSame(each, plain))) throw unreadable()
}

/** The fields that the type declares, and no others, each as a value of its type. */
function readStruct(types: Types, name: string, given: unknown): Values {
  const fields = types[name] ?? []
  if (typeof given !== 'object' || given === null || Object.keys(given).length !== fields.length) throw unreadable()
  const values = given as Values
  return Object.fromEntries(fields.map(({ name: field, type }) => [field, fieldOf(types, type, values[field])]))
}

function fieldOf(types: Types, type: string, given: unknown): unknown {
  if (types[type]) return readStruct(types, type, given)
  if (type === 'address') return addressOf(given)
  if (type === 'bytes32') {
    if (typeof given === 'string' && /^0x[0-9a-f]{64}$/i.test(given)) return given.toLowerCase()
    throw unreadable()
  }
  if (typeof given !== 'bigint' && typeof given !== 'number' && typeof given !== 'string') throw unreadable()
  if (typeof given === 'string' && !/^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(given)) throw unreadable()
  const value = BigInt(given)
  if (value < 0n || value >> BigInt(type.replace('uint', '')) !== 0n) throw unreadable()
  return value
}

function addressOf(given: unknown): Address {
  if (typeof given === 'string' && isAddress(given.toLowerCase())) return toAddress(given)
  throw unreadable()
}

const big = (values: Values, field: string): bigint => values[field] as bigint
const seconds = (values: Values, field: string): number => Number(big(values, field))

function assetOf(values: Values, field: string): Asset {
  const { token, tokenId, assetType } = values[field] as { token: Address; tokenId: bigint; assetType: bigint }
  return { token, tokenId, assetType: Number(assetType) }
}

const isItem = ({ assetType }: Asset): boolean => assetType >= ASSET_TYPE.ERC1155 && assetType <= ASSET_TYPE.MINTED

function moneyOf({ token, tokenId, assetType }: Asset, amount: bigint): Money {
  const isCoin = assetType === ASSET_TYPE.COIN
  if (tokenId !== 0n || (isCoin ? BigInt(token) !== 0n : assetType !== ASSET_TYPE.ERC20 || BigInt(token) === 0n)) throw unreadable()
  return { token, amount }
}

function worksOf({ token, tokenId, assetType }: Asset, units: bigint): Works {
  if (units === 0n || (assetType === ASSET_TYPE.ERC721 && units !== 1n)) throw unreadable()
  return { collection: token, ids: tokenId, units }
}

/** Times and terms of a salt; they agree with the fields beside it. */
function windowOf(values: Values, terms: bigint) {
  const salt = big(values, 'salt')
  const { validFrom, validUntil, maxBuyerFeeBps } = unpackSalt(salt)
  const isFee = values.maxBuyerFee === undefined || big(values, 'maxBuyerFee') === BigInt(maxBuyerFeeBps)
  const isTimes = seconds(values, 'validFrom') === validFrom && seconds(values, 'validUntil') === validUntil
  if (!isFee || !isTimes || termsOf(salt) !== terms) throw unreadable()
  return { from: validFrom, until: validUntil, most: maxBuyerFeeBps }
}

function requireOwner(values: Values, field: string, reader: Reader | undefined): void {
  if (reader && values[field] !== reader.account) throw unreadable()
}

function readOrder(values: Values, reader: Reader | undefined): SignedEffect {
  if (isItem(assetOf(values, 'sellAsset'))) return readSale(values, reader, ORDER_TERMS.PLAIN)
  requireOwner(values, 'owner', reader)
  const { from, until, most } = windowOf(values, ORDER_TERMS.PLAIN)
  const [paid, bought] = [assetOf(values, 'sellAsset'), assetOf(values, 'buyAsset')]
  if (!isItem(bought) || paid.assetType !== ASSET_TYPE.ERC20) throw unreadable()
  return {
    is: 'bid',
    works: worksOf(bought, big(values, 'buying')),
    price: moneyOf(paid, big(values, 'selling')),
    mostBuyerFee: most,
    from,
    until,
  }
}

function readSale(values: Values, reader: Reader | undefined, terms: bigint): Listing {
  requireOwner(values, 'owner', reader)
  const { from, until, most } = windowOf(values, terms)
  const [sold, paid] = [assetOf(values, 'sellAsset'), assetOf(values, 'buyAsset')]
  if (!isItem(sold)) throw unreadable()
  return {
    is: 'list',
    works: worksOf(sold, big(values, 'selling')),
    price: moneyOf(paid, big(values, 'buying')),
    sellerFee: Number(big(values, 'sellerFee')),
    mostRoyalty: most === 0 ? undefined : most,
    taker: undefined,
    isMint: sold.assetType === ASSET_TYPE.MINTED,
    from,
    until,
  }
}

function readCriteria(values: Values, reader: Reader | undefined): SignedEffect {
  requireOwner(values, 'owner', reader)
  const { from, until, most } = windowOf(values, ORDER_TERMS.CRITERIA)
  const paid = assetOf(values, 'sellAsset')
  const assetType = Number(big(values, 'assetType'))
  const [root, units] = [values.ids as Hex, big(values, 'units')]
  if (paid.assetType !== ASSET_TYPE.ERC20 || (assetType !== ASSET_TYPE.ERC721 && assetType !== ASSET_TYPE.ERC1155) || units === 0n)
    throw unreadable()
  const works: Works = { collection: values.collection as Address, ids: BigInt(root) === 0n ? 'any' : { root }, units }
  return { is: 'bid', works, price: moneyOf(paid, big(values, 'selling')), mostBuyerFee: most, from, until }
}

const EXTENSIONS: readonly number[] = [0, 300, 600, 900]

/** Of an auction, as its owner signs it and as its bids repeat it. */
function auctionOf(values: Values) {
  const salt = big(values, 'salt')
  const { validFrom, validUntil } = unpackSalt(salt)
  const { extension, buyNow } = auctionTermsOf(salt)
  const times = { startsAt: seconds(values, 'startTime'), endsAt: seconds(values, 'endTime'), settledBy: seconds(values, 'expiredTime') }
  const isTimes = times.startsAt === validFrom && times.settledBy === validUntil
  const isTerms =
    values.extension === undefined
      ? termsOf(salt) === 0n
      : big(values, 'extension') === BigInt(extension) && big(values, 'buyNow') === buyNow
  if (!isTimes || !isTerms || !EXTENSIONS.includes(extension)) throw unreadable()
  const [sold, paid] = [assetOf(values, 'sellAsset'), assetOf(values, 'buyAsset')]
  if (!isItem(sold) || paid.assetType !== ASSET_TYPE.ERC20) throw unreadable()
  return { ...times, works: worksOf(sold, big(values, 'selling')), paid, extension, buyNow }
}

function readAuction(values: Values, reader: Reader | undefined): SignedEffect {
  requireOwner(values, 'owner', reader)
  const { works, paid, extension, buyNow, startsAt, endsAt, settledBy } = auctionOf(values)
  return {
    is: 'auction',
    works,
    reserve: moneyOf(paid, big(values, 'buying')),
    buyNow: buyNow === 0n ? undefined : moneyOf(paid, buyNow),
    shared: Number(big(values, 'encourage')),
    sellerFee: Number(big(values, 'sellerFee')),
    extension,
    startsAt,
    endsAt,
    settledBy,
  }
}

function readAuctionBid(values: Values, reader: Reader | undefined): SignedEffect {
  requireOwner(values, 'bidder', reader)
  const { works, paid, startsAt, endsAt, settledBy } = auctionOf(values.auction as Values)
  return {
    is: 'auctionBid',
    works,
    price: moneyOf(paid, big(values, 'buying')),
    buyerFee: Number(big(values, 'buyerFee')),
    startsAt,
    endsAt,
    settledBy,
  }
}
