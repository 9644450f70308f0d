import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ItemRecord } from '@plinth/api'
import { type DemoName, type Person, signIn } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { afterAll, beforeAll, inject } from 'vitest'
import { inDemo } from './make-demo.ts'
import { type Market, type Place, removeData, startMarket } from './market.ts'
import { addressOf } from './money.ts'

/** A separate market with the demo's items, running during its tests and hooks: no story depends on another. */
export function demoMarket(): Place {
  let market: Market | undefined
  const running = (): Market => {
    if (!market) throw new Error('The market runs in tests and their hooks alone.')
    return market
  }
  beforeAll(async () => {
    market = await startDemoMarket()
  })
  afterAll(async () => {
    await market?.stop()
    if (market) removeData(market)
  })
  // Named when a story is described, and available when it runs: it always refers to the running market.
  return new Proxy({} as Place, { get: (_, name) => Reflect.get(running(), name) })
}

/** The demo's items, prepared before: a copy of what the run made once (see global-setup.ts). */
export async function startDemoMarket(): Promise<Market> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
  chmodSync(dataDir, 0o711)
  execFileSync('cp', ['-a', `${inDemo(inject('demo')).data}/.`, dataDir])
  return startMarket({ dataDir })
}

/** An account that acts beside the browser, through the same calls. */
export function actAs(name: DemoName, { url, rpcUrls }: Place, chainId: keyof typeof LOCAL_DEPLOYMENTS = LOCAL_CHAIN_ID): Promise<Person> {
  const contracts = { ...LOCAL_DEPLOYMENTS[chainId], deployBlock: 0, isNew: false }
  return signIn(name, url, { chain: { chainId, rpcUrl: rpcUrls[chainId] ?? '' }, contracts })
}

/** Its collectors have traded it for weeks: the market may move their works already, and prices have a history. */
const SERIES = 'Drift'

/** Single images on sale for the default chain's coin, not of the series, owned by these accounts or bid for, cheapest first. */
export async function itemsOnSale({ api }: Place, ...not: DemoName[]): Promise<ItemRecord[]> {
  const excluded: readonly string[] = not.map(addressOf)
  const pageOf = (page: number) => api.home.list({ page, limit: 100, sort: 'price', order: 'asc', chainId: LOCAL_CHAIN_ID })
  const pages = await Promise.all([1, 2, 3].map(pageOf))
  return pages
    .flatMap(({ list }) => list)
    .filter(({ mediaKind, onlyOwner, bids }) => mediaKind === 'image' && !excluded.includes(onlyOwner) && bids.length === 0)
    .filter(({ collectionBrief }) => collectionBrief.name !== SERIES)
    .filter(({ standard, listings: [listing] }) => standard === TOKEN_STANDARD.ERC721 && listing?.payTokenAddress === ZERO_ADDRESS)
}

/**
 * Of these one with a cheaper neighbour in its collection, from this price up: a resale at about that price shows no
 * warning.
 */
export async function itemFrom(price: bigint, place: Place, ...not: DemoName[]): Promise<ItemRecord> {
  const items = await itemsOnSale(place, ...not)
  const found = items.find(
    ({ collection, listings: [sale] }, at) =>
      sale !== undefined && sale.buying >= price && items.slice(0, at).some((cheaper) => cheaper.collection === collection),
  )
  if (!found) throw new Error('nothing is on sale')
  return found
}

export const itemPath = ({ collection, tokenId }: Pick<ItemRecord, 'collection' | 'tokenId'>): string =>
  `/detail/${collection}:${tokenId}?chain=${LOCAL_CHAIN_ID}`
