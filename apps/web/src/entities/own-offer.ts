import type { AuctionRecord, ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { OwnOffer } from '../flows/acts/order/end-too.ts'
import { isHeld, isLiveAuction, totalText } from './auction.ts'
import { bidPrice } from './bid.ts'
import { findOwnListing } from './own-listing.ts'

export function findOwnOffer(item: Pick<ItemRecord, 'listings' | 'resting' | 'auctions'>, me: Address | undefined): OwnOffer | undefined {
  const order = findOwnListing(item, me)
  if (order) return { is: 'listing', order }
  const auction = item.auctions.find((one) => one.owner === me && isLiveAuction(one))
  return auction && { is: 'auction', auction }
}

/** Nobody can bid or settle now, and its signature counts until its owner ends it: the item left, or the approval did. */
export const isInactiveAuction = (auction: AuctionRecord, now: number): boolean =>
  isLiveAuction(auction) && !isHeld(auction) && auction.expiredTime > now

/** How many its maker must hold. */
export const unitsOf = (offer: OwnOffer): bigint =>
  offer.is === 'listing' ? offer.order.selling - offer.order.filled : offer.auction.quantity

/** When its signature ends by itself; 0 for never. */
export const endOf = (offer: OwnOffer): number => (offer.is === 'listing' ? offer.order.validUntil : offer.auction.expiredTime)

/** Of one of a listing, where an auction starts. */
export const offerPrice = (offer: OwnOffer): string =>
  offer.is === 'listing' ? bidPrice(offer.order) : totalText(offer.auction.startPrice, offer.auction)
