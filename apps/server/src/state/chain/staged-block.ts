import type { Address, TokenStandard } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { BlockFacts, RawLog } from './raw-log.ts'

/** A block as one node gave it, with the logs that were requested. */
export type FetchedBlock = { readonly block: BlockFacts; readonly logs: readonly RawLog[] }

/** A block of an old range, read and not yet applied. */
export type StagedBlock = FetchedBlock & { readonly trustedClones: ReadonlyMap<Address, TokenStandard> }
export type RangeFacts = {
  /** The parent of the first block: the hash that must be below the range. */
  readonly parentHash: Hex
  readonly end: BlockFacts
  /** Blocks with logs of ours, in order, with these logs alone. */
  readonly blocks: readonly StagedBlock[]
  /** The addresses whose logs were requested. */
  readonly addresses: readonly Address[]
}
