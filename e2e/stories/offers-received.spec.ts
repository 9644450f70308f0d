/** @module-tag more */
import { LOCAL_CHAIN_ID, toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { sayYes } from '../support/buying.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { signInAs } from '../support/wallet.ts'

/** The demo's offers are for the series Drift; Carol holds most of it. */
describe('offers received', { tags: 'more' }, () => {
  const market = demoMarket()
  let carols: Visitor

  beforeAll(async () => {
    await vi.waitUntil(async () => (await market.api.offer.list({ page: 1, limit: 20 })).total >= 5, { timeout: 240_000, interval: 1_000 })
    carols = await openBrowser(market.url)
    await signInAs(carols.page, 'Carol', '/items?tab=received')
  })
  beforeEach(() => pictureOnFailure(carols))
  afterAll(() => carols?.close())

  // Bids on other works of hers may stand above them.
  const rows = () => carols.page.locator('.inbox-row', { hasText: 'Drift' })
  const unitsLeft = async () => {
    const { list } = await market.api.offer.list({ page: 1, limit: 20 })
    return list.reduce((sum, { left }) => sum + left, 0n)
  }
  const ownerOf = async (path: string) => {
    const [, collection = '', tokenId = ''] = /\/detail\/(0x[0-9a-f]{40}):(\d+)/.exec(path) ?? []
    const item = await market.api.nft.detail({ collection: toAddress(collection), tokenId: BigInt(tokenId), chainId: LOCAL_CHAIN_ID })
    return item?.onlyOwner
  }

  it('[ITEMP-01, COFF-07] one is accepted on the page of a work, on a phone', async () => {
    const { page } = carols
    await page.setViewportSize(PHONE)
    const path = (await rows().first().getByRole('link').first().getAttribute('href')) ?? ''
    const before = await unitsLeft()
    await page.goto(`${path}&tab=bids`)
    await page.locator('.ladder').getByRole('button', { name: 'Accept' }).first().click()
    const dialog = page.getByRole('dialog')
    const sold = dialog.getByText(/^Sold for /)
    await dialog.getByRole('button', { name: /^Sell for/ }).click()
    await sayYes(page, async () => (await sold.count()) > 0)
    await expect.poll(unitsLeft).toBe(before - 1n)
    await vi.waitUntil(async () => (await ownerOf(path)) !== addressOf('Carol'), { timeout: 30_000, interval: 200 })
  })

  it('[PORT-04] three are accepted from the inbox in one transaction', async () => {
    const { page } = carols
    await page.goto('/items?tab=received')
    const before = await unitsLeft()
    for (const at of [0, 1, 2]) await rows().nth(at).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Accept 3' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Sell for/ }).click()
    const sold = dialog.getByText(/^Sold for /)
    // Carol sells works of the series already: nothing is left to approve.
    expect(await sayYes(page, async () => (await sold.count()) > 0)).toEqual(['transaction'])
    expect(await sold.innerText()).not.toContain('The others were gone')
    await expect.poll(unitsLeft).toBe(before - 3n)
  })

  it('[MORE-01] another is declined, and its maker blocked and forgiven in the profile', async () => {
    const { page } = carols
    await page.goto('/items?tab=received')
    await rows().first().waitFor()
    const before = await rows().count()
    await rows().first().getByRole('button', { name: 'More acts' }).click()
    await page.getByRole('button', { name: 'Decline this offer' }).click()
    await vi.waitUntil(async () => (await rows().count()) === before - 1)
    await rows().first().getByRole('button', { name: 'More acts' }).click()
    await page.getByRole('button', { name: /^Block / }).click()
    await vi.waitUntil(async () => (await rows().count()) < before - 1)
    await page.goto('/profile')
    await page.getByRole('button', { name: /^Unblock / }).click()
    await page.getByText('You have blocked no account.').waitFor()
    expect(carols.complaints).toEqual([])
  })
})
