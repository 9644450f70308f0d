import type { AuctionExtras } from './auctions.ts'

/** Late bids move the end of an auction by at most so many seconds in all. */
const MOST_EXTENSION_S = 7_200

export type AuctionEnds = Pick<AuctionExtras, 'extension'> & {
  /** The signed end. */
  readonly firstEnd: number
  /** The end as bids have moved it so far. */
  readonly endTime: number
  readonly expiredTime: number
}

/** The latest end of an auction: at least half of the time to settle it is left. */
export function latestAuctionEnd({ extension, firstEnd, expiredTime }: Omit<AuctionEnds, 'endTime'>): number {
  return extension === 0 ? firstEnd : firstEnd + Math.min(MOST_EXTENSION_S, Math.floor((expiredTime - firstEnd) / 2))
}

/** The end after a funded bid that leads since `at`: it never moves back. Source: decision 29. */
export function auctionEndAfterBid(ends: AuctionEnds, at: number): number {
  return Math.max(ends.endTime, Math.min(at + ends.extension, latestAuctionEnd(ends)))
}

/** A funded bid of so much ends the buy-now total for good. Source: decision 29b. */
export function endsBuyNow({ buyNow }: Pick<AuctionExtras, 'buyNow'>, total: bigint): boolean {
  return total * 2n >= buyNow
}
