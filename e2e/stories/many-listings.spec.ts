/** @module-tag more */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { sayYes } from '../support/buying.ts'
import { readAlong } from '../support/chinese.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { signInAs } from '../support/wallet.ts'

/** Carol holds more than a hundred works, on two networks. */
describe('many works at once', { tags: 'more' }, () => {
  const market = demoMarket()
  let carols: Visitor

  beforeAll(async () => {
    carols = await openBrowser(market.url)
    await signInAs(carols.page, 'Carol', '/items?tab=collectibles')
  })
  beforeEach(() => pictureOnFailure(carols))
  afterAll(() => carols?.close())

  const bar = () => carols.page.locator('.bulk-bar')
  const prices = () => carols.page.locator('.bulk-price .field input')
  const results = () => carols.page.locator('.bulk-results')

  it('[BULK-01, BULK-02] 20 are listed by at most six presses and one signature', async () => {
    const { page } = carols
    let presses = 0
    const press = async (what: ReturnType<typeof page.locator>) => {
      await what.click()
      presses++
    }
    await page.goto('/items?tab=collectibles')
    await page.locator('.pick-box').first().waitFor({ state: 'attached' })
    await page.locator('.card').first().hover()
    await press(page.locator('.pick-box input').first())
    await press(page.getByRole('button', { name: /^Pick all/ }))
    await bar().getByText('20 works').waitFor()
    await press(bar().getByRole('button', { name: /^List \d+/ }))
    await prices().first().waitFor()
    const count = await prices().count()
    await press(page.getByRole('button', { name: 'Floor', exact: true }))
    // Works without a floor have a price of their own; that is typed, not pressed.
    for (const price of await prices().all()) if ((await price.inputValue()) === '') await price.fill('3')
    for (const keep = page.getByRole('button', { name: /^Keep / }); (await keep.count()) > 0; ) await keep.first().click()
    await press(page.locator('.bulk-foot').getByRole('button', { name: /^Sign \d+ listing/ }))
    const asked = await sayYes(page, async () => (await results().count()) > 0)
    expect(await results().innerText()).toContain(`${count} works are listed`)
    // One signature for each network; approvals and changes of the network aside.
    expect(asked.filter((kind) => kind === 'typedData').length).toBeLessThanOrEqual(2)
    expect(presses).toBeLessThanOrEqual(6)
  })

  it('[BULK-07] all of them are changed on a phone, and ended in Chinese', async () => {
    const { page } = carols
    await page.setViewportSize(PHONE)
    await page.goto('/items?tab=sale')
    await page.locator('.pick-box').first().waitFor({ state: 'attached' })
    await page.locator('.pick-box input').first().check({ force: true })
    await page.locator('.pick-box input').nth(1).check({ force: true })
    await bar().getByText('2 works').waitFor()
    await bar().getByRole('button', { name: 'Change prices' }).click()
    await prices().first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    for (const price of await prices().all()) await price.fill('0.02')
    for (const keep = page.getByRole('button', { name: /^Keep / }); (await keep.count()) > 0; ) await keep.first().click()
    await page
      .locator('.bulk-foot')
      .getByRole('button', { name: /^Change 2 prices/ })
      .click()
    await sayYes(page, async () => (await results().count()) > 0)
    expect(await results().innerText()).toContain('2 prices are changed')
    const reader = readAlong(page)
    await page.evaluate(() => localStorage.setItem('locale', 'zh'))
    await page.goto('/items?tab=sale')
    await page.locator('.pick-box').first().waitFor({ state: 'attached' })
    for (const at of [0, 1]) await page.locator('.pick-box input').nth(at).check({ force: true })
    await bar().getByText('2 件作品').waitFor()
    expect(await reader.englishIn(bar())).toEqual([])
    await bar().getByRole('button', { name: '更多操作' }).click()
    await bar().getByRole('button', { name: '下架' }).click()
    const dialog = page.getByRole('dialog')
    const before = await ownListings()
    await dialog.getByRole('button', { name: /^全部下架/ }).click()
    await sayYes(page, async () => (await dialog.count()) === 0)
    await vi.waitUntil(async () => (await ownListings()) === before - 2, { timeout: 30_000, interval: 300 })
    expect(carols.complaints).toEqual([])
  })

  const ownListings = async () => {
    const stat = await market.api.user.stat({ address: addressOf('Carol') })
    return 'onSale' in stat ? stat.onSale : 0
  }
})
