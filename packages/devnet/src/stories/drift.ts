import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Hex } from 'viem'
import { callRpc } from '../rpc.ts'
import { inBatches } from './batches.ts'
import { untilHeld } from './exhibition.ts'
import { createCollection, type DeclaredItem, declareItem, type Item, sendMint } from './making.ts'
import { mined, type Person, signIn } from './person.ts'
import type { Story } from './story.ts'
import { acceptBid, approveCollection, bidFor, buyItem, signSale } from './trading.ts'
import { type CatalogueItem, type CollectionEntry, MEDIA_DIR, nameOf } from './works.ts'

const KINDS = ['Palette', 'Wind', 'Density', 'Ground', 'Edge'] as const
/** `media/drift.json`: the runs of the series, each with its five choices. */
export type DriftWork = { readonly number: number } & Readonly<Record<(typeof KINDS)[number], string>>

const ARTIST = 'carol'
const COLLECTORS = ['alice', 'bob', 'dan', 'zhangwei', 'eve'] as const
const COLLECTION: CollectionEntry = {
  slug: 'drift-series',
  name: 'Drift',
  nameZh: '流',
  symbol: 'DRIFT',
  owner: ARTIST,
  chain: LOCAL_CHAIN_ID,
  standard: 'ERC721',
  language: 'en',
  description:
    'One rule, run a hundred and twenty-six times. Each run has a palette, a wind, a density, a ground and an edge; what they make of one another Carol leaves to the current.',
  cover: 'drift/7.webp',
}
const DAY = 86_400
/** Of the series' history: fewer than a listing lives. */
export const DRIFT_DAYS = 24
const CALLS_AT_ONCE = 4
/** The artist keeps the others. */
const LISTED = 0.8

export function readDrift(): DriftWork[] {
  return JSON.parse(readFileSync(join(MEDIA_DIR, 'drift.json'), 'utf8')) as DriftWork[]
}

/** Who holds what, and what it is on sale for, in thousandths of the coin. */
type Place = { readonly work: DriftWork; readonly item: Item; owner: Person; asks: number | undefined }

/**
 * A series with a history: made on the chain's first day, then bought, listed again, bid for and sold on, day by day, until the
 * chain's clock is that of today. On a chain that began today all of it happens today.
 */
export const driftSeries: Story = {
  title: 'Hanging the series Drift, and three weeks of its trade…',
  play: async ({ apiUrl, chains, log }) => {
    const story = chains.find(({ chain }) => chain.chainId === LOCAL_CHAIN_ID)
    if (story) {
      const artist = await signIn(nameOf(ARTIST), apiUrl, story)
      const collectors = await Promise.all(COLLECTORS.map((account) => signIn(nameOf(account), apiUrl, story)))
      const places = await makeSeries(artist)
      const count = await tradeSeries(places, collectors, daysOf(await secondsBehind(artist)))
      await setClockToNow(artist)
      log(`  ${places.length} works, ${count.sales} sales, ${count.bids} bids`)
    }
    return { end: { banners: [], announcements: [] }, finish: async () => undefined }
  },
}

async function makeSeries(artist: Person): Promise<Place[]> {
  const collection = await createCollection(artist, COLLECTION)
  const categories = await artist.api.category.list({})
  const categoryId = categories.find(({ name }) => name === 'modern')?.id ?? 0n
  const works = readDrift()
  const declared = await inBatches(works, CALLS_AT_ONCE, (work) =>
    declareItem(artist, entryOf(work), { collection, categoryId, language: COLLECTION.language }),
  )
  await mintAll(artist, declared)
  for (const { item } of declared.slice(-1)) await untilHeld(artist, item)
  await approveCollection(artist, collection)
  const places = works.map((work, at): Place => ({ work, item: (declared[at] as DeclaredItem).item, owner: artist, asks: undefined }))
  const random = randomOf(1)
  await inBatches(
    places.filter(() => random() < LISTED),
    CALLS_AT_ONCE,
    (place) => ask(place, firstPrice(place.work, random)),
  )
  return places
}

async function mintAll(artist: Person, declared: readonly DeclaredItem[]): Promise<void> {
  const sent: Hex[] = []
  for (const work of declared) sent.push(await sendMint(artist, work))
  await Promise.all(sent.map((hash) => mined(artist, hash)))
}

function entryOf(work: DriftWork): CatalogueItem {
  return {
    slug: `drift-${work.number}`,
    file: `drift/${work.number}.webp`,
    kind: 'image',
    name: `Drift #${work.number}`,
    nameZh: `流 #${work.number}`,
    description: `Run ${work.number}: ${work.Wind.toLowerCase()} wind over ${work.Ground.toLowerCase()}, in ${work.Palette.toLowerCase()}.`,
    category: 'modern',
    collection: COLLECTION.slug,
    artist: ARTIST,
    royaltyPercent: 5,
    attributes: KINDS.map((kind) => ({ key: kind, value: work[kind] })),
  }
}

/** Rare choices cost more. */
function firstPrice({ Palette, Wind, Edge }: DriftWork, random: () => number): number {
  const rare = (Palette === 'Gold' ? 2.2 : Palette === 'Rose' ? 1.3 : 1) * (Wind === 'Spiral' ? 1.6 : 1) * (Edge === 'Bled' ? 1.5 : 1)
  return Math.round(180 * rare * (0.85 + 0.4 * random()))
}

async function ask(place: Place, thousandths: number): Promise<void> {
  await signSale(place.owner, place.item, coins(thousandths))
  place.asks = thousandths
}

const coins = (thousandths: number): string => (thousandths / 1_000).toFixed(3)

type Count = { sales: number; bids: number }

/** A day has purchases, then new listings and bids for what is held, one of which is accepted. */
async function tradeSeries(places: readonly Place[], collectors: readonly Person[], days: number): Promise<Count> {
  const random = randomOf(2)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const count: Count = { sales: 0, bids: 0 }
  const isApproved = new Set<Person>()
  for (let day = 1; day < DRIFT_DAYS; day++) {
    if (days > day) await moveClock(places, DAY)
    const busy = 1 + Math.floor(random() * 4)
    for (let deal = 0; deal < busy; deal++) {
      // Cheap works go first.
      const offered = places.filter(({ asks }) => asks !== undefined).sort((one, other) => (one.asks ?? 0) - (other.asks ?? 0))
      const place = offered[Math.floor(random() ** 2 * offered.length)]
      const buyer = place && pick(collectors.filter((one) => one.address !== place.owner.address))
      if (!place || !buyer) continue
      await buyItem(buyer, place.item, place.owner.address)
      const paid = place.asks ?? 0
      await take(place, buyer)
      count.sales++
      if (random() > 0.55) continue
      if (!isApproved.has(buyer)) await approveCollection(buyer, place.item.collection)
      isApproved.add(buyer)
      await ask(place, Math.round(paid * (1.1 + 0.5 * random())))
    }
    const held = pick(places.filter(({ owner, asks }) => asks === undefined && isApproved.has(owner)))
    const bidder = held && pick(collectors.filter((one) => one.address !== held.owner.address))
    if (!held || !bidder || day % 2 === 0) continue
    await bidFor(bidder, held.item, coins(Math.round(150 + 6 * day + 40 * random())))
    count.bids++
    if (random() > 0.6) continue
    await acceptBid(held.owner, held.item, bidder.address)
    await take(held, bidder)
    count.sales++
  }
  return count
}

async function take(place: Place, owner: Person): Promise<void> {
  place.owner = owner
  place.asks = undefined
  await untilHeld(owner, place.item)
}

async function secondsBehind({ wallet }: Person): Promise<number> {
  return Math.floor(Date.now() / 1_000) - Number((await wallet.getBlock()).timestamp)
}

const daysOf = (seconds: number): number => Math.floor(seconds / DAY)

/** The market knows the chain's time from its newest block. */
async function moveClock([place]: readonly Place[], seconds: number): Promise<void> {
  if (!place) return
  const { rpcUrl, chainId } = place.owner.chain.chain
  await callRpc(rpcUrl, 'evm_increaseTime', [seconds])
  await callRpc(rpcUrl, 'evm_mine')
  const { timestamp } = await place.owner.wallet.getBlock()
  for (let tries = 0; tries < 200; tries++) {
    const { now } = await place.owner.api.config.fetch({ chainId })
    if (now >= Number(timestamp)) return
    await sleep(50)
  }
}

async function setClockToNow(person: Person): Promise<void> {
  const behind = await secondsBehind(person)
  if (behind <= 0) return
  await callRpc(person.chain.chain.rpcUrl, 'evm_increaseTime', [behind])
  await callRpc(person.chain.chain.rpcUrl, 'evm_mine')
}

/** The same show every time (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
