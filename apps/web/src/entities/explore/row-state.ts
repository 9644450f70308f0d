import type { ItemFilters } from '@plinth/api'
import type { RowState } from '../live-list/row-state.ts'
import type { StableRow } from '../live-list/use-stable-list.ts'
import type { ExploreRow } from './explore-row.ts'

/**
 * Sold: what was offered is offered no more, and its seller no longer holds it. Of an edition the card does not say who holds it, so
 * it is only gone.
 */
export function rowStateOf({ row, first, isGone }: StableRow<ExploreRow>, { statuses = [] }: ItemFilters): RowState {
  if (first.price && !row.price && row.owner && row.owner.address !== first.seller) return 'sold'
  const isOut = first.price !== undefined && row.price === undefined && statuses.length === 1 && statuses[0] === 'onSale'
  return isGone || isOut ? 'gone' : 'here'
}
