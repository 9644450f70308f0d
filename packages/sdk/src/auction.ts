import { AppError, type AuctionRecord } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  AUCTION_ACT,
  type Auction,
  type AuctionBid,
  assetTypeOf,
  auctionDigest,
  auctionDomain,
  auctionExpiredTime,
  auctionTypedData,
  bidDigest,
  bidTypedData,
  erc20,
  packAuctionTerms,
  standardOf,
  termsOf,
  toAddress,
  unpackSalt,
} from '@plinth/protocol'
import { auctionOf } from './auction-calls.ts'
import type { Market } from './market.ts'
import type { SignatureRequest } from './requests.ts'

/** Prices are totals for the lot in base units of the pay token, times unix seconds. */
export type AuctionTerms = {
  collection: Address
  tokenId: bigint
  standard: number
  quantity: bigint
  payToken: { address: Address }
  startPrice: bigint
  lowest: bigint
  step: bigint
  /** In bps. */
  encourage: bigint
  startTime: number
  endTime: number
  /** Seconds from a late bid to the moved end: 300, 600 or 900. Default: bids move nothing. */
  extension?: number
  /** The total that ends the auction at once until a bid reaches half of it. Default: none. */
  buyNow?: bigint
  /** In bps: nothing above it is signed. */
  sellerFeeBps: bigint
  /** Of the auction that is edited. */
  salt: bigint | undefined
}

/** Has the server allot the auction's number and prepares exactly the auction asked for. Throws ORDER_MISMATCH. */
export async function prepareAuction(market: Market, terms: AuctionTerms): Promise<SignatureRequest> {
  const { api, account, chainId, config } = market
  const asked = askedOf(account, terms)
  const type = terms.salt === undefined ? AUCTION_ACT.AUCTION : AUCTION_ACT.EDIT_AUCTION
  const edited = terms.salt === undefined ? {} : { salt: terms.salt }
  const prepared = await api.auction.prepare({ ...asked, ...edited, type, chainId })
  const auction: Auction = {
    owner: account,
    salt: prepared.salt,
    sellAsset: { token: terms.collection, tokenId: terms.tokenId, assetType: asked.assetType },
    buyAsset: erc20(terms.payToken.address),
    selling: terms.quantity,
    buying: terms.lowest,
    endTime: terms.endTime,
    expiredTime: auctionExpiredTime(terms.endTime, Number(config.auctionExpireTime)),
    encourage: terms.encourage,
    sellerFee: BigInt(prepared.sellerFee),
  }
  requireAsked(auction, terms)
  const domain = auctionDomain(chainId, toAddress(config.contract.auctionExchange))
  // What is signed is built here, from the owner's own terms; the server only adds the number.
  const digest = auctionDigest(auction, domain)
  if (digest !== prepared.digest || auction.sellerFee > terms.sellerFeeBps) throw new AppError('ORDER_MISMATCH')
  const fees = { sellerFee: prepared.sellerFee, buyerFee: prepared.buyerFee }
  const stored = { ...asked, ...fees, salt: prepared.salt, type, digest, chainId }
  return {
    kind: 'signature',
    typedData: auctionTypedData(auction, domain),
    digest,
    submit: async (signature) => void (await api.auction.add({ ...stored, signature })),
  }
}

const askedOf = (owner: Address, { collection, tokenId, standard, payToken, ...terms }: AuctionTerms) => ({
  owner,
  collection,
  tokenId,
  assetType: assetTypeOf(standardOf(standard)),
  quantity: terms.quantity,
  payTokenAddress: payToken.address,
  payTokenId: 0n,
  payType: ASSET_TYPE.ERC20,
  buying: terms.lowest,
  startPrice: terms.startPrice,
  increment: terms.step,
  encourage: Number(terms.encourage),
  startTime: terms.startTime,
  endTime: terms.endTime,
  ...(terms.extension ? { extension: terms.extension } : {}),
  ...(terms.buyNow ? { buyNow: terms.buyNow } : {}),
})

/** The salt carries start, expiry and the other terms: all must be those of the terms, and an edit keeps the number itself. */
function requireAsked({ salt, expiredTime }: Auction, terms: AuctionTerms): void {
  const parts = unpackSalt(salt)
  const isSame = terms.salt === undefined || parts.sequence === unpackSalt(terms.salt).sequence
  const asked = packAuctionTerms({ extension: terms.extension ?? 0, buyNow: terms.buyNow ?? 0n })
  if (termsOf(salt) !== asked) throw new AppError('ORDER_MISMATCH')
  if (!isSame || parts.validFrom !== terms.startTime || parts.validUntil !== expiredTime) throw new AppError('ORDER_MISMATCH')
}

export type AuctionBidTerms = {
  /** As the bidder saw it. */
  auction: AuctionRecord
  /** For the lot, in base units of the pay token. */
  total: bigint
  /** In bps: nothing above it is signed. */
  buyerFeeBps: bigint
}

/** `market` is that of the auction's edition, see `marketAt`. Throws FEE_CHANGED or ORDER_MISMATCH. */
export async function prepareAuctionBid(market: Market, terms: AuctionBidTerms): Promise<SignatureRequest> {
  const { api, account, chainId, config } = market
  const { auction: record, total, buyerFeeBps } = terms
  const { owner, collection, tokenId, salt } = record
  const asked = { owner, collection, tokenId, salt, total, chainId }
  const prepared = await api.auction.prepare({ ...asked, type: AUCTION_ACT.AUCTION_BID })
  if (BigInt(prepared.buyerFee) > buyerFeeBps) throw new AppError('FEE_CHANGED')
  const { buyerFee, epoch } = prepared
  const bid: AuctionBid = { auction: auctionOf(record), bidder: account, buying: total, buyerFee: BigInt(buyerFee), epoch }
  const domain = auctionDomain(chainId, toAddress(config.contract.auctionExchange))
  // What is signed is built here, from what the bidder saw.
  const digest = bidDigest(bid, domain)
  if (digest !== prepared.digest) throw new AppError('ORDER_MISMATCH')
  return {
    kind: 'signature',
    typedData: bidTypedData(bid, domain),
    digest,
    submit: async (signature) => void (await api.auction.bid({ ...asked, digest, signature })),
  }
}
