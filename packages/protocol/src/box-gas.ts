import type { BoxForm } from './box-limits.ts'

/** Gas that a transaction may have at most (EIP-7825). */
const MOST_GAS = 16_777_216n
/** Two payments, in a token that burns what it may use, and what the call itself needs. */
const PAYMENTS_GAS = 1_000_000n
/** Putting one kind into the order of one box, rounded up from 1,500 measured. */
const ORDERED_GAS = 1_600n
/** A refund to a receiver that burns what it may use, in tickets: 460,000 measured. */
export const REFUND_GAS = 600_000n

/**
 * Gas limit of `reveal` for a request of so many boxes at the worst that its receiver, payees and pay token can do. An estimate
 * is no limit: a receiver that is calm while it is estimated may burn gas afterwards, until the draw lapses and the bond is its own.
 */
export function revealGas(boxes: number, { opening, repeat, kinds }: BoxForm): bigint {
  const prizes = boxes * opening
  // The contract's own limit of each delivery, of which a call passes on 63 of 64 parts.
  const each = Math.min(200_000, Math.floor(10_000_000 / Math.max(1, prizes)))
  const deliveries = BigInt(prizes * (Math.ceil((each * 33) / 32) + 50_000))
  const ordering = repeat || opening === 1 ? 0n : BigInt(boxes * kinds) * ORDERED_GAS
  const gas = PAYMENTS_GAS + deliveries + ordering
  return gas < MOST_GAS ? gas : MOST_GAS
}
