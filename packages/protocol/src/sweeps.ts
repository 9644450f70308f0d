/** Gas that the exchange reserves for each payee in coin. Source: `PAYOUT_GAS_NEEDED` of `contracts/src/fees/Payouts.sol`. */
const PAYOUT_GAS = 140_000n
/**
 * Gas it reserves for each payee of an ERC20 at the end. Source: `TOKEN_PAYOUT_GAS` of
 * `contracts/src/exchange/ManyFills.sol`.
 */
const TOKEN_PAYOUT_GAS = 306_250n
/** Most payees that one line may add: the creators that the exchange pays, and the seller (coin) or the beneficiary (ERC20). */
const MOST_PAYEES = 6
/** Gas of a sweep's transaction apart from its lines: base cost, calldata decoding, delegation. */
const BASE = 100_000n
/** Gas used after the payouts of a sweep. */
const END = 100_000n
/**
 * `needed`: what the exchange requires before the next line. `honest`: what an honest line uses, with its calldata.
 * `minted`: what it uses beyond that where its voucher mints the item, for five creators, with a URI stored as text,
 * signed by a contract. `burnt`: what a line may burn whose item turned hostile after the check.
 */
const COSTS = {
  coin: { needed: 795_000n, payout: PAYOUT_GAS, honest: 75_000n, minted: 525_000n, burnt: 740_000n },
  erc20: { needed: 1_070_000n, payout: TOKEN_PAYOUT_GAS, honest: 175_000n, minted: 600_000n, burnt: 1_000_000n },
}
/** Most gas of a transaction (EIP-7825). */
export const MOST_TRANSACTION_GAS = 16_777_216n

/**
 * The gas limit of a sweep: enough for `lines` honest lines with `payees` different payees, and for `hostile` lines
 * that burn all they may. `minted` of the lines carry a voucher, and their purchase mints the item. Payees are sellers
 * and creators where coin is paid, creators and the beneficiary where an ERC20 is. An estimate would cover only the
 * fewest lines that pass (`leastFills`). Where the result is `MOST_TRANSACTION_GAS` the lines may not fit into one
 * transaction: the sweep then fills the first of them. Source: `contracts/src/exchange/ManyFills.sol`.
 * @public
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
 * Gas to add to the estimate of a fill paid in coin: a payee may use little gas during the estimate and burn all of it
 * in the transaction, which then reverts with `PayoutGasTooLow`.
 */
export function payoutReserve(payees: number = MOST_PAYEES): bigint {
  return BigInt(payees) * PAYOUT_GAS
}
