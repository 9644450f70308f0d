import { createClient, type ItemRecord } from '@plinth/api'
import { mined } from '@plinth/devnet'
import { type Address, ASSET_TYPE, LOCAL_DEPLOYMENTS, ORDER_STATUS, ORDER_TYPE, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { collection1155Abi, dollarTokenAbi, exchangeAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { createPublicClient, http, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { paintPng } from '../support/picture.ts'
import { approve, signInAs } from '../support/wallet.ts'

const CHAIN = 31_338
const UNIT = parseUnits('2.4', 6)
const FEE_BPS = 250n
const feeOf = (amount: bigint) => (amount * FEE_BPS) / 10_000n

/** Alice makes ten of one work on the second chain and asks dollars; Bob takes three. */
describe('an edition, paid in dollars, on the other chain', () => {
  const market = demoMarket()
  const { dollar, transferProxy, exchange } = LOCAL_DEPLOYMENTS[CHAIN]
  const [alice, bob] = [addressOf('Alice'), addressOf('Bob')]
  const chainOf = () => createPublicClient({ transport: http(market.rpcUrls[CHAIN]), cacheTime: 0 })
  let seller: Visitor
  let buyer: Visitor
  let item: Pick<ItemRecord, 'collection' | 'tokenId' | 'chainId'>

  beforeAll(async () => {
    const money = await actAs('Bob', market, CHAIN)
    const mint = { address: dollar, abi: dollarTokenAbi, functionName: 'mint' } as const
    await mined(money, await money.wallet.writeContract({ ...mint, args: [bob, parseUnits('100', 6)] }))
    seller = await openBrowser(market.url)
    buyer = await openBrowser(market.url)
  })

  beforeEach(() => pictureOnFailure(seller, buyer))

  afterAll(async () => {
    await Promise.all([seller, buyer].map((visitor) => visitor?.close()))
  })

  it('[MINT-01, MINT-51] chooses the edition; its wallet goes to the chain chosen, whose collections are offered', async () => {
    const { page } = seller
    await signInAs(page, 'Alice', '/create')
    await toChain(page)
    await page.getByRole('link', { name: /An edition/ }).click()
    await page.getByRole('heading', { name: 'An edition' }).waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('channelId'))).toBe(String(CHAIN))
    const listed = await market.api.user.listcontract({ address: alice, chainId: -1 })
    const editions = listed.filter(({ standard }) => standard === TOKEN_STANDARD.ERC1155)
    const here = editions.filter(({ chainId }) => chainId === CHAIN)
    expect(here.length).toBeLessThan(editions.length)
    await expect.poll(() => page.locator('.pick-words .strong').allInnerTexts()).toEqual([...here.map(({ name }) => name), 'New'])
  })

  it('[MINT-03, MINT-09, MINT-13, TX-13, ITEM-02] mints ten and lists them all in dollars, in one dialog', async () => {
    const { page } = seller
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'ten.png', mimeType: 'image/png', buffer: paintPng(31) })
    await page.getByLabel('Name', { exact: true }).fill('Ten of a kind')
    await page.getByLabel('Category').selectOption({ label: 'Modern' })
    await page.getByRole('radio', { name: '5%' }).click({ force: true })
    expect(await page.getByLabel('How many').inputValue()).toBe('0')
    await page.getByLabel('How many').fill('10')
    await page.getByLabel('Paid in').selectOption({ label: 'PUSD' })
    await page.getByLabel('Price of one').fill('2.4')
    await page.getByText('You receive 23.40 PUSD for all 10').waitFor()
    await page.getByRole('button', { name: 'Mint and sell for 2.4 PUSD each' }).click()
    const [dialog, told] = [page.getByRole('dialog'), { share: false }]
    await sayYes(page, async () => {
      told.share ||= (await dialog.getByRole('button', { name: 'Share' }).count()) > 0
      return /\/items\?tab=sale/.test(page.url())
    })
    // Its address is known as soon as the mint is out.
    expect(told.share).toBe(true)
    await page.getByRole('link', { name: 'Ten of a kind' }).first().waitFor()
    const { list } = await market.api.user.onsales({ page: 1, limit: 5, address: alice, chainId: CHAIN })
    const made = list[0]
    expect(made).toMatchObject({ standard: 2, supply: 10n, royalties: [500], chainId: CHAIN })
    if (!made) throw new Error('nothing was made')
    item = { collection: made.collection, tokenId: made.tokenId, chainId: made.chainId }
    expect(await balanceOf(alice)).toBe(10n)
    expect(await sale()).toMatchObject({
      selling: 10n,
      buying: 10n * UNIT,
      buyType: ASSET_TYPE.ERC20,
      buyToken: dollar,
      payTokenDecimals: 6,
    })
  })

  it('[BUY-05, BUY-07, BUY-08, TX-02, TX-03, TX-40] asks for exactly what three cost, takes it, and every unit is where it belongs', async () => {
    const { page } = buyer
    await signInAs(page, 'Bob', pathOf(item))
    await page.getByText('Local BSC').first().waitFor()
    await page.getByRole('button', { name: 'Buy, 2.46 PUSD each' }).waitFor()
    const before = await money()
    const dialog = await openBuy(page)
    await dialog.getByLabel('How many').fill('3')
    await dialog.getByText('Allow 7.38 PUSD').waitFor()
    await dialog.getByRole('button', { name: 'Pay 7.38 PUSD' }).click()
    const asked = await sayYes(page, () => closeBought(page))
    expect(asked).toEqual(['transaction', 'transaction'])
    const price = 3n * UNIT
    const after = await money()
    expect(before.bob - after.bob).toBe(price + feeOf(price))
    // Alice is her own royalty's receiver.
    expect(after.alice - before.alice).toBe(price - feeOf(price))
    expect(after.market - before.market).toBe(2n * feeOf(price))
    expect(after.allowance).toBe(0n)
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual([7n, 3n])
    expect(await sale()).toMatchObject({ filled: 3n, status: ORDER_STATUS.OPEN })
    await seller.page.goto(pathOf(item))
    for (const on of [page, seller.page]) await on.getByText('3 of 10 sold').waitFor()
  })

  it('shows nobody a broken page on the way', () => {
    expect([seller, buyer].flatMap(({ complaints }) => complaints)).toEqual([])
  })

  const pathOf = ({ collection, tokenId }: typeof item) => `/detail/${collection}:${tokenId}?chain=${CHAIN}`
  const sale = () => createClient({ baseUrl: market.url }).order.get({ ...item, owner: alice, type: ORDER_TYPE.SALE })
  const balanceOf = (account: Address) =>
    chainOf().readContract({
      address: toAddress(item.collection),
      abi: collection1155Abi,
      functionName: 'balanceOf',
      args: [account, item.tokenId],
    })

  async function money() {
    const of = (account: Address) =>
      chainOf().readContract({ address: dollar, abi: dollarTokenAbi, functionName: 'balanceOf', args: [account] })
    const allowance = await chainOf().readContract({
      address: dollar,
      abi: dollarTokenAbi,
      functionName: 'allowance',
      args: [bob, transferProxy],
    })
    // Fees in a token go straight to the operator.
    const beneficiary = await chainOf().readContract({ address: exchange, abi: exchangeAbi, functionName: 'beneficiary' })
    return { alice: await of(alice), bob: await of(bob), market: await of(toAddress(beneficiary)), allowance }
  }

  /** The buy button asks the wallet to the item's chain where it is on another; then the dialog opens. */
  async function openBuy(page: Page) {
    const button = page.locator('.price-block .acts').getByRole('button', { name: /^Buy,/ })
    const dialog = page.getByRole('dialog')
    await button.click()
    await vi.waitUntil(
      async () => {
        if (await page.locator('demo-wallet dialog[data-kind="network"]').count()) {
          await approve(page, 'network')
          await button.click()
        }
        return (await dialog.getByLabel('How many').count()) > 0
      },
      { timeout: 20_000, interval: 100 },
    )
    return dialog
  }

  async function toChain(page: Page): Promise<void> {
    await page.getByRole('button', { name: /^Network/ }).click()
    await page.getByRole('button', { name: /Local BSC/ }).click()
    await approve(page, 'network')
  }
})
