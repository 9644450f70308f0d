import { type ItemRecord, readMetadata } from '@plinth/api'
import { buyItem, callRpc, listItem } from '@plinth/devnet'
import { ORDER_TYPE, toAddress } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { Locator, Page } from 'playwright-core'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath, workFrom } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { operate } from '../support/operate.ts'
import { expectActs, openFixedSale } from '../support/pages.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

/** Eve buys a work and sells it on: list, lower, cancel, list again, while a visitor looks on. */
describe('selling', () => {
  const market = demoMarket()
  const eve = addressOf('Eve')
  let seller: Visitor
  let visitor: Visitor
  let page: Page
  let work: ItemRecord

  beforeAll(async () => {
    work = await workFrom(parseEther('0.3'), market, 'Eve')
    await buyItem(await actAs('Eve', market), keyOf(work), toAddress(work.onlyOwner))
    await vi.waitUntil(async () => (await market.api.nft.detail(keyOf(work)))?.onlyOwner === eve, { timeout: 15_000, interval: 200 })
    seller = await openBrowser(market.url)
    visitor = await openBrowser(market.url)
    page = seller.page
    await signInAs(page, 'Eve', '/items')
  })

  beforeEach(() => pictureOnFailure(seller, visitor))

  afterAll(async () => {
    await Promise.all([seller?.close(), visitor?.close()])
  })

  it('[ITEM-24, ITEM-28, ITEM-36, ITEM-44, SALE-18] a holder who does not sell can sell; a visitor can bid', async () => {
    await page.goto(itemPath(work))
    await expectActs(page, ['Sell'])
    await visitor.page.goto(itemPath(work))
    await visitor.page.getByText('Its holder does not offer it at the moment.').waitFor()
    await expectActs(visitor.page, ['Bid'])
  })

  it('[SALE-01, SALE-02, SALE-03, SALE-06, SALE-13, SALE-19] the dialog names the work, stays when pressed beside, refuses no price and forgets what was typed and chosen', async () => {
    await openFixedSale(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: titleOf(work) }).waitFor()
    // Of one of one nobody asks how many.
    expect(await dialog.getByLabel('How many').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    await dialog.getByText('Enter a price above zero').waitFor()
    await dialog.getByRole('radio', { name: '1 day' }).click({ force: true })
    await dialog.getByLabel('Price', { exact: true }).fill('0.7')
    await page.mouse.click(5, 5)
    expect(await dialog.getByLabel('Price', { exact: true }).inputValue()).toBe('0.7')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await openFixedSale(page)
    expect(await dialog.getByLabel('Price', { exact: true }).inputValue()).toBe('')
    expect(await dialog.getByText('Enter a price above zero').count()).toBe(0)
    expect(await dialog.getByRole('radio', { name: '30 days' }).isChecked()).toBe(true)
  })

  it('[SALE-04, SALE-05, SALE-11, SALE-23, SALE-24, SALE-26] approves once, signs for free, and is on sale for everybody', async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price', { exact: true }).fill('0.8')
    expect(await dialog.locator('.step').count()).toBe(2)
    const royaltyBps = work.creator.address === eve ? 0n : BigInt(work.royalties[0] ?? 0)
    const royalty = (parseEther('0.8') * royaltyBps) / 10_000n
    const lines = await sumsIn(dialog)
    const named = royalty > 0n ? [expect.stringMatching(/^Royalty to .+ − [\d.]+ ETH$/)] : []
    expect(lines).toEqual([
      ...['Buyer pays you 0.80 ETH', expect.stringMatching(/^Service fee, 2\.50% − 0\.020* ETH$/), ...named],
      expect.stringMatching(/^You receive [\d.]+ ETH$/),
    ])
    expect(lines.slice(2).map(etherIn)).toEqual([...(royalty > 0n ? [royalty] : []), parseEther('0.78') - royalty])
    await dialog
      .getByText(/^Anybody can buy it until \d+ \w+( \d{4})? at \d\d:\d\d\. You can lower the price for free, or take it off sale/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    await approve(page, 'transaction')
    await page.locator('demo-wallet dialog[data-kind="typedData"]').waitFor()
    // What was filled in is now what is confirmed, and stands still.
    expect(await dialog.getByLabel('Price', { exact: true }).isDisabled()).toBe(true)
    expect(await dialog.getByRole('button', { name: /^Listing for 0\.8/ }).isDisabled()).toBe(true)
    await reject(page, 'typedData')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    // What is typed after a refusal is what is signed next.
    await dialog.getByLabel('Price', { exact: true }).fill('0.9')
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    expect(await approve(page, 'typedData')).toContain('0.9')
    await dialog.waitFor({ state: 'detached' })
    await expectActs(page, ['Edit the price', 'Cancel the sale'])
    expect((await saleOfEve()).buying).toBe(parseEther('0.9'))
  })

  it('[ITEM-10, ITEM-25, ITEM-28, ITEM-34, ITEM-45, ITEM-52] the seller edits or cancels, a visitor buys, by button and by row', async () => {
    await rowAct(page, 'Take off sale')
    await visitor.page.reload()
    await visitor.page.getByText('0.90 ETH').first().waitFor()
    await expectActs(visitor.page, [/^Buy for 0\.9225 ETH$/, 'Bid'])
    await rowAct(visitor.page, 'Buy')
  })

  it('[SALE-20, SALE-25] refuses a price that is not lower, and asks nothing of the wallet', async () => {
    await openDialog('Edit the price')
    const dialog = page.getByRole('dialog')
    for (const price of ['0.9', '1.5']) {
      await dialog.getByLabel('Price', { exact: true }).fill(price)
      await dialog.getByRole('button', { name: 'Sign the listing' }).click()
      await dialog.getByText('New price not greater than old price').or(dialog.getByText('new price not greater than old price')).waitFor()
    }
    expect(await page.locator('demo-wallet').count()).toBe(0)
    expect((await saleOfEve()).buying).toBe(parseEther('0.9'))
  })

  it('[SALE-25, SALE-29] lowers the price for free, under the same number', async () => {
    const before = await saleOfEve()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price', { exact: true }).fill('0.45')
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    await approve(page, 'typedData')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('0.45 ETH').first().waitFor()
    const after = await saleOfEve()
    expect([after.buying, after.salt]).toEqual([parseEther('0.45'), before.salt])
  })

  it('[SALE-09, BUY-12] a buyer with the old price on screen is told, and pays nothing', async () => {
    const buyer = visitor.page
    await signInAs(buyer, 'Bob', itemPath(work))
    await buyer.getByRole('button', { name: /^Buy for 0\.46125 ETH/ }).click()
    await buyer.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    await openDialog('Edit the price')
    await page.getByRole('dialog').getByLabel('Price', { exact: true }).fill('0.4')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign the listing' }).click()
    await approve(page, 'typedData')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await buyer.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
    await buyer.getByText('The price has changed since. Look at it again before you pay.').waitFor()
    expect(await buyer.locator('demo-wallet').count()).toBe(0)
    await buyer.getByRole('button', { name: 'Look at it again' }).click()
    await expectActs(buyer, [/^Buy for 0\.41 ETH$/, 'Bid'])
  })

  it('[SALE-15, SALE-30, SALE-31, SALE-32, SALE-33, ITEM-45, ERR-15] cancels on the chain, and the signature is worth nothing from then on', async () => {
    const buyer = visitor.page
    await buyer.getByRole('button', { name: /^Buy for/ }).click()
    await buyer.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    const { salt } = await saleOfEve()
    expect(await isSpent(salt)).toBe(false)
    await openDialog('Cancel the sale')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Take it off sale? It stays in your wallet.').waitFor()
    await dialog.getByRole('button', { name: 'Take off sale' }).click()
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    await dialog.getByRole('button', { name: 'Take off sale' }).click()
    await approve(page, 'transaction')
    await page.getByText('Cancel success').waitFor()
    await expectActs(page, ['Sell'])
    await buyer.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
    await buyer.getByText('The order was cancelled. Your money has not moved.').waitFor()
    await expect(saleOfEve()).rejects.toMatchObject({ errno: 4101 })
    // Nobody needs the market's word for it: every version of the sale has this number.
    expect([await isSpent(salt), await isSpent(salt + 1n)]).toEqual([true, false])
  })

  it('[SALE-23, SALE-24] lists again, dearer, with nothing left to approve', async () => {
    await openFixedSale(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Done before').waitFor()
    await dialog.getByLabel('Price', { exact: true }).fill('1,2')
    await dialog.getByRole('button', { name: 'Sign the listing' }).click()
    await approve(page, 'typedData')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('1.20 ETH').first().waitFor()
    expect((await saleOfEve()).buying).toBe(parseEther('1.2'))
  })

  it('[BUY-01, BUY-11] two tabs of one buyer pay once, and both say whose it is', async () => {
    const tabs = [visitor.page, await visitor.context.newPage()] as const
    for (const tab of tabs) {
      await tab.goto(itemPath(work))
      await tab.getByRole('button', { name: /^Buy for/ }).click()
      await tab.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    }
    const [first, second] = tabs
    const fills = await fillsNow()
    await mining(false)
    try {
      await pay(first)
      await approve(first, 'transaction')
      await first.getByText('Sent. Waiting for its block.').first().waitFor()
      await pay(second)
      await second.getByText('Sent. Waiting for its block.').first().waitFor()
      expect(await second.locator('demo-wallet').count()).toBe(0)
    } finally {
      await mining(true)
    }
    for (const tab of tabs) await tab.getByRole('dialog').getByText('Done', { exact: true }).nth(1).waitFor()
    expect((await fillsNow()) - fills).toBe(1)
    expect((await market.api.nft.detail(keyOf(work)))?.onlyOwner).toBe(addressOf('Bob'))
  })

  it('[SOL-23, API-11] of an official sender a buyer pays the price and nothing on top, as the dialog says', async () => {
    const offered = await workFrom(parseEther('0.1'), market, 'Bob', 'Eve')
    const price = offered.listings[0]?.buying ?? 0n
    const terms = ['--chain', '31337', '--collection', offered.collection, '--sender', offered.onlyOwner, '--why', 'sells for the platform']
    await operate(market, 'senders', 'add', ...terms)
    try {
      const { page: buying } = visitor
      await buying.goto(itemPath(offered))
      await buying.getByRole('button', { name: /^Buy for/ }).click()
      const sums = buying.getByRole('dialog').locator('.sums')
      await sums.getByText(/^Service fee, 0\b/).waitFor()
      expect(parseEther(/[\d.]+/.exec(await sums.locator('.total dd').innerText())?.[0] ?? '')).toBe(price)
      const [block, before] = await moneyOf('Bob')
      await pay(buying)
      await approve(buying, 'transaction')
      await vi.waitUntil(async () => (await market.api.nft.detail(keyOf(offered)))?.onlyOwner === addressOf('Bob'), { timeout: 15_000 })
      const [now, after] = await moneyOf('Bob')
      expect(before - after - (await gasPaid(market, addressOf('Bob'), block, now))).toBe(price)
    } finally {
      await operate(market, 'senders', 'remove', ...terms)
    }
  })

  it('[ACC-18] is bought back from its holder’s own page, without leaving it', async () => {
    await listItem(await actAs('Bob', market), keyOf(work), '1')
    await page.goto(`/account/${addressOf('Bob')}?tab=sale&chain=31337`)
    const card = page.locator('.card').filter({ has: page.locator(`a[href*="${work.collection}:${work.tokenId}"]`) })
    await card.hover()
    await card.locator('.card-acts').getByRole('button', { name: 'Buy', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: titleOf(work) }).waitFor()
    await dialog.getByRole('button', { name: 'Pay 1.025 ETH' }).waitFor()
    const [block, before] = await moneyOf('Eve')
    await pay(page)
    await sayYes(page, () => closeBought(page))
    const [now, after] = await moneyOf('Eve')
    expect(before - after - (await gasPaid(market, eve, block, now))).toBe(parseEther('1.025'))
    expect((await market.api.nft.detail(keyOf(work)))?.onlyOwner).toBe(eve)
    expect(new URL(page.url()).pathname).toBe(`/account/${addressOf('Bob')}`)
  })

  it('shows nobody a broken page on the way', () => {
    expect([...seller.complaints, ...visitor.complaints]).toEqual([])
  })

  const titleOf = ({ metadata }: ItemRecord) => readMetadata(metadata).name
  const keyOf = ({ collection, tokenId }: ItemRecord) => ({ collection, tokenId })
  const saleOfEve = () => market.api.order.get({ ...keyOf(work), owner: eve, type: ORDER_TYPE.SALE, chainId: 31_337 })
  const openDialog = (name: string) => page.locator('.price-block').getByRole('button', { name }).click()

  async function moneyOf(name: 'Bob' | 'Eve'): Promise<[block: bigint, wei: bigint]> {
    const blockNumber = await market.chain.getBlockNumber()
    return [blockNumber, await market.chain.getBalance({ address: addressOf(name), blockNumber })]
  }

  /** Line by line, as they are read. */
  async function sumsIn(dialog: Locator): Promise<string[]> {
    const lines = await dialog.locator('.sums > div').allInnerTexts()
    return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())
  }

  /** The amount at the end of a line. */
  const etherIn = (line: string) => parseEther(/([\d.]+) ETH$/.exec(line)?.[1] ?? '')

  /** Of a sale by Eve, as the chain has it. */
  async function isSpent(salt: bigint): Promise<boolean> {
    const { contract } = await market.api.config.fetch({ chainId: 31_337 })
    return market.chain.readContract({ address: contract.exchange, abi: exchangeAbi, functionName: 'isSpent', args: [eve, salt] })
  }

  async function pay(tab: Page): Promise<void> {
    await tab.bringToFront()
    await tab.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
  }

  async function rowAct(on: Page, name: string): Promise<void> {
    await on.getByRole('tab', { name: /Owners/ }).click()
    await on.getByRole('tabpanel').getByRole('button', { name, exact: true }).waitFor()
    expect(await on.getByRole('tabpanel').getByRole('button').count()).toBe(1)
  }

  async function fillsNow(): Promise<number> {
    const { contract } = await market.api.config.fetch({ chainId: 31_337 })
    return (await market.chain.getContractEvents({ address: contract.exchange, abi: exchangeAbi, eventName: 'Buy', fromBlock: 0n })).length
  }

  async function mining(isOn: boolean): Promise<void> {
    await callRpc(market.rpcUrl, 'evm_setAutomine', [isOn])
    await callRpc(market.rpcUrl, 'evm_setIntervalMining', [isOn ? 2 : 0])
    if (isOn) await callRpc(market.rpcUrl, 'anvil_mine', ['0x1'])
  }
})
