import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { openRoutes, STANDALONE, WALLET_ONLY } from '../support/routes.ts'
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
    expect(await flawsOf(page, STANDALONE, false)).toEqual([])
  })

  it('is sound for who has signed in', async () => {
    await signInAs(page, 'Eve', '/items')
    const routes = [...(await openRoutes(market)), ...WALLET_ONLY]
    expect(await flawsOf(page, routes, true)).toEqual([])
    expect(eve.complaints).toEqual([])
  })
})
