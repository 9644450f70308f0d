import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refuseUntilRetried } from '../support/answers.ts'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'

/** What the demo's works, people and collections are called is theirs; the story asks the market first. */
describe('looking for something', () => {
  const market = demoMarket()
  let visitor: Visitor
  let page: Page
  const found = async (search: string, limit = 20) => market.api.home.search({ search, page: 1, limit })
  const cards = () => page.locator('.search-page [role="feed"] article, .search-page [role="feed"] > :not(.grid)')

  beforeAll(async () => {
    visitor = await openBrowser(market.url)
    page = visitor.page
  })
  beforeEach(() => pictureOnFailure(visitor))
  afterAll(async () => {
    await visitor?.close()
  })

  it('[SHELL-10][SHELL-35][SRCH-01] begins in the header: Enter leads to what was found, in tabs', async () => {
    await page.goto('/')
    const box = page.locator('header').getByRole('searchbox')
    await box.fill('moon')
    await box.press('Enter')
    await page.waitForURL('**/search?keyword=moon')
    const { total, list } = await found('moon')
    expect(total).toBeGreaterThan(0)
    await page.getByRole('heading', { name: JSON.parse(list[0]?.metadata ?? '{}').name }).waitFor()
    const tabs = page.getByRole('group', { name: 'What was found' }).or(page.locator('.search-bar .tabs'))
    expect(await tabs.first().innerText()).toMatch(new RegExp(`Works\\s*${total}`))
  })

  it('[SRCH-02] shows more works as the end comes near', async () => {
    await page.goto('/search?keyword=a')
    const { total } = await found('a')
    expect(total).toBeGreaterThan(40)
    await expect.poll(() => cards().count()).toBe(20)
    await page.locator('.list-end').scrollIntoViewIfNeeded()
    await expect.poll(() => cards().count()).toBe(40)
  })

  it('[SRCH-04][SRCH-05] finds people, whose row leads to their page', async () => {
    await page.goto('/search?keyword=alic&tab=people')
    const row = page.locator('.row-list').getByRole('link', { name: /Alice/ })
    await row.waitFor()
    expect(await row.innerText()).toMatch(/Alice\s+0xf39fd6e51…2266/i)
    expect(await row.locator('img, svg, canvas').count()).toBeGreaterThan(0)
    await row.click()
    await page.waitForURL('**/account/0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
  })

  it('[SRCH-03] says so when nothing is found, and leads back to the market', async () => {
    await page.goto('/search?keyword=zzzzzz')
    await page.getByRole('heading', { name: 'Nothing found for “zzzzzz”' }).waitFor()
    expect(await page.getByRole('link', { name: 'Look around the market' }).getAttribute('href')).toBe('/')
  })

  it('[SHELL-56][SHELL-57][SHELL-58][SHELL-59][SHELL-61] suggests works, people and collections while one types, five of a kind', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Connect wallet' }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/home/search') && asked.push(request.postData() ?? ''))
    await page.keyboard.press('/')
    const overlay = page.getByRole('dialog', { name: 'Search' })
    await overlay.getByText('A name in any language').waitFor()
    await overlay.getByRole('searchbox').fill('a')
    await overlay.getByRole('heading', { name: 'Works' }).waitFor()
    await overlay.getByRole('heading', { name: 'People' }).waitFor()
    expect(await overlay.locator('.search-works article, .search-works > *').count()).toBe(5)
    for (const body of asked) expect(body).toMatch(/page=1.*limit=5|limit=5.*page=1/)
    expect(asked).toHaveLength(3)
    const { total } = await found('a')
    expect(Number((await overlay.getByRole('link', { name: /All results/ }).innerText()).replace(/\D/g, ''))).toBeGreaterThanOrEqual(total)
    await overlay.getByRole('button', { name: 'Close the search' }).click()
    await overlay.waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    await overlay.getByRole('searchbox').fill('moon')
    await overlay.getByRole('link', { name: /All results/ }).click()
    await page.waitForURL('**/search?keyword=moon')
    await overlay.waitFor({ state: 'hidden' })
  })

  it('[SHELL-57, SHELL-58, SHELL-59] says of a kind that it could not be looked for, shows what the others found, and looks again', async () => {
    await page.route('**/home/searchuser', (route) => route.fulfill({ json: { errno: 4101, errmsg: 'Not now' } }))
    await page.goto('/')
    await page.getByRole('link', { name: 'Connect wallet' }).waitFor()
    await page.keyboard.press('/')
    const overlay = page.getByRole('dialog', { name: 'Search' })
    const part = (name: string) => overlay.locator('section').filter({ has: page.getByRole('heading', { name }) })
    await overlay.getByRole('searchbox').fill('a')
    await part('Works').locator('.search-works > *').nth(4).waitFor()
    await part('People').getByRole('alert').getByText('People could not be searched.').waitFor()
    await overlay.getByRole('link', { name: 'All results', exact: true }).waitFor()
    await overlay.getByRole('searchbox').fill('zzzzzz')
    await expect.poll(() => part('Works').count()).toBe(0)
    await part('People').getByRole('alert').waitFor()
    expect(await overlay.getByText('Nothing found').count()).toBe(0)
    await page.unroute('**/home/searchuser')
    await part('People').getByRole('button', { name: 'Try again' }).click()
    await overlay.getByText('Nothing found for “zzzzzz”').waitFor()
    await overlay.getByRole('searchbox').fill('alice')
    await part('People').getByRole('link', { name: /Alice/ }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('[SHELL-60] is worked by keyboard alone: down to a suggestion, or Enter to all of them', async () => {
    const overlay = page.getByRole('dialog', { name: 'Search' })
    // Whoever types before the line is there types into nothing.
    const open = async () => {
      await overlay.waitFor({ state: 'hidden' })
      await page.keyboard.press('/')
      const line = overlay.getByRole('searchbox')
      await line.waitFor()
      await expect.poll(() => line.evaluate((input) => input === document.activeElement)).toBe(true)
    }
    await page.goto('/')
    await page.getByRole('link', { name: 'Connect wallet' }).waitFor()
    await open()
    await page.keyboard.type('moon tide')
    await overlay.getByRole('heading', { name: 'Moon tide' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/detail/**')
    await page.getByRole('heading', { level: 1, name: 'Moon tide' }).waitFor()
    await open()
    await page.keyboard.type('moon')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?keyword=moon')
    await open()
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'hidden' })
    const glass = page.locator('header').getByRole('button', { name: 'Search with suggestions' })
    await expect.poll(() => glass.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('[ERR-19] tells what the server said when the search fails, and keeps the word', async () => {
    await refuseUntilRetried(page, 'home/search', 'The market is tired')
    await page.goto('/search?keyword=moon')
    await page.locator('.toast').getByText('The market is tired').waitFor()
    await page.getByRole('alert').getByText('The market is tired').waitFor()
    expect(await page.getByRole('searchbox', { name: 'What you are looking for' }).inputValue()).toBe('moon')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Moon tide' }).waitFor()
  })

  it('fits a phone, in Chinese too', async () => {
    const phone = await openBrowser(market.url, { viewport: PHONE })
    try {
      await phone.page.addInitScript(() => localStorage.setItem('locale', 'zh'))
      await phone.page.goto('/')
      await phone.page.locator('header').getByRole('button', { name: '边输入边搜索' }).click()
      const overlay = phone.page.getByRole('dialog', { name: '搜索' })
      await overlay.getByRole('searchbox').fill('moon')
      await overlay.getByRole('heading', { name: /作品/ }).waitFor()
      const width = await phone.page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(390)
    } finally {
      await phone.close()
    }
  })
})
