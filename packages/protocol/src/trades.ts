import type { Address } from './address.ts'
import type { Asset } from './assets.ts'
import { ASSET_TYPE } from './codes.ts'
import { type Breakdown, breakdownOf, type RoyaltyEntry, royaltyShares, sumOf } from './fees.ts'
import { type Order, sideOf, unitPriceOf } from './orders.ts'
import { unpackSalt } from './salts.ts'

/** What a trade agrees on. Fees in bps of 10000. */
export type TradeTerms = {
  /** Of one item, in base units of the pay token. */
  readonly unitPrice: bigint
  readonly quantity: bigint
  readonly sellerFeeBps: bigint
  /** Of a bid, the highest its maker signs for. */
  readonly buyerFeeBps: bigint
  /** As the collection lists them. */
  readonly royalties: readonly RoyaltyEntry[]
  /** Who is paid: the owner of a sale, whoever accepts a bid; undefined while nobody is known. */
  readonly seller: Address | undefined
}

/** Every leg of a trade in base units; `shares` are the royalties one by one, as many as the terms list. */
export type TradeSums = Breakdown & { readonly shares: readonly bigint[] }

/**
 * What a dialog says before anything is signed, of a sale, a purchase, a bid or the acceptance of one: `pays` leaves the buyer,
 * `receives` comes to the seller. To the unit what the exchange moves when all of it is filled at once; each fill rounds for
 * itself, so fills in parts take no more fees than this. Source: document B §9, `Settlement.sol`.
 */
export function tradeSums({ unitPrice, quantity, royalties, seller, ...fees }: TradeTerms): TradeSums {
  const price = unitPrice * quantity
  const shares = royaltyShares(price, royalties, seller)
  return { ...breakdownOf({ price, ...fees }, sumOf(shares)), shares }
}

/** One fill of a signed order: so many items, and the buyer fee the operator asks for them. */
export type FillTerms = {
  readonly items: bigint
  readonly buyerFeeBps: bigint
  readonly royalties: readonly RoyaltyEntry[]
  /** Who accepts, of a bid; a sale's owner is known. */
  readonly taker?: Address | undefined
}

/**
 * The same of a purchase or an acceptance: part of an order that is signed already.
 * @throws ProtocolError BAD_SIDES, BAD_QUANTITY, PRICE_NOT_WHOLE for what is no order of the exchange
 */
export function fillSums(order: Order, { items, buyerFeeBps, royalties, taker }: FillTerms): TradeSums {
  const seller = sideOf(order) === 'sale' ? order.owner : taker
  const unitPrice = unitPriceOf(order)
  return tradeSums({ unitPrice, quantity: items, sellerFeeBps: order.sellerFee, buyerFeeBps, royalties, seller })
}

/** The `amount` that `exchange` takes for so many items: items of a sale, base units of a bid (wire 5.1). */
export function fillAmount(order: Order, items: bigint): bigint {
  return sideOf(order) === 'sale' ? items : items * unitPriceOf(order)
}

/** The coin to send with a fill: all of it where the price is in coin, none where it is in a token. */
export function fillValue(order: Pick<Order, 'sellAsset' | 'buyAsset'>, { pays }: Pick<TradeSums, 'pays'>): bigint {
  return order.buyAsset.assetType === ASSET_TYPE.COIN ? pays : 0n
}

/** The highest buyer fee that a bid pays, in bps; whoever accepts it sees this one or less. */
export function maxBuyerFeeOf(bid: Pick<Order, 'salt'>): bigint {
  return BigInt(unpackSalt(bid.salt).maxBuyerFeeBps)
}

/** The least price of one: the exchange never pays a single unit of an ERC20, which could be an NFT dressed as one. */
export function leastUnitPrice(money: Pick<Asset, 'assetType'>): bigint {
  return money.assetType === ASSET_TYPE.COIN ? 1n : 2n
}
