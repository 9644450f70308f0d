import type { ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { ExploreRow } from '../explore/explore-row.ts'

/** Whether the viewer holds units of an item, as far as a list says: a row of an edition names its cheapest seller alone. */
export function isOwnWork(work: ItemRecord | ExploreRow, me: Address | undefined): boolean {
  if (!me) return false
  if ('holdings' in work) return work.holdings.some(({ owner, quantity }) => owner === me && quantity > 0n)
  return work.owner?.address === me || work.seller === me
}
