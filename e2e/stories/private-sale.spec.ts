/** @module-tag more */
import type { ItemRecord } from '@plinth/api'
import { buyItem } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, toAddress } from '@plinth/protocol'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemFrom, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { openFixedSale } from '../support/pages.ts'
import { signInAs } from '../support/wallet.ts'

const NONE = 'There is no private sale of this work for your account.'

describe('a private sale', { tags: 'more' }, () => {
  const market = demoMarket()
  let eves: Visitor
  let bobs: Visitor
  let carols: Visitor
  let item: ItemRecord
  let link: string

  beforeAll(async () => {
    item = await itemFrom(parseEther('0.3'), market, 'Eve', 'Bob', 'Carol')
    const key = { collection: item.collection, tokenId: item.tokenId, chainId: LOCAL_CHAIN_ID }
    await buyItem(await actAs('Eve', market), key, toAddress(item.onlyOwner))
    await heldBy('Eve')
    eves = await openBrowser(market.url)
    bobs = await openBrowser(market.url, { viewport: PHONE })
    carols = await openBrowser(market.url)
    await signInAs(eves.page, 'Eve', itemPath(item))
  })

  beforeEach(() => pictureOnFailure(eves, bobs, carols))

  afterAll(async () => {
    await Promise.all([eves, bobs, carols].map((visitor) => visitor?.close()))
  })

  async function heldBy(name: 'Eve' | 'Bob'): Promise<void> {
    const { collection, tokenId } = item
    const owner = async () => (await market.api.nft.detail({ collection, tokenId, chainId: LOCAL_CHAIN_ID }))?.onlyOwner
    await vi.waitUntil(async () => (await owner()) === addressOf(name), { timeout: 30_000, interval: 200 })
  }

  it('[PRIV-01][PRIV-02] is signed for one account, and ends with the link for it', async () => {
    const { page } = eves
    await openFixedSale(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price', { exact: true }).fill('0.9')
    await dialog.getByText('More', { exact: true }).click()
    await dialog.getByLabel('For one account only').fill(addressOf('Bob'))
    await dialog.getByText('Only you two see the listing.').waitFor()
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    const shown = dialog.getByLabel('Link to the private sale')
    await sayYes(page, async () => (await shown.count()) > 0)
    const { pathname, search } = new URL(await shown.inputValue())
    link = pathname + search
    await dialog.getByText('Close', { exact: true }).click()
    await page.locator('.private-sale').getByText('Private sale for Bob').waitFor()
    expect(await page.locator('.price-block .acts').getByRole('button', { name: 'Sell', exact: true }).count()).toBe(0)
  })

  it('[PRIV-02] opened by the wrong account is what a work without one is', async () => {
    const { page } = carols
    await signInAs(page, 'Carol', link)
    await page.getByText(NONE).waitFor()
    expect(await page.locator('main').innerText()).not.toContain('0.90 ETH')
    await page.goto(itemPath(item))
    await page.getByText('Not on sale', { exact: true }).waitFor()
    expect(await page.locator('.private-sale').count()).toBe(0)
  })

  it('[PRIV-02] leads its buyer from the notice to the purchase', async () => {
    const { page } = bobs
    await signInAs(page, 'Bob', '/message')
    await page
      .getByText(/reserved .* for you/)
      .first()
      .click()
    await page.waitForURL((url) => url.searchParams.has('private'))
    await page.getByText('Private sale for you').waitFor()
    await page.getByRole('button', { name: 'Buy for 0.9225 ETH' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
    await sayYes(
      page,
      async () =>
        (await page.getByText('Go to the work').count()) + (await page.getByRole('dialog').getByText('Close', { exact: true }).count()) > 0,
    )
    await heldBy('Bob')
    await page.locator('.private-sale').waitFor({ state: 'detached' })
    for (const { complaints } of [eves, bobs, carols]) expect(complaints).toEqual([])
  })
})
