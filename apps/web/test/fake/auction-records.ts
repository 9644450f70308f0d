import { AppError, type AuctionBidRecord, type AuctionRecord, type ItemRecord, type SettlementReply } from '@plinth/api'
import { type Address, AUCTION_BID_STATUS } from '@plinth/protocol'
import { BOB, CHAIN } from '../addresses.ts'
import type { MarketState } from './market-state.ts'
import { pageOf } from './page-of.ts'
import { decimalText, HASH, NOW, person } from './records.ts'

/** Of a form that the contract's arguments can be made of. */
const SIGNATURE = `0x${'6'.repeat(128)}1b` as const
let bids = 0n

/** A bid at an auction that its bidder can pay; later ones are newer. */
export function aBidAt(auction: AuctionRecord, bidder: Address, total: bigint, over: Partial<AuctionBidRecord> = {}): AuctionBidRecord {
  bids += 1n
  return {
    id: bids,
    chainId: CHAIN,
    bidder,
    total,
    unitPrice: decimalText(total / auction.quantity, auction.payTokenDecimals),
    buyerFee: 250,
    status: AUCTION_BID_STATUS.ACTIVE,
    isFunded: true,
    wasFundedAtEnd: false,
    isPublic: false,
    digest: HASH,
    signature: SIGNATURE,
    proof: 'typed',
    nickname: person(bidder).nickname,
    user: person(bidder),
    createdAt: NOW - 600 + Number(bids),
    ...over,
  }
}

/** The auction with these bids, the dearest of them that counts leading. */
function withBids(auction: AuctionRecord, ...list: readonly AuctionBidRecord[]): AuctionRecord {
  const counting = list.filter(({ isFunded, status }) => isFunded && status === AUCTION_BID_STATUS.ACTIVE)
  const best = counting.toSorted((a, b) => (a.total > b.total ? -1 : 1))[0]
  if (!best) return auction
  return {
    ...auction,
    highestPrice: best.total,
    highestBidder: best.bidder,
    highestUser: person(best.bidder),
    nextPrice: best.total + auction.increment,
    bidders: new Set(list.map(({ bidder }) => bidder)).size,
  }
}

/** Hangs the item with its auction, which has these bids; again with others as the market would. */
export function putAtAuction(
  market: MarketState,
  item: ItemRecord,
  auction: AuctionRecord,
  ...list: readonly AuctionBidRecord[]
): AuctionRecord {
  const biddenAuction = withBids(auction, ...list)
  if (market.itemOf(item)) market.change(item, { auctions: [biddenAuction] })
  else market.hang({ ...item, auctions: [biddenAuction] })
  market
    .answer('auction.get', ({ salt }) => {
      if (salt !== undefined && salt !== auction.salt) throw new AppError('AUCTION_NOT_FOUND')
      return biddenAuction
    })
    .answer('auction.bids', () => ({ list: list.toReversed(), users: list.map(({ user }) => user) }))
    .answer('auction.list', (at) => pageOf([biddenAuction], at))
    .answer('viewer.auctions', (_, { token }) => {
      if (token === '') return { list: [] }
      const { address } = market.callerOf(token)
      const own = list.filter(({ bidder, status }) => bidder === address && status === AUCTION_BID_STATUS.ACTIVE)
      const ownBid = own.reduce((most, { total }) => (total > most ? total : most), 0n)
      return { list: ownBid > 0n || auction.owner === address ? [{ auction: biddenAuction, ownBid }] : [] }
    })
  return biddenAuction
}

/** The operator's signature on a settlement with the leading bid. */
export function aSettlement(auction: AuctionRecord, over: Partial<SettlementReply> = {}): SettlementReply {
  const { owner, collection, tokenId, assetType, quantity, payTokenAddress, payTokenId, payType, buying, startPrice, increment } = auction
  const { encourage, startTime, firstEnd, extension, buyNow, salt, expiredTime, sellerFee, proof, auctionExchange, chainId } = auction
  return {
    v: '27',
    r: HASH,
    s: HASH,
    chainId,
    owner,
    collection,
    tokenId,
    assetType,
    quantity,
    payTokenAddress,
    payTokenId,
    payType,
    buying,
    startPrice,
    increment,
    encourage,
    startTime,
    endTime: firstEnd,
    extension,
    buyNow,
    salt,
    expiredTime,
    sellerFee,
    signature: SIGNATURE,
    proof,
    auctionExchange,
    bidder: auction.highestBidder || BOB,
    total: auction.highestPrice,
    bidSignature: SIGNATURE,
    bidProof: 'typed',
    buyerFee: 250,
    recipients: [],
    share: 0n,
    asOfBlock: 1,
    feeEpoch: 0n,
    ...over,
  }
}
