import type { Address } from './address.ts'
import { type AuctionBreakdown, auctionBreakdownOf } from './auctions.ts'
import { type RoyaltyEntry, royaltyShares, sumOf } from './fees.ts'

/** The terms that split the price of an auction. Fees and the dividend rate in bps of 10000. */
export type AuctionTerms = {
  readonly sellerFeeBps: bigint
  readonly buyerFeeBps: bigint
  /** Share of the price, in bps, that the losing bidders split. */
  readonly encourageBps: bigint
  /** In the order of the collection's list. */
  readonly royalties: readonly RoyaltyEntry[]
  readonly seller: Address
}

/** Every leg of a settlement in base units; `shares` holds one royalty amount per entry of the terms. */
export type AuctionSums = AuctionBreakdown & { readonly shares: readonly bigint[] }

/** The bid to beat; totals for the lot in base units of the pay token (decision 28). */
export type BidLadder = { readonly startPrice: bigint; readonly step: bigint }

/** The least total of the next bid (document B §5), in base units. `highest` is undefined while there is no bid. */
export function leastBid({ startPrice, step }: BidLadder, highest: bigint | undefined): bigint {
  return highest === undefined ? startPrice : highest + step
}

/** The least unit price whose total for `quantity` items reaches `total`, rounded up. */
export function unitPriceReaching(total: bigint, quantity: bigint): bigint {
  return (total + quantity - 1n) / quantity
}

/**
 * The amounts an auction dialog shows for a settlement at this price with so many losing bidders: the winner pays
 * `pays`, each losing bidder receives `share`, the seller `receives`. Exact to the base unit of the AuctionExchange's
 * transfers.
 */
export function auctionSums({ royalties, seller, ...bps }: AuctionTerms, price: bigint, losers: number): AuctionSums {
  const shares = royaltyShares(price, royalties, seller)
  return { ...auctionBreakdownOf({ price, losers, ...bps }, sumOf(shares)), shares }
}

/** The least the seller receives, for any number of sharing bidders: shares only round down. */
export function leastProceeds(terms: AuctionTerms, price: bigint): AuctionSums {
  return auctionSums(terms, price, 1)
}

/**
 * What the bidder of `price` receives when the very next bid wins and so many other bidders lose too. A higher winning
 * bid never lowers it; one more losing bidder never raises it.
 */
export function outbidShare(terms: AuctionTerms, ladder: BidLadder, price: bigint, others: number): bigint {
  return auctionSums(terms, leastBid(ladder, price), others + 1).share
}
