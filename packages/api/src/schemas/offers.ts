import { z } from 'zod'
import { PayToken } from './catalogue.ts'
import { assetType, orderSides } from './orders.ts'
import { Person } from './people.ts'
import { record, type Schema } from './record.ts'
import { address, big, count, flag, hash, hex, int, seconds, text, uint256 } from './wire.ts'

/** An item has one of these values. Several choices join by "and". */
export const AttributeChoice = z.object({ key: text(200), values: z.array(text(200)).min(1).max(100) })
export type AttributeChoice = z.output<typeof AttributeChoice>

const proofFields = {
  /** 0x for an offer that is registered on chain */
  signature: ['signature', hex()],
  proof: ['proof', z.enum(['typed', 'text', 'contract', 'registered'])],
} as const

/** A bid that an item can be sold to: for this item alone, for items with some attributes, or for any of a collection. */
export interface OfferRecord extends z.output<typeof offerRecord> {}
const offerRecord = record({
  kind: ['kind', z.enum(['item', 'attributes', 'collection'])],
  id: ['id', big],
  chainId: ['chainId', int],
  collection: ['collection', address],
  /** of a bid for one item */
  tokenId: ['tokenId', uint256.optional()],
  /** of the ids that it takes, else; 32 zero bytes for every id of the collection, also of items to come */
  root: ['root', hash.optional()],
  /** what its maker chose the items by; absent where by nothing */
  attributes: ['attributes', z.array(AttributeChoice).optional()],
  /** how many ids are under the root; absent for every id */
  items: ['items', count.optional()],
  /** of these attributes: how many items have them now and are under no id of the list, and how many of the list lack them now */
  joined: ['joined', count.optional()],
  gone: ['gone', count.optional()],
  maker: ['owner', address],
  user: ['user', Person],
  assetType: ['assetType', assetType],
  payToken: ['payToken', PayToken],
  /** base units of the pay token */
  unitPrice: ['unitPrice', uint256],
  quantity: ['quantity', uint256],
  /** units that are not filled yet */
  left: ['left', uint256],
  /** of these, units that its maker’s balance and allowance pay */
  covered: ['covered', uint256],
  /** Better bids and offers of its maker in this money spend it first: it counts for no top offer. */
  sharesMoney: ['sharesMoney', flag],
  sellerFee: ['sellerFee', count],
  buyerFee: ['buyerFee', count],
  salt: ['salt', uint256],
  ...proofFields,
  digest: ['message', hash],
  /** 0 open, 1 filled, 2 cancelled */
  status: ['status', count],
  isExpired: ['expired', flag],
  isFundable: ['fundable', flag],
  validFrom: ['startTime', seconds],
  validUntil: ['endTime', seconds],
  createdAt: ['createTime', seconds],
  updatedAt: ['updateTime', seconds],
})
export const OfferRecord: Schema<OfferRecord> = offerRecord

/** A work of the caller that an offer takes. */
export interface FittingItem extends z.output<typeof fittingItem> {}
const fittingItem = record({
  tokenId: ['tokenId', uint256],
  name: ['name', z.string()],
  /** source of the picture as in its metadata, "" while unknown */
  image: ['image', z.string()],
  mediaKind: ['mediaKind', z.enum(['image', 'audio', 'video', 'unknown'])],
  /** units that the caller holds */
  held: ['held', uint256],
  /** bps of each; the first goes to the creator */
  royalties: ['royalties', z.array(int)],
  creator: ['creator', address],
})
export const FittingItem: Schema<FittingItem> = fittingItem

/** An offer that the caller can accept now. */
export interface InboxRow extends z.output<typeof inboxRow> {}
const inboxRow = record({
  offer: ['offer', OfferRecord],
  collectionName: ['collectionName', z.string()],
  /** works of the caller that it takes, the newest first; at most twenty */
  items: ['items', z.array(fittingItem)],
  /** bps that it is worth more than the collection’s floor; absent without floor or rate */
  toFloor: ['toFloor', int.optional()],
})
export const InboxRow: Schema<InboxRow> = inboxRow

/** A page of them, best first. */
export interface Inbox extends z.output<typeof inbox> {}
const inbox = record({
  list: ['list', z.array(InboxRow)],
  page: ['page', count],
  hasMore: ['hasMore', flag],
  /** smallest offer of which the caller gets a notice, in percent of the floor; 0 for any */
  least: ['least', count],
})
export const Inbox: Schema<Inbox> = inbox

/** An account that the caller has blocked. */
export interface BlockedMaker extends z.output<typeof blockedMaker> {}
const blockedMaker = record({ user: ['user', Person], since: ['createTime', seconds] })
export const BlockedMaker: Schema<BlockedMaker> = blockedMaker

/** The list behind a root. */
export interface OfferSet extends z.output<typeof offerSet> {}
const offerSet = record({
  root: ['root', hash],
  attributes: ['attributes', z.array(AttributeChoice)],
  ids: ['ids', z.array(uint256)],
  /** of its published text; "" before an offer for it was signed */
  cid: ['cid', z.string()],
})
export const OfferSet: Schema<OfferSet> = offerSet

/** offer.buyerFee: all that `acceptCriteriaBid` takes beside the caller’s own terms. */
export interface OfferFill extends z.output<typeof offerFill> {}
const offerFill = record({
  v: ['v', z.string()],
  r: ['r', hash],
  s: ['s', hash],
  /** Whether the exchange fills the offer only with this signature. */
  isFeeSignatureNeeded: ['feeSignatureNeeded', flag],
  buyerFee: ['buyerFee', count],
  sellerFee: ['sellerFee', count],
  salt: ['salt', uint256],
  chainId: ['chainId', int],
  /** units that can be sold to it now by this item */
  left: ['left', uint256],
  tokenId: ['tokenId', uint256],
  root: ['root', hash],
  /** that the item’s id is under the root */
  idProof: ['idProof', z.array(hash)],
  ...proofFields,
  ...orderSides,
})
export const OfferFill: Schema<OfferFill> = offerFill
