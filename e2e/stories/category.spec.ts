import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeAnswers } from '../support/answers.ts'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'

type Wire = { id: string; name: string; children: Wire[] }

describe('the list of one category', () => {
  const market = demoMarket()
  let visitor: Visitor
  let page: Page
  const names = async () => page.locator('[role="feed"] h3').allTextContents()
  const served = async (order: 'asc' | 'desc') => {
    const [first] = await market.api.category.list({})
    if (!first) throw new Error('the market has no categories')
    return market.api.home.list({ page: 1, limit: 20, categories: [first.id], sort: 'update_time', order })
  }
  /** The answer of a call, as the market gave it but for this. */
  const change = (call: string, changed: (data: Wire[]) => Wire[]) =>
    changeAnswers(page, `**/api/${call}`, (json) => {
      json.data = changed(json.data)
    })
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

  it('[CAT-01] offers its children beside all of it, and each shows what is its own', async () => {
    const [parent, child, other] = await market.api.category.list({})
    if (!parent || !child || !other) throw new Error('the market has too few categories')
    // The demo's categories have none below them: here the second and third hang under the first.
    await change('category/list', ([first, ...rest]) => [{ ...first, children: rest.slice(0, 2) } as Wire, ...rest.slice(2)])
    const listed = async (...categories: bigint[]) =>
      (await market.api.home.list({ page: 1, limit: 20, categories, sort: 'update_time', order: 'desc' })).list.map(nameOf)
    await page.goto(`/salelist/${parent.id}`)
    const choice = page.locator('.filter-bar').getByRole('group', { name: 'Category' })
    await expect.poll(() => choice.getByRole('button').allInnerTexts()).toEqual(['All', 'Western', 'Ancient'])
    await expect.poll(names).toEqual(await listed(parent.id, child.id, other.id))
    await choice.getByRole('button', { name: 'Western' }).click()
    await expect.poll(names).toEqual(await listed(child.id))
    expect(await choice.getByRole('button', { pressed: true }).allInnerTexts()).toEqual(['Western'])
    await choice.getByRole('button', { name: 'All' }).click()
    await expect.poll(names).toEqual(await listed(parent.id, child.id, other.id))
  })

  it('[CAT-04, CFG-09] keeps its tree in the browser by its id, and shows it where the market has lost it', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const kept = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? ''), `category.${id}`)
    expect(kept).toMatchObject({ id, name: 'eastern', children: [{ name: 'western' }, { name: 'ancient' }] })
    await page.unrouteAll()
    await change('category/list', ([, ...rest]) => rest)
    await page.goto(`/salelist/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Eastern' }).waitFor()
    await page.locator('.filter-bar').getByRole('button', { name: 'Ancient' }).waitFor()
    await page.unrouteAll()
  })

  it('says so when there is no such category', async () => {
    for (const id of ['999999', 'x']) {
      await page.goto(`/salelist/${id}`)
      await page.getByRole('heading', { name: 'There is no such category' }).waitFor()
    }
  })
})
