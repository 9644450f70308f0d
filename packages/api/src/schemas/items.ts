import { z } from 'zod'
import { AuctionRecord } from './auctions.ts'
import { Category, PayToken } from './catalogue.ts'
import { CollectionBrief, MetadataState } from './collections.ts'
import { OrderRecord, orderFields } from './orders.ts'
import { Person } from './people.ts'
import { record, type Schema } from './record.ts'
import { address, big, count, flag, int, seconds } from './wire.ts'

/** One owner's share of an item (document A §3 Owner holding, B §3 Asset, wire 2.0 Item). Sale fields are empty while not on sale. */
export interface Holding extends z.output<typeof holdingFields> {}
const holdingFields = record({
  chainId: ['chainId', int],
  collection: ['address', address],
  tokenId: ['tokenId', big],
  owner: [['itemOwner', 'owner'], address],
  user: ['user', Person],
  quantity: ['quantity', big],
  onSaleQuantity: ['sellQuantity', big],
  isOnSale: ['onsell', flag],
  /** 0 none, 1 fixed price, 2 auction */
  saleType: ['onsellType', count],
  startsAt: ['startTime', seconds],
  endsAt: ['endTime', seconds],
  startPrice: ['startValue', big],
  sellValue: ['sellValue', big],
  price: [['price', 'buyerValue'], big],
  unitPrice: ['singlePrice', z.string()],
  payToken: ['payToken', PayToken.nullable()],
  payTokenAddress: [['paytokenAddress', 'buyerToken'], z.string()],
  payTokenName: ['paytokenName', z.string()],
  payTokenSymbol: ['paytokenSymbol', z.string()],
  payTokenDecimals: ['paytokenDecimals', count],
  payType: ['buyerType', count],
  createdAt: ['createTime', seconds],
})
export const Holding: Schema<Holding> = holdingFields

const royalties = z.codec(z.string(), z.array(z.int()), {
  decode: (text) => readNumbers(text),
  encode: (list) => JSON.stringify(list),
})

function readNumbers(text: string): number[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.filter((value): value is number => Number.isInteger(value)) : []
  } catch {
    return []
  }
}

/** An item as cards and its page show it (document A §3 NFT card, B §3 NFT). */
export interface ItemRecord extends z.output<typeof itemRecord> {}
const itemFields = {
  chainId: ['chainId', int],
  collection: ['address', address],
  tokenId: ['tokenId', big],
  /** 3 ERC721, 2 ERC1155 */
  standard: ['type', count],
  supply: ['quantity', big],
  category: ['category', Category.nullable()],
  categoryId: ['categoryId', z.string()],
  /** bps */
  royalties: ['royalties', royalties],
  creator: ['creator', Person],
  owner: ['user', Person],
  isLiked: ['like', flag],
  isLocked: ['isLock', flag],
  /** the operator has stopped its trade; any other lock means that a purchase is under way */
  isTradeLocked: ['tradeLock', flag],
  isOnSale: ['isSale', flag],
  metadataUrl: ['metadataUrl', z.string()],
  /** JSON text of the metadata, "" while unknown; parse it with `readMetadata` */
  metadata: [['metadataContent', 'media'], z.string()],
  mediaKind: ['mediaKind', z.enum(['image', 'audio', 'video', 'unknown'])],
  /** pixels of the image, 0 while unknown */
  width: ['mediaWidth', count],
  height: ['mediaHeight', count],
  collectionBrief: ['contract', CollectionBrief],
  metadataState: ['metadataState', MetadataState],
  holdings: ['items', z.array(Holding)],
  listings: ['sales', z.array(OrderRecord)],
  bids: ['bids', z.array(OrderRecord)],
  /** live auctions, those that end first come first */
  auctions: ['auctions', z.array(AuctionRecord)],
  /** the caller's own open sales that can't be filled now; for other callers empty */
  resting: ['restingSales', z.array(OrderRecord)],
  /** the caller's own open bids that can't be accepted now; for other callers empty */
  restingBids: ['restingBids', z.array(OrderRecord)],
  /** the single holder, or "" */
  onlyOwner: ['onlyOwner', z.string()],
  mintTx: ['txHash', z.string()],
  createdAt: ['createTime', seconds],
} as const
const itemRecord = record(itemFields)
export const ItemRecord: Schema<ItemRecord> = itemRecord
/** The same with its longest text under one name: a resource has no documented client that reads the other. */
export const ItemOnce: Schema<ItemRecord> = record({ ...itemFields, metadata: ['metadataContent', z.string()] })

/** A bid beside the item it is for (decision 12). */
export interface BidWithItem extends z.output<typeof bidWithItem> {}
const bidWithItem = record({ ...orderFields, nft: ['nft', ItemRecord] })
export const BidWithItem: Schema<BidWithItem> = bidWithItem

/** The order of a history row as it was at that moment. */
const HistoryContent = record({
  maker: ['owner', z.string()],
  sellToken: ['sellToken', z.string()],
  buyToken: [['buyToken', 'buyerToken'], z.string()],
  sellValue: ['sellValue', big],
  buyValue: [['buyerValue', 'buyValue'], big],
  filled: ['sells', big],
  payTokenSymbol: ['paytokenSymbol', z.string()],
  payTokenDecimals: ['paytokenDecimals', count],
  payTokenAddress: ['paytokenAddress', z.string()],
  /** human decimal text */
  unitPrice: ['singlePrice', z.string()],
  /** items transferred or offered */
  quantity: ['quantity', big],
})

/** nft.history and nft.bids rows (document A §3). `to` is "" where there is no receiver. */
export interface HistoryRecord extends z.output<typeof historyRecord> {}
const historyRecord = record({
  id: ['id', z.string()],
  chainId: ['chainId', int],
  collection: [['token', 'address'], address],
  tokenId: ['tokenId', big],
  type: ['type', count],
  from: ['from', address],
  to: ['to', z.union([address, z.literal('')])],
  fromUser: ['fromUser', Person],
  toUser: ['toUser', Person],
  content: ['content', HistoryContent.optional()],
  payToken: ['payToken', PayToken.optional()],
  /** What follows up to the status is the order of `content` and its pay token again, flat as in items and orders; absent without an order. */
  maker: ['owner', address.optional()],
  sellToken: ['sellToken', address.optional()],
  buyToken: [['buyToken', 'buyerToken'], address.optional()],
  sellValue: ['sellValue', big.optional()],
  buyValue: [['buyerValue', 'buyValue'], big.optional()],
  filled: ['sells', big.optional()],
  /** human decimal text */
  unitPrice: ['singlePrice', z.string().optional()],
  payTokenAddress: ['paytokenAddress', address.optional()],
  payTokenName: ['paytokenName', z.string().optional()],
  payTokenSymbol: ['paytokenSymbol', z.string().optional()],
  payTokenDecimals: ['paytokenDecimals', count.optional()],
  /** of the order now: 0 open, 1 filled, 2 cancelled */
  status: ['status', count.optional()],
  /** items transferred or offered */
  quantity: ['quantity', big],
  txHash: ['txHash', z.string()],
  isExpired: ['expired', flag],
  /** a sale that the published rule leaves out of the figures */
  isLeftOut: ['leftOut', flag],
  isOwn: ['isOwner', flag],
  createdAt: ['createTime', seconds],
})
export const HistoryRecord: Schema<HistoryRecord> = historyRecord

/** An attribute of an item, and the number of items of its collection that share it. */
export const AttributeCount = record({
  key: [['trait_type', 'key'], z.string()],
  value: ['value', z.string()],
  count: ['count', count],
})

const Metadata = z.object({
  name: z.string().catch(''),
  description: z.string().catch(''),
  image: z.string().catch(''),
  animation_url: z.string().catch(''),
  attributes: z
    .array(z.object({ key: z.coerce.string().optional(), trait_type: z.coerce.string().optional(), value: z.coerce.string() }))
    .catch([]),
})

export type ItemMetadata = {
  name: string
  description: string
  image: string
  animationUrl: string
  attributes: { key: string; value: string }[]
}

/**
 * Parses metadata text, also hostile one; missing or malformed fields come back empty. Keys come from `trait_type` or
 * `key`.
 */
export function readMetadata(text: string): ItemMetadata {
  const raw = safeJson(text)
  const result = Metadata.safeParse(raw)
  if (!result.success) return { name: '', description: '', image: '', animationUrl: '', attributes: [] }
  const { name, description, image, animation_url, attributes } = result.data
  return {
    name,
    description,
    image,
    animationUrl: animation_url,
    attributes: attributes.map((entry) => ({ key: entry.trait_type ?? entry.key ?? '', value: entry.value })),
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A character that is visible: no space, mark or zero-width character. */
const IS_SEEN = /[^\p{C}\p{Z}\p{M}]/u

/** The name of an item: that of its metadata, where it has a visible character. */
export const itemName = (name: string, untitled: string): string => (IS_SEEN.test(name) ? name.trim() : untitled)
