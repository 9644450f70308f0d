import type { ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { ReactNode } from 'react'
import type { ExploreRow } from '../explore/explore-row.ts'

/** Gives lists the boxes of the viewer's works, and learns which works are on screen. */
export type Picks = {
  pickOf: (row: ExploreRow) => ReactNode
  itemPickOf: (item: ItemRecord) => ReactNode
  onShown: (works: readonly (ExploreRow | ItemRecord)[]) => void
}

/** Whether the viewer holds units of an item, as far as a list says: a row of an edition names its cheapest seller alone. */
export function isOwnWork(work: ItemRecord | ExploreRow, me: Address | undefined): boolean {
  if (!me) return false
  if ('holdings' in work) return work.holdings.some(({ owner, quantity }) => owner === me && quantity > 0n)
  return work.owner?.address === me || work.seller === me
}
