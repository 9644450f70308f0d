import { type ItemRecord, readMetadata } from '@plinth/api'
import { buyItem, type DemoName, listItem, type Person, repriceItem } from '@plinth/devnet'
import { type Address, LOCAL_CHAIN_ID, TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, itemsOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'

declare global {
  interface Window {
    shifted: number
  }
}

/** Other visitors see each action at once, without layout shifts; live.component.test.tsx covers the texts. */
describe('live pages', () => {
  const market = demoMarket()
  const [eve, dan] = [addressOf('Eve'), addressOf('Dan')]
  let eveActs: Person
  let danActs: Person
  let looker: Visitor
  let item: ItemRecord
  const streams: string[] = []

  beforeAll(async () => {
    const [found] = await itemsOnSale(market, 'Eve', 'Dan')
    if (!found) throw new Error('nothing is on sale')
    item = found
    eveActs = await actAs('Eve', market)
    danActs = await actAs('Dan', market)
    await buyItem(eveActs, keyOf(item), toAddress(item.onlyOwner))
    await untilHeldBy(eve)
    looker = await openBrowser(market.url)
    looker.context.on('request', (request) => request.url().includes('/events') && streams.push(request.url()))
    await looker.context.addInitScript(watchShifts)
  })

  beforeEach(() => pictureOnFailure(looker))

  afterAll(() => looker?.close())

  it('show on the market what is listed and sold, and nothing moves until it is called', async () => {
    const { page } = looker
    await page.goto('/')
    await page.locator('#market .card').first().waitFor()
    await page.evaluate(() => document.querySelector('#market')?.scrollIntoView())
    await streamOpen(page)
    await page.waitForTimeout(1_000)
    const before = await names(page)
    await startShifts(page)
    await listItem(eveActs, keyOf(item), '0.31')
    const chip = page.getByRole('button', { name: '1 new work' })
    await seen(chip)
    expect(await names(page)).toEqual(before)
    expect(await shifts(page)).toBe(0)
    await chip.click()
    await expect.poll(async () => (await names(page))[0]).toBe(nameOf(item))

    const listed = await names(page)
    const card = page.locator('#market .card').filter({ hasText: nameOf(item) })
    await card.scrollIntoViewIfNeeded()
    await page.waitForTimeout(1_000)
    await startShifts(page)
    await buyItem(danActs, keyOf(item), eve)
    await seen(card.getByText('Sold', { exact: true }))
    expect(await card.locator('.price-line .dot').count()).toBe(1)
    expect(await names(page)).toEqual(listed)
    expect(await shifts(page)).toBe(0)
  })

  it('of one browser share one stream, and the last one left goes on with it', async () => {
    const first = looker.page
    await untilHeldBy(dan)
    const second = await looker.context.newPage()
    await second.goto(itemPath(item))
    await second.getByText('Not on sale').waitFor()
    await streamOpen(second)
    await listItem(danActs, keyOf(item), '0.32')
    await seen(second.getByText('0.32 ETH').first())
    await second.waitForTimeout(1_000)
    await startShifts(second)
    await buyItem(eveActs, keyOf(item), dan)
    await seen(second.getByText('Not on sale'))
    await second.getByText('Held by Eve').waitFor()
    expect(await shifts(second)).toBe(0)
    expect(streams).toHaveLength(1)
    await first.goto('about:blank')
    await expect.poll(() => streams.length).toBe(2)
    expect(streams[1]).toContain('after=')
    await untilHeldBy(eve)
    await listItem(eveActs, keyOf(item), '0.38')
    await seen(second.getByText('0.38 ETH').first())
    expect(looker.complaints).toEqual([])
  })

  it('[READ-07] show a new price among sixty cards by asking for the list once', async () => {
    const page = await looker.context.newPage()
    const sellers = new Map((['Alice', 'Bob', 'Carol'] satisfies DemoName[]).map((name) => [addressOf(name), name]))
    const { list } = await market.api.explore.items({ sort: 'priceLow', limit: 60 })
    const priced = list.find(
      ({ chainId, standard, price, seller }) =>
        chainId === LOCAL_CHAIN_ID &&
        standard === TOKEN_STANDARD.ERC721 &&
        price?.payToken === ZERO_ADDRESS &&
        seller &&
        sellers.has(seller),
    )
    const seller = priced?.seller && sellers.get(priced.seller)
    if (!priced || !seller) return expect.unreachable('nothing is on sale')
    const acts = await actAs(seller, market)
    await page.goto('/explore?sort=priceLow')
    const card = page.locator('.explore-list .card').filter({ has: page.getByRole('heading', { name: priced.name, exact: true }) })
    await card.waitFor()
    await expect.poll(() => page.locator('.explore-list .card').count()).toBe(60)
    await streamOpen(page)
    const asked: string[] = []
    page.on('request', (request) => /\/(api|v1)\//.test(request.url()) && asked.push(request.url()))
    /** As they came over the wire, before the browser's cache. */
    const statuses: number[] = []
    const wire = await looker.context.newCDPSession(page)
    wire.on('Network.responseReceivedExtraInfo', ({ statusCode }) => statuses.push(statusCode))
    await wire.send('Network.enable')
    // What the page asks for as it opens, and what the trades before have left to ask.
    await vi.waitUntil(
      async () => {
        const before = asked.length
        await page.waitForTimeout(4_000)
        return asked.length === before
      },
      { timeout: 60_000, interval: 1 },
    )
    asked.length = 0
    const { collection, tokenId } = priced
    await repriceItem(acts, { collection, tokenId }, '0.0123')
    // Within two seconds, which a crowded machine may take longer for.
    await card.getByText('0.0123').waitFor({ timeout: 8_000 })
    await page.waitForTimeout(4_000)
    expect(asked.map((url) => new URL(url).pathname)).toEqual(['/v1/explore/items'])
    // Where nothing has changed the same question costs no body.
    statuses.length = 0
    const shown = await page.evaluate(async (url) => (await fetch(url)).status, asked[0] ?? '')
    expect([shown, statuses]).toEqual([200, [304]])
    await page.close()
  })

  it('[READ-07] ask for nothing a second time as their stream begins, where nothing has happened meanwhile', async () => {
    const alone = await openBrowser(market.url)
    const { page } = alone
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/(api|v1)\//.test(pathname)) asked.push(`${pathname} ${request.postData() ?? ''}`)
    })
    // At first for all of it: the stories before have just traded.
    const repeated = async () => {
      asked.length = 0
      await page.goto(itemPath(item))
      await page.getByText('Held by Eve').waitFor()
      await streamOpen(page)
      await page.waitForTimeout(2_000)
      return asked.filter((one, at) => asked.indexOf(one) < at)
    }
    await expect.poll(repeated, { timeout: 90_000, interval: 1_000 }).toEqual([])
    expect(asked.length).toBeGreaterThan(5)
    await alone.close()
  })

  const keyOf = ({ collection, tokenId }: ItemRecord) => ({ collection, tokenId })

  /** The page's event stream is open. */
  async function streamOpen(page: Page): Promise<void> {
    await vi.waitUntil(() => page.evaluate(() => navigator.locks.query().then(({ held: locks }) => (locks?.length ?? 0) > 0)), {
      timeout: 15_000,
      interval: 100,
    })
    await page.waitForTimeout(500)
  }

  /** bench/waits.ts measures the delay. */
  const seen = (what: ReturnType<Page['locator']>) => what.waitFor({ timeout: 15_000 })

  async function untilHeldBy(by: Address): Promise<void> {
    await vi.waitUntil(async () => (await market.api.nft.detail(keyOf(item)))?.onlyOwner === by, { timeout: 15_000, interval: 100 })
  }

  const names = (page: Page) => page.locator('#market .card .caption-name').allTextContents()
  const nameOf = (item: ItemRecord): string => readMetadata(item.metadata).name
})

/** Runs in the page: sums layout shifts without user input. */
function watchShifts(): void {
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) window.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: false })
}

const startShifts = (page: Page) =>
  page.evaluate(() => {
    window.shifted = 0
  })
const shifts = (page: Page) => page.evaluate(() => window.shifted)
