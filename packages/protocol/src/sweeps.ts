/** Gas of a sweep's transaction around its lines: its own base, its calldata's decoding, the delegation. */
const BASE = 100_000n
/** What the exchange wants to find before each line: a line's own bound, what follows the lines, and the payees a line may add. */
const NEEDED = 650_000n + 100_000n + 6n * 140_000n
/** What an honest line uses, with its calldata. */
const LINE = 75_000n
/** What the exchange sets aside for each payee found so far. */
const PAYEE = 140_000n
/** What a line may burn whose item turned hostile after it was looked at. */
const BURNT = 600_000n
/** EIP-7825: no transaction takes more. */
const MOST = 16_777_216n

/**
 * The gas limit to send a sweep with, in gas: enough for `lines` honest lines with `payees` different sellers and creators, and for
 * `hostile` of them that burn all they may. An estimate would do for the fewest lines that pass (`leastFills`).
 * Source: `contracts/src/exchange/ExchangeModule.sol`.
 */
export function sweepGas({ lines, payees, hostile = 1 }: { lines: number; payees: number; hostile?: number }): bigint {
  const wanted = BASE + NEEDED + BigInt(lines) * LINE + BigInt(payees) * PAYEE + BigInt(hostile) * BURNT
  return wanted < MOST ? wanted : MOST
}
