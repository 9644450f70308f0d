import type { Address } from '@plinth/protocol'
import type { ChainContracts } from '../config/config.ts'
import type { Tx } from '../db/database.ts'
import type { BlockFacts } from './chain/raw-log.ts'
import type { DirtyKeys } from './dirty-keys.ts'
import type { MarketEvent } from './market-event.ts'
import type { WriteBatch } from './write-batch.ts'

/** One block being written: its transaction, what it touches, and the notices it causes. */
export type BlockContext = {
  readonly tx: Tx
  readonly chainId: number
  readonly contracts: ChainContracts
  readonly block: BlockFacts
  readonly dirty: DirtyKeys
  readonly writes: WriteBatch
  readonly events: MarketEvent[]
  /** Whether this address, in this block, begins a collection that runs our code and names one of our signers. */
  readonly isTrustedClone: (address: Address) => boolean
}
