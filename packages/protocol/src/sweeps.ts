/** What the exchange sets aside for each payee in coin, in gas. Source: `PAYOUT_GAS_NEEDED` of `contracts/src/fees/Payouts.sol`. */
export const PAYOUT_GAS = 140_000n
/** The seller, and as many creators as the exchange pays. */
const MOST_PAYEES = 6
/** Gas of a sweep's transaction around its lines: its own base, its calldata's decoding, the delegation. */
const BASE = 100_000n
/** What the exchange wants to find before each line: a line's own bound, what follows the lines, and the payees a line may add. */
const NEEDED = 650_000n + 100_000n + BigInt(MOST_PAYEES) * PAYOUT_GAS
/** What an honest line uses, with its calldata. */
const LINE = 75_000n
/** What a line may burn whose item turned hostile after it was looked at. */
const BURNT = 600_000n
/** EIP-7825: no transaction takes more, in gas. */
export const MOST_TRANSACTION_GAS = 16_777_216n

/**
 * The gas limit to send a sweep with, in gas: enough for `lines` honest lines with `payees` different sellers and creators, and for
 * `hostile` of them that burn all they may. An estimate would do for the fewest lines that pass (`leastFills`).
 * Source: `contracts/src/exchange/ExchangeModule.sol`.
 */
export function sweepGas({ lines, payees, hostile = 1 }: { lines: number; payees: number; hostile?: number }): bigint {
  const wanted = BASE + NEEDED + BigInt(lines) * LINE + BigInt(payees) * PAYOUT_GAS + BigInt(hostile) * BURNT
  return wanted < MOST_TRANSACTION_GAS ? wanted : MOST_TRANSACTION_GAS
}

/**
 * The gas to send a fill paid in coin with beyond its estimate: a payee may take its payment for little while it is estimated, and burn
 * all it gets in the transaction, which then reverts with `PayoutGasTooLow`.
 */
export function payoutReserve(payees: number = MOST_PAYEES): bigint {
  return BigInt(payees) * PAYOUT_GAS
}
