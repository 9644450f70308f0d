import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { clippedTexts, stretchTexts } from '../support/long-texts.ts'
import { addressOf } from '../support/money.ts'
import { settled, showTheme } from '../support/pages.ts'
import { walkByKeyboard } from '../support/reach.ts'
import { signInAs } from '../support/wallet.ts'

/** 1280 px at 400 %, which is also as narrow as phones get. */
const NARROW = { width: 320, height: 640 }

/** What holds for each page of the market, whatever it shows. A new page is a new row. */
describe('every route', () => {
  const market = demoMarket()
  let eve: Visitor
  let page: Page
  let isSignedIn = false

  beforeAll(async () => {
    eve = await openBrowser(market.url)
    page = eve.page
    // A list that grows while one walks along it has no end: here it ends with its first page.
    await page.route('**/api/**', (route) => {
      const at = Number(new URLSearchParams(route.request().postData() ?? '').get('page') ?? 1)
      return at > 1 ? route.fulfill({ json: { data: { list: [], total: 0, page: at, limit: 20, pages: 1 } } }) : route.fallback()
    })
  })
  beforeEach(() => pictureOnFailure(eve))
  afterAll(async () => {
    await eve?.close()
  })

  it('is sound for a visitor', async () => {
    expect(await flawsOf(['/connect', '/login', '/regist', '/setpwd', '/doc'])).toEqual([])
  })

  it('is sound for who has signed in', async () => {
    const [work] = await worksOnSale(market, 'Eve')
    const [category] = await market.api.category.list({})
    const [told] = await market.api.announcement.list({})
    const { list: boxes } = await market.api.blind['box.list']({ page: 1, limit: 20, chainId: -1 })
    const box = boxes.find(({ name }) => name === 'Postcards from the opening')
    if (!work || !category || !told || !box) throw new Error('the market is empty')
    await signInAs(page, 'Eve', '/items')
    isSignedIn = true
    const routes = [
      '/',
      '/auctions',
      '/blindbox',
      `/blindbox/detail/${box.id}?chain=${box.chainId}`,
      `/salelist/${category.id}`,
      '/search?keyword=moon',
      itemPath(work),
      `/collection/${work.collection}`,
      `/account/${addressOf('Bob')}`,
      '/noticeList',
      `/noticeDetail?announce=${encodeURIComponent(JSON.stringify({ lang: told.lang, tittle: told.title }))}`,
      '/404',
      '/items',
      '/message?tab=all',
      '/profile',
      '/create',
      '/create/erc721',
      '/create/erc1155',
      '/platnft/importnft',
    ]
    expect(await flawsOf(routes)).toEqual([])
    expect(eve.complaints).toEqual([])
  })

  async function flawsOf(routes: readonly string[]): Promise<string[]> {
    const flaws: string[] = []
    for (const route of routes) for (const flaw of await flawsAt(route)) flaws.push(`${route}: ${flaw}`)
    return flaws
  }

  /** One load: theme, language and width change in place. */
  async function flawsAt(route: string): Promise<string[]> {
    await page.goto(route)
    await settled(page)
    if (isSignedIn) await page.locator('header .profile-chip').waitFor()
    // What came while one walked is met on the second walk.
    const flaws = (await walkByKeyboard(page)).length > 0 ? await walkByKeyboard(page) : []
    for (const [theme, language, asked] of [
      ['dark', 'zh', 'all'],
      ['light', 'en', 'colours'],
    ] as const) {
      await showTheme(page, theme)
      await choose(language)
      flaws.push(...(await findViolations(page, 'body', asked)))
    }
    await page.setViewportSize(NARROW)
    if (!(await fits())) flaws.push('wider than 320 px')
    await page.evaluate(stretchTexts)
    if (!(await fits())) flaws.push('wider than 320 px with longer texts')
    flaws.push(...(await page.evaluate(clippedTexts)))
    await page.setViewportSize(DESKTOP)
    return flaws
  }

  /** Pages without the header speak the language that was chosen elsewhere. */
  async function choose(language: string): Promise<void> {
    const button = page.locator(`header .language [lang=${language}]`)
    if ((await button.count()) === 0) return
    await button.click()
    await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
  }

  /** The page is laid out anew some time after its width. */
  const fits = (): Promise<boolean> =>
    page
      .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
      .then(() => true)
      .catch(() => false)
})
