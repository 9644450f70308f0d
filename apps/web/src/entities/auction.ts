import type { AuctionBidRecord, AuctionRecord, ItemRecord } from '@plinth/api'
import {
  type Address,
  AUCTION_BID_STATUS,
  AUCTION_END,
  AUCTION_STATUS,
  type AuctionPhase,
  type AuctionTerms,
  type AuctionTimes,
  auctionPhase,
  formatUnits,
} from '@plinth/protocol'
import type { TextKey } from '../i18n/translate.ts'
import { priceText } from '../lib/numbers.ts'
import { royaltiesOf } from './price/royalty.ts'

/** Not settled, not cancelled, and its time is not over (document B §4). */
export const isLiveAuction = ({ status }: Pick<AuctionRecord, 'status'>): boolean => status === AUCTION_STATUS.CREATED

const LABELS: Readonly<Record<AuctionRecord['end'], TextKey>> = {
  [AUCTION_END.NONE]: 'auction.live',
  [AUCTION_END.CANCEL]: 'auction.cancelled',
  [AUCTION_END.FINISHED]: 'auction.finished',
  [AUCTION_END.EXPIRED]: 'auction.expired',
}

/** Cancel, finished, expired or live (document B §4). */
export const auctionLabel = ({ end }: Pick<AuctionRecord, 'end'>): TextKey => LABELS[end]

/** Before each phase's countdown (decision 41). */
export const PHASE_TEXT = {
  begin: 'item.startsIn',
  end: 'item.endsIn',
  expired: 'item.waitsFor',
  final: 'time.expired',
} as const satisfies Record<AuctionPhase, TextKey>

/** What decides what can be done at an auction; a row of a list has as much. */
type RowState = Pick<
  AuctionRecord,
  | 'status'
  | 'owner'
  | 'quantity'
  | 'held'
  | 'isFundable'
  | 'buying'
  | 'highestPrice'
  | 'highestBidder'
  | 'startTime'
  | 'endTime'
  | 'expiredTime'
>

export type AuctionAct = 'bidAuction' | 'buyAuction' | 'acceptAuction'

/**
 * What the viewer can do at an auction now (document B §6): accounts other than its owner and the leader bid while bidding is
 * open, which is the phase `end`; after it, in the phase `expired`, the owner accepts or the leader buys. No act is possible where the
 * owner holds fewer than it offers.
 */
export function auctionActOf(auction: RowState, me: Address | undefined, now: number): AuctionAct | undefined {
  if (!isLiveAuction(auction) || !isHeld(auction)) return undefined
  const phase = auctionPhase(auction, now)
  const isLeader = me !== undefined && auction.highestBidder === me
  if (phase === 'end') return auction.owner === me || isLeader ? undefined : 'bidAuction'
  if (phase !== 'expired' || !isReached(auction)) return undefined
  if (auction.owner === me) return 'acceptAuction'
  return isLeader ? 'buyAuction' : undefined
}

/** Whether the viewer's is the best bid: it leads while bids are taken, and has won once they are over and it can be paid. */
export function leadOf(auction: RowState, me: Address | undefined, now: number): 'leads' | 'won' | undefined {
  if (me === undefined || auction.highestBidder !== me || !isLiveAuction(auction)) return undefined
  if (auctionPhase(auction, now) === 'end') return 'leads'
  return auctionActOf(auction, me, now) === 'buyAuction' ? 'won' : undefined
}

export type Standing = 'leads' | 'won' | 'outbid' | 'toAccept'

/**
 * Where the viewer stands at an auction: leading, won, outbid, or its owner who can accept. `ownBid` is the total of its highest bid,
 * 0 without one. A bid that can't be paid is outbid too.
 */
export function standingOf(auction: RowState, ownBid: bigint, me: Address | undefined, now: number): Standing | undefined {
  if (auctionActOf(auction, me, now) === 'acceptAuction') return 'toAccept'
  const lead = leadOf(auction, me, now)
  if (lead || ownBid === 0n || !isLiveAuction(auction)) return lead
  return auctionPhase(auction, now) === 'end' ? 'outbid' : undefined
}

/** The owner can deliver what it offers. */
export const isHeld = ({ held, quantity, isFundable }: Pick<RowState, 'held' | 'quantity' | 'isFundable'>): boolean =>
  held >= quantity && isFundable

/** The best bid reaches the lowest accepted price. */
export const isReached = ({ highestPrice, buying }: Pick<RowState, 'highestPrice' | 'buying'>): boolean =>
  highestPrice > 0n && highestPrice >= buying

/** How a settlement of it is parted. */
export const auctionTermsOf = (item: Pick<ItemRecord, 'royalties' | 'creator'>, auction: AuctionRecord): AuctionTerms => ({
  sellerFeeBps: BigInt(auction.sellerFee),
  buyerFeeBps: BigInt(auction.buyerFee),
  encourageBps: BigInt(auction.encourage),
  royalties: royaltiesOf(item),
  seller: auction.owner,
})

/** Bids that count: neither cancelled nor settled (document B §3). */
export const activeBids = (bids: readonly AuctionBidRecord[]): AuctionBidRecord[] =>
  bids.filter(({ status }) => status === AUCTION_BID_STATUS.ACTIVE)

type Closing = Pick<AuctionRecord, 'owner' | 'highestBidder' | 'asOfBlock'>

/** Who shares as of now: each losing bidder once, whose bid counts and is, or at the end was, paid for (decision 30). */
export function sharersOf(bids: readonly AuctionBidRecord[], { owner, highestBidder, asOfBlock }: Closing): Address[] {
  const paid = activeBids(bids).filter(({ isFunded, wasFundedAtEnd }) => (asOfBlock > 0 ? wasFundedAtEnd : isFunded))
  return [...new Set(paid.map(({ bidder }) => bidder))].filter((bidder) => bidder !== owner && bidder !== highestBidder)
}

/** A bid that would lead if its bidder had the money: it comes back with it (decision 29). */
export const unpaidLeadOf = (
  bids: readonly AuctionBidRecord[],
  { highestPrice }: Pick<AuctionRecord, 'highestPrice'>,
  bidder: Address | undefined,
): AuctionBidRecord | undefined => activeBids(bids).find((bid) => bid.bidder === bidder && !bid.isFunded && bid.total > highestPrice)

type InToken = Pick<AuctionRecord, 'payTokenDecimals' | 'payTokenSymbol'>

/** "4.20 WETH" */
export const totalText = (total: bigint, { payTokenDecimals, payTokenSymbol }: InToken): string =>
  `${priceText(formatUnits(total, payTokenDecimals))} ${payTokenSymbol}`

/** When what can be done at it changes. */
export const momentsOf = ({ startTime, endTime, expiredTime }: AuctionTimes): number[] => [startTime, endTime, expiredTime]
