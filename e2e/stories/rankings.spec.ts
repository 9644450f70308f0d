/** @module-tag more */
import type { RankedCollection } from '@plinth/api'
import { LOCAL_CHAIN_ID, TOKEN_STANDARD } from '@plinth/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { openBrowsers, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { operate } from '../support/operate.ts'
import { signInAs } from '../support/wallet.ts'

const market = demoMarket()
let browsers: Awaited<ReturnType<typeof openBrowsers>>
let visitor: Visitor

/** The demo’s sales: what they add up to is asked of the server, and read on the screens. */
describe('rankings and the pages of collections', () => {
  let first: RankedCollection

  beforeAll(async () => {
    browsers = await openBrowsers(market.url)
    visitor = await browsers.visit()
    const ranked = () => market.api.statistics.rankings({ by: 'volume', hours: 0, chainId: LOCAL_CHAIN_ID, limit: 1 })
    await vi.waitUntil(async () => (await ranked()).list.length > 0, { timeout: 30_000, interval: 500 })
    const [found] = (await ranked()).list
    if (!found) throw new Error('Nothing was sold')
    first = found
  })
  afterAll(() => browsers?.close())
  beforeEach(() => pictureOnFailure(visitor))

  it('[RANK-01, RANK-03] a visitor ranks by a head of the table, and Back finds the same again', async () => {
    const { page } = visitor
    await page.goto(`/rankings?period=all&chain=${LOCAL_CHAIN_ID}`)
    const row = page.locator('.ranking tbody tr').first()
    await row.getByText(first.name, { exact: true }).waitFor()
    expect(await row.locator('.sales').innerText()).toBe(String(first.sales))
    expect(await row.locator('.volume .num').getAttribute('title')).toContain('ETH')
    expect(await findViolations(page, 'main')).toEqual([])
    await page.getByRole('columnheader', { name: 'Sales' }).getByRole('button').press('Enter')
    await page.waitForURL(/by=sales/)
    const head = page.getByRole('columnheader', { name: 'Sales' })
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
    const [most] = (await market.api.statistics.rankings({ by: 'sales', hours: 0, chainId: LOCAL_CHAIN_ID, limit: 1 })).list
    await page
      .locator('.ranking tbody tr')
      .first()
      .getByText(most?.name ?? '', { exact: true })
      .click()
    await page.waitForURL(/\/collection\//)
    await page.goBack()
    await page.waitForURL(/by=sales/)
    await page
      .locator('.ranking tbody tr')
      .first()
      .getByText(most?.name ?? '', { exact: true })
      .waitFor()
    await page.setViewportSize(PHONE)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1_280, height: 900 })
  })

  it('[COLP-02, COLP-08, COLP-09, COLP-10] a collection shows what the server counted, and its charts speak', async () => {
    const { page } = visitor
    const { collection, chainId } = first
    const of = { collection, chainId }
    const figures = await market.api.statistics.collection(of)
    await page.goto(`/collection/${collection}?chain=${chainId}&tab=analytics&period=all`)
    const owners = page.locator('.figures > div', { hasText: 'Owners' }).locator('.figure')
    await expect.poll(() => owners.innerText()).toBe(String(figures.owners))
    const { list: sales } = await market.api.statistics.sales({ ...of, hours: 0, limit: 1_000 })
    const chart = page.getByRole('slider', { name: 'Sales and floor, ETH' })
    await chart.focus()
    expect(await chart.getAttribute('aria-valuemax')).toBe(String(sales.length))
    expect(await chart.getAttribute('aria-valuetext')).toContain(sales[0]?.name ?? '')
    await page.keyboard.press('Home')
    expect(await chart.getAttribute('aria-valuetext')).toContain(sales.at(-1)?.name ?? '')
    expect(await findViolations(page, 'main')).toEqual([])
    await page.getByRole('tab', { name: /Holders/ }).click()
    const { list: holders } = await market.api.statistics.holders({ ...of, limit: 50 })
    await expect.poll(() => page.locator('.holders tbody tr').count()).toBe(holders.length)
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByRole('button', { name: 'Sales', exact: true }).click()
    await page.waitForURL(/kinds=sales/)
    await page
      .locator('.activity tbody tr')
      .first()
      .getByText(/Bought|Bid accepted/)
      .waitFor()
    expect(await findViolations(page, 'main')).toEqual([])
  })

  it('[COLP-11] its owner sets category and links without a transaction, and a verified one loses its mark by them', async () => {
    const { page } = visitor
    const own = await market.api.user.listcontract({ address: addressOf('Alice'), chainId: LOCAL_CHAIN_ID })
    const found = own.find(({ isOfficial, isConfirmed, standard }) => !isOfficial && isConfirmed && standard === TOKEN_STANDARD.ERC721)
    if (!found || found.address === '') throw new Error('Alice has no collection')
    const { address } = found
    const named = ['--chain', String(LOCAL_CHAIN_ID), '--collection', address, '--why', 'looked at it'] as const
    await operate(market, 'collections', 'verify', ...named)
    const path = `/collection/${address}?chain=${LOCAL_CHAIN_ID}`
    await signInAs(page, 'Alice', path)
    await page.getByText('Verified', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit the collection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add a link' }).click()
    await dialog.getByRole('textbox', { name: /^Link 1/ }).fill('https://walks.example/prints')
    await dialog.getByText(/takes the mark until the operator has looked/).waitFor()
    await dialog.getByRole('button', { name: 'Publish it' }).click()
    await dialog.getByText('Everybody can read it now').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.collection-about-line').getByRole('button', { name: 'More' }).click()
    const link = page.getByRole('link', { name: /walks\.example/ })
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
      'https://walks.example/prints',
      'ugc nofollow noopener',
    ])
    await expect.poll(() => page.getByText('Verified', { exact: true }).count()).toBe(0)
  })
})
