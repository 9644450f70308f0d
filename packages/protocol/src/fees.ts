import type { Address } from './address.ts'
import { MAX_FEE_BPS } from './limits.ts'

/** Fees are in basis points of 10000 (document B §9). */
export const BPS = 10_000n

/** Part of an amount in base units; rounds down, as in `Exchange.sol`. */
export function feeOf(amount: bigint, bps: bigint): bigint {
  return (amount * bps) / BPS
}

/**
 * The buyer's total payment, in base units of the pay token. The fee rounds down, as in `Exchange.sol`. Source:
 * document B §9, decision 21; vectors/fees.json.
 */
export function payAmount(unitPrice: bigint, quantity: bigint, buyerFeeBps: bigint): bigint {
  const price = unitPrice * quantity
  return price + feeOf(price, buyerFeeBps)
}

/**
 * The seller's proceeds, in base units. Seller fee and royalty each round down, so the remainder goes to the seller.
 * Source: document B §9; vectors/fees.json.
 */
export function receiveAmount(unitPrice: bigint, quantity: bigint, sellerFeeBps: bigint, royaltyBps: bigint): bigint {
  const price = unitPrice * quantity
  return price - feeOf(price, sellerFeeBps) - royaltyAmount(price, [royaltyBps])
}

/** Most royalty entries the contract pays. */
const MAX_ROYALTY_ENTRIES = 5

/** One royalty entry of a collection. `recipient` is undefined while unknown. */
export type RoyaltyEntry = { readonly bps: bigint; readonly recipient: Address | undefined }

/**
 * What the seller pays to each of the entries, in base units: each rounds down, the sum is at most 1000 bps, only the
 * first five count, and an entry of the seller itself pays nothing but counts against the limit. As in `Royalties.sol`
 * and `Settlement.sol`.
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

/** Royalties of a price where no entry is the seller's own, see `royaltyShares`. */
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

/** `breakdown` with royalties given in base units. */
export function breakdownOf({ price, sellerFeeBps, buyerFeeBps }: FeesOf, royalty: bigint): Breakdown {
  const sellerFee = feeOf(price, sellerFeeBps)
  const buyerFee = feeOf(price, buyerFeeBps)
  return { price, sellerFee, buyerFee, royalty, pays: price + buyerFee, receives: price - sellerFee - royalty }
}

/** Sum of a list of amounts. */
export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

/** Bps as a percentage with two decimals: 250 gives "2.50%" (document A §9). */
export function feePercent(bps: bigint | number): string {
  const value = BigInt(bps)
  return `${value / 100n}.${(value % 100n).toString().padStart(2, '0')}%`
}
