import { type Address, dividendRecipients, MAX_AUCTION_BIDDERS } from '@plinth/protocol'
import type { StoredBid } from '../../state/auctions/store.ts'

type Losing = Pick<StoredBid, 'bidder' | 'wasFundedAtEnd'>

/**
 * The accounts that share, from active bids sorted highest first: bidders funded at the end, each once. Above two hundred bidders
 * a higher one replaces the lowest (decision 30).
 */
export function recipientsOf(maker: Address, active: readonly Losing[], winner: Address): Address[] {
  const funded = active.filter((bid) => bid.wasFundedAtEnd).map((bid) => bid.bidder)
  const losers = [...new Set(funded)].filter((bidder) => bidder !== winner)
  return dividendRecipients(losers.slice(0, MAX_AUCTION_BIDDERS - 1), winner, maker)
}
