import type { AuctionRecord, SettlementReply } from '@plinth/api'
import {
  ASSET_TYPE,
  type AssetType,
  type Auction,
  isCode,
  joinSignature,
  type OrderKey,
  parseSignature,
  toAuctionOrder,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import { AUCTION_ABI } from './abi.ts'

type Signed = Pick<
  AuctionRecord,
  | 'owner'
  | 'collection'
  | 'tokenId'
  | 'assetType'
  | 'quantity'
  | 'payTokenAddress'
  | 'payTokenId'
  | 'payType'
  | 'buying'
  | 'encourage'
  | 'endTime'
  | 'expiredTime'
  | 'salt'
  | 'sellerFee'
>

const assetType = (code: number): AssetType => (isCode(ASSET_TYPE, code) ? code : ASSET_TYPE.ERC721)

/** A stored auction as it was signed. Late bids move the end of a record; the signed one stands beside it. */
export function auctionOf(record: Signed & { readonly firstEnd?: number }): Auction {
  return {
    owner: record.owner,
    salt: record.salt,
    sellAsset: { token: record.collection, tokenId: record.tokenId, assetType: assetType(record.assetType) },
    buyAsset: { token: record.payTokenAddress, tokenId: record.payTokenId, assetType: assetType(record.payType) },
    selling: record.quantity,
    buying: record.buying,
    endTime: record.firstEnd ?? record.endTime,
    expiredTime: record.expiredTime,
    encourage: BigInt(record.encourage),
    sellerFee: BigInt(record.sellerFee),
  }
}

export function auctionKeyOf(record: Signed): OrderKey {
  const { owner, salt, sellAsset, buyAsset } = auctionOf(record)
  return { owner, salt, sellAsset, buyAsset }
}

type ProofKind = SettlementReply['proof']

/** The `exchange` call that settles an auction with the bid that the operator named. */
export function settleCall(reply: SettlementReply) {
  const hasContract = reply.proof === 'contract' || reply.bidProof === 'contract'
  // A contract's signature travels as bytes, and beside it so does a key's.
  const proofOf = (signature: Hex, kind: ProofKind) => (hasContract ? bytesOf(signature, kind) : parseSignature(signature))
  return { abi: AUCTION_ABI, functionName: 'exchange', args: settleArgs(reply, proofOf) }
}

/**
 * The `acceptBid` call of the auction's owner, who receives `leastProceeds` base units or nothing is sold: a royalty may rise at any
 * moment. Auctions of a former edition have no such call.
 */
export function acceptAuctionCall(reply: SettlementReply, leastProceeds: bigint) {
  return { abi: AUCTION_ABI, functionName: 'acceptBid', args: [...settleArgs(reply, bytesOf), leastProceeds] }
}

/** A key's signature as the contract splits it, v 27 or 28; what a contract takes, as it is. */
const bytesOf = (signature: Hex, kind: ProofKind): Hex => (kind === 'contract' ? signature : joinSignature(parseSignature(signature)))

const settleArgs = (reply: SettlementReply, proofOf: (signature: Hex, kind: ProofKind) => unknown) => [
  toAuctionOrder(auctionOf(reply)),
  proofOf(reply.signature, reply.proof),
  reply.total,
  proofOf(reply.bidSignature, reply.bidProof),
  reply.recipients,
  BigInt(reply.buyerFee),
  { v: Number(reply.v), r: reply.r, s: reply.s },
  reply.bidder,
]
