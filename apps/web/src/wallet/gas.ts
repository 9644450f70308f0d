import type { GasTracker } from './types.ts'

/** What is known when a transaction's gas is chosen; `estimate` undefined where the network could not say. */
export type GasFacts = { estimate: bigint | undefined; blockGasLimit: bigint }

/** Blocks after which a gas tracker's word is too old (document B §7). */
const TRACKER_BLOCKS = 50n

/**
 * The gas limit of a transaction: the estimate and a quarter, just under the block's limit, a seventh of that limit
 * without an estimate (document B §7).
 */
export function gasLimitOf({ estimate, blockGasLimit }: GasFacts): bigint {
  if (estimate === undefined) return blockGasLimit / 7n
  const wanted = (estimate * 125n) / 100n
  return wanted < blockGasLimit ? wanted : blockGasLimit - 1n
}

/** Wei per gas: the tracker's medium while it is fresh, else what the network asks (document B §7). */
export async function gasPriceOf(head: bigint, tracker: GasTracker | undefined, network: () => Promise<bigint>): Promise<bigint> {
  const isFresh = tracker !== undefined && tracker.medium > 0n && head - tracker.lastBlock < TRACKER_BLOCKS
  return isFresh ? tracker.medium : network()
}
