/** @module-tag more */
import type { ItemRecord } from '@plinth/api'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath } from '../support/demo-market.ts'
import { openRoutes, STANDALONE, WALLET_ONLY } from '../support/routes.ts'
import { flawsOf } from '../support/sound-page.ts'
import { visitEach } from '../support/visits.ts'
import { signInAs } from '../support/wallet.ts'
import { coveredControls, WIDTHS } from '../support/widths.ts'

/**
 * Rules of each page of the market, whatever it shows: keyboard, axe in both themes, both languages, longer texts, all
 * widths. Each is opened once, by a visitor where it stands alone and else by an account; home by both. A new page is a new row.
 */
describe('the sweep of all routes', () => {
  const market = demoMarket()
  const story = visitEach(market)
  let visitor: Visitor
  let page: Page

  beforeEach(async () => {
    visitor = story.visitor
    page = visitor.page
    await page.addInitScript(endListsEarly)
  })

  it.each([
    ['pages that stand alone', STANDALONE, 'too'],
    ['home', ['/'], 'only'],
  ] as const)('[F-60] %s: sound and whole at each width for a visitor', async (_, routes, widths) => {
    expect(await flawsOf(page, routes, false, widths)).toEqual([])
  })

  it('[F-60] the header offers a visitor every place and setting', () => offersAll('Connect wallet'))

  it.each([
    ['open pages', () => openRoutes(market), 'too'],
    ['pages of an account', async () => WALLET_ONLY, 'too'],
    ['operators’ pages', async () => ['/operator'], 'only'],
  ] as const)('[F-60] %s are sound and whole at each width for an account', { timeout: 300_000 }, async (_, routes, widths) => {
    await signInAs(page, 'Eve', '/items')
    expect(await flawsOf(page, await routes(), true, widths)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  it('[F-60] the header offers an account every place and setting', async () => {
    await signInAs(page, 'Eve', '/items')
    await offersAll('Create', /^News/, 'Eve')
    expect(visitor.complaints).toEqual([])
  })

  it.each([
    ['a desk', DESKTOP, 560],
    ['a tablet', { width: 1_024, height: 768 }, 560],
    ['a phone', PHONE, 720],
  ])('[F-129] the first work of a collection stands in the first screen of %s', async (_, size, most) => {
    await page.setViewportSize(size)
    await page.goto(await collectionPath())
    const card = page.locator('.explore-list .card').first()
    await card.waitFor()
    await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThanOrEqual(most)
    expect((await boxOf('.collection-banner'))?.height).toBeLessThanOrEqual(120)
    const tops = await page.locator('.figures > div').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size, 'figures in one line').toBe(1)
  })

  it('[F-130] acts stay at the foot of a tablet and of a phone, which has Connect in its header', async () => {
    const item = await cheapest()
    for (const size of [PHONE, { width: 834, height: 1_112 }, { width: 960, height: 800 }]) {
      await page.setViewportSize(size)
      await page.goto(itemPath(item))
      const buy = page.locator('.acts').getByRole('button').first()
      await buy.waitFor()
      const box = await buy.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), JSON.stringify(size)).toBeLessThanOrEqual(size.height)
      await page.locator('header').getByRole('link', { name: 'Connect wallet' }).waitFor()
    }
  })

  it('[F-130] a title of the banner has a second line on a phone, and the chat stands apart from rows', async () => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/')
      const titles = page.locator('.hero-phone h1')
      await titles.first().waitFor()
      const cut = await titles.evaluateAll((all) =>
        all.filter((h1) => h1.scrollWidth > h1.clientWidth + 1 || h1.scrollHeight > h1.clientHeight + 1),
      )
      expect(cut.length, `cut at ${width}`).toBe(0)
    }
    for (const width of [1_024, 1_210, 1_440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/explore?tab=collections')
      const rows = page.locator('.ranking')
      await rows.waitFor()
      const [table, chat] = [await boxOf('.ranking'), await boxOf('button.chat')]
      const isBeside = (chat?.x ?? 0) >= (table?.x ?? 0) + (table?.width ?? 0) + 4
      const isBelow = (chat?.y ?? 0) >= (table?.y ?? 0) + (table?.height ?? 0)
      expect(isBeside || isBelow, `at ${width}`).toBe(true)
    }
  })

  it('[F-130] on a phone the time of a live auction has one line, and the price of a box keeps its words whole in Chinese', async () => {
    await page.setViewportSize(PHONE)
    await page.goto('/auctions')
    const pills = page.locator('.card-badge .badge:has(> .dot)')
    await pills.first().waitFor()
    for (const height of await pills.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))
      expect(height).toBeLessThan(26)
    await page.addInitScript(() => localStorage.setItem('locale', 'zh'))
    const { list } = await market.api.blind['box.list']({ page: 1, limit: 10 })
    for (const { id, chainId } of list) {
      await page.goto(`/blindbox/detail/${id}?chain=${chainId}`)
      const each = page.locator('.box-price').getByText('每盒', { exact: true })
      await each.waitFor()
      expect(await each.evaluate((one) => one.getClientRects().length), `box ${id}`).toBe(1)
    }
  })

  it('[F-131] history stands in the wide column of a work’s page, and the other column is as long as what is in it', async () => {
    await page.goto(itemPath(await cheapest()))
    await page.locator('.item-history table').waitFor()
    const [history, stage, facts] = [await boxOf('.item-history'), await boxOf('.item-stage'), await boxOf('.item-side .provenance')]
    expect([history?.x, history?.width]).toEqual([stage?.x, stage?.width])
    expect(facts?.x).toBeGreaterThan((stage?.x ?? 0) + (stage?.width ?? 0))
  })

  const boxOf = (selector: string) => page.locator(selector).first().boundingBox()

  async function cheapest(): Promise<ItemRecord> {
    const { list } = await market.api.home.list({ page: 1, limit: 1, sort: 'price', order: 'asc', chainId: LOCAL_CHAIN_ID })
    return list[0] as ItemRecord
  }

  const collectionPath = async () => `/collection/${(await cheapest()).collection}?chain=${LOCAL_CHAIN_ID}`

  /** In the header, or in its menu. */
  async function offersAll(...account: (string | RegExp)[]): Promise<void> {
    await page.goto('/404')
    await page.locator('header .logo').waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await hasTurned(page)
      await expect.poll(() => coveredControls(page), { message: `covered at ${width}` }).toEqual([])
      const missing: (string | RegExp)[] = []
      for (const name of [...PLACES, ...account]) if (!(await isShown(controls(page.locator('header'), name)))) missing.push(name)
      if (missing.length === 0) continue
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await menu.waitFor()
      for (const name of missing) {
        const control = controls(menu, name)
        await control.first().scrollIntoViewIfNeeded()
        expect(await isShown(control), `${name} at ${width}`).toBe(true)
      }
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
    }
  }
})

const PLACES: readonly (string | RegExp)[] = [
  'Explore',
  'Auctions',
  'Blind boxes',
  'My items',
  /On-chain data/,
  /^Tutorial/,
  /^(Local Ethereum|Network: Local Ethereum)/,
  'English',
  '中文',
  /^(Dark|Light|Switch|Turn|To)/,
  /Search/,
]

function controls(within: Locator, name: string | RegExp): Locator {
  const exact = typeof name === 'string'
  return within
    .getByRole('link', { name, exact })
    .or(within.getByRole('button', { name, exact }))
    .or(within.getByRole('searchbox', { name }))
    .or(within.getByText(name, { exact }))
}

/** React renders the new width after the browser has it; a phone's header has no places. */
const hasTurned = (page: Page) =>
  page.waitForFunction(() => matchMedia('(max-width: 767px)').matches === (document.querySelector('.header-places') === null))

const isShown = async (control: Locator): Promise<boolean> => (await control.filter({ visible: true }).count()) > 0

/**
 * Runs in the page. A list that grows while the test walks along it, or the window grows, has no end: here it ends with
 * its first page. In the page, since a route of the browser would turn its cache off, and each page would load all code
 * again.
 */
function endListsEarly(): void {
  const ask = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const at = init?.body instanceof URLSearchParams ? Number(init.body.get('page') ?? 1) : 1
    return at > 1 ? Response.json({ data: { list: [], total: 0, page: at, limit: 20, pages: 1 } }) : ask(input, init)
  }
}
