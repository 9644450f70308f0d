import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { openLine } from '../support/line.ts'
import { addressOf } from '../support/money.ts'
import { settled } from '../support/pages.ts'
import { signInAs } from '../support/wallet.ts'

const SLOW_MS = 3_000
const HURRY_MS = 1_000

type Slow = {
  path: string
  /** What the page stands on. */
  calls: string
  /** What is as large before as it is after. */
  part: string
  comes: string
  meanwhile?: (tab: Page) => Promise<void>
  /** What was chosen or typed before the answer is there after it. */
  keeps: (tab: Page) => Promise<void>
}

/** The server is away, slow, or has forgotten who is here: the page says so, keeps what it has and recovers alone. */
describe('a server in trouble', () => {
  const market = demoMarket()
  let eve: Visitor
  const cards = '[role="feed"] .card'

  beforeAll(async () => {
    eve = await openBrowser(market.url)
    await signInAs(eve.page, 'Eve', '/items')
  })
  beforeEach(() => pictureOnFailure(eve))
  afterAll(async () => {
    await eve?.close()
  })

  it('says when the line is cut, keeps what it has, and recovers alone', async () => {
    const line = await openLine(market.url)
    const far = await openBrowser(line.url)
    try {
      const { page } = far
      await page.clock.install()
      await page.goto('/')
      const feed = page.locator(cards)
      await feed.nth(5).waitFor()
      await settled(page)
      const shown = await feed.locator('h3').allTextContents()
      const choose = (name: string) => page.locator('.filter-bar').getByRole('button', { name, exact: true }).click()
      const failed = page.getByRole('heading', { name: 'The list did not arrive' })
      line.cut()
      await soon(page.getByText('Live updates are interrupted. Connecting again.'))
      await choose('Guangong')
      await soon(failed)
      await choose('All')
      await expect.poll(() => feed.locator('h3').allTextContents()).toEqual(shown)
      await choose('Guangong')
      await soon(failed)
      line.mend()
      await soon(feed)
      await expect.poll(() => failed.count()).toBe(0)
    } finally {
      await far.close()
      await line.close()
    }
  })

  it('an account keeps what is there, and says what did not arrive; it and an item recover alone', async () => {
    const line = await openLine(market.url)
    const far = await openBrowser(line.url)
    try {
      const { page } = far
      await page.clock.install()
      const down = () => soon(page.getByText('Live updates are interrupted. Connecting again.'))
      const failed = page.getByRole('heading', { name: 'The list did not arrive' })
      const feed = page.locator(cards)
      // Whose account has works made, held and on sale.
      const own = (await worksOnSale(market)).find(({ creator, onlyOwner }) => creator.address === onlyOwner)
      if (!own) throw new Error('nobody sells what he made')
      await page.goto(itemPath(own))
      await page.locator('.item-title').waitFor()
      await page.locator('.item-people a').first().click()
      await page.locator('.account-name').waitFor()
      await feed.first().waitFor()
      await settled(page)
      line.cut()
      await down()
      expect(await feed.count()).toBeGreaterThan(0)
      await page.getByRole('button', { name: /^Created/ }).click()
      await soon(failed)
      await page.getByRole('button', { name: /^On sale/ }).click()
      await feed.first().waitFor()
      line.mend()
      await page.getByRole('button', { name: /^Created/ }).click()
      await soon(feed)
      await gone(page.locator('.live-note .tag'))

      line.cut()
      await down()
      await feed.last().locator('a.card-link').click()
      await soon(page.locator('.item-title').or(page.getByRole('heading', { name: 'The work did not arrive' })))
      line.mend()
      await soon(page.locator('.item-title'))
    } finally {
      await far.close()
      await line.close()
    }
  })

  it('[SRCH-02] a search keeps what it has found when the line is cut under it, says what did not arrive, and goes on alone', async () => {
    const line = await openLine(market.url)
    const far = await openBrowser(line.url)
    try {
      const { page } = far
      await page.clock.install()
      const feed = page.locator(cards)
      const down = page.getByText('Live updates are interrupted. Connecting again.')
      const failed = page.getByRole('heading', { name: 'The list did not arrive' })
      const word = page.locator('.search-page').getByRole('searchbox')
      const tab = (name: RegExp) => page.locator('.search-bar').getByRole('button', { name }).click()
      const lookFor = async (keyword: string) => {
        await word.fill(keyword)
        await word.press('Enter')
      }
      const { total } = await market.api.home.search({ search: 'a', page: 1, limit: 1 })
      expect(total).toBeGreaterThan(40)
      await page.goto('/search?keyword=a')
      await expect.poll(() => feed.count()).toBe(20)
      await settled(page)
      const shown = await feed.locator('h3').allTextContents()

      // In the middle of a list: what is there stays, and more comes once the line is back.
      line.cut()
      await soon(down)
      await page.locator('.list-end').scrollIntoViewIfNeeded()
      await soon(page.locator('.list-end').getByRole('button', { name: 'Try again' }))
      expect(await feed.locator('h3').allTextContents()).toEqual(shown)
      line.mend()
      await soon(feed.nth(39))
      expect(await feed.count()).toBe(40)
      expect((await feed.locator('h3').allTextContents()).slice(0, 20)).toEqual(shown)
      await gone(down)

      // In the middle of a search: the new word is not answered, and the old one is still known.
      line.cut()
      await soon(down)
      await lookFor('moon')
      await soon(failed)
      expect(await word.inputValue()).toBe('moon')
      await page.goBack()
      await feed.first().waitFor()
      expect((await feed.locator('h3').allTextContents()).slice(0, 20)).toEqual(shown)
      await lookFor('alice')
      await tab(/^People/)
      await soon(failed)
      line.mend()
      await soon(page.locator('.row-list').getByRole('link', { name: /Alice/ }))
      expect(await failed.count()).toBe(0)

      // While one types, in the line that suggests.
      await gone(down)
      await page.keyboard.press('Escape')
      await word.blur()
      await page.keyboard.press('/')
      const overlay = page.getByRole('dialog', { name: 'Search' })
      await overlay.getByRole('searchbox').fill('alice')
      await soon(overlay.getByRole('heading', { name: 'People' }))
      line.cut()
      await overlay.getByRole('searchbox').fill('moon')
      await soon(overlay.getByRole('alert').getByText('The server is not answering.', { exact: false }))
      line.mend()
      await soon(overlay.getByRole('heading', { name: 'Works' }))
      await gone(overlay.getByRole('alert'))
    } finally {
      await far.close()
      await line.close()
    }
  })

  it('an item, an account and a search wait three seconds in their own size, ask once, and lose nothing meanwhile', async () => {
    const [work] = await worksOnSale(market)
    if (!work) throw new Error('nothing is on sale')
    const word = (tab: Page) => tab.locator('.search-page').getByRole('searchbox')
    const pages: readonly Slow[] = [
      {
        path: `${itemPath(work)}&tab=owners`,
        ...{ calls: '**/api/nft/*', part: '.item-stage .stage', comes: '.item-title[title]' },
        keeps: (tab) => tab.getByRole('tab', { name: /^Owners/, selected: true }).waitFor(),
      },
      {
        path: `/account/${addressOf('Carol')}?tab=created`,
        ...{ calls: '**/api/user/*', part: '.account-works .card', comes: '.account-works [role="feed"] .card' },
        keeps: (tab) =>
          tab
            .getByRole('group', { name: 'Works' })
            .getByRole('button', { name: /^Created\s*\d/, pressed: true })
            .waitFor(),
      },
      {
        path: '/search?keyword=moon',
        ...{ calls: '**/api/home/search*', part: '.search-page .card', comes: '.search-page [role="feed"] .card' },
        meanwhile: (tab) => word(tab).fill('moonlight'),
        keeps: async (tab) => expect(await word(tab).inputValue()).toBe('moonlight'),
      },
    ]
    const { context } = eve
    // One clock for all the pages of a browser.
    await context.clock.install()
    await Promise.all(pages.map((slow) => waitsInSize(context, slow)))
  })

  it('shows its bones while a server is slow, and asks who is gone in mid-session to sign in again without losing the page', async () => {
    const { page } = eve
    await page.route('**/api/user/created', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      await route.continue()
    })
    await page.goto('/items?tab=collectibles')
    await settled(page)
    await page.getByRole('button', { name: /^Created/ }).click()
    const waiting = page.getByRole('status', { name: 'Loading' }).first()
    await waiting.waitFor()
    await waiting.waitFor({ state: 'detached' })
    await page.goto('/')
    await settled(page)
    await page.route('**/api/like/add', (route) => route.fulfill({ json: { errno: 501, errmsg: 'Please log in first' } }))
    await page.locator(cards).getByRole('button', { name: 'Like', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /Sign/ }).waitFor()
    expect(await page.locator(cards).count()).toBeGreaterThan(5)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('a part that does not come is asked for three times, says so in its place, and comes when asked again', async () => {
    const { page } = eve
    const [work] = await worksOnSale(market)
    const { list } = await market.api.blind['box.list']({ page: 1, limit: 100, chainId: -1 })
    const openings = await Promise.all(list.map(({ id }) => market.api.blind['box.history']({ boxId: id, page: 1, limit: 1 })))
    const box = list.find((_, at) => openings[at]?.total)
    const { list: atAuction } = await market.api.auction.newlist({ page: 1, limit: 1, chainId: LOCAL_CHAIN_ID })
    if (!work || !box || !atAuction[0]) throw new Error('the demo has a work, an auction and an opened box')
    const there = (on: Page) => on.getByRole('tabpanel').getByRole('row').nth(1)
    const parts: readonly { path: string; failing: Record<string, string>; comes: (on: Page) => Locator }[] = [
      {
        path: '/',
        failing: { 'auction/newlist': 'The auctions could not be loaded.' },
        comes: (on) => on.locator('.live-auctions-row .card').first(),
      },
      {
        path: '/',
        failing: { 'blind/box/list': 'The boxes could not be loaded' },
        comes: (on) => on.locator('.box-row').getByRole('link').first(),
      },
      {
        path: `/account/${addressOf('Carol')}`,
        failing: { 'user/info': 'Name and words could not be loaded.', 'user/stat': 'The numbers could not be loaded.' },
        comes: (on) => on.getByRole('heading', { level: 1, name: 'Carol' }),
      },
      {
        path: itemPath(work),
        failing: { 'user/created': 'These works could not be loaded.' },
        comes: (on) => on.locator('.one-row .card').first(),
      },
      { path: `${itemPath(work)}&tab=history`, failing: { 'nft/history': 'The history could not be loaded.' }, comes: there },
      {
        path: `${itemPath(atAuction[0])}&tab=auctions`,
        failing: { 'auction/list': 'The auctions could not be loaded.' },
        comes: (on) => on.locator('.auction-row').first(),
      },
      {
        path: `/blindbox/detail/${box.id}?tab=history`,
        failing: { 'blind/box/history': 'The history could not be loaded.' },
        comes: there,
      },
      {
        path: `/blindbox/detail/${box.id}`,
        failing: { 'blind/box/kept': 'Not all of yours could be loaded.' },
        comes: (on) => on.locator('.box-title'),
      },
    ]
    // Most of it is waiting: each has a page of its own.
    await Promise.all(
      parts.map(async ({ path, failing, comes }) => {
        const tab = await page.context().newPage()
        const asked: string[] = []
        for (const call of Object.keys(failing))
          await tab.route(`**/api/${call}`, (route) => {
            asked.push(call)
            return route.fulfill({ json: { errno: 502, errmsg: 'The market is tired' } })
          })
        await tab.goto(path)
        for (const [call, text] of Object.entries(failing)) {
          await tab.locator('.part-failed').getByText(text).first().waitFor()
          expect(asked.filter((each) => each === call).length).toBeGreaterThanOrEqual(3)
          await tab.unroute(`**/api/${call}`)
        }
        const again = tab.locator('.part-failed').getByRole('button', { name: 'Try again' })
        for (let left = await again.count(); left > 0; left = await again.count()) {
          await again.first().click()
          await expect.poll(() => again.count()).toBeLessThan(left)
        }
        await comes(tab).waitFor()
        await tab.close()
      }),
    )
  })
})

/** Until it is there, with the page's clock going fast: nobody waits through the pauses between its tries. */
async function soon(part: Locator): Promise<void> {
  await hurryUntil(part, (count) => count > 0)
  await part.first().waitFor()
}

const gone = (part: Locator): Promise<void> => hurryUntil(part, (count) => count === 0)

async function hurryUntil(part: Locator, isEnough: (count: number) => boolean): Promise<void> {
  await vi.waitUntil(
    async () => {
      if (isEnough(await part.count())) return true
      await part.page().clock.fastForward(HURRY_MS)
      return false
    },
    { timeout: 60_000, interval: 100 },
  )
}

async function waitsInSize(context: BrowserContext, { path, calls, part, comes, meanwhile, keeps }: Slow): Promise<void> {
  const tab = await context.newPage()
  const asked: string[] = []
  const held = Promise.withResolvers<void>()
  await tab.route(calls, async (route) => {
    asked.push(`${route.request().url()} ${route.request().postData()}`)
    await held.promise
    await route.continue()
  })
  const place = () =>
    tab
      .locator(part)
      .first()
      .evaluate((shown) => {
        const { x, y, width, height } = shown.getBoundingClientRect()
        return [x, y, width, height].map(Math.round)
      })
  await tab.goto(path)
  await tab.locator('main .skeleton').first().waitFor()
  const before = await place()
  await meanwhile?.(tab)
  await tab.clock.runFor(SLOW_MS)
  expect(await place(), path).toEqual(before)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length, path).toBe(new Set(asked).size)
  expect(await tab.getByRole('main').getByRole('alert').count()).toBe(0)
  held.resolve()
  await tab.locator(comes).first().waitFor()
  expect(await place(), path).toEqual(before)
  await keeps(tab)
  expect(tab.url()).toContain(path)
  await tab.close()
}
