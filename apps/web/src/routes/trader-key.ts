import type { AuctionRecord, ItemRecord, OrderRecord } from '@plinth/api'
import type { ItemAct } from '../features/items/item-role.ts'
import { isPlain, isShortcut } from '../lib/shortcuts.ts'

export type TraderAct = ItemAct | 'bidAuction'
export type AskTrade = (item: ItemRecord, act: TraderAct, order?: OrderRecord, auction?: AuctionRecord) => void

/** X with Shift picks as far as here; the others are pressed bare. */
export function isTraderKey(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  return key.length === 1 && 'xabolc'.includes(key) && (!event.shiftKey || key === 'x') && isPlain(event) && isShortcut(event)
}
