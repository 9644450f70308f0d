/** @module-tag more */
import { beforeEach, describe, expect, it } from 'vitest'
import { PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { visitEach } from '../support/visits.ts'
import { approve, signInAs } from '../support/wallet.ts'

describe('the portfolio of several wallets', () => {
  const market = demoMarket()
  const story = visitEach(market)
  let visitor: Visitor

  beforeEach(() => {
    visitor = story.visitor
  })

  it('[MORE-03] adds another account of the wallet, which signs what it allows; every tab stays signed in', async () => {
    const { page } = visitor
    await signInAs(page, 'Bob', '/items')
    const other = await page.context().newPage()
    await other.goto('/portfolio')
    const rows = page.locator('.ledger-table .dense-body .dense-row:has(.dense-name)')
    await page.goto('/portfolio')
    await rows.first().waitFor()
    const before = Number(await page.locator('.ledger-table').getAttribute('aria-rowcount'))
    await page.getByRole('button', { name: 'Wallets' }).click()
    const dialog = page.getByRole('dialog', { name: 'Wallets' })
    await dialog.getByRole('button', { name: 'Add a wallet' }).click()
    await dialog.getByRole('button', { name: 'Choose in the wallet' }).click()
    await page.locator('demo-wallet dialog').getByText('Alice', { exact: true }).click()
    await approve(page, 'connect')
    await dialog.getByRole('button', { name: /^Sign with 0x/ }).click()
    expect(await approve(page, 'text')).toMatch(/may see this wallet's works and trades in its portfolio\. It moves nothing\./)
    await dialog.getByText(/^Switch your wallet back/).waitFor()
    await dialog.getByRole('button', { name: 'Switch back' }).click()
    await page.locator('demo-wallet dialog').getByText('Bob', { exact: true }).click()
    await approve(page, 'connect')
    await dialog.getByRole('button', { name: 'Add a wallet' }).waitFor()
    await dialog.getByRole('button', { name: /^Remove 0x/ }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(async () => Number(await page.locator('.ledger-table').getAttribute('aria-rowcount'))).toBeGreaterThan(before)
    const which = page.getByRole('combobox', { name: 'Wallets that count' })
    await which.selectOption({ index: 2 })
    await rows.locator('.wallet-name').first().waitFor()
    await expect.poll(() => rows.getByRole('checkbox').count()).toBe(0)
    await which.selectOption({ index: 1 })
    await expect.poll(async () => Number(await page.locator('.ledger-table').getAttribute('aria-rowcount'))).toBe(before)
    await other.locator('.portfolio-wallets button').waitFor()
    expect(await other.evaluate(() => localStorage.getItem('Authorization'))).not.toBeNull()
    await page.setViewportSize(PHONE)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    expect(visitor.complaints).toEqual([])
  })
})
