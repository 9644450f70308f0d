/** @module-tag more */
import { beforeEach, describe, expect, it } from 'vitest'
import { PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { visitEach } from '../support/visits.ts'
import { signInAs } from '../support/wallet.ts'

describe('the portfolio of an account', () => {
  const market = demoMarket()
  const story = visitEach(market)
  let visitor: Visitor

  beforeEach(() => {
    visitor = story.visitor
  })

  it('[PORT-01, PORT-02, PORT-03, PORT-06, PORT-07] is read, sorted, hidden from and saved on a desk', async () => {
    const { page } = visitor
    await signInAs(page, 'Bob', '/items')
    await page.goto('/portfolio')
    await page.waitForURL((url) => url.pathname + url.search === '/items?tab=items')
    const rows = page.locator('.ledger-table .dense-body .dense-row:has(.dense-name)')
    await rows.first().waitFor()
    const sums = page.locator('.ledger-sum .figure')
    expect(await sums.count()).toBe(8)
    expect(await sums.first().textContent()).toMatch(/≈ \$[\d,]+/)
    await page.getByText('By network and money', { exact: true }).click()
    expect(await page.locator('.ledger-moneys tbody tr').count()).toBeGreaterThan(1)

    await page.getByRole('columnheader', { name: 'Paid, each' }).getByRole('button').click()
    await page.waitForURL(/sort=paid/)
    await page.getByRole('columnheader', { name: 'Work', exact: true }).getByRole('button').click()
    await page.waitForURL(/sort=name/)
    await expect.poll(() => page.locator('.ledger-table').getAttribute('aria-rowcount')).toMatch(/^\d{2,}$/)

    const name = (await rows.first().locator('.dense-name a').textContent()) ?? ''
    await page
      .getByRole('button', { name: `Hide ${name}` })
      .first()
      .click()
    await page.getByRole('button', { name: 'Hidden, 1' }).click()
    await page.getByRole('button', { name: `Show ${name} among your works` }).click()
    await page.getByRole('heading', { name: 'Nothing is hidden' }).waitFor()

    await page.getByRole('button', { name: 'Listings' }).click()
    await page.getByRole('list', { name: 'Listings' }).locator('li').first().waitFor()
    await page.getByRole('button', { name: 'Statements' }).click()
    await page.getByRole('table', { name: 'Statements' }).locator('tbody tr').first().waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    for (const tab of ['Offers made', 'Offers received', 'Auctions', 'Approvals', 'Activity']) {
      await page.locator('.tabs').getByRole('button', { name: tab }).click()
      await expect.poll(() => page.locator('.tabs button.on').textContent()).toContain(tab)
    }
    expect(visitor.complaints).toEqual([])
  })

  it('[PORT-02, PORT-10] has rows of two lines on a phone in Chinese, and nothing wider than the window', async () => {
    const { page } = visitor
    await signInAs(page, 'Bob', '/items')
    await page.evaluate(() => localStorage.setItem('locale', 'zh'))
    await page.setViewportSize(PHONE)
    await page.goto('/portfolio')
    await page.getByRole('heading', { level: 1, name: '我的资产' }).waitFor()
    const rows = page.locator('.ledger-table.narrow .dense-body .dense-row:has(.dense-name)')
    await rows.first().waitFor()
    const seen = new Set<string>()
    // Further down the other pages of the list are read.
    for (let turn = 0; turn < 40; turn++) {
      for (const row of await rows.all()) seen.add((await row.getAttribute('aria-rowindex').catch(() => null)) ?? '')
      await page.mouse.wheel(0, 700)
      await page.waitForTimeout(50)
    }
    const total = Number(await page.locator('.ledger-table').getAttribute('aria-rowcount')) - 1
    expect(seen.size).toBeGreaterThanOrEqual(Math.min(total, 50))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    expect(visitor.complaints).toEqual([])
  })
})
