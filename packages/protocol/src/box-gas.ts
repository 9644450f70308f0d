import type { BoxForm } from './box-limits.ts'

/** Most gas of a transaction (EIP-7825). */
const MOST_GAS = 16_777_216n
/** Two payments in a token that burns all the gas it may use, plus the call's own cost. */
const PAYMENTS_GAS = 1_000_000n
/** Per kind that one box shuffles, rounded up from 1,500 measured. */
const ORDERED_GAS = 1_600n
/** A refund in tickets to a receiver that burns all the gas it may use: 460,000 measured. */
export const REFUND_GAS = 600_000n

/**
 * Gas limit of `reveal` for a request of so many boxes, at the worst its receiver, payees and pay token can do. An
 * estimate is no safe limit: a receiver that uses little gas during the estimate may burn it afterwards, until the draw
 * lapses and it collects the bond.
 */
export function revealGas(boxes: number, { opening, repeat, kinds }: BoxForm): bigint {
  const prizes = boxes * opening
  // The contract's own gas limit of each delivery, of which a call forwards 63/64.
  const each = Math.min(200_000, Math.floor(10_000_000 / Math.max(1, prizes)))
  const deliveries = BigInt(prizes * (Math.ceil((each * 33) / 32) + 50_000))
  const ordering = repeat || opening === 1 ? 0n : BigInt(boxes * kinds) * ORDERED_GAS
  const gas = PAYMENTS_GAS + deliveries + ordering
  return gas < MOST_GAS ? gas : MOST_GAS
}
