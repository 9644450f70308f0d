import type { AuctionRecord } from '@plinth/api'
import { type Address, auctionPhase } from '@plinth/protocol'
import { isHeld, isLiveAuction } from './auction.ts'
import type { Standing } from './use-standing.ts'

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
  | 'isTaken'
>

export type AuctionAct = 'bidAuction' | 'buyAuction' | 'acceptAuction'

/**
 * What the viewer can do at an auction now (document B §6): accounts other than its owner and the leader bid while bidding is
 * open, which is the phase `end`; after it, in the phase `expired`, the owner accepts or the leader buys. A leader at the buy-now
 * total is not outbid: the same two settle at once. No act is possible where the owner holds fewer than it offers.
 */
export function auctionActOf(auction: RowState, me: Address | undefined, now: number): AuctionAct | undefined {
  if (!isLiveAuction(auction) || !isHeld(auction)) return undefined
  const phase = auctionPhase(auction, now)
  const isLeader = me !== undefined && auction.highestBidder === me
  const isTaken = phase === 'end' && auction.isTaken
  if (phase === 'end' && !isTaken) return auction.owner === me || isLeader ? undefined : 'bidAuction'
  if (!isTaken && (phase !== 'expired' || !isReached(auction))) return undefined
  if (auction.owner === me) return 'acceptAuction'
  return isLeader ? 'buyAuction' : undefined
}

/** Whether the viewer's is the best bid: it leads while bids are taken, and has won once they are over and it can be paid. */
function leadOf(auction: RowState, me: Address | undefined, now: number): 'leads' | 'won' | undefined {
  if (me === undefined || auction.highestBidder !== me || !isLiveAuction(auction)) return undefined
  if (auctionActOf(auction, me, now) === 'buyAuction') return 'won'
  return auctionPhase(auction, now) === 'end' ? 'leads' : undefined
}

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

/** The best bid reaches the lowest accepted price. */
export const isReached = ({ highestPrice, buying }: Pick<RowState, 'highestPrice' | 'buying'>): boolean =>
  highestPrice > 0n && highestPrice >= buying

/** Any account may settle it, for the network fee (decision 29). */
export const isSettleable = (auction: RowState, now: number): boolean =>
  isLiveAuction(auction) && isHeld(auction) && isReached(auction) && auctionPhase(auction, now) === 'expired'

/** Late bids have moved its end. */
export const isExtended = ({ endTime, firstEnd }: Pick<AuctionRecord, 'endTime' | 'firstEnd'>): boolean => endTime > firstEnd
