import type { Address } from './address.ts'
import { type AuctionBreakdown, auctionBreakdownOf } from './auctions.ts'
import { type RoyaltyEntry, royaltyShares, sumOf } from './fees.ts'

/** What decides how the price of an auction is parted. Fees and the dividend rate in bps of 10000. */
export type AuctionTerms = {
  readonly sellerFeeBps: bigint
  readonly buyerFeeBps: bigint
  /** Of the price, what the losing bidders share. */
  readonly encourageBps: bigint
  /** As the collection lists them. */
  readonly royalties: readonly RoyaltyEntry[]
  readonly seller: Address
}

/** Every leg of a settlement in base units; `shares` are the royalties one by one, as many as the terms list. */
export type AuctionSums = AuctionBreakdown & { readonly shares: readonly bigint[] }

/** What a bid has to beat; totals for the lot in base units of the pay token (decision 28). */
export type BidLadder = { readonly startPrice: bigint; readonly step: bigint }

/** The least total that the next bid may be (document B §5). `highest` is undefined while nobody has bid. */
export function leastBid({ startPrice, step }: BidLadder, highest: bigint | undefined): bigint {
  return highest === undefined ? startPrice : highest + step
}

/** The least price of one that reaches a total for so many. */
export function unitPriceReaching(total: bigint, quantity: bigint): bigint {
  return (total + quantity - 1n) / quantity
}

/**
 * What an auction dialog says of a settlement at this price among so many losing bidders: `pays` leaves the winner, `share`
 * comes to each of the others, `receives` to the seller. To the unit what the AuctionExchange moves.
 */
export function auctionSums({ royalties, seller, ...bps }: AuctionTerms, price: bigint, losers: number): AuctionSums {
  const shares = royaltyShares(price, royalties, seller)
  return { ...auctionBreakdownOf({ price, losers, ...bps }, sumOf(shares)), shares }
}

/** What is left for the seller at least, however many share: shares only ever round down. */
export function leastProceeds(terms: AuctionTerms, price: bigint): AuctionSums {
  return auctionSums(terms, price, 1)
}

/**
 * What comes to the bidder of `price` when the very next bid beats his and wins, while so many others lose with him. Any
 * higher bid makes it no less, one more losing bidder no more.
 */
export function outbidShare(terms: AuctionTerms, ladder: BidLadder, price: bigint, others: number): bigint {
  return auctionSums(terms, leastBid(ladder, price), others + 1).share
}
