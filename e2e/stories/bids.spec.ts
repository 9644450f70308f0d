import type { ItemRecord, OrderRecord } from '@plinth/api'
import { acceptBid, DEMO_ACCOUNTS, mined } from '@plinth/devnet'
import {
  type Address,
  LOCAL_CHAIN_ID,
  LOCAL_DEPLOYMENTS,
  ORDER_TYPE,
  parseSignature,
  TOKEN_STANDARD,
  toAddress,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { dollarTokenAbi, exchangeAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { parseEther, parseUnits, zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { expectActs } from '../support/pages.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

const { dollar, wrappedCoin, transferProxy, exchange } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
const dollars = (text: string) => parseUnits(text, 6)

/** Carol bids for works of others, who look on. */
describe('bids', () => {
  const market = demoMarket()
  const carol = addressOf('Carol')
  let bidder: Visitor
  let holder: Visitor
  let poor: Visitor
  let page: Page
  let works: ItemRecord[]
  let work: ItemRecord
  let first: OrderRecord

  beforeAll(async () => {
    works = await worksOnSale(market, 'Carol', 'Eve')
    const [found] = works
    if (!found) throw new Error('nothing is on sale')
    work = found
    for (const token of [wrappedCoin, dollar]) await allowNothing('Carol', token)
    bidder = await openBrowser(market.url)
    holder = await openBrowser(market.url)
    poor = await openBrowser(market.url)
    page = bidder.page
  })

  beforeEach(() => pictureOnFailure(bidder, holder, poor))

  afterAll(async () => {
    await Promise.all([bidder, holder, poor].map((visitor) => visitor?.close()))
  })

  it('[ITEM-15, ITEM-23, ITEM-30, ITEM-49, BID-01] whoever does not hold a work can bid; without bids there is a hint and no tab', async () => {
    await signInAs(page, 'Carol', itemPath(work))
    await page.getByText('Nobody bids for it yet. Name your price.').waitFor()
    await expectActs(page, [/^Buy for/, 'Bid'])
    expect(await page.getByRole('tab', { name: /Bids/ }).count()).toBe(0)
    await signInAs(holder.page, nameOf(work.onlyOwner), itemPath(work))
    await holder.page.getByText('No bids yet.').waitFor()
    expect(await holder.page.locator('.price-block').getByRole('button', { name: 'Bid', exact: true }).count()).toBe(0)
  })

  it('[BID-02, BID-07, BID-12, BID-13] the dialog takes tokens only, asks for a price, and says all that may leave with the fee on top', async () => {
    const dialog = await openDialog('Bid')
    expect(await dialog.getByLabel('Bid in').locator('option').allInnerTexts()).toEqual(['WETH', 'PUSD'])
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    await dialog.getByText('Enter a price above zero').waitFor()
    await dialog.getByLabel('Your bid', { exact: true }).fill('0.2')
    await dialog.getByText('Service fee, 2.50%').waitFor()
    await dialog.getByText('+ 0.005 WETH').waitFor()
    const terms = await dialog.getByRole('list', { name: 'What this bid means' }).getByRole('listitem').allInnerTexts()
    expect(terms).toEqual([
      'Nothing leaves you now. The WETH stay in your wallet until the bid is accepted, and then no more than 0.205 WETH is taken.',
      expect.stringMatching(/^Whoever holds the work can accept it, until \d+ \w+( \d{4})? at \d\d:\d\d\.$/),
      'Raising it costs nothing. To take it back, cancel it on the chain for a network fee.',
    ])
    expect(await dialog.locator('.sum .total').innerText()).toContain('0.205 WETH')
    expect(await dialog.locator('.swap').innerText()).toContain('0.205 WETH')
  })

  it('the dialog can be read from its head to its foot on every screen', async () => {
    const dialog = page.getByRole('dialog')
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
  })

  it('[BID-08, BID-09, BID-11, SALE-08, ERR-15, SHELL-76] allows exactly that, signs for free after a refusal, and nothing has left', async () => {
    const dialog = page.getByRole('dialog')
    const before = await balanceOf(wrappedCoin, carol)
    await dialog.getByLabel('Your bid', { exact: true }).fill('0.1')
    await dialog.getByText('Allow 0.1025 WETH').waitFor()
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    await approve(page, 'transaction')
    await reject(page, 'typedData')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    await expect(bidOf(work)).rejects.toMatchObject({ errno: 4101 })
    // What is typed after a refusal is what is asked for next.
    await dialog.getByLabel('Your bid', { exact: true }).fill('0.2')
    await dialog.getByText('Allow 0.205 WETH').waitFor()
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction', 'typedData'])
    await page.getByText('Your bid stands').waitFor()
    first = await bidOf(work)
    expect(first).toMatchObject({ selling: parseEther('0.2'), buying: 1n, sellToken: wrappedCoin, isFundable: true })
    expect([await balanceOf(wrappedCoin, carol), await allowanceOf(wrappedCoin, carol)]).toEqual([before, parseEther('0.205')])
  })

  it('[ITEM-22, ITEM-32, ITEM-42, ITEM-48, BID-16] the bidder can edit or cancel, the holder sees it unasked, neither takes it for another’s', async () => {
    await page.getByText('You offer 0.20 WETH').waitFor()
    await page.getByText('Nobody else bids for it.').waitFor()
    await expectActs(page, [/^Buy for/, 'Edit bid'])
    await holder.page.getByText('Carol offers 0.20 WETH').waitFor()
    await holder.page.getByText('The only bid, until').waitFor()
    expect(await holder.page.getByRole('button', { name: /Edit bid|Cancel bid/ }).count()).toBe(0)
    await page.getByRole('tab', { name: /Bids/ }).click()
    const row = page.getByRole('tabpanel').getByRole('row').nth(1)
    expect((await row.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/^You until .* 1 0\.20 WETH Cancel bid$/)
  })

  it('[BID-03, BID-10] raises under the same number, and only upwards', async () => {
    const dialog = await openDialog('Edit bid')
    await dialog.getByText('It takes the place of your bid of 0.20 WETH. Both have one number, so you never buy twice.').waitFor()
    for (const price of ['0.2', '0.1']) {
      await dialog.getByLabel('Your bid', { exact: true }).fill(price)
      await dialog.getByRole('button', { name: 'Sign the bid' }).click()
      await dialog.getByText('new price not less than old price').waitFor()
    }
    expect(await page.locator('demo-wallet').count()).toBe(0)
    await dialog.getByLabel('Your bid', { exact: true }).fill('0.3')
    await dialog.getByText('Allow 0.3075 WETH').waitFor()
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction', 'typedData'])
    const raised = await bidOf(work)
    expect([raised.selling, raised.salt]).toEqual([parseEther('0.3'), first.salt])
    expect(await allowanceOf(wrappedCoin, carol)).toBe(parseEther('0.3075'))
    await holder.page.getByText('Carol offers 0.30 WETH').waitFor()
  })

  it('[BID-14, BID-15] cancels on the chain: from then on neither version pays anybody, and idle coin can be unwrapped', async () => {
    const versions = [first, await bidOf(work)]
    await page.locator('.bid-rows').getByRole('button', { name: 'Cancel bid' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Take back your bid of 0.30 WETH?').waitFor()
    await dialog.getByRole('button', { name: 'Take the bid back' }).click()
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    await dialog.getByRole('button', { name: 'Take the bid back' }).click()
    await approve(page, 'transaction')
    await page.getByText('Cancel success').waitFor()
    for (const version of versions) await expect(acceptOnChain(version)).rejects.toThrow('ExchangeOrderSpent')
    await expect(bidOf(work)).rejects.toMatchObject({ errno: 4101 })
    await holder.page.getByText('No bids yet.').waitFor()
  })

  it('unwraps what no bid needs, to the wei', async () => {
    const dialog = page.getByRole('dialog')
    const block = await market.chain.getBlockNumber()
    const before = { coin: await market.chain.getBalance({ address: carol }), wrapped: await balanceOf(wrappedCoin, carol) }
    await dialog.getByLabel('How much').fill('1000000')
    await dialog.getByText('Your bids need the rest').waitFor()
    await dialog.getByLabel('How much').fill('1.5')
    await dialog.getByRole('button', { name: 'Unwrap 1.50 WETH' }).click()
    expect(await approve(page, 'transaction')).toContain('Unwrap coins')
    await page.getByText('1.50 ETH is back').waitFor()
    const gas = await gasPaid(market, carol, block, await market.chain.getBlockNumber())
    expect(before.wrapped - (await balanceOf(wrappedCoin, carol))).toBe(parseEther('1.5'))
    expect((await market.chain.getBalance({ address: carol })) - before.coin + gas).toBe(parseEther('1.5'))
    await page.getByText('Nobody bids for it yet.').waitFor()
  })

  it('[TX-37, BUY-08] two bids and a purchase in one token: each asks for all of them together, and all stay fundable', async () => {
    const [, one, two] = works
    if (!one || !two) throw new Error('too few works')
    const edition = await dollarEdition()
    await bidFor(one, '10', 'Allow 10.25 PUSD')
    await bidFor(two, '20', 'Allow 30.75 PUSD')
    const before = await balanceOf(dollar, carol)
    const due = dueOf(edition.listings[0]?.unitPrice ?? '')
    await page.goto(itemPath(edition))
    await page.locator('.price-block .acts').getByRole('button', { name: /^Buy,/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your open bids can still take 30.75 PUSD.').waitFor()
    await dialog.getByRole('button', { name: /^Pay / }).click()
    await sayYes(page, () => closeBought(page))
    expect(before - (await balanceOf(dollar, carol))).toBe(due)
    expect(await allowanceOf(dollar, carol)).toBe(dollars('30.75'))
    for (const bidden of [one, two]) expect(await bidOf(bidden)).toMatchObject({ isFundable: true, status: 0 })
  })

  it('[BID-04, BID-05, ITEM-31] of an edition a holder bids on what others hold, and no more', async () => {
    const edition = await dollarEdition()
    await page.goto(itemPath(edition))
    const dialog = await openDialog('Bid')
    const others = edition.supply - heldBy(edition, carol)
    await dialog.getByText(`Others hold ${others}`).waitFor()
    await dialog.getByLabel('Bid in').selectOption({ label: 'PUSD' })
    await dialog.getByLabel('Your bid for one').fill('5')
    for (const [count, said] of [
      ['', 'Enter how many'],
      [(others + 1n).toString(), 'That is more than there are'],
    ] as const) {
      await dialog.getByLabel('How many').fill(count)
      await dialog.getByRole('button', { name: 'Sign the bid' }).click()
      await dialog.getByText(said).waitFor()
    }
    await dialog.getByLabel('How many').fill('3')
    await dialog.getByText('Your bid, 3 × 5.00 PUSD').waitFor()
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    await sayYes(page, async () => (await dialog.count()) === 0)
    await page.getByText('You offer 3 × 5.00 PUSD').waitFor()
  })

  it('[ACCEPT-08] is accepted in part, to the unit, and raised for what is left', async () => {
    const edition = await dollarEdition()
    const seller = edition.holdings.find(({ owner, quantity }) => owner !== carol && quantity >= 3n)?.owner
    if (!seller) throw new Error('nobody holds three')
    const person = await actAs(nameOf(seller), market)
    const before = await money(seller, edition)
    await acceptBid(person, some(edition), carol, 1n)
    const after = await money(seller, edition)
    const royalty = edition.creator.address === seller ? 0n : (dollars('5') * BigInt(edition.royalties[0] ?? 0)) / 10_000n
    expect(before.carol - after.carol).toBe(dollars('5.125'))
    expect(after.seller - before.seller).toBe(dollars('4.875') - royalty)
    expect(after.market - before.market).toBe(dollars('0.25'))
    await page.getByText('You offer 2 × 5.00 PUSD').waitFor()
    const dialog = await openDialog('Edit bid')
    await dialog.getByLabel('Your bid for one').fill('6')
    await dialog.getByText('Your bid, 2 × 6.00 PUSD').waitFor()
    await dialog.getByText('no more than 12.30 PUSD is taken').waitFor()
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    await sayYes(page, async () => (await dialog.count()) === 0)
    await page.getByText('You offer 2 × 6.00 PUSD').waitFor()
    await acceptBid(person, some(edition), carol, 2n)
    expect(after.carol - (await balanceOf(dollar, carol))).toBe(dollars('12.3'))
    await page.getByText('You offer').waitFor({ state: 'detached' })
    // What its other bids can still take, and not a unit more, is what stays allowed.
    expect(await allowanceOf(dollar, carol)).toBe(dollars('30.75'))
  })

  it('[BID-06] says when the token does not suffice, and opens no wallet', async () => {
    const { page: other } = poor
    const [eve, target] = [addressOf('Eve'), works[3]]
    if (!target) throw new Error('too few works')
    await leaveOnly('Eve', dollar, dollars('5'))
    await leaveOnly('Eve', wrappedCoin, parseEther('0.1'))
    await allowNothing('Eve', wrappedCoin)
    await signInAs(other, 'Eve', itemPath(target))
    const dialog = await openDialog('Bid', other)
    await dialog.getByLabel('Bid in').selectOption({ label: 'PUSD' })
    await dialog.getByLabel('Your bid', { exact: true }).fill('4.9')
    await dialog.getByText('Not enough PUSD for this').waitFor()
    expect(await dialog.getByRole('button', { name: 'Sign the bid' }).isDisabled()).toBe(true)
    expect(await other.locator('demo-wallet').count()).toBe(0)
    expect(await balanceOf(dollar, eve)).toBe(dollars('5'))
  })

  it('wraps in the dialog exactly what is missing, as a step of its own', async () => {
    const { page: other } = poor
    const eve = addressOf('Eve')
    const dialog = other.getByRole('dialog')
    await dialog.getByLabel('Bid in').selectOption({ label: 'WETH' })
    await dialog.getByLabel('Your bid', { exact: true }).fill('0.5')
    await dialog.getByText('0.4125 ETH is turned into WETH first, one for one.').waitFor()
    await dialog.getByText('Wrap 0.4125 ETH into WETH').waitFor()
    const block = await market.chain.getBlockNumber()
    const before = await market.chain.getBalance({ address: eve })
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    expect(await sayYes(other, async () => (await dialog.count()) === 0)).toEqual(['transaction', 'transaction', 'typedData'])
    const gas = await gasPaid(market, eve, block, await market.chain.getBlockNumber())
    expect([await balanceOf(wrappedCoin, eve), await allowanceOf(wrappedCoin, eve)]).toEqual([parseEther('0.5125'), parseEther('0.5125')])
    expect(before - (await market.chain.getBalance({ address: eve })) - gas).toBe(parseEther('0.4125'))
    await other.getByText('You offer 0.50 WETH').waitFor()
  })

  it('[ITEM-40, ITEM-41] a bid whose money is gone is hidden from others, and its maker is told and can cancel it', async () => {
    const target = works[3]
    if (!target) throw new Error('too few works')
    await page.goto(itemPath(target))
    await page.getByText('Eve offers 0.50 WETH').waitFor()
    await leaveOnly('Eve', wrappedCoin, parseEther('0.5'))
    await page.getByText('Nobody bids for it yet.').waitFor()
    await poor.page.getByText('Nobody can accept it: your WETH').waitFor()
    await poor.page.locator('.bid-rows').getByRole('button', { name: 'Cancel bid' }).waitFor()
  })

  it('shows nobody a broken page on the way', () => {
    expect([bidder, holder, poor].flatMap(({ complaints }) => complaints)).toEqual([])
  })

  const keyOf = ({ collection, tokenId }: Pick<ItemRecord, 'collection' | 'tokenId'>) => ({ collection, tokenId, chainId: LOCAL_CHAIN_ID })
  const some = ({ collection, tokenId }: ItemRecord) => ({ collection, tokenId, standard: TOKEN_STANDARD.ERC1155 })
  const bidOf = (item: ItemRecord, owner = carol) => market.api.order.get({ ...keyOf(item), owner, type: ORDER_TYPE.BID })
  const heldBy = ({ holdings }: ItemRecord, account: Address) => holdings.find(({ owner }) => owner === account)?.quantity ?? 0n
  const dueOf = (unitPrice: string) => (dollars(unitPrice) * 10_250n) / 10_000n

  function nameOf(address: string) {
    const found = DEMO_ACCOUNTS.find((account) => toAddress(account.address) === address)
    if (!found) throw new Error(`${address} is none of the demo accounts`)
    return found.name
  }

  const balanceOf = (token: Address, account: Address) =>
    market.chain.readContract({ address: token, abi: wrappedCoinAbi, functionName: 'balanceOf', args: [account] })
  const allowanceOf = (token: Address, account: Address) =>
    market.chain.readContract({ address: token, abi: wrappedCoinAbi, functionName: 'allowance', args: [account, transferProxy] })

  async function money(seller: Address, { creator }: ItemRecord) {
    const beneficiary = toAddress(await market.chain.readContract({ address: exchange, abi: exchangeAbi, functionName: 'beneficiary' }))
    const of = (account: Address) => balanceOf(dollar, account)
    return {
      carol: await of(carol),
      seller: await of(seller),
      market: await of(beneficiary),
      creator: await of(toAddress(creator.address)),
    }
  }

  async function allowNothing(name: 'Carol' | 'Eve', token: Address): Promise<void> {
    const person = await actAs(name, market)
    const call = { address: token, abi: wrappedCoinAbi, functionName: 'approve', args: [transferProxy, 0n] } as const
    await mined(person, await person.wallet.writeContract(call))
  }

  /** Dan gets the rest. */
  async function leaveOnly(name: 'Carol' | 'Eve', token: Address, kept: bigint): Promise<void> {
    const person = await actAs(name, market)
    const rest = (await balanceOf(token, person.address)) - kept
    if (rest < 0n) throw new Error(`${name} has less than that`)
    const call = { address: token, abi: dollarTokenAbi, functionName: 'transfer', args: [addressOf('Dan'), rest] } as const
    await mined(person, await person.wallet.writeContract(call))
  }

  async function dollarEdition(): Promise<ItemRecord> {
    const { list } = await market.api.home.list({ page: 1, limit: 100, chainId: LOCAL_CHAIN_ID })
    const found = list.find(
      ({ standard, supply, bids, listings: [listing] }) =>
        standard === TOKEN_STANDARD.ERC1155 &&
        supply > 5n &&
        bids.every(({ maker }) => maker === carol) &&
        listing?.payTokenSymbol === 'PUSD' &&
        listing.maker !== carol,
    )
    if (!found) throw new Error('dollars are asked for no edition that others leave alone')
    return found
  }

  /** The operator's word is not even looked at: the number is used up. */
  async function acceptOnChain(order: OrderRecord): Promise<unknown> {
    const key = {
      owner: order.maker,
      salt: order.salt,
      sellAsset: { token: order.sellToken, tokenId: order.sellTokenId, assetType: order.sellType },
      buyAsset: { token: order.buyToken, tokenId: order.buyTokenId, assetType: order.buyType },
    }
    const full = { key, selling: order.selling, buying: order.buying, sellerFee: BigInt(order.sellerFee) }
    const none = { v: 0, r: zeroHash, s: zeroHash }
    const args = [full, parseSignature(order.signature), 250n, none, order.selling, ZERO_ADDRESS] as const
    const account = toAddress(work.onlyOwner)
    return market.chain.simulateContract({ address: exchange, abi: exchangeAbi, functionName: 'exchange', args, account })
  }

  async function openDialog(name: string, on = page) {
    await on.locator('.price-block .acts').getByRole('button', { name, exact: true }).click()
    const dialog = on.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sign the bid' }).waitFor()
    return dialog
  }

  async function bidFor(item: ItemRecord, price: string, asks: string): Promise<void> {
    await page.goto(itemPath(item))
    const dialog = await openDialog('Bid')
    await dialog.getByLabel('Bid in').selectOption({ label: 'PUSD' })
    await dialog.getByLabel('Your bid', { exact: true }).fill(price)
    await dialog.getByText(asks).waitFor()
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction', 'typedData'])
    await vi.waitUntil(() => bidOf(item).then(({ isFundable }) => isFundable), { timeout: 10_000, interval: 100 })
  }
})
