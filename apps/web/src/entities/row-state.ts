import type { ItemRecord } from '@plinth/api'
import { cheapest } from './item-view.ts'
import type { StableRow } from './use-stable-list.ts'

/** How a card stands in a list that does not move: sold and gone ones stay in their place and say so. */
export type RowState = 'here' | 'sold' | 'gone'

/** Sold: whoever offered it when the list was read has fewer of them now, and nobody offers it any more. */
export function rowStateOf({ row, first, isGone }: StableRow<ItemRecord>, belongs: (item: ItemRecord) => boolean = () => true): RowState {
  if (isSold(row, first)) return 'sold'
  return isGone || (belongs(first) && !belongs(row)) ? 'gone' : 'here'
}

function isSold(row: ItemRecord, first: ItemRecord): boolean {
  const seller = cheapest(first)?.maker
  if (seller === undefined || cheapest(row)) return false
  return heldBy(row, seller) < heldBy(first, seller)
}

const heldBy = (item: ItemRecord, account: string): bigint => item.holdings.find(({ owner }) => owner === account)?.quantity ?? 0n
