import type { ItemCard, LiveEvent } from '@plinth/api'
import { rowKey } from '../rows.ts'
import { known } from './cards.ts'

/** An event that names an item. */
export type ItemEvent = Extract<LiveEvent, { topic: 'item' | 'order' | 'auction' }>

const MOST = 1_000
/**
 * Takes the card of an event. `late` where the item's known card has this event in it already: nothing of it is news. `none` where
 * the event has no card, so that what is known is old. `before` is a row of the item as it is shown.
 */
export function takeCard(event: ItemEvent, id: number | undefined, before: ItemCard | undefined): 'new' | 'late' | 'none' {
  const key = rowKey(event)
  const last = known.get(key)
  if (last && id !== undefined && id <= last.asOf) return 'late'
  known.delete(key)
  const { card, asOf } = event
  // A card of another item than its event would be a defect of the market.
  if (!card || asOf === undefined || rowKey(card) !== key) return 'none'
  known.set(key, { card, asOf, arrivedAt: Date.now(), isOfAmounts: before !== undefined && factsOf(before) === factsOf(card) })
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
  return 'new'
}

/** Whether an event that a known card has in it changed nothing but amounts: no list has another row or count for it. */
export const isOfAmounts = (event: ItemEvent): boolean => known.get(rowKey(event))?.isOfAmounts === true

export const hasCard = (row: Parameters<typeof rowKey>[0]): boolean => known.has(rowKey(row))

/** Positions begin again, or events are lost. */
export const forgetCards = (): void => known.clear()

/** What filters and counts ask about an item, but amounts. */
function factsOf({ price, bid, auction, lastSale, ...card }: ItemCard): string {
  return [
    card.name,
    card.image,
    card.mediaKind,
    card.owner?.address,
    card.supply,
    card.listings > 0,
    card.unitsOnSale > 0n,
    card.isLocked,
    card.isTradeLocked,
    price?.payToken,
    bid?.payToken,
    auction && [auction.payToken, auction.startsAt, auction.endsAt, auction.expiresAt],
    lastSale?.at,
  ].join()
}
