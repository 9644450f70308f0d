import { type Address, dividendRecipients } from '@plinth/protocol'
import type { StoredBid } from '../../state/auctions/store.ts'

type Losing = Pick<StoredBid, 'bidder' | 'wasFundedAtEnd'>

/** The accounts that share, from active bids sorted highest first: bidders funded at the end, each once. */
export function recipientsOf(maker: Address, active: readonly Losing[], winner: Address): Address[] {
  const funded = active.filter((bid) => bid.wasFundedAtEnd).map((bid) => bid.bidder)
  return dividendRecipients(funded, winner, maker)
}
