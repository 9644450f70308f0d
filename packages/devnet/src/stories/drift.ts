import type { AuctionRecord } from '@plinth/api'
import { type Address, LOCAL_CHAIN_ID, toAddress } from '@plinth/protocol'
import { callRpc } from '../rpc.ts'
import type { Acts } from './acts.ts'
import { bidAtAuction, startAuction } from './auctioning.ts'
import { inBatches } from './batches.ts'
import { DRIFT_ARTIST, DRIFT_KINDS, type DriftDay, type DriftPlan, type DriftWork, planDrift } from './drift-plan.ts'
import { type FindPerson, findCategory } from './exhibition.ts'
import { createCollection, declareItem, type Item, sendMint } from './making.ts'
import { mined, type Person } from './person.ts'
import { acceptBid, approveCollection, bidFor, buyItem, signSale, untilMarketHasRead } from './trading.ts'
import type { CatalogueItem, CollectionEntry } from './works.ts'

const COLLECTION: CollectionEntry = {
  slug: 'drift-series',
  name: 'Drift',
  nameZh: '流',
  symbol: 'DRIFT',
  owner: DRIFT_ARTIST,
  chain: LOCAL_CHAIN_ID,
  standard: 'ERC721',
  language: 'en',
  description:
    'One rule, run a hundred and twenty-six times. Each run has a palette, a wind, a density, a ground and an edge; what they make of one another Carol leaves to the current.',
  cover: 'drift/7.webp',
}
const DAY = 86_400
const CALLS_AT_ONCE = 4
/** The auction begins so many days before the last, ends a day later, and leaves the settler its hour. */
const AUCTION_DAYS = 4
/** The bids of the next day come within the extension. */
const LATE_S = 240
const EXTENSION_S = 300
const LATE_BIDS = [
  ['alice', '0.3'],
  ['eve', '0.36'],
] as const
const RESERVED = { act: 'private-sale:drift', taker: 'bob', price: '0.24' }

/** `work:drift-7` and `sale:drift-7`, of the works that hang after the site is open. */
export function driftActs({ works, firstPrices, traded }: DriftPlan = planDrift()): string[] {
  const later = works.filter(({ number }) => !traded.has(number))
  const acts = later.flatMap(({ number }) => [`work:drift-${number}`, ...(firstPrices.has(number) ? [`sale:drift-${number}`] : [])])
  return [...acts, RESERVED.act]
}

/**
 * The works that have a history, with all of it: made on the chain's first day, then bought, listed again, bid for and sold on, day
 * by day, until the chain's clock is that of today. On a chain that began today all of it happens today.
 */
export async function playDriftHistory(personOf: FindPerson, { waitForBlock }: Reader): Promise<void> {
  const plan = planDrift()
  const artist = personOf(DRIFT_ARTIST, LOCAL_CHAIN_ID)
  const collection = await createCollection(artist, COLLECTION)
  await approveCollection(artist, collection)
  const categoryId = findCategory(await artist.api.category.list({}), 'modern')
  const items = new Map<number, Item>()
  const traded = plan.works.filter(({ number }) => plan.traded.has(number) || number === plan.auctioned)
  await inBatches(traded, CALLS_AT_ONCE, async (work) => {
    const declared = await declareItem(artist, entryOf(work), { collection, categoryId, language: COLLECTION.language })
    await mined(artist, await sendMint(artist, declared))
    items.set(work.number, declared.item)
    if (work.number === plan.auctioned) return
    await signSale(artist, declared.item, coins(plan.firstPrices.get(work.number) ?? 0))
  })
  const days = Math.floor((await secondsBehind(artist)) / DAY)
  const untilRead = async () => waitForBlock(LOCAL_CHAIN_ID, await artist.wallet.getBlockNumber({ cacheTime: 0 }))
  const stage: Stage = { items, personOf: (account) => personOf(account, LOCAL_CHAIN_ID), untilRead }
  let auction: AuctionRecord | undefined
  for (const [at, day] of plan.days.entries()) {
    if (at < days - 1) await callRpc(artist.chain.chain.rpcUrl, 'evm_increaseTime', [DAY])
    await playDay(day, stage)
    if (auction && at === days - AUCTION_DAYS + 1) await bidLate(auction, stage)
    if (at === days - AUCTION_DAYS) auction = await auctionOff(artist, items.get(plan.auctioned) as Item)
  }
  const behind = await secondsBehind(artist)
  if (behind <= 0) return
  await callRpc(artist.chain.chain.rpcUrl, 'evm_increaseTime', [behind])
  await callRpc(artist.chain.chain.rpcUrl, 'evm_mine')
}

/** Waits until the market has read a block. */
type Reader = { waitForBlock(chainId: number, number: bigint): Promise<void> }

type Stage = {
  readonly items: ReadonlyMap<number, Item>
  readonly personOf: (account: string) => Person
  /** Waits until the market has read all that is mined. */
  readonly untilRead: () => Promise<void>
}

/** The market is waited for once: after the purchases, before the new owners' acts. */
async function playDay({ purchases, bid }: DriftDay, { items, personOf, untilRead }: Stage): Promise<void> {
  const itemOf = (number: number) => items.get(number) as Item
  await Promise.all(purchases.map(({ number, buyer, seller }) => buyItem(personOf(buyer), itemOf(number), personOf(seller).address)))
  await untilRead()
  const resales = purchases.map(async ({ number, buyer, resale }) => {
    if (resale === undefined) return
    await approveCollection(personOf(buyer), itemOf(number).collection)
    await signSale(personOf(buyer), itemOf(number), coins(resale))
  })
  await Promise.all([...resales, bid && bidFor(personOf(bid.bidder), itemOf(bid.number), coins(bid.price))])
  if (bid?.acceptedBy) await acceptBid(personOf(bid.acceptedBy), itemOf(bid.number), personOf(bid.bidder).address)
}

/** It ends on the next day, some minutes after the clock has moved on. */
async function auctionOff(artist: Person, item: Item): Promise<AuctionRecord> {
  const now = Number((await artist.wallet.getBlock()).timestamp)
  const prices = { startPrice: '0.2', lowest: '0.2', step: '0.02', dividendPercent: 0 }
  return startAuction(artist, item, { ...prices, startTime: now, endTime: now + DAY + LATE_S, extension: EXTENSION_S })
}

/** Each moves the end. The settler of the market completes the sale (SNIPE-04). */
async function bidLate(auction: AuctionRecord, { personOf, untilRead }: Stage): Promise<void> {
  for (const [account, total] of LATE_BIDS) {
    await untilRead()
    await untilMarketHasRead(() => bidAtAuction(personOf(account), auction, total))
  }
}

/** The works without a history. */
export async function hangRestOfDrift(personOf: FindPerson, acts: Acts, hung: ReadonlyMap<string, Item>): Promise<void> {
  const { works, firstPrices, traded, reserved } = planDrift()
  const artist = personOf(DRIFT_ARTIST, LOCAL_CHAIN_ID)
  const collection = await findDrift(personOf)
  const categoryId = findCategory(await artist.api.category.list({}), 'modern')
  const later = works.filter(({ number }) => !traded.has(number))
  await inBatches(later, CALLS_AT_ONCE, async (work) => {
    const entry = entryOf(work)
    let item = hung.get(entry.name)
    if (!item) acts.forget(`work:${entry.slug}`)
    const isMade = await acts.play(`work:${entry.slug}`, async () => {
      if (item) return
      const declared = await declareItem(artist, entry, { collection, categoryId, language: COLLECTION.language })
      await mined(artist, await sendMint(artist, declared))
      item = declared.item
    })
    const price = firstPrices.get(work.number)
    if (isMade && item && price !== undefined) {
      const made = item
      await acts.play(`sale:${entry.slug}`, () => signSale(artist, made, coins(price)))
    }
    if (isMade && item && work.number === reserved) {
      const made = item
      const { taker, price: paid, act } = RESERVED
      await acts.play(act, () => signSale(artist, made, paid, { taker: personOf(taker, LOCAL_CHAIN_ID).address }))
    }
  })
}

/** The series' collection, once its history is played. */
export async function findDrift(personOf: FindPerson): Promise<Address> {
  const { api, address, name } = personOf(DRIFT_ARTIST, LOCAL_CHAIN_ID)
  const own = await api.user.listcontract({ address, chainId: LOCAL_CHAIN_ID })
  const row = own.find((collection) => collection.name === COLLECTION.name)
  if (!row) throw new Error(`${name} has no collection ${COLLECTION.name}`)
  return toAddress(row.address)
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
    artist: DRIFT_ARTIST,
    royaltyPercent: 5,
    attributes: DRIFT_KINDS.map((kind) => ({ key: kind, value: work[kind] })),
  }
}

const coins = (thousandths: number): string => (thousandths / 1_000).toFixed(3)

async function secondsBehind({ wallet }: Person): Promise<number> {
  return Math.floor(Date.now() / 1_000) - Number((await wallet.getBlock()).timestamp)
}
