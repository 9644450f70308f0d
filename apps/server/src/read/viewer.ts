import type { ViewerMark } from '@plinth/api'
import { ORDER_TYPE } from '@plinth/protocol'
import { type ItemRef, refKey } from '../db/item-keys.ts'
import type { Reads } from './items.ts'
import { readViewersRows } from './record-offers.ts'

/** What the caller sees at these items beside what everybody sees, in one statement; only those with a mark. */
export async function readMarks(context: Reads, items: readonly ItemRef[]): Promise<ViewerMark[]> {
  const viewer = context.caller?.address
  if (!viewer || items.length === 0) return []
  const parts = await readViewersRows(context, viewer, items)
  const distinct = new Map(items.map((item) => [refKey(item), item]))
  return [...distinct].flatMap(([key, item]) => {
    const part = parts.get(key)
    const hasResting = (side: number) => part?.resting.some(({ order }) => order.side === side) ?? false
    const mark = {
      isLiked: part?.isLiked ?? false,
      isHeld: part?.held !== undefined,
      hasRestingSale: hasResting(ORDER_TYPE.SALE),
      hasRestingBid: hasResting(ORDER_TYPE.BID),
    }
    return Object.values(mark).includes(true) ? [{ item, ...mark }] : []
  })
}
