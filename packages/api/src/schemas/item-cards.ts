import { z } from 'zod'
import { Person } from './people.ts'
import { record, type Schema } from './record.ts'
import { address, big, count, flag, int, seconds } from './wire.ts'

/** What is asked or offered for one unit, in base units of a pay token. */
export interface CardPrice extends z.output<typeof cardPrice> {}
const cardPrice = record({
  payToken: ['payToken', address],
  symbol: ['symbol', z.string()],
  decimals: ['decimals', count],
  unitPrice: ['unitPrice', big],
  /** of a sale: bps that its buyer pays on top; absent for 0 */
  buyerFee: ['buyerFee', count.optional()],
})
export const CardPrice: Schema<CardPrice> = cardPrice

const Auction = record({
  payToken: ['payToken', address],
  symbol: ['symbol', z.string()],
  decimals: ['decimals', count],
  startsAt: ['startTime', seconds],
  endsAt: ['endTime', seconds],
  expiresAt: ['expiredTime', seconds],
  startPrice: ['startPrice', big],
  /** 0 without a bid */
  highestPrice: ['highestPrice', big],
  reserve: ['reserve', big],
})

/** An item as lists show it: the same for every visitor. Its page has the whole record. */
export interface ItemCard extends z.output<typeof itemCard> {}
const itemCard = record({
  chainId: ['chainId', int],
  collection: ['collection', address],
  tokenId: ['tokenId', big],
  /** 3 ERC721, 2 ERC1155 */
  standard: ['type', count],
  supply: ['supply', big],
  /** from its metadata, "" while unknown */
  name: ['name', z.string()],
  /** source of the picture as in its metadata, "" while unknown */
  image: ['image', z.string()],
  mediaKind: ['mediaKind', z.enum(['image', 'audio', 'video', 'unknown'])],
  /** pixels of the picture, 0 while unknown */
  width: ['width', count],
  height: ['height', count],
  collectionName: ['collectionName', z.string()],
  isVerified: ['verified', flag],
  creator: ['creator', Person],
  /** the single holder; absent of an item with several, or with none */
  owner: ['owner', Person.optional()],
  /** of the cheapest live sale that anybody may buy, by worth where several moneys are asked */
  price: ['price', CardPrice.optional()],
  seller: ['seller', address.optional()],
  /** live sales, and units on sale in them */
  listings: ['listings', count],
  unitsOnSale: ['unitsOnSale', big],
  /** when the cheapest one was signed */
  listedAt: ['listedAt', seconds.optional()],
  /** of the dearest live bid */
  bid: ['bid', CardPrice.optional()],
  auction: ['auction', Auction.optional()],
  lastSale: ['lastSale', record({ at: ['at', seconds], money: ['money', address], unitPrice: ['unitPrice', big] }).optional()],
  likes: ['likes', count],
  /** from 1, the rarest; absent where the collection is not ranked */
  rank: ['rank', count.optional()],
  /** a purchase is under way, or its trade is stopped */
  isLocked: ['locked', flag],
  isTradeLocked: ['tradeLocked', flag],
  createdAt: ['createdAt', seconds],
})
export const ItemCard: Schema<ItemCard> = itemCard
