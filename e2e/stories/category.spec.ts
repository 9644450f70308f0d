import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'

describe('the list of one category', () => {
  const market = demoMarket()
  let visitor: Visitor
  let page: Page
  const names = async () => page.locator('[role="feed"] h3').allInnerTexts()
  const served = async (order: 'asc' | 'desc') => {
    const [first] = await market.api.category.list({})
    if (!first) throw new Error('the market has no categories')
    return market.api.home.list({ page: 1, limit: 20, categories: [first.id], sort: 'update_time', order })
  }
  const nameOf = ({ metadata }: { metadata: string }) => JSON.parse(metadata).name as string

  beforeAll(async () => {
    visitor = await openBrowser(market.url)
    page = visitor.page
  })
  beforeEach(() => pictureOnFailure(visitor))
  afterAll(async () => {
    await visitor?.close()
  })

  it('[SHELL-16][SHELL-36][CAT-01][CAT-03] is reached from Explore and shows what is on sale in it', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Explore' }).click()
    await page.locator('header .menu').getByRole('link', { name: 'Eastern' }).click()
    await page.waitForURL(/\/salelist\/\d+$/)
    await page.getByRole('heading', { level: 1, name: 'Eastern' }).waitFor()
    await expect.poll(names).toEqual((await served('desc')).list.map(nameOf))
    await page.locator('.filter-bar').getByText('All', { exact: true }).waitFor()
  })

  it('[CAT-02] is turned around by time of update', async () => {
    await page.getByRole('button', { name: /Newest|Latest|updated/i }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe('asc')
    await expect.poll(names).toEqual((await served('asc')).list.map(nameOf))
  })

  it('[CAT-04] keeps its tree in the browser', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1)
    expect(await page.evaluate((key) => localStorage.getItem(key), `category.${id}`)).toContain('"eastern"')
  })

  it('says so when there is no such category', async () => {
    for (const id of ['999999', 'x']) {
      await page.goto(`/salelist/${id}`)
      await page.getByRole('heading', { name: 'There is no such category' }).waitFor()
    }
  })
})
