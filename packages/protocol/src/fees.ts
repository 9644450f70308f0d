import type { Address } from './address.ts'
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

/** One part that a collection asks of its sales. `recipient` is undefined where nobody told whom it goes to. */
export type RoyaltyEntry = { readonly bps: bigint; readonly recipient: Address | undefined }

/**
 * What leaves the seller for each of the entries, in base units: each rounds down, all together at most 1000 bps, the first
 * five count, and nobody pays himself, though his entry counts against the limit. As in `Royalties.sol` and `Settlement.sol`.
 */
export function royaltyShares(price: bigint, entries: readonly RoyaltyEntry[], seller: Address | undefined): bigint[] {
  let cap = feeOf(price, MAX_FEE_BPS)
  return entries.map(({ bps, recipient }, index) => {
    const asked = index < MAX_ROYALTY_ENTRIES ? feeOf(price, bps) : 0n
    const share = asked < cap ? asked : cap
    cap -= share
    return recipient !== undefined && recipient === seller ? 0n : share
  })
}

/** Royalties taken from a price for entries that all leave the seller, see `royaltyShares`. */
export function royaltyAmount(price: bigint, entriesBps: readonly bigint[]): bigint {
  const entries = entriesBps.map((bps) => ({ bps, recipient: undefined }))
  return sumOf(royaltyShares(price, entries, undefined))
}

export type Breakdown = {
  readonly price: bigint
  readonly sellerFee: bigint
  readonly buyerFee: bigint
  readonly royalty: bigint
  readonly pays: bigint
  readonly receives: bigint
}

type FeesOf = { price: bigint; sellerFeeBps: bigint; buyerFeeBps: bigint }

/** Every leg of one payment, in base units; pays = receives + sellerFee + buyerFee + royalty, to the wei. */
export function breakdown(payment: FeesOf & { royaltyBps: bigint }): Breakdown {
  return breakdownOf(payment, royaltyAmount(payment.price, [payment.royaltyBps]))
}

/** The same where the royalties are known in base units. */
export function breakdownOf({ price, sellerFeeBps, buyerFeeBps }: FeesOf, royalty: bigint): Breakdown {
  const sellerFee = feeOf(price, sellerFeeBps)
  const buyerFee = feeOf(price, buyerFeeBps)
  return { price, sellerFee, buyerFee, royalty, pays: price + buyerFee, receives: price - sellerFee - royalty }
}

/** Of a list of amounts. */
export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

/** Bps as a percentage with two decimals: 250 gives "2.50%" (document A §9). */
export function feePercent(bps: bigint | number): string {
  const value = BigInt(bps)
  return `${value / 100n}.${(value % 100n).toString().padStart(2, '0')}%`
}
