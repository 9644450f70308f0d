import { MOST_TRANSACTION_GAS } from '@plinth/protocol'
import type { GasTracker } from './types.ts'

/** What is known when a transaction's gas is chosen; `estimate` undefined where the network could not say. */
export type GasFacts = {
  estimate: bigint | undefined
  blockGasLimit: bigint
  /** What others may use beyond the estimate. */
  reserve?: bigint
  /** The limit that the call itself asks for. */
  limit?: bigint | undefined
  /** What the account can pay for. */
  affordable?: bigint
}

/** Blocks after which a gas tracker's figure is too old (document B §7). */
const TRACKER_BLOCKS = 50n

/**
 * The gas limit of a transaction: the estimate and a quarter, just under the block's limit, a seventh of that limit
 * without an estimate (document B §7). The reserve comes on top, as far as a transaction takes it (EIP-7825) and the account can pay for it;
 * a limit that the call asks for comes in place of both.
 */
export function gasLimitOf({ estimate, blockGasLimit, reserve = 0n, limit, affordable }: GasFacts): bigint {
  if (estimate === undefined) return blockGasLimit / 7n
  const least = (estimate * 125n) / 100n
  const most = min(MOST_TRANSACTION_GAS - 1n, affordable ?? MOST_TRANSACTION_GAS)
  const wanted = max(least, min(limit ?? least + reserve, most))
  return min(wanted, blockGasLimit - 1n)
}

const min = (one: bigint, other: bigint) => (one < other ? one : other)
const max = (one: bigint, other: bigint) => (one > other ? one : other)

/** Wei per gas: the tracker's medium while it is fresh, else what the network asks (document B §7). */
export async function gasPriceOf(head: bigint, tracker: GasTracker | undefined, network: () => Promise<bigint>): Promise<bigint> {
  const isFresh = tracker !== undefined && tracker.medium > 0n && head - tracker.lastBlock < TRACKER_BLOCKS
  return isFresh ? tracker.medium : network()
}
