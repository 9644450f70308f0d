import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEDIA_DIR } from './works.ts'

export const DRIFT_KINDS = ['Palette', 'Wind', 'Density', 'Ground', 'Edge'] as const
/** `media/drift.json`: the runs of the series, each with its five choices. */
export type DriftWork = { readonly number: number } & Readonly<Record<(typeof DRIFT_KINDS)[number], string>>

export const DRIFT_ARTIST = 'carol'
const DRIFT_COLLECTORS = ['alice', 'bob', 'dan', 'zhangwei', 'eve'] as const
/** Of the series' history: fewer than a listing lives. */
export const DRIFT_DAYS = 24

/** The artist keeps the others. */
const LISTED = 0.8

/** Prices are in thousandths of the coin; people are accounts of the catalogue. */
type Purchase = { readonly number: number; readonly buyer: string; readonly seller: string; readonly resale: number | undefined }
type Bid = { readonly number: number; readonly bidder: string; readonly price: number; readonly acceptedBy: string | undefined }
export type DriftDay = { readonly purchases: readonly Purchase[]; readonly bid: Bid | undefined }

export interface DriftPlan {
  readonly works: readonly DriftWork[]
  /** The artist's first price of each listed work, by its number. */
  readonly firstPrices: ReadonlyMap<number, number>
  /** From the second day on. */
  readonly days: readonly DriftDay[]
  /** Numbers of the works that are bought or bid for. */
  readonly traded: ReadonlySet<number>
  /** Of two that the artist never lists: one goes to auction, one is for a single account. */
  readonly auctioned: number
  readonly reserved: number
}

type Place = { readonly number: number; owner: string; asks: number | undefined }

/** The same history every time. A day has purchases, some resales, and every other day a bid for what is not on sale. */
export function planDrift(works: readonly DriftWork[] = readDrift()): DriftPlan {
  const firstPrices = planPrices(works)
  const places = works.map(({ number }): Place => ({ number, owner: DRIFT_ARTIST, asks: firstPrices.get(number) }))
  const random = randomOf(2)
  const hasSold = new Set<string>()
  const days = Array.from({ length: DRIFT_DAYS - 1 }, (_, at) => planDay(at + 1, places, hasSold, random))
  const traded = new Set(days.flatMap(({ purchases, bid }) => [...purchases, ...(bid ? [bid] : [])]).map(({ number }) => number))
  const [auctioned = 0, reserved = 0] = works
    .map(({ number }) => number)
    .filter((number) => !firstPrices.has(number) && !traded.has(number))
  return { works, firstPrices, days, traded, auctioned, reserved }
}

function planPrices(works: readonly DriftWork[]): Map<number, number> {
  const random = randomOf(1)
  const listed = works.filter(() => random() < LISTED)
  return new Map(listed.map((work) => [work.number, firstPrice(work, random)]))
}

/** Rare choices cost more. */
function firstPrice({ Palette, Wind, Edge }: DriftWork, random: () => number): number {
  const rare = (Palette === 'Gold' ? 2.2 : Palette === 'Rose' ? 1.3 : 1) * (Wind === 'Spiral' ? 1.6 : 1) * (Edge === 'Bled' ? 1.5 : 1)
  return Math.round(180 * rare * (0.85 + 0.4 * random()))
}

/** Moves the places on by a day. */
function planDay(day: number, places: readonly Place[], hasSold: Set<string>, random: () => number): DriftDay {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const collectorBut = (owner: string) => pick(DRIFT_COLLECTORS.filter((collector) => collector !== owner))
  const purchases: Purchase[] = []
  const busy = 1 + Math.floor(random() * 4)
  for (let deal = 0; deal < busy; deal++) {
    // Cheap works go first.
    const offered = places.filter(({ asks }) => asks !== undefined).sort((one, other) => (one.asks ?? 0) - (other.asks ?? 0))
    const place = offered[Math.floor(random() ** 2 * offered.length)]
    const buyer = place && collectorBut(place.owner)
    if (!place || !buyer) continue
    const seller = place.owner
    const paid = place.asks ?? 0
    const isResold = random() <= 0.55
    if (isResold) hasSold.add(buyer)
    const resale = isResold ? Math.round(paid * (1.1 + 0.5 * random())) : undefined
    Object.assign(place, { owner: buyer, asks: resale })
    purchases.push({ number: place.number, buyer, seller, resale })
  }
  const held = pick(places.filter(({ owner, asks }) => asks === undefined && hasSold.has(owner)))
  const bidder = held && collectorBut(held.owner)
  if (!held || !bidder || day % 2 === 0) return { purchases, bid: undefined }
  const price = Math.round(150 + 6 * day + 40 * random())
  const acceptedBy = random() > 0.6 ? undefined : held.owner
  if (acceptedBy) Object.assign(held, { owner: bidder, asks: undefined })
  return { purchases, bid: { number: held.number, bidder, price, acceptedBy } }
}

function readDrift(): DriftWork[] {
  return JSON.parse(readFileSync(join(MEDIA_DIR, 'drift.json'), 'utf8')) as DriftWork[]
}

/** The same numbers every time (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
