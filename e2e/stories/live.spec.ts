import { type ItemRecord, readMetadata } from '@plinth/api'
import { buyItem, listItem, mined, type Person } from '@plinth/devnet'
import { type Address, toAddress } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { openLine } from '../support/line.ts'
import { addressOf } from '../support/money.ts'
import { approve, signInAs } from '../support/wallet.ts'

/** From the block to the screen. */
const SOON_MS = 2_000

declare global {
  interface Window {
    shifted: number
  }
}

/** What one does the others see, at once and without their pages jumping. */
describe('live pages', () => {
  const market = demoMarket()
  const [eve, dan] = [addressOf('Eve'), addressOf('Dan')]
  let eveActs: Person
  let danActs: Person
  let owner: Visitor
  let looker: Visitor
  let work: ItemRecord
  let streams: string[] = []

  beforeAll(async () => {
    const [found] = await worksOnSale(market, 'Eve', 'Dan')
    if (!found) throw new Error('nothing is on sale')
    work = found
    eveActs = await actAs('Eve', market)
    danActs = await actAs('Dan', market)
    await buyItem(eveActs, keyOf(work), toAddress(work.onlyOwner))
    await held(eve)
    owner = await openBrowser(market.url)
    looker = await openBrowser(market.url)
    looker.context.on('request', (request) => request.url().includes('/events') && streams.push(request.url()))
    await looker.context.addInitScript(watchShifts)
    await signInAs(owner.page, 'Eve', itemPath(work))
  })

  beforeEach(() => pictureOnFailure(owner, looker))

  afterAll(async () => {
    await Promise.all([owner?.close(), looker?.close()])
  })

  it('on the market a new listing waits behind a quiet word, and nothing moves until it is called', async () => {
    const { page } = looker
    await page.goto('/')
    await page.locator('#market .card').first().waitFor()
    await page.evaluate(() => document.querySelector('#market')?.scrollIntoView())
    await heard(page)
    await page.waitForTimeout(1_000)
    const before = await names(page)
    await startShifts(page)
    await listItem(eveActs, keyOf(work), '0.31')
    const chip = page.getByRole('button', { name: '1 new work' })
    await seen(chip, Date.now())
    expect(await names(page)).toEqual(before)
    expect(await shifts(page)).toBe(0)
    await chip.click()
    await expect.poll(async () => (await names(page))[0]).toBe(nameOf(work))
  })

  it('a card whose work is sold says so where it stands, with the red dot', async () => {
    const { page } = looker
    const before = await names(page)
    const card = page.locator('#market .card').filter({ hasText: nameOf(work) })
    await card.scrollIntoViewIfNeeded()
    await page.waitForTimeout(1_000)
    await startShifts(page)
    await buyItem(danActs, keyOf(work), eve)
    await seen(card.getByText('Sold', { exact: true }), Date.now())
    expect(await card.locator('.price-line .dot').count()).toBe(1)
    expect(await names(page)).toEqual(before)
    expect(await shifts(page)).toBe(0)
  })

  it('a listing stands on an open page as soon as it is signed', async () => {
    const { page } = looker
    await held(dan)
    await page.goto(itemPath(work))
    await page.getByText('Not on sale').waitFor()
    await heard(page)
    await listItem(danActs, keyOf(work), '0.32')
    await seen(page.getByText('0.32 ETH').first(), Date.now())
  })

  it('and is sold on it within two seconds of the block, without a jump', async () => {
    const { page } = looker
    await page.waitForTimeout(1_000)
    await startShifts(page)
    await buyItem(eveActs, keyOf(work), dan)
    await seen(page.getByText('Not on sale'), Date.now())
    await page.getByText('Held by Eve').waitFor()
    expect(await shifts(page)).toBe(0)
  })

  it('the seller’s bell rings, and those who do not see it hear it', async () => {
    const bell = owner.page.getByRole('link', { name: /^News, \d+ unread$/ })
    const said = () => bell.locator('[aria-live="polite"]').innerText()
    await bell.waitFor()
    const before = await said()
    await held(eve)
    await listItem(eveActs, keyOf(work), '0.33')
    await buyItem(danActs, keyOf(work), eve)
    await vi.waitUntil(async () => (await said()) !== before, { timeout: SOON_MS, interval: 50 })
    await held(dan)
    await listItem(danActs, keyOf(work), '0.34')
    await buyItem(eveActs, keyOf(work), dan)
  })

  it('[ITEM-43] a listing whose work was given away on the chain is gone for everybody at once', async () => {
    await held(eve)
    await listItem(eveActs, keyOf(work), '0.37')
    for (const { page } of [owner, looker]) await page.getByText('0.37 ETH').first().waitFor()
    await give(eveActs, dan)
    await seen(looker.page.getByText('Not on sale'), Date.now())
  })

  it('when it comes back its owner sees it at rest, others do not, and one signature brings it back', async () => {
    await give(danActs, eve)
    const { page } = owner
    await seen(page.getByText('Sale at rest'), Date.now())
    expect(await looker.page.getByText('Not on sale').count()).toBe(1)
    await page.getByRole('button', { name: 'Put it back on sale' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sign it again' }).click()
    await approve(page, 'typedData')
    await dialog.waitFor({ state: 'detached' })
    await seen(looker.page.getByText('0.37 ETH').first(), Date.now())
    await page.getByRole('button', { name: 'Edit the price' }).waitFor()
  })

  it('or he cancels it, and the signature is worth nothing', async () => {
    await give(eveActs, dan)
    await looker.page.getByText('Not on sale').waitFor()
    await give(danActs, eve)
    const { page } = owner
    await page.getByText('Sale at rest').waitFor()
    await page.getByRole('button', { name: 'Cancel the sale' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take off sale' }).click()
    await approve(page, 'transaction')
    await page.getByText('Cancel success').waitFor()
    await page.getByRole('button', { name: 'Sell', exact: true }).waitFor()
  })

  it('tabs of one browser share one stream, and the last one left goes on with it', async () => {
    const first = looker.page
    streams = []
    await first.goto(itemPath(work))
    await heard(first)
    const second = await looker.context.newPage()
    await second.goto(itemPath(work))
    await second.getByText('Not on sale').waitFor()
    await second.waitForTimeout(2_000)
    expect(streams).toHaveLength(1)
    await first.goto('about:blank')
    await expect.poll(() => streams.length).toBe(2)
    expect(streams[1]).toContain('after=')
    await listItem(eveActs, keyOf(work), '0.38')
    await seen(second.getByText('0.38 ETH').first(), Date.now())
    await second.close()
  })

  it('a cut stream is said quietly, and what was missed is caught up', async () => {
    const line = await openLine(market.url)
    const far = await openBrowser(line.url)
    try {
      const { page } = far
      await page.goto(itemPath(work))
      await page.getByText('0.38 ETH').first().waitFor()
      await heard(page)
      line.cut()
      const note = page.getByText('Live updates are interrupted. Connecting again.')
      await note.waitFor()
      await buyItem(danActs, keyOf(work), eve)
      line.mend()
      await note.waitFor({ state: 'detached' })
      await page.getByText('Not on sale').waitFor()
    } finally {
      await far.close()
      await line.close()
    }
  })

  it('shows nobody a broken page on the way', () => {
    expect([...owner.complaints, ...looker.complaints]).toEqual([])
  })

  const keyOf = ({ collection, tokenId }: ItemRecord) => ({ collection, tokenId })

  /** The page has begun to hear the news. */
  async function heard(page: Page): Promise<void> {
    await vi.waitUntil(() => page.evaluate(() => navigator.locks.query().then(({ held: locks }) => (locks?.length ?? 0) > 0)), {
      timeout: 15_000,
      interval: 100,
    })
    await page.waitForTimeout(500)
  }

  async function seen(what: ReturnType<Page['locator']>, since: number): Promise<void> {
    await what.waitFor({ timeout: 15_000 })
    expect(Date.now() - since).toBeLessThan(SOON_MS)
  }

  async function held(by: Address): Promise<void> {
    await vi.waitUntil(async () => (await market.api.nft.detail(keyOf(work)))?.onlyOwner === by, { timeout: 15_000, interval: 100 })
  }

  async function give(person: Person, to: Address): Promise<void> {
    const args = [person.address, to, work.tokenId] as const
    await mined(
      person,
      await person.wallet.writeContract({ address: work.collection, abi: collection721Abi, functionName: 'transferFrom', args }),
    )
  }

  const names = (page: Page) => page.locator('#market .card .caption-name').allTextContents()
  const nameOf = (item: ItemRecord): string => readMetadata(item.metadata).name
})

/** Runs in the page: adds up what moved without being asked. */
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
