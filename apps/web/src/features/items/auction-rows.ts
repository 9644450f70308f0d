import type { AuctionRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { isHeld, isLiveAuction } from '../../entities/auction.ts'

/**
 * What the Auctions tab shows: live ones while their expiry is in the future (ITEM-21) and their owner holds what it offers
 * (ITEM-43), to the owner its own with its way out; and all that are over, with what became of them.
 */
export function auctionRows(auctions: readonly AuctionRecord[], me: Address | undefined, now: number): AuctionRecord[] {
  return auctions.filter((auction) => !isLiveAuction(auction) || (auction.expiredTime > now && (isHeld(auction) || auction.owner === me)))
}
