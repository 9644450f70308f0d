import type { ItemRecord, OrderRecord } from '@plinth/api'
import { bidFor, buyItem } from '@plinth/devnet'
import { type Address, LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, ORDER_TYPE, parseSignature, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { collection721Abi, exchangeAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { parseEther, zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemFrom, itemPath, itemsOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf, allowMoney, gasPaid } from '../support/money.ts'
import { expectActs, openFixedSale } from '../support/pages.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

const { wrappedCoin, transferProxy, exchange } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
const partOf = (amount: bigint, bps: bigint) => (amount * bps) / 10_000n
const feeOf = (amount: bigint) => partOf(amount, 250n)

/**
 * Eve sells an item: lists it, lowers its price, delists it and lists it again, until Bob buys it. Carol bids for it,
 * Bob accepts, and Carol transfers it back to Bob, who burns it.
 */
describe('the trade of an item', () => {
  const market = demoMarket()
  const [eve, bob, carol] = [addressOf('Eve'), addressOf('Bob'), addressOf('Carol')]
  let eves: Visitor
  let bobs: Visitor
  let carols: Visitor
  let item: ItemRecord
  let royaltyBps: bigint

  beforeAll(async () => {
    item = await itemFrom(parseEther('0.3'), market, 'Eve', 'Bob', 'Carol')
    royaltyBps = BigInt(item.royalties[0] ?? 0)
    await buyItem(await actAs('Eve', market), keyOf(item), toAddress(item.onlyOwner))
    await heldBy(eve)
    await allowMoney(await actAs('Carol', market), wrappedCoin, 0n)
    eves = await openBrowser(market.url)
    bobs = await openBrowser(market.url)
    carols = await openBrowser(market.url)
    await signInAs(eves.page, 'Eve', itemPath(item))
    await signInAs(bobs.page, 'Bob', itemPath(item))
    await signInAs(carols.page, 'Carol', itemPath(item))
  })

  beforeEach(() => pictureOnFailure(eves, bobs, carols))

  afterAll(async () => {
    await Promise.all([eves, bobs, carols].map((visitor) => visitor?.close()))
  })

  it('[SALE-11, SALE-23, SALE-24, SALE-26] is listed with one approval and a signature, and everybody can buy it', async () => {
    const { page } = eves
    await openFixedSale(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price', { exact: true }).fill('0.9')
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    await approve(page, 'transaction')
    await reject(page, 'typedData')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    expect(await approve(page, 'typedData')).toContain('0.9')
    await dialog.waitFor({ state: 'detached' })
    await expectActs(page, ['Edit the price', 'Cancel the listing'])
    expect((await saleOfEve()).buying).toBe(parseEther('0.9'))
    await expectActs(bobs.page, [/^Buy for 0\.9225 ETH$/, 'Bid'])
  })

  it('[SALE-25, SALE-29, SALE-09, BUY-12] gets cheaper for free under the same number, and a buyer on the old price pays nothing', async () => {
    const { page } = eves
    const { salt } = await saleOfEve()
    await bobs.page.getByRole('button', { name: /^Buy for 0\.9225 ETH/ }).click()
    await bobs.page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    await press(page, 'Edit the price')
    await page.getByRole('dialog').getByLabel('Price', { exact: true }).fill('0.5')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign the listing' }).click()
    await approve(page, 'typedData')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await saleOfEve()).toMatchObject({ buying: parseEther('0.5'), salt })
    await pay(bobs.page)
    await bobs.page.getByText('The price has changed since. Look at it again before you pay.').waitFor()
    expect(await bobs.page.locator('demo-wallet').count()).toBe(0)
    await bobs.page.getByRole('button', { name: 'Look at it again' }).click()
    await expectActs(bobs.page, [/^Buy for 0\.5125 ETH$/, 'Bid'])
  })

  it('[SALE-15, SALE-30, SALE-31, SALE-32, SALE-33, ITEM-45, ERR-15] is taken off sale on the chain, and no signature is good any more', async () => {
    const { page } = eves
    const { salt } = await saleOfEve()
    await bobs.page.getByRole('button', { name: /^Buy for/ }).click()
    await bobs.page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    expect(await isSpent(salt)).toBe(false)
    await press(page, 'Cancel the listing')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the listing' }).click()
    await approve(page, 'transaction')
    await page.getByText('Cancel success').waitFor()
    await expectActs(page, ['Sell'])
    await pay(bobs.page)
    await bobs.page.getByText('The order was cancelled. Your money has not moved.').waitFor()
    await bobs.page.getByRole('button', { name: 'Look at it again' }).click()
    await expect(saleOfEve()).rejects.toMatchObject({ errno: 4101 })
    // Every version of the sale has this number.
    expect([await isSpent(salt), await isSpent(salt + 1n)]).toEqual([true, false])
  })

  it('[BUY-01, BUY-10, BUY-11, ITEM-29] is paid once from two tabs, one of them reloaded on the way, and to the wei', async () => {
    const { page } = eves
    await openFixedSale(page)
    await page.getByRole('dialog').getByLabel('Price', { exact: true }).fill('0.6')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign the listing' }).click()
    await approve(page, 'typedData')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [first, second] = [bobs.page, await bobs.context.newPage()] as const
    await second.goto(itemPath(item))
    for (const tab of [first, second]) {
      await tab.getByRole('button', { name: /^Buy for/ }).click()
      await tab.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    }
    const before = await coins()
    await holdBlocks(market.rpcUrl)
    try {
      await pay(first)
      await approve(first, 'transaction')
      await first.getByText('Sent. Waiting for its block.').first().waitFor()
      await pay(second)
      await second.getByText('Sent. Waiting for its block.').first().waitFor()
      expect(await second.locator('demo-wallet').count()).toBe(0)
      await first.bringToFront()
      await first.reload()
      await first.getByRole('button', { name: /Transactions, 1 on the way/ }).waitFor()
      expect((await market.api.nft.detail(keyOf(item)))?.onlyOwner).toBe(eve)
    } finally {
      await releaseBlocks(market.rpcUrl)
    }
    await second.getByRole('dialog').getByText('Done', { exact: true }).nth(1).waitFor()
    await second.close()
    await first.getByText('Held by you').first().waitFor()
    await heldBy(bob)
    const after = await coins()
    const price = parseEther('0.6')
    expect(before.bob - after.bob - (await gasPaid(market, bob, before.block, after.block))).toBe(price + feeOf(price))
    const royalty = item.creator.address === eve ? 0n : partOf(price, royaltyBps)
    expect(after.eve - before.eve).toBe(price - feeOf(price) - royalty)
  })

  it('[BID-08, BID-11, SHELL-76] is bid for with an exact allowance and a signature, in a dialog that fits every screen', async () => {
    const { page } = carols
    const before = await wrapped(carol)
    await press(page, 'Bid')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your bid', { exact: true }).fill('0.2')
    await dialog.getByText('Allow 0.205 WETH').waitFor()
    for (const size of [{ width: 1280, height: 600 }, PHONE]) {
      await page.setViewportSize(size)
      const { hidden, top, foot } = await dialog.evaluate((element) => {
        const frame = element.parentElement as HTMLElement
        frame.scrollTo(0, 0)
        const top = element.getBoundingClientRect().top
        frame.scrollTo(0, frame.scrollHeight)
        return { hidden: element.scrollHeight - element.clientHeight, top, foot: element.getBoundingClientRect().bottom }
      })
      expect(hidden).toBeLessThanOrEqual(1)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(foot).toBeLessThanOrEqual(size.height)
    }
    await page.setViewportSize(DESKTOP)
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction', 'typedData'])
    expect(await bidOfCarol(item)).toMatchObject({ selling: parseEther('0.2'), buying: 1n, sellToken: wrappedCoin, isFundable: true })
    expect([await wrapped(carol), await allowed(carol)]).toEqual([before, parseEther('0.205')])
    await bobs.page.getByText('Carol bids 0.20 WETH').waitFor()
  })

  it('[BID-03, BID-10, ACCEPT-05, ACCEPT-06, ACCEPT-08, ITEM-37] is raised under the same number and accepted to the wei', async () => {
    const { page } = carols
    const { salt } = await bidOfCarol(item)
    await press(page, 'Edit bid')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your bid', { exact: true }).fill('0.3')
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction', 'typedData'])
    expect(await bidOfCarol(item)).toMatchObject({ selling: parseEther('0.3'), salt })
    const { page: holder } = bobs
    await holder.getByText('Carol bids 0.30 WETH').waitFor()
    const before = { carol: await wrapped(carol), bob: await wrapped(bob), market: await wrapped(await beneficiary()) }
    await holder.locator('.bid-row').getByRole('button', { name: 'Accept' }).click()
    await holder
      .getByRole('dialog')
      .getByRole('button', { name: /^Sell for/ })
      .click()
    await sayYes(holder, () => closeBought(holder))
    const price = parseEther('0.3')
    expect(before.carol - (await wrapped(carol))).toBe(price + feeOf(price))
    expect((await wrapped(bob)) - before.bob).toBe(price - feeOf(price) - partOf(price, royaltyBps))
    expect((await wrapped(await beneficiary())) - before.market).toBe(2n * feeOf(price))
    await heldBy(carol)
    await holder.getByText('Held by Carol').waitFor()
    await page.getByText('Held by you').waitFor()
    await expect(bidOfCarol(item)).rejects.toMatchObject({ errno: 4101 })
  })

  it('[BID-14, BID-15] a bid is cancelled on the chain in all its versions, and idle coin unwrapped to the wei', {
    tags: 'more',
  }, async () => {
    const [other] = await itemsOnSale(market, 'Carol', 'Eve')
    if (!other) throw new Error('nothing is on sale')
    const person = await actAs('Carol', market)
    await bidFor(person, keyOf(other), '0.1')
    const first = await bidOfCarol(other)
    await bidFor(person, keyOf(other), '0.2', { salt: first.salt })
    const versions = [first, await bidOfCarol(other)]
    const { page } = carols
    await page.goto(itemPath(other))
    await page.locator('.bid-rows').getByRole('button', { name: 'Cancel bid' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel the bid' }).click()
    await approve(page, 'transaction')
    await page.getByText('Cancel success').waitFor()
    for (const version of versions) await expect(acceptOnChain(version, other)).rejects.toThrow('ExchangeOrderSpent')
    const before = { ...(await coins()), wrapped: await wrapped(carol) }
    await dialog.getByLabel('How much').fill('0.1')
    await dialog.getByRole('button', { name: 'Unwrap 0.10 WETH' }).click()
    expect(await approve(page, 'transaction')).toContain('Unwrap coins')
    await page.getByText('0.10 ETH is back').waitFor()
    const after = await coins()
    expect(before.wrapped - (await wrapped(carol))).toBe(parseEther('0.1'))
    expect(after.carol - before.carol + (await gasPaid(market, carol, before.block, after.block))).toBe(parseEther('0.1'))
  })

  it('[XFER-06, XFER-07, SHELL-76] is given away for the network fee alone, under a button that stands still', async () => {
    const { page } = carols
    await page.goto(itemPath(item))
    await menu(page, 'Transfer')
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: 'Send it' })
    const top = () => send.evaluate((button) => button.getBoundingClientRect().top)
    const looked = Promise.withResolvers<void>()
    await page.route('**/user/info', (route) => looked.promise.then(() => route.continue()), { times: 1 })
    await dialog.getByLabel('Receiver’s address').fill(bob)
    const stood = await top()
    looked.resolve()
    await dialog.getByText('Here this address is known as Bob.').waitFor()
    expect(await top()).toBe(stood)
    const before = await coins()
    await send.click()
    const asked = await approve(page, 'transaction')
    expect(asked).toContain('Give a work away')
    await dialog.waitFor({ state: 'detached' })
    await heldBy(bob)
    const after = await coins()
    expect(before.carol - after.carol).toBe(await gasPaid(market, carol, before.block, after.block))
    await page.getByText('Held by Bob').waitFor()
  })

  it('[BURN-04, BURN-05, ITEM-12] is burnt for good, and its page says so', async () => {
    const { page } = bobs
    await page.getByText('Held by you').waitFor()
    await menu(page, 'Burn')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type “burn” to confirm').fill('BURN')
    await dialog.getByRole('button', { name: 'Burn it' }).click()
    await approve(page, 'transaction')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Gone for good', { exact: true }).waitFor()
    const call = { address: item.collection, abi: collection721Abi, functionName: 'ownerOf', args: [item.tokenId] } as const
    await expect(market.chain.readContract(call)).rejects.toThrow('ERC721NonexistentToken')
    expect([eves, bobs, carols].flatMap(({ complaints }) => complaints)).toEqual([])
  })

  const keyOf = ({ collection, tokenId }: ItemRecord) => ({ collection, tokenId, chainId: LOCAL_CHAIN_ID })
  const saleOfEve = () => market.api.order.get({ ...keyOf(item), owner: eve, type: ORDER_TYPE.SALE })
  const bidOfCarol = (item: ItemRecord) => market.api.order.get({ ...keyOf(item), owner: carol, type: ORDER_TYPE.BID })
  const press = (on: Page, name: string) => on.locator('.price-block .acts').getByRole('button', { name, exact: true }).click()

  async function pay(tab: Page): Promise<void> {
    await tab.bringToFront()
    await tab.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
  }

  async function menu(on: Page, name: string): Promise<void> {
    await on.locator('.stage-tools').getByRole('button', { name: 'More' }).click()
    await on.locator('.stage-tools').getByRole('button', { name, exact: true }).click()
    await on.getByRole('dialog').waitFor()
  }

  async function heldBy(owner: Address): Promise<void> {
    await vi.waitUntil(async () => (await market.api.nft.detail(keyOf(item)))?.onlyOwner === owner, { timeout: 15_000, interval: 200 })
  }

  /** Of a sale by Eve, as the chain has it. */
  const isSpent = (salt: bigint): Promise<boolean> =>
    market.chain.readContract({ address: exchange, abi: exchangeAbi, functionName: 'isSpent', args: [eve, salt] })

  const tokenCall = { address: wrappedCoin, abi: wrappedCoinAbi } as const
  const wrapped = (account: Address) => market.chain.readContract({ ...tokenCall, functionName: 'balanceOf', args: [account] })
  const allowed = (account: Address) =>
    market.chain.readContract({ ...tokenCall, functionName: 'allowance', args: [account, transferProxy] })

  const beneficiary = async () =>
    toAddress(await market.chain.readContract({ address: exchange, abi: exchangeAbi, functionName: 'beneficiary' }))

  async function coins() {
    const block = await market.chain.getBlockNumber({ cacheTime: 0 })
    const of = (address: Address) => market.chain.getBalance({ address, blockNumber: block })
    return { block, eve: await of(eve), bob: await of(bob), carol: await of(carol) }
  }

  /** The operator's fee signature is not even checked: the salt is used. */
  async function acceptOnChain(order: OrderRecord, { onlyOwner }: ItemRecord): Promise<unknown> {
    const key = {
      owner: order.maker,
      salt: order.salt,
      sellAsset: { token: order.sellToken, tokenId: order.sellTokenId, assetType: order.sellType },
      buyAsset: { token: order.buyToken, tokenId: order.buyTokenId, assetType: order.buyType },
    }
    const full = { key, selling: order.selling, buying: order.buying, sellerFee: BigInt(order.sellerFee) }
    const none = { v: 0, r: zeroHash, s: zeroHash }
    const args = [full, parseSignature(order.signature), 250n, none, order.selling, ZERO_ADDRESS] as const
    return market.chain.simulateContract({
      address: exchange,
      abi: exchangeAbi,
      functionName: 'exchange',
      args,
      account: toAddress(onlyOwner),
    })
  }
})
