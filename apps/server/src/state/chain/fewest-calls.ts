import type { ChainConfig } from '../../config/config.ts'

/** Blocks of the widest range that is read at once. */
export const WIDEST_RANGE = 10_000
/** Its logs, and the headers of its first and last block. */
const CALLS_OF_RANGE = 3

/** Calls to the node for these old blocks while none holds a log of ours; each that does needs one more. */
export function fewestCalls({ trustsRanges }: Pick<ChainConfig, 'trustsRanges'>, first: number, last: number): number {
  const blocks = last - first + 1
  const ranges = Math.ceil(blocks / WIDEST_RANGE)
  return trustsRanges ? ranges * CALLS_OF_RANGE : blocks + ranges
}
