/** What the exchange sets aside for each payee in coin, in gas. Source: `PAYOUT_GAS_NEEDED` of `contracts/src/fees/Payouts.sol`. */
export const PAYOUT_GAS = 140_000n
/** The same for each payee that is due an ERC20 at the end. Source: `TOKEN_PAYOUT_GAS` of `contracts/src/exchange/ManyFills.sol`. */
export const TOKEN_PAYOUT_GAS = 306_250n
/** Payees that one line may add: as many creators as the exchange pays, and the seller (coin) or the beneficiary (ERC20). */
const MOST_PAYEES = 6
/** Gas of a sweep's transaction around its lines: its own base, its calldata's decoding, the delegation. */
const BASE = 100_000n
/** What follows the payouts of a sweep. */
const END = 100_000n
/**
 * `needed`: what the exchange wants to find for the next line itself. `honest`: what an honest line uses, with its calldata. `minted`: what
 * it uses beyond that where its voucher mints the item, for five creators, with a URI kept as text, signed by a contract. `burnt`: what a
 * line may burn whose item turned hostile after it was looked at.
 */
const COSTS = {
  coin: { needed: 795_000n, payout: PAYOUT_GAS, honest: 75_000n, minted: 525_000n, burnt: 740_000n },
  erc20: { needed: 1_070_000n, payout: TOKEN_PAYOUT_GAS, honest: 175_000n, minted: 600_000n, burnt: 1_000_000n },
}
/** EIP-7825: no transaction takes more, in gas. */
export const MOST_TRANSACTION_GAS = 16_777_216n

/**
 * The gas limit to send a sweep with, in gas: enough for `lines` honest lines with `payees` different payees, and for `hostile` lines that
 * burn all they may. `minted` of the lines carry a voucher, and their purchase mints the item. Payees are sellers and creators where coin is
 * paid, creators and the beneficiary where an ERC20 is. An estimate would do for the fewest lines that pass (`leastFills`). Where the answer
 * is `MOST_TRANSACTION_GAS` the lines may not fit into one transaction: the sweep then fills the first of them.
 * Source: `contracts/src/exchange/ManyFills.sol`.
 */
export function sweepGas({
  lines,
  payees,
  minted = 0,
  hostile = 1,
  money = 'coin',
}: {
  lines: number
  payees: number
  minted?: number
  hostile?: number
  money?: keyof typeof COSTS
}): bigint {
  const { needed, payout, honest, minted: mint, burnt } = COSTS[money]
  const used = BigInt(lines) * honest + BigInt(minted) * mint + BigInt(hostile) * burnt
  const wanted = BASE + needed + END + BigInt(MOST_PAYEES + payees) * payout + used
  return wanted < MOST_TRANSACTION_GAS ? wanted : MOST_TRANSACTION_GAS
}

/**
 * The gas to send a fill paid in coin with beyond its estimate: a payee may take its payment for little while it is estimated, and burn
 * all it gets in the transaction, which then reverts with `PayoutGasTooLow`.
 */
export function payoutReserve(payees: number = MOST_PAYEES): bigint {
  return BigInt(payees) * PAYOUT_GAS
}
