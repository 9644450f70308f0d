import { MAX_FEE_BPS } from './limits.ts'

/** Fees are in basis points of 10000 (document B §9). */
export const BPS = 10_000n

/** Part of an amount in base units; rounds down, as in `Exchange.sol`. */
export function feeOf(amount: bigint, bps: bigint): bigint {
  return (amount * bps) / BPS
}

/**
 * What the buyer pays in all, in base units of the pay token. The fee rounds down, as in `Exchange.sol`.
 * Source: document B §9, decision 21; vectors/fees.json.
 */
export function payAmount(unitPrice: bigint, quantity: bigint, buyerFeeBps: bigint): bigint {
  const price = unitPrice * quantity
  return price + feeOf(price, buyerFeeBps)
}

/**
 * What the seller receives, in base units. Seller fee and royalty each round down, so what rounding leaves is the seller's.
 * Source: document B §9; vectors/fees.json.
 */
export function receiveAmount(unitPrice: bigint, quantity: bigint, sellerFeeBps: bigint, royaltyBps: bigint): bigint {
  const price = unitPrice * quantity
  return price - feeOf(price, sellerFeeBps) - royaltyAmount(price, [royaltyBps])
}

/** Royalty entries the contract pays at most. */
const MAX_ROYALTY_ENTRIES = 5

/**
 * Royalties taken from a price, in base units: each entry rounds down, all together at most 1000 bps, the first five
 * entries count. As in `Royalties.sol`.
 */
export function royaltyAmount(price: bigint, entriesBps: readonly bigint[]): bigint {
  const cap = feeOf(price, MAX_FEE_BPS)
  const sum = entriesBps.slice(0, MAX_ROYALTY_ENTRIES).reduce((total, bps) => total + feeOf(price, bps), 0n)
  return sum < cap ? sum : cap
}

export type Breakdown = {
  readonly price: bigint
  readonly sellerFee: bigint
  readonly buyerFee: bigint
  readonly royalty: bigint
  readonly pays: bigint
  readonly receives: bigint
}

/** Every leg of one payment, in base units; pays = receives + sellerFee + buyerFee + royalty, to the wei. */
export function breakdown(payment: { price: bigint; sellerFeeBps: bigint; buyerFeeBps: bigint; royaltyBps: bigint }): Breakdown {
  const { price } = payment
  const sellerFee = feeOf(price, payment.sellerFeeBps)
  const buyerFee = feeOf(price, payment.buyerFeeBps)
  const royalty = royaltyAmount(price, [payment.royaltyBps])
  return { price, sellerFee, buyerFee, royalty, pays: price + buyerFee, receives: price - sellerFee - royalty }
}

/** Bps as a percentage with two decimals: 250 gives "2.50%" (document A §9). */
export function feePercent(bps: bigint | number): string {
  const value = BigInt(bps)
  return `${value / 100n}.${(value % 100n).toString().padStart(2, '0')}%`
}
