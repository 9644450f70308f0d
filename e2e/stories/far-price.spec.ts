import type { ItemRecord } from '@plinth/api'
import { buyItem, listItem } from '@plinth/devnet'
import { LOCAL_DEPLOYMENTS, ORDER_TYPE, toAddress } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { formatEther, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath, workFrom } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { openFixedSale } from '../support/pages.ts'
import { approve, signInAs } from '../support/wallet.ts'

const CHAIN = 31_337

/** Eve bought a work and slips by a decimal point when she sells it on; later Bob is asked far more than it ever cost. */
describe('a price far from what was paid before', () => {
  const market = demoMarket()
  const [eve, bob] = [addressOf('Eve'), addressOf('Bob')]
  let seller: Visitor
  let buyer: Visitor
  let page: Page
  let work: ItemRecord
  let cost: bigint

  beforeAll(async () => {
    work = await workFrom(parseEther('0.2'), market, 'Eve', 'Bob')
    cost = work.listings[0]?.buying ?? 0n
    await buyItem(await actAs('Eve', market), keyOf(), toAddress(work.onlyOwner))
    await vi.waitUntil(async () => (await market.api.nft.detail(keyOf()))?.onlyOwner === eve, { timeout: 15_000, interval: 200 })
    seller = await openBrowser(market.url)
    buyer = await openBrowser(market.url)
    page = seller.page
    await signInAs(page, 'Eve', itemPath(work))
  })

  beforeEach(() => pictureOnFailure(seller, buyer))

  afterAll(async () => {
    await Promise.all([seller?.close(), buyer?.close()])
  })

  it('a sale at a tenth says so with both numbers, and asks nothing of the wallet until the price is typed again', async () => {
    const tenth = formatEther(cost / 10n)
    await openFixedSale(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price', { exact: true }).fill(tenth)
    await dialog.getByText(/ ETH is 10% of what it last sold for, /).waitFor()
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    await dialog.getByText(`Type ${tenth} to go on, or change the price`).waitFor()
    expect(await page.locator('demo-wallet').count()).toBe(0)
    await dialog.getByLabel(`Type ${tenth} if you mean it`).fill(formatEther(cost))
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    await dialog.getByText(`Type ${tenth} to go on, or change the price`).waitFor()
    expect(await page.locator('demo-wallet').count()).toBe(0)
    await expect(saleOfEve()).rejects.toMatchObject({ errno: 4101 })
  })

  it('half of it is nothing to ask about, and what was typed for another price is worth nothing', async () => {
    const dialog = page.getByRole('dialog')
    const half = formatEther(cost / 2n)
    await dialog.getByLabel('Price', { exact: true }).fill(half)
    await dialog.getByText(/of what it last sold for/).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    await sayYes(page, async () => (await dialog.count()) === 0)
    expect((await saleOfEve()).buying).toBe(cost / 2n)
  })

  it('[SALE-25] a sale lowered below half of what it asks is confirmed too, and then stands for exactly that', async () => {
    const price = cost / 10n
    await page.locator('.price-block').getByRole('button', { name: 'Edit the price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price', { exact: true }).fill(formatEther(price))
    await dialog.getByLabel(`Type ${formatEther(price)} if you mean it`).fill(formatEther(price))
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    await approve(page, 'typedData')
    await dialog.waitFor({ state: 'detached' })
    expect((await saleOfEve()).buying).toBe(price)
  })

  it('[SALE-16] a buyer at twelve times the last price is asked, and pays to the wei what was said', async () => {
    await buyItem(await actAs('Dan', market), keyOf(), eve)
    await vi.waitUntil(async () => (await market.api.nft.detail(keyOf()))?.onlyOwner === addressOf('Dan'), {
      timeout: 15_000,
      interval: 200,
    })
    const price = (cost / 10n) * 12n
    await listItem(await actAs('Dan', market), keyOf(), formatEther(price))
    const { page: shop } = buyer
    await signInAs(shop, 'Bob', itemPath(work))
    await shop
      .locator('.price-block .acts')
      .getByRole('button', { name: /^Buy for/ })
      .click()
    const dialog = shop.getByRole('dialog')
    await dialog.getByText(/ ETH is 12 times what it last sold for, /).waitFor()
    await dialog.getByRole('button', { name: /^Pay / }).click()
    await dialog.getByText(`Type ${formatEther(price)} to go on, or change the price`).waitFor()
    expect(await shop.locator('demo-wallet').count()).toBe(0)
    await dialog.getByLabel(`Type ${formatEther(price)} if you mean it`).fill(formatEther(price))
    const before = await money()
    await dialog.getByRole('button', { name: /^Pay / }).click()
    await sayYes(shop, () => closeBought(shop))
    const after = await money()
    const gas = await gasPaid(market, bob, before.block, after.block)
    expect(before.bob - after.bob - gas).toBe(price + (price * 250n) / 10_000n)
    expect(after.exchange - before.exchange).toBe(2n * ((price * 250n) / 10_000n))
    expect((await market.api.nft.detail(keyOf()))?.onlyOwner).toBe(bob)
  })

  it('shows nobody a broken page on the way', () => {
    expect([...seller.complaints, ...buyer.complaints]).toEqual([])
  })

  const keyOf = () => ({ collection: work.collection, tokenId: work.tokenId })
  const saleOfEve = () => market.api.order.get({ ...keyOf(), owner: eve, type: ORDER_TYPE.SALE, chainId: CHAIN })

  async function money() {
    const block = await market.chain.getBlockNumber()
    const [of, exchange] = [market.chain.getBalance({ address: bob, blockNumber: block }), LOCAL_DEPLOYMENTS[CHAIN].exchange]
    return { block, bob: await of, exchange: await market.chain.getBalance({ address: exchange, blockNumber: block }) }
  }
})
