import { setTimeout as sleep } from 'node:timers/promises'
import { buyItem, type Item, listItem, mintItem, readCatalogue, signIn } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS } from '@plinth/protocol'
import type { Browser, Page } from 'playwright-core'
import { formatEther, parseEther } from 'viem'
import type { Market } from '../../e2e/support/market.ts'
import { changesOf, hearsEvents, noteEvents } from '../../e2e/support/page-clock.ts'
import { WIDE } from '../web/visit.ts'

export const SALE_GOAL_MS = 2_000
const CONTRACTS = { ...LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID], deployBlock: 0, isNew: false }
const PARTS = ['card', 'count', 'floor'] as const

/** How many ms after the event of a sale each part of an open collection shows it, by the page's clock. */
export async function timeSales(browser: Browser, market: Market, rounds: number): Promise<Record<string, number[]>> {
  const chain = { chain: { chainId: LOCAL_CHAIN_ID, rpcUrl: market.rpcUrl }, contracts: CONTRACTS }
  const [seller, buyer] = await Promise.all([signIn('Eve', market.url, chain), signIn('Dan', market.url, chain)])
  const work = readCatalogue().works.find(({ kind, supply }) => kind === 'image' && supply === undefined)
  if (!work) throw new Error('The catalogue has no picture')
  const mint = () => mintItem(seller, work, CONTRACTS.official721, 1n)
  await listItem(seller, await mint(), '0.9')
  const took: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    const item = await mint()
    // Runs that were broken off have left their own there.
    const price = ((await floorOf(market)) ?? parseEther('0.001')) / 2n
    await listItem(seller, item, formatEther(price))
    while ((await floorOf(market)) !== price) await sleep(500)
    const page = await browser.newPage({ ...WIDE, baseURL: market.url })
    const after = await watchSale(page, item, () => buyItem(buyer, item, seller.address))
    for (const part of PARTS) took[part] = [...(took[part] ?? []), after[part] ?? Number.NaN]
    await page.close()
  }
  return took
}

async function floorOf({ api }: Market): Promise<bigint | undefined> {
  const { floors } = await api.statistics.collection({ collection: CONTRACTS.official721, chainId: LOCAL_CHAIN_ID })
  return floors[0]?.unitPrice
}

async function watchSale(page: Page, { collection, tokenId }: Item, buy: () => Promise<unknown>): Promise<Record<string, number>> {
  await noteEvents(page)
  await page.goto(`/collection/${collection}?chain=${LOCAL_CHAIN_ID}&status=onSale&sort=priceLow`)
  const card = `.explore-list .card:has(a[href*=":${tokenId}?"])`
  const floor = '.figures .figure'
  await page.locator(card).waitFor()
  await hearsEvents(page)
  const watched = { card: { selector: card, says: 'Sold' }, count: { selector: '.result-count b' }, floor: { selector: floor } }
  const changes = changesOf(page, watched, collection)
  await buy()
  const { eventAt, at } = await changes
  return Object.fromEntries(Object.entries(at).map(([part, ms]) => [part, ms - eventAt]))
}
