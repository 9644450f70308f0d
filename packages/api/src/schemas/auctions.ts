import { AUCTION_ACT, AUCTION_BID_STATUS, AUCTION_END, AUCTION_STATUS } from '@plinth/protocol'
import { z } from 'zod'
import { PayToken } from './catalogue.ts'
import { assetType } from './orders.ts'
import { Person } from './people.ts'
import { record, type Schema } from './record.ts'
import { address, big, codeOf, count, flag, hash, hex, int, seconds, uint256 } from './wire.ts'

/** Of an auction's life: bids are taken, will be taken, or are over and it waits for its settlement. */
export const AuctionPhase = z.enum(['live', 'soon', 'ended'])
export type AuctionPhase = z.output<typeof AuctionPhase>

/** The terms of an auction as its owner offers it. All prices are totals of the lot, in base units (decision 28). */
export const auctionTerms = {
  assetType: ['sellType', assetType],
  quantity: ['sellValue', uint256],
  payTokenAddress: [['buyerToken', 'buyToken', 'paytokenAddress'], address],
  payTokenId: [['buyerTokenId', 'buyTokenId'], uint256],
  payType: [['buyerType', 'buyType'], assetType],
  /** lowest accepted price */
  buying: ['buying', uint256],
  startPrice: ['startValue', uint256],
  /** least increment between bids */
  increment: ['rangeValue', uint256],
  /** bps of the price that the losing bidders split */
  encourage: ['encourage', count],
  startTime: ['startTime', seconds],
  endTime: ['endTime', seconds],
} as const

/** Terms beyond the documents; signed unless 0. */
export const auctionExtras = {
  /** seconds from a late bid to the moved end: 0, 300, 600 or 900 */
  extension: ['extension', count],
  /** total that ends the auction early, 0 for none */
  buyNow: ['buyNow', uint256],
} as const

export const auctionItem = {
  owner: ['owner', address],
  collection: ['sellToken', address],
  tokenId: ['sellTokenId', uint256],
} as const

const proof = z.enum(['typed', 'text', 'contract'])

/** The typed data that the owner's wallet signs: `auctionTypedData` of it gives `message` again. */
const signedAuction = {
  chainId: ['chainId', int],
  ...auctionItem,
  ...auctionTerms,
  ...auctionExtras,
  salt: ['salt', uint256],
  expiredTime: ['expiredTime', seconds],
  sellerFee: [['sellFee', 'sellerFee'], count],
} as const

/** The echo of auction.prepare: the auction as signed, and for a bid its total, fee and digest. */
export interface AuctionPrepared extends z.output<typeof auctionPrepared> {}
const auctionPrepared = record({
  ...signedAuction,
  type: ['type', codeOf(AUCTION_ACT)],
  /** EIP-712 digest to sign: of the auction, or of the bid on it */
  digest: ['message', hash],
  /** current buyer fee in bps, on top of a new bid */
  buyerFee: [['buyFee', 'buyerFee'], count],
  /** total of a bid */
  total: ['buyerValue', uint256.optional()],
  /** epoch of a bid whose maker has cancelled everything before, signed with the bid as an EpochBid */
  epoch: ['epoch', uint256.optional()],
})
export const AuctionPrepared: Schema<AuctionPrepared> = auctionPrepared

/** A bid on an auction (document B §3). */
export interface AuctionBidRecord extends z.output<typeof auctionBidRecord> {}
const auctionBidRecord = record({
  id: ['id', big],
  chainId: ['chainId', int],
  bidder: ['owner', address],
  /** total of the lot */
  total: [['buying', 'buyerValue'], uint256],
  /** of one item, human decimal text */
  unitPrice: ['singlePrice', z.string()],
  buyerFee: [['buyFee', 'buyerFee'], count],
  /** 0 active, 1 cancelled, 2 settled */
  status: ['status', codeOf(AUCTION_BID_STATUS)],
  /** its bidder can pay it now; an unfunded bid neither leads nor wins */
  isFunded: ['funded', flag],
  /** its bidder could pay it when bidding ended, and so shares; false until then */
  wasFundedAtEnd: ['fundedAtEnd', flag],
  digest: ['message', hash],
  signature: ['signature', hex()],
  proof: ['proof', proof],
  nickname: ['nickname', z.string()],
  user: ['user', Person],
  createdAt: ['createTime', seconds],
  /** named by a settlement that anybody has and may send: only `voidBids` on chain ends it */
  isPublic: ['public', flag],
  /** epoch that the bidder signed; only where it had cancelled everything before */
  epoch: ['epoch', uint256.optional()],
})
export const AuctionBidRecord: Schema<AuctionBidRecord> = auctionBidRecord

/** An auction as lists, cards and its own page show it (document A §3, B §3). */
export interface AuctionRecord extends z.output<typeof auctionRecord> {}
const auctionRecord = record({
  id: ['id', big],
  ...signedAuction,
  /** end of bidding now: late bids move it */
  endTime: ['endTime', seconds],
  /** the signed end: `endTime` of the typed data */
  firstEnd: ['firstEnd', seconds],
  /** bids are taken, and the market signs a settlement at the buy-now total: until a bid reaches half of it */
  isBuyNowOpen: ['buyNowOpen', flag],
  /** a bid at the buy-now total leads and can be paid: its bidder or the owner settles it, and no other bid is taken meanwhile */
  isTaken: ['taken', flag],
  /** lowest accepted price: the least total on the buyer's side of the order */
  buying: [['buying', 'buyerValue'], uint256],
  /** contract that it was signed for and that settles it; an auction of a former edition may still run */
  auctionExchange: ['auctionExchange', address],
  /** EIP-712 digest that the owner signed */
  digest: ['message', hash],
  signature: ['signature', hex()],
  proof: ['proof', proof],
  /** current buyer fee in bps, on top of a new bid */
  buyerFee: [['buyFee', 'buyerFee'], count],
  /** 0 live, 1 finished */
  status: ['status', codeOf(AUCTION_STATUS)],
  /** why it finished: 1 cancel, 2 finished, 3 expired; 0 while it is live */
  end: ['statusCode', codeOf(AUCTION_END)],
  /** the owner holds the lot and has approved it */
  isFundable: ['fundable', flag],
  /** The lot left its owner's wallet and is back: the auction is suspended until the owner signs it again, or cancels it. */
  isReturned: ['returned', flag],
  /** quantity of the item that the owner holds */
  held: ['quantity', big],
  /** best funded bid, 0 without one; of a settled auction the price paid */
  highestPrice: ['highestPrice', big],
  /** its bidder, "" without one */
  highestBidder: ['highestBidder', z.union([address, z.literal('')])],
  highestUser: ['highestUser', Person.optional()],
  /** least total of the next bid */
  nextPrice: ['nextPrice', big],
  bidders: ['bidders', count],
  /** first block after the end, at which the losing bidders' balances and allowances count; 0 until it is known */
  asOfBlock: ['asOfBlock', count],
  /** hash of the settlement or cancel transaction, "" without one */
  endTx: ['txHash', z.string()],
  payToken: ['payToken', PayToken],
  payTokenName: ['paytokenName', z.string()],
  payTokenSymbol: ['paytokenSymbol', z.string()],
  payTokenDecimals: ['paytokenDecimals', count],
  /** lowest accepted price of one item, human decimal text */
  unitPrice: ['singlePrice', z.string()],
  avatar: ['avatar', z.string()],
  user: ['user', Person],
  createdAt: ['createTime', seconds],
  updatedAt: ['updateTime', seconds],
})
export const AuctionRecord: Schema<AuctionRecord> = auctionRecord

const settlementFields = {
  v: ['v', z.string()],
  r: ['r', hash],
  s: ['s', hash],
  ...signedAuction,
  signature: ['signature', hex()],
  proof: ['proof', proof],
  auctionExchange: ['auctionAddress', address],
  bidder: [['buyer', 'bidOwner'], address],
  total: ['bidBuying', uint256],
  bidSignature: ['bidSignature', hex()],
  bidProof: ['bidProof', proof],
  /** bps that the bid signed */
  buyerFee: [['buyFee', 'buyerFee'], count],
  /** losing bidders who share, in the order that the contract requires */
  recipients: ['recipients', z.array(address)],
  /** share of each of them unless royalties leave less, in base units */
  share: ['share', big],
  asOfBlock: ['asOfBlock', count],
  feeEpoch: ['feeEpoch', big],
} as const

/** auction.buyerFee: all arguments of the auction contract's `exchange` (document B §3), with the operator's signature. */
export interface SettlementReply extends z.output<typeof settlementReply> {}
const settlementReply = record(settlementFields)
export const SettlementReply: Schema<SettlementReply> = settlementReply

/** auction.settlement: the arguments of `acceptBid`, for any account to send. */
export interface OpenSettlementReply extends z.output<typeof openSettlementReply> {}
const openSettlementReply = record({
  ...settlementFields,
  /** base units that the owner receives, or nothing is sold */
  leastProceeds: ['leastProceeds', uint256],
})
export const OpenSettlementReply: Schema<OpenSettlementReply> = openSettlementReply
