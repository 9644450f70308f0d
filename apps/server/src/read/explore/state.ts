import type { Db } from '../../db/database.ts'
import type { Connection } from '../../db/driver.ts'
import type { ItemIndex } from './memory/item-index.ts'
import { openItemIndex } from './memory/open-index.ts'
import type { KeptMoneys } from './moneys.ts'

/** The state of a process that answers explore. */
export type ExploreState = { readonly index: ItemIndex; readonly moneys: KeptMoneys }

type Options = {
  readonly itemIndexBytes: number
  readonly signal: AbortSignal
  /** How a thread connects to the same database, for the index of a large market. */
  readonly connection: Connection | undefined
}

export function createExploreState(db: Db, { itemIndexBytes, ...options }: Options): ExploreState {
  return { index: openItemIndex(db, itemIndexBytes, options), moneys: new Map() }
}
