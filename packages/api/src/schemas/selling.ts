import { z } from 'zod'
import { AttributeFloor } from './rarity.ts'
import { record, type Schema } from './record.ts'
import { address, chainItem, count, flag, int, seconds, uint256 } from './wire.ts'

/** The open sale of an item by the caller. */
const ownListing = record({
  salt: ['salt', uint256],
  payToken: ['payToken', address],
  unitPrice: ['unitPrice', uint256],
  quantity: ['quantity', uint256],
  /** units that are not sold yet */
  left: ['left', uint256],
  sellerFee: ['sellerFee', count],
  validUntil: ['endTime', seconds],
  /** its first purchase mints the item */
  isMinted: ['minted', flag],
})

/** Facts that a seller prices a work by; prices are of one unit, in base units. */
export interface SellingFacts extends z.output<typeof sellingFacts> {}
const sellingFacts = record({
  item: ['item', chainItem],
  name: ['name', z.string()],
  /** source of the picture as in its metadata, "" while unknown */
  image: ['image', z.string()],
  collectionName: ['collectionName', z.string()],
  /** 3 ERC721, 2 ERC1155 */
  standard: ['type', count],
  /** bps of each; the first goes to the creator */
  royalties: ['royalties', z.array(int)],
  creator: ['creator', address],
  /** units that the caller holds */
  held: ['held', uint256],
  isTradeLocked: ['tradeLocked', flag],
  listing: ['listing', ownListing.optional()],
  /** cheapest sale of the collection in each money */
  floors: ['floors', z.array(AttributeFloor)],
  /** of the cheapest sales of each of its attributes, the dearest, in each money */
  attributeFloors: ['attributeFloors', z.array(AttributeFloor)],
  /** best bid or offer of another account that takes it, in each money */
  offers: ['offers', z.array(AttributeFloor)],
  lastSale: ['lastSale', record({ money: ['money', address], unitPrice: ['unitPrice', uint256] }).optional()],
})
export const SellingFacts: Schema<SellingFacts> = sellingFacts
