import type { Db } from '../../db/database.ts'
import type { Connection } from '../../db/driver.ts'
import type { Replicas } from '../../db/replicas.ts'
import type { ItemIndex } from './memory/item-index.ts'
import { openItemIndex } from './memory/open-index.ts'
import type { KeptMoneys } from './moneys.ts'

/** The state of a process that answers explore. */
export type ExploreState = { readonly index: ItemIndex; readonly moneys: KeptMoneys }

type Options = {
  readonly itemIndexBytes: number
  readonly signal: AbortSignal
  /** Where the market is read whole. */
  readonly replicas: Replicas
  /** How a thread connects to the same database, for the index of a large market. */
  readonly connection: Connection | undefined
}

/**
 * For answers that may be half a second old, and not older than `changedMs`: the index does not ask the primary for each.
 */
export function relaxed({ index, moneys }: ExploreState, changedMs: number): ExploreState {
  const ask: ItemIndex['ask'] = (question) => index.ask(question, Math.min(RELAXED_MS, changedMs))
  return { index: { ask, warm: (times) => index.warm(times), forget: () => index.forget() }, moneys }
}

const RELAXED_MS = 500

export function createExploreState(db: Db, { itemIndexBytes, ...options }: Options): ExploreState {
  return { index: openItemIndex(db, itemIndexBytes, options), moneys: new Map() }
}
