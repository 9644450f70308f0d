import type { Address, TokenStandard } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { BlockFacts, RawLog } from '../block-context.ts'

/** A block as one node gave it, with the logs that were asked for. */
export type FetchedBlock = { readonly block: BlockFacts; readonly logs: readonly RawLog[] }

/** One of an old range, read and not yet applied. */
export type StagedBlock = FetchedBlock & { readonly trustedClones: ReadonlyMap<Address, TokenStandard> }
export type RangeFacts = {
  /** Of the first block: what must stand below the range. */
  readonly parentHash: Hex
  readonly end: BlockFacts
  /** Those with logs of ours, in order, with these logs alone. */
  readonly blocks: readonly StagedBlock[]
  /** Whose logs were asked for. */
  readonly addresses: readonly Address[]
}
