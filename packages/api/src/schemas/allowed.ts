import { z } from 'zod'
import { PayToken } from './catalogue.ts'
import { assetType } from './orders.ts'
import { Person } from './people.ts'
import { record, type Schema } from './record.ts'
import { address, hash, int, seconds, uint256 } from './wire.ts'

/** A collection whose items an account lets a transfer proxy of the market move, by the index. */
export interface ItemApproval extends z.output<typeof itemApproval> {}
const itemApproval = record({
  chainId: ['chainId', int],
  /** the transfer proxy, of any edition */
  spender: ['spender', address],
  collection: ['collection', address],
  name: ['name', z.string()],
})
export const ItemApproval: Schema<ItemApproval> = itemApproval

/**
 * Why a signature can't be filled here now. left: its items left the wallet. returned: they came back since. moved: it is for contracts
 * that the market has left. withdrawn: bids that the market does not settle with; the contract would.
 */
export const SignatureState = z.enum(['live', 'soon', 'left', 'returned', 'unapproved', 'unfunded', 'refused', 'moved', 'withdrawn'])
export type SignatureState = z.output<typeof SignatureState>

/** What an account has signed and a contract of the market could still fill; of bids in one auction the highest. */
export interface SignatureRecord extends z.output<typeof signatureRecord> {}
const signatureRecord = record({
  chainId: ['chainId', int],
  kind: ['kind', z.enum(['listing', 'bid', 'offer', 'auction', 'auctionBid'])],
  state: ['state', SignatureState],
  /** the contract that would fill it */
  exchange: ['exchange', address],
  collection: ['collection', address],
  /** absent for an offer */
  tokenId: ['tokenId', uint256.optional()],
  /** of the item, "" while unknown */
  name: ['name', z.string()],
  /** as in its metadata, "" while unknown */
  image: ['image', z.string()],
  collectionName: ['collectionName', z.string()],
  assetType: ['assetType', assetType],
  /** units that can still be filled */
  left: ['left', uint256],
  payToken: ['payToken', PayToken],
  /** for all of these, in base units and without a fee; of an auction the lowest accepted */
  amount: ['amount', uint256],
  /** its lowest 64 bits are the number by which the contract ends it; for bids in an auction the auction's */
  salt: ['salt', uint256],
  /** name of the auction in the contract, for bids in it */
  auction: ['auction', hash.optional()],
  /** who can settle the auction, for bids in it */
  owner: ['owner', Person.optional()],
  /** the only account that can buy, of a private sale */
  taker: ['taker', Person.optional()],
  validFrom: ['startTime', seconds],
  /** 0 for none */
  validUntil: ['endTime', seconds],
  createdAt: ['createTime', seconds],
})
export const SignatureRecord: Schema<SignatureRecord> = signatureRecord

export type SignatureKind = SignatureRecord['kind']
