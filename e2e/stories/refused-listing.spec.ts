import type { ItemRecord } from '@plinth/api'
import { LOCAL_CHAIN_ID, TOKEN_STANDARD } from '@plinth/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { openFixedSale } from '../support/pages.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

/** Bob is about to list a work, and the market does not answer. */
describe('a listing that is not prepared', () => {
  const market = demoMarket()
  let seller: Visitor
  let item: ItemRecord

  beforeAll(async () => {
    const asked = { page: 1, limit: 100, address: addressOf('Bob'), chainId: LOCAL_CHAIN_ID }
    const { list } = await market.api.user.collections(asked)
    const found = list.find(({ standard, listings }) => standard === TOKEN_STANDARD.ERC721 && listings.length === 0)
    if (!found) throw new Error('Bob offers all he has')
    item = found
    seller = await openBrowser(market.url)
  })

  beforeEach(() => pictureOnFailure(seller))
  afterAll(() => seller?.close())

  it('[TX-11, SALE-08] says why under the step and pops it up, asks for no signature, and goes on when pressed again', async () => {
    const { page } = seller
    await signInAs(page, 'Bob', itemPath(item))
    await openFixedSale(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price', { exact: true }).fill('1')
    await page.route('**/api/order/prepare', (route) => route.abort('connectionfailed'))
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    const popUp = page.locator('.toast.bad')
    // The collection may not be allowed yet: that comes first.
    await popUp.or(page.locator('demo-wallet dialog[data-kind="transaction"]')).waitFor()
    if ((await popUp.count()) === 0) await approve(page, 'transaction')
    await popUp.waitFor()
    const said = (await popUp.innerText()).trim()
    expect(said).not.toBe('')
    expect(await dialog.locator('.step-error').innerText()).toContain(said)
    expect(await page.locator('demo-wallet').count()).toBe(0)

    await page.unroute('**/api/order/prepare')
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    await reject(page, 'typedData')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
  })
})
