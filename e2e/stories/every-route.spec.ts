import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { flawsOf } from '../support/sound-page.ts'
import { signInAs } from '../support/wallet.ts'

/** What holds for each page of the market, whatever it shows. A new page is a new row. */
describe('every route', () => {
  const market = demoMarket()
  let eve: Visitor
  let page: Page

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
    expect(await flawsOf(page, ['/connect', '/login', '/regist', '/setpwd', '/doc'], false)).toEqual([])
  })

  it('is sound for who has signed in', async () => {
    const [work] = await worksOnSale(market, 'Eve')
    const [category] = await market.api.category.list({})
    const [told] = await market.api.announcement.list({})
    const { list: boxes } = await market.api.blind['box.list']({ page: 1, limit: 20, chainId: -1 })
    const box = boxes.find(({ name }) => name === 'Postcards from the opening')
    if (!work || !category || !told || !box) throw new Error('the market is empty')
    await signInAs(page, 'Eve', '/items')
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
      '/platnft/createcatenft',
    ]
    expect(await flawsOf(page, routes, true)).toEqual([])
    expect(eve.complaints).toEqual([])
  })
})
