/** What is known when a transaction's gas is chosen; `estimate` undefined where the network could not say. */
export type GasFacts = { estimate: bigint | undefined; blockGasLimit: bigint }

/**
 * The gas limit of a transaction: the estimate and a quarter, just under the block's limit, a seventh of that limit
 * without an estimate (document B §7).
 */
export function gasLimitOf({ estimate, blockGasLimit }: GasFacts): bigint {
  if (estimate === undefined) return blockGasLimit / 7n
  const wanted = (estimate * 125n) / 100n
  return wanted < blockGasLimit ? wanted : blockGasLimit - 1n
}
