import type { ItemCard } from '@plinth/api'
import { liveState } from '../live-state.ts'
import { rowKey } from '../rows.ts'

type Known = {
  readonly card: ItemCard
  /** Id of the last event that is in it. */
  readonly asOf: number
  readonly arrivedAt: number
  /** Against the row that stood here, it changes amounts alone. */
  readonly isOfAmounts: boolean
}

/** Cards that came with events, the latest last. */
export const known = new Map<string, Known>()

/** An answer may be this old when it is sent: kept by another process, and by a shared cache. */
const KEPT_MS = 2_000

/**
 * The newer one of a card in an answer and the one that came with an event. While events come, a card of a moment ago is the newer
 * one, or is about to be replaced.
 */
export function newestCard<C extends ItemCard>(card: C, askedAt: number): C {
  const last = known.get(rowKey(card))
  return last && liveState() === 'on' && last.arrivedAt > askedAt - KEPT_MS ? { ...card, ...withAbsent(last.card) } : card
}

type Optional = { [K in keyof ItemCard]-?: undefined extends ItemCard[K] ? K : never }[keyof ItemCard]

/** Every part that a card may lack: a new one does not compile until it stands here. */
const ABSENT: Readonly<Record<Optional, undefined>> = {
  owner: undefined,
  price: undefined,
  seller: undefined,
  listedAt: undefined,
  bid: undefined,
  auction: undefined,
  lastSale: undefined,
  rank: undefined,
}

/** Laid over an older card it takes away what it has not. */
export const withAbsent = (card: ItemCard): ItemCard => ({ ...ABSENT, ...card })
