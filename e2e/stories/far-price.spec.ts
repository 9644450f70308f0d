import type { ItemRecord } from '@plinth/api'
import { acceptBid, bidFor, buyItem, type DemoName, listItem, mined } from '@plinth/devnet'
import { type Address, HISTORY_TYPE, LOCAL_DEPLOYMENTS, ORDER_TYPE, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { collection721Abi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Locator, Page } from 'playwright-core'
import { formatEther, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath, workFrom, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { openFixedSale } from '../support/pages.ts'
import { approve, signInAs } from '../support/wallet.ts'

const CHAIN = 31_337

/**
 * Eve bought a work and slips by a decimal point when she sells it on; later Bob is asked far more than it ever cost. Then bids,
 * which are in wrapped coin, beside prices in coin.
 */
describe('a price far from what was paid before', () => {
  const market = demoMarket()
  const { exchange, wrappedCoin } = LOCAL_DEPLOYMENTS[CHAIN]
  const [eve, bob, dan] = [addressOf('Eve'), addressOf('Bob'), addressOf('Dan')]
  let seller: Visitor
  let buyer: Visitor
  let page: Page
  let work: ItemRecord
  let cost: bigint
  /** What Bob gave for it. */
  let paid: bigint

  beforeAll(async () => {
    work = await workFrom(parseEther('0.2'), market, 'Eve', 'Bob')
    cost = work.listings[0]?.buying ?? 0n
    await buyItem(await actAs('Eve', market), keyOf(), toAddress(work.onlyOwner))
    await heldBy(eve)
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
    await heldBy(dan)
    const price = (cost / 10n) * 12n
    paid = price
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

  it('a bid in wrapped coin at a tenth of what was paid in coin is accepted only once its price is typed, and to the wei', async () => {
    const { page: shop } = buyer
    const price = paid / 10n
    await bidFor(await actAs('Dan', market), keyOf(), formatEther(price))
    await shop.goto(itemPath(work))
    await shop.locator('.bid-row').getByRole('button', { name: 'Accept', exact: true }).click()
    const dialog = shop.getByRole('dialog')
    expect(await warningOf(dialog, /^(.+) WETH is 10% of what it last sold for, (.+) WETH\.$/)).toEqual([price, paid])
    await expectAsked(shop, /^Sell for /, price)
    const before = await wrapped()
    await dialog.getByRole('button', { name: /^Sell for / }).click()
    await sayYes(shop, () => closeBought(shop))
    const after = await wrapped()
    const fee = (price * 250n) / 10_000n
    const royalty = work.creator.address === bob ? 0n : (price * BigInt(work.royalties[0] ?? 0)) / 10_000n
    expect([after.bob - before.bob, before.dan - after.dan]).toEqual([price - fee - royalty, price + fee])
    await heldBy(dan)
  })

  it('a bid at ten times the last price is asked about, and then stands for exactly that', async () => {
    await page.goto(itemPath(work))
    const dialog = await openBid(paid)
    expect(await warningOf(dialog, /^(.+) WETH is 10 times what it last sold for, (.+) WETH\.$/)).toEqual([paid, paid / 10n])
    await expectAsked(page, 'Sign the bid', paid)
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    await sayYes(page, async () => (await dialog.count()) === 0)
    expect((await bidOfEve(keyOf())).selling).toBe(paid)
  })

  it('a sale that comes back far below what was paid in wrapped coin since is put on sale again only once its price is typed', async () => {
    await acceptBid(await actAs('Dan', market), keyOf(), eve)
    await heldBy(eve)
    const price = paid / 10n
    await listItem(await actAs('Eve', market), keyOf(), formatEther(price))
    await give('Eve', dan)
    await give('Dan', eve)
    await page.goto(itemPath(work))
    await page.getByRole('button', { name: 'Put it back on sale' }).click()
    const dialog = page.getByRole('dialog')
    expect(await warningOf(dialog, /^(.+) ETH is 10% of what it last sold for, (.+) ETH\.$/)).toEqual([price, paid])
    await expectAsked(page, 'Sign it again', price)
    await dialog.getByRole('button', { name: 'Sign it again' }).click()
    await approve(page, 'typedData')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit the price' }).waitFor()
    expect(await saleOfEve()).toMatchObject({ buying: price, isFundable: true })
  })

  it('of a work that never changed hands the collection’s lowest price speaks: asked in coin, to a bid in wrapped coin', async () => {
    const { untraded, floor } = await untradedWork()
    await page.goto(itemPath(untraded))
    const price = floor * 6n
    const dialog = await openBid(floor * 5n)
    await dialog.getByText('Service fee, 2.50%').waitFor()
    expect(await dialog.locator('.far-price').count()).toBe(0)
    await dialog.getByLabel('Your bid', { exact: true }).fill(formatEther(price))
    const said = /^(.+) WETH is 6 times the lowest price in this collection now, (.+) WETH\.$/
    expect(await warningOf(dialog, said)).toEqual([price, floor])
    await expectAsked(page, 'Sign the bid', price)
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    await sayYes(page, async () => (await dialog.count()) === 0)
    expect((await bidOfEve(untraded)).selling).toBe(price)
  })

  it('shows nobody a broken page on the way', () => {
    expect([...seller.complaints, ...buyer.complaints]).toEqual([])
  })

  const keyOf = () => ({ collection: work.collection, tokenId: work.tokenId })
  const saleOfEve = () => market.api.order.get({ ...keyOf(), owner: eve, type: ORDER_TYPE.SALE, chainId: CHAIN })
  const bidOfEve = ({ collection, tokenId }: Pick<ItemRecord, 'collection' | 'tokenId'>) =>
    market.api.order.get({ collection, tokenId, owner: eve, type: ORDER_TYPE.BID, chainId: CHAIN })

  async function heldBy(owner: Address): Promise<void> {
    await vi.waitUntil(async () => (await market.api.nft.detail(keyOf()))?.onlyOwner === owner, { timeout: 15_000, interval: 200 })
  }

  async function give(name: DemoName, to: Address): Promise<void> {
    const person = await actAs(name, market)
    const call = { address: work.collection, abi: collection721Abi, functionName: 'safeTransferFrom' } as const
    await mined(person, await person.wallet.writeContract({ ...call, args: [person.address, to, work.tokenId] }))
    await heldBy(to)
  }

  async function openBid(price: bigint): Promise<Locator> {
    await page.locator('.price-block .acts').getByRole('button', { name: 'Bid', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your bid', { exact: true }).fill(formatEther(price))
    return dialog
  }

  /** The price, and what it is compared with, as the warning says them. */
  async function warningOf(dialog: Locator, said: RegExp): Promise<bigint[]> {
    const warning = dialog.locator('.far-price [role="status"]')
    await expect.poll(() => warning.allInnerTexts()).toEqual([expect.stringMatching(said)])
    const [, ...numbers] = said.exec(await warning.innerText()) ?? []
    return numbers.map((number) => parseEther(number.replaceAll(',', '')))
  }

  /** Pressed without a word, the dialog asks for the price and no wallet opens; then the price is typed. */
  async function expectAsked(on: Page, name: string | RegExp, price: bigint): Promise<void> {
    const dialog = on.getByRole('dialog')
    await dialog.getByRole('button', { name }).click()
    await dialog.getByText(`Type ${formatEther(price)} to go on, or change the price`).waitFor()
    expect(await on.locator('demo-wallet').count()).toBe(0)
    await dialog.getByLabel(`Type ${formatEther(price)} if you mean it`).fill(formatEther(price))
  }

  /** In a collection of one maker, whose lowest price is asked in coin. */
  async function untradedWork(): Promise<{ untraded: ItemRecord; floor: bigint }> {
    const { contract } = await market.api.config.fetch({ chainId: CHAIN })
    for (const untraded of await worksOnSale(market, 'Eve', 'Bob')) {
      const { collection, tokenId } = untraded
      if (collection === contract.official721) continue
      const history = await market.api.nft.history({ collection, tokenId, chainId: CHAIN })
      if (history.some(({ type }) => type === HISTORY_TYPE.BUY || type === HISTORY_TYPE.ACCEPT)) continue
      const [floor, ...others] = await market.api.contract.floor({ collection, chainId: CHAIN })
      if (floor?.payToken === ZERO_ADDRESS && others.length === 0) return { untraded, floor: floor.unitPrice }
    }
    throw new Error('every work has changed hands')
  }

  async function wrapped() {
    const call = { address: wrappedCoin, abi: wrappedCoinAbi, functionName: 'balanceOf' } as const
    const of = (account: Address) => market.chain.readContract({ ...call, args: [account] })
    return { bob: await of(bob), dan: await of(dan) }
  }

  async function money() {
    const block = await market.chain.getBlockNumber()
    const of = (address: Address) => market.chain.getBalance({ address, blockNumber: block })
    return { block, bob: await of(bob), exchange: await of(exchange) }
  }
})
