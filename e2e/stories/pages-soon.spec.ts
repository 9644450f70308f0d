/** @module-tag more */
import { buyItem } from '@plinth/devnet'
import { toAddress } from '@plinth/protocol'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DESKTOP, openBrowser, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, itemsOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { settled } from '../support/pages.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

const SLOW_MS = 3_000
const HURRY_MS = 1_000

type Slow = {
  path: string
  /** The API call that the page depends on. */
  calls: string
  /** The part with the same size before and after loading. */
  part: string
  comes: string
  meanwhile?: (tab: Page) => Promise<void>
  /** Input made before the answer is kept after it. */
  keeps: (tab: Page) => Promise<void>
}

/**
 * What makes pages fast and long lists cheap, as far as it shows without a clock, and their state while the server is
 * slow or down; trouble.component.test.tsx covers the error texts. Includes untrusted texts and documents.
 */
describe('pages that stand soon', () => {
  const market = demoMarket()
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    visitor = await openBrowser(market.url)
    page = visitor.page
  })
  beforeEach(() => pictureOnFailure(visitor))
  afterAll(() => visitor?.close())

  const itemOnSale = async () => (await itemsOnSale(market))[0] ?? expect.unreachable('nothing is on sale')

  it('[SHELL-18] an announcement that is none of the market’s is as wide as the window, and none of its text is run', async () => {
    const foreign = { lang: 'en', tittle: '<img src=x onerror=alert(1)>', content: `\u202e<script>alert(1)</script> ${'M'.repeat(9_000)}` }
    await page.goto(`/noticeDetail?announce=${encodeURIComponent(JSON.stringify(foreign))}`)
    await page.getByRole('heading', { name: 'Not an announcement of ours' }).waitFor()
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await page.locator('main img, main script').count()).toBe(0)
    await page.setViewportSize({ width: 320, height: 700 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.setViewportSize(DESKTOP)
    expect(visitor.complaints).toEqual([])
  })

  it('[SHELL-20] the document stands in a frame of its own, within the policy', async () => {
    await page.goto('/404')
    await page.getByRole('link', { name: 'How it works' }).click()
    await page.waitForURL('**/doc')
    await page.getByRole('heading', { level: 1, name: 'How the market works' }).waitFor()
    expect(await page.locator('.header, .footer').count()).toBe(0)
    // Without a viewer of its own the browser would show an empty frame, so the page offers the document instead.
    if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
      await page.locator('iframe[title="How the market works"]').waitFor()
      await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true)
    } else await page.getByText('Your browser shows no PDF inside a page').waitFor()
    const { body, status } = await page.evaluate(async () => {
      const answer = await fetch('/guide.pdf')
      return { status: answer.status, body: (await answer.text()).slice(0, 5) }
    })
    expect([status, body]).toEqual([200, '%PDF-'])
    expect(visitor.complaints).toEqual([])
  })

  it.each([
    ['home', () => '/', ['auction/newlist', 'blind/box/list', 'home/list']],
    ['a work', async () => itemPath(await itemOnSale()), ['nft/detail', 'nft/history']],
    ['an account', () => `/account/${addressOf('Alice')}?tab=created`, ['user/info', 'user/stat', 'user/created']],
    ['explore', () => '/explore', ['explore/items', 'rates']],
    // Without its network in the address, which the page's head names.
    [
      'a collection',
      async () => `/collection/${(await itemOnSale()).collection}`,
      ['contract/info', 'contract/stat', 'explore/items', 'rates', 'statistics'],
    ],
  ])('what %s shows a visitor first is asked for before its code is there, and once', async (_, pathOf, calls) => {
    const asked: string[] = []
    const arrived = Promise.withResolvers<void>()
    // Tabs of one browser share their events.
    const alone = await openBrowser(market.url)
    const tab = alone.page
    const pictures: string[] = []
    tab.on('request', (request) => request.resourceType() === 'image' && /!300x300$/.test(request.url()) && pictures.push(request.url()))
    // A resource by what it lists.
    const nameOf = (url: string) => new URL(url).pathname.replace(/^\/api\/|^\/v1\/(collections\/\d+\/0x\w+\/)?/, '')
    tab.on('request', (request) => /\/(api|v1)\//.test(request.url()) && asked.push(nameOf(request.url())))
    // An event would refetch it, and without a connection the timer would.
    await tab.route('**/events*', (route) => route.abort())
    await tab.addInitScript(() => Object.assign(globalThis, { setInterval: () => 0 }))
    await tab.route('**/assets/*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await tab.goto(await pathOf(), { waitUntil: 'commit' })
    await expect.poll(() => asked).toEqual(expect.arrayContaining(calls))
    // A list's first row of pictures, too.
    if (calls.some((call) => /list|items|created/.test(call))) await expect.poll(() => pictures.length).toBeGreaterThan(1)
    arrived.resolve()
    await tab.locator('[role="feed"] article, .item-side h1').first().waitFor()
    const counted = asked.filter((call) => calls.includes(call)).toSorted()
    await alone.close()
    expect(counted).toEqual(calls.toSorted())
  })

  it('[F-103] a work asks a visitor’s browser for little, and for nothing twice on a machine six times slower', async () => {
    const path = itemPath(await itemOnSale())
    // The process follows events, and says in answers how far.
    const listener = await openBrowser(market.url)
    await listener.page.goto('/')
    await listener.page.locator('#market .card').first().waitFor()
    for (const rate of [1, 6]) {
      const alone = await openBrowser(market.url)
      const tab = alone.page
      const asked: { url: string; key: string }[] = []
      tab.on('request', (request) => {
        asked.push({ url: request.url(), key: `${request.url()} ${request.postData() ?? ''}` })
      })
      const cdp = await tab.context().newCDPSession(tab)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate })
      await tab.goto(path)
      await tab.locator('.item-side h1').waitFor()
      await expect.poll(() => asked.filter(({ url }) => url.endsWith('/events')).length).toBe(1)
      // What waits for an idle moment has come too.
      await expect.poll(() => tab.evaluate(() => performance.now())).toBeGreaterThan(rate * 2_000 + 5_000)
      const calls = asked.filter(({ url }) => /\/(api|v1)\//.test(url)).map(({ key }) => key)
      const script = await tab.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .reduce((sum, one) => (one.name.endsWith('.js') ? sum + (one as PerformanceResourceTiming).transferSize : sum), 0),
      )
      await alone.close()
      expect(asked.length, asked.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(45)
      expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(8)
      expect(calls.length - new Set(calls).size, calls.join('\n')).toBe(0)
      expect(script).toBeLessThanOrEqual(300_000)
      expect(alone.complaints).toEqual([])
    }
    await listener.close()
  })

  it('names the files of every page that anybody may open in its head', async () => {
    const filesOf = async (at: string) => {
      const answer = await fetch(market.url + at, { headers: { accept: 'text/html' } })
      return [...(await answer.text()).matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)"/g)].map((match) => match[1] ?? '')
    }
    const common = await filesOf('/404')
    const [item, anybody] = [itemPath(await itemOnSale()), addressOf('Alice')]
    const open = ['/', item, `/account/${anybody}`, `/collection/${anybody}`, '/salelist/1', '/auctions', '/blindbox', '/blindbox/detail/1']
    for (const at of [...open, '/search', '/noticeList', '/noticeDetail']) {
      const own = (await filesOf(at)).filter((file) => !common.includes(file))
      expect(own.length, at).toBeGreaterThan(0)
      for (const file of own) expect((await fetch(market.url + file)).status, file).toBe(200)
    }
  })

  it('[SHELL-27] the way back ends far down a long list too, whose parts are as high before they are seen', async () => {
    await page.goto('/')
    await settled(page)
    const cards = page.locator('#market .card-link')
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
        return cards.count()
      })
      .toBeGreaterThan(70)
    const stretch = page.locator('#market .feed > .grid').first()
    for (const width of [1100, 850, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await stretch.scrollIntoViewIfNeeded()
      const heights = () =>
        stretch.evaluate((element) => {
          const { containIntrinsicBlockSize, paddingTop, paddingBottom } = getComputedStyle(element)
          const shown = element.getBoundingClientRect().height - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
          return Math.abs(shown - Number.parseFloat(containIntrinsicBlockSize.replace('auto ', '')))
        })
      await expect.poll(heights, { message: `${width} wide` }).toBeLessThan(2)
    }
    await cards.nth(66).scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    await cards.nth(66).click()
    await page.waitForURL('**/detail/**')
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  })

  describe('by a clock of their own', () => {
    // Shared by all pages of a browser.
    beforeAll(() => visitor.context.clock.install())

    it('a lost connection is shown quietly, and what was missed arrives once it is back', async () => {
      const line = await openTcpProxy(market.url)
      try {
        const item = await itemOnSale()
        const down = page.getByText('Live updates are interrupted. Connecting again.')
        const failed = page.getByRole('heading', { name: 'The list did not arrive' })
        const feed = page.locator('[role="feed"] .card')
        const choose = (name: string) => page.locator('.filter-bar').getByRole('button', { name, exact: true }).click()
        const cut = async () => {
          line.cut()
          await soon(down)
        }
        await page.goto(line.url)
        await feed.nth(5).waitFor()
        await settled(page)
        const shown = await feed.locator('h3').allTextContents()
        await cut()
        await choose('Guangong')
        await soon(failed)
        await choose('All')
        await expect.poll(() => feed.locator('h3').allTextContents()).toEqual(shown)
        await choose('Guangong')
        await soon(failed)
        line.mend()
        await soon(feed)
        await expect.poll(() => failed.count()).toBe(0)
        await gone(down)

        await page.goto(line.url + itemPath(item))
        await page.locator('.price-block .acts').getByRole('button', { name: /^Buy/ }).waitFor()
        await settled(page)
        await cut()
        const { collection, tokenId, onlyOwner } = item
        await buyItem(await actAs('Dan', market), { collection, tokenId }, toAddress(onlyOwner))
        line.mend()
        await gone(down)
        await soon(page.getByText('Not on sale'))
      } finally {
        await line.close()
      }
    })

    it('an item, an account and a search wait three seconds in their own size, ask once, and lose nothing meanwhile', async () => {
      const item = await itemOnSale()
      const word = (tab: Page) => tab.locator('.search-page').getByRole('searchbox')
      const pages: readonly Slow[] = [
        {
          path: `${itemPath(item)}&tab=owners`,
          calls: '**/api/nft/*',
          part: '.item-stage .stage',
          comes: '.item-title[title]',
          keeps: (tab) => tab.getByRole('tab', { name: /^Owners/, selected: true }).waitFor(),
        },
        {
          path: `/account/${addressOf('Carol')}?tab=created`,
          calls: '**/api/user/*',
          part: '.account-works .card',
          comes: '.account-works [role="feed"] .card',
          keeps: (tab) =>
            tab
              .getByRole('group', { name: 'Works' })
              .getByRole('button', { name: /^Created\s*\d/, pressed: true })
              .waitFor(),
        },
        {
          path: '/search?keyword=moon&tab=works',
          calls: '**/explore/items*',
          part: '.search-page .card',
          comes: '.search-page [role="feed"] .card',
          meanwhile: (tab) => word(tab).fill('moonlight'),
          keeps: async (tab) => expect(await word(tab).inputValue()).toBe('moonlight'),
        },
      ]
      // The clock of one tab is that of all: none may be closed while another one's runs.
      const tabs = await Promise.all(pages.map((slow) => waitsInSize(visitor.context, slow)))
      await Promise.all(tabs.map((tab) => tab.close()))
    })
  })
})

/** Waits until it appears, with the page's clock sped up to skip the pauses between retries. */
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

/** The tab is left open. */
async function waitsInSize(context: BrowserContext, { path, calls, part, comes, meanwhile, keeps }: Slow): Promise<Page> {
  const tab = await context.newPage()
  const asked: string[] = []
  const released = Promise.withResolvers<void>()
  await tab.route(calls, async (route) => {
    asked.push(`${route.request().url()} ${route.request().postData()}`)
    await released.promise
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
  released.resolve()
  await tab.locator(comes).first().waitFor()
  expect(await place(), path).toEqual(before)
  await keeps(tab)
  expect(tab.url()).toContain(path)
  return tab
}
