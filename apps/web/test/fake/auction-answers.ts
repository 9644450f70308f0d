import { AppError, type AuctionBidRecord, type AuctionRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { CHAIN } from '../addresses.ts'
import type { FakeMarket } from './fake-market.ts'
import { pageOf } from './page-of.ts'
import { HASH, NOW, person } from './records.ts'

/** Shaped like a wallet's signature: no test with a fake checks what it signs. */
export const SIGNED = `0x${'6'.repeat(128)}1b` as const

/** The market's own answers about the auctions that its items have, and about these bids. */
export function answerAuctions(market: FakeMarket, bids: readonly AuctionBidRecord[] = []): void {
  const all = () => market.items.flatMap(({ auctions }) => auctions)
  const find = ({ owner, collection, tokenId }: Pick<AuctionRecord, 'owner' | 'collection' | 'tokenId'>): AuctionRecord => {
    const found = all().find((one) => one.owner === owner && one.collection === collection && one.tokenId === tokenId)
    if (!found) throw new AppError('AUCTION_NOT_FOUND')
    return found
  }
  market
    .answer('auction.list', (at) =>
      pageOf(
        all().filter(({ collection, tokenId }) => collection === at.collection && tokenId === at.tokenId),
        at,
      ),
    )
    .answer('auction.get', find)
    .answer('auction.bids', () => ({ list: [...bids], users: [] }))
    .answer('auction.buyerFee', (of) => {
      const auction = find(of)
      const [best] = bids
      if (!best) throw new AppError('AUCTION_NO_BID')
      return {
        ...auction,
        v: '27',
        r: HASH,
        s: HASH,
        bidder: best.bidder,
        total: best.total,
        bidSignature: best.signature,
        bidProof: 'typed' as const,
        buyerFee: best.buyerFee,
        recipients: [],
        share: 0n,
        asOfBlock: 0,
        feeEpoch: 0n,
      }
    })
}

/** A bid of 0.4 for the whole lot, which its bidder can pay. */
export const anAuctionBid = (bidder: Address, over: Partial<AuctionBidRecord> = {}): AuctionBidRecord => ({
  id: 1n,
  chainId: CHAIN,
  bidder,
  total: 4n * 10n ** 17n,
  unitPrice: '0.4',
  buyerFee: 250,
  status: 0,
  isFunded: true,
  wasFundedAtEnd: true,
  isPublic: false,
  digest: HASH,
  signature: SIGNED,
  proof: 'typed',
  nickname: person(bidder).nickname,
  user: person(bidder),
  createdAt: NOW - 60,
  ...over,
})
