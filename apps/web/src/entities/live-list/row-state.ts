import type { ItemRecord } from '@plinth/api'
import { cheapest } from '../cards/item-view.ts'
import type { StableRow } from './use-stable-list.ts'

/** State of a card in a list that keeps its order: sold and gone ones stay in place and say so. */
export type RowState = 'here' | 'sold' | 'gone'

/** Sold: the account that offered it when the list was read has fewer of them now, and it is not offered any more. */
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
