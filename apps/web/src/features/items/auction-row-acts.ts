import type { AuctionRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { isLiveAuction } from '../../entities/auction.ts'

export type AuctionRowAct = 'editAuction' | 'viewAuction' | 'cancelAuction'

/**
 * Its owner edits it before the start while it holds the lot, views it afterwards, and cancels it while it is live; other accounts
 * view it.
 */
export function auctionRowActs(
  auction: Pick<AuctionRecord, 'owner' | 'status' | 'startTime' | 'held' | 'quantity'>,
  me: Address | undefined,
  now: number,
): AuctionRowAct[] {
  const isLive = isLiveAuction(auction)
  if (auction.owner !== me || !isLive) return ['viewAuction']
  const canEdit = now < auction.startTime && auction.held >= auction.quantity
  return [canEdit ? 'editAuction' : 'viewAuction', 'cancelAuction']
}
