import type { Address } from './address.ts'
import type { Asset } from './assets.ts'
import { ASSET_TYPE } from './codes.ts'
import { type Breakdown, breakdownOf, type RoyaltyEntry, royaltyShares, sumOf } from './fees.ts'
import { type Order, sideOf, unitPriceOf } from './orders.ts'
import { unpackSalt } from './salts.ts'

/** The terms of a trade. Fees in bps of 10000. */
export type TradeTerms = {
  /** Price of one item, in base units of the pay token. */
  readonly unitPrice: bigint
  readonly quantity: bigint
  readonly sellerFeeBps: bigint
  /** For a bid, the highest buyer fee its maker signs. */
  readonly buyerFeeBps: bigint
  /** In the order of the collection's list. */
  readonly royalties: readonly RoyaltyEntry[]
  /** The seller: the owner of a sale, the account that accepts a bid; undefined while unknown. */
  readonly seller: Address | undefined
}

/** Every leg of a trade in base units; `shares` holds one royalty amount per entry of the terms. */
export type TradeSums = Breakdown & { readonly shares: readonly bigint[] }

/**
 * The amounts a dialog shows before the wallet signs a sale, a purchase, a bid or an acceptance: the buyer pays `pays`,
 * the seller receives `receives`. Exact to the base unit when one fill takes all of it; each fill rounds for itself, so
 * partial fills take no more fees than this. Source: document B §9, `Settlement.sol`.
 */
export function tradeSums({ unitPrice, quantity, royalties, seller, ...fees }: TradeTerms): TradeSums {
  const price = unitPrice * quantity
  const shares = royaltyShares(price, royalties, seller)
  return { ...breakdownOf({ price, ...fees }, sumOf(shares)), shares }
}

/** One fill of a signed order: the quantity, and the operator's buyer fee in bps. */
export type FillTerms = {
  readonly items: bigint
  readonly buyerFeeBps: bigint
  readonly royalties: readonly RoyaltyEntry[]
  /** The account that accepts a bid; the order names the owner of a sale. */
  readonly taker?: Address | undefined
}

/**
 * `tradeSums` of a purchase or an acceptance: part of an order that is signed already.
 * @throws ProtocolError BAD_SIDES, BAD_QUANTITY, PRICE_NOT_WHOLE for an invalid order
 */
export function fillSums(order: Order, { items, buyerFeeBps, royalties, taker }: FillTerms): TradeSums {
  const seller = sideOf(order) === 'sale' ? order.owner : taker
  const unitPrice = unitPriceOf(order)
  return tradeSums({ unitPrice, quantity: items, sellerFeeBps: order.sellerFee, buyerFeeBps, royalties, seller })
}

/** The highest buyer fee of a bid, in bps; the buyer fee of a fill is at most this. */
export function maxBuyerFeeOf(bid: Pick<Order, 'salt'>): bigint {
  return BigInt(unpackSalt(bid.salt).maxBuyerFeeBps)
}

/** The least unit price: the exchange never pays a single unit of an ERC20, which could be an NFT that poses as one. */
export function leastUnitPrice(money: Pick<Asset, 'assetType'>): bigint {
  return money.assetType === ASSET_TYPE.COIN ? 1n : 2n
}
