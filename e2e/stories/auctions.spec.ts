/** @module-tag more */
import type { AuctionRecord } from '@plinth/api'
import { bidAtAuction, callRpc, type Item, mined, type Person, startAuction } from '@plinth/devnet'
import { type Address, AUCTION_END, AUCTION_STATUS, LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS } from '@plinth/protocol'
import { collection721Abi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auctionRoom, refOf } from '../support/auction-room.ts'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { makeItem, untilRead } from '../support/items.ts'
import { addressOf } from '../support/money.ts'
import { approve, signInAs } from '../support/wallet.ts'

/** Parts of a price: the service fee of each side, Zhang Wei's royalty, and the losing bidders' share. */
const FEE_BPS = 250n
const ROYALTY_BPS = 500n
const DIVIDEND_BPS = 1_000n
const partOf = (amount: bigint, bps: bigint) => (amount * bps) / 10_000n

/** Dan owns items made by Zhang Wei and auctions them; Bob, Carol and Eve bid in wrapped coin. */
describe('auctions', () => {
  const market = demoMarket()
  const room = auctionRoom(market)
  const coin = { address: LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID].wrappedCoin, abi: wrappedCoinAbi } as const
  const accounts = {
    zhang: addressOf('Zhang Wei'),
    dan: addressOf('Dan'),
    bob: addressOf('Bob'),
    carol: addressOf('Carol'),
    eve: addressOf('Eve'),
  } satisfies Record<string, Address>
  const { zhang, dan, carol, eve } = accounts
  let dans: Person
  let bobs: Person
  let carols: Person
  let eves: Person
  let owner: Visitor
  let bidder: Visitor
  const items: Required<Item>[] = []

  beforeAll(async () => {
    const artist = await actAs('Zhang Wei', market)
    dans = await actAs('Dan', market)
    bobs = await actAs('Bob', market)
    carols = await actAs('Carol', market)
    eves = await actAs('Eve', market)
    for (const name of ['Under the hammer', 'Second lot', 'Third lot']) {
      const item = await makeItem(artist, { name, royaltyPercent: 5 })
      const call = { address: item.collection, abi: collection721Abi, functionName: 'safeTransferFrom' } as const
      await mined(artist, await artist.wallet.writeContract({ ...call, args: [zhang, dan, item.tokenId] }))
      await untilRead(artist, item, (item) => item?.onlyOwner === dan)
      items.push(item)
    }
    for (const person of [bobs, carols, eves])
      await mined(person, await person.wallet.writeContract({ ...coin, functionName: 'deposit', value: parseEther('10') }))
    owner = await openBrowser(market.url)
    bidder = await openBrowser(market.url)
  })
  beforeEach(() => pictureOnFailure(owner, bidder))
  afterAll(async () => {
    await Promise.all([owner?.close(), bidder?.close()])
  })

  const acts = (page: Page) => page.locator('.price-block .acts')
  const money = () => room.money(accounts)
  const latestOf = (at: number) => room.latestOf(itemAt(at), dan)

  function itemAt(at: number): Required<Item> {
    const item = items[at]
    if (!item) throw new Error(`there is no work ${at}`)
    return item
  }

  /** Bids are possible once the market has indexed the approval. */
  async function startBiddable(at: number): Promise<AuctionRecord> {
    const started = await room.startShort(dans, itemAt(at))
    await vi.waitUntil(async () => (await latestOf(at)).isFundable, { timeout: 20_000, interval: 100 })
    return started
  }

  /** Advances the chain's clock to this moment, and waits until the market has seen it. */
  async function waitUntil(moment: number): Promise<void> {
    await callRpc(market.rpcUrl, 'evm_setNextBlockTimestamp', [numberToHex(moment)])
    await callRpc(market.rpcUrl, 'anvil_mine', ['0x1'])
    await expect.poll(async () => (await market.api.config.fetch({ chainId: LOCAL_CHAIN_ID })).now).toBeGreaterThanOrEqual(moment)
  }

  it('[F-66, AUC-01, AUC-14, AUC-15, AUC-16, AUC-17] its owner approves the collection, signs for free, and it stands', async () => {
    const { page } = owner
    await signInAs(page, 'Dan', itemPath(itemAt(0)))
    await acts(page).getByRole('button', { name: 'Sell' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Auction/ }).click()
    const sign = dialog.getByRole('button', { name: 'Sign the auction' })
    // However long the form: what it comes to, and the button, stay on a phone's screen.
    await page.setViewportSize(PHONE)
    for (const part of [sign, dialog.locator('.sums')])
      expect(await part.evaluate((shown) => Math.ceil(shown.getBoundingClientRect().bottom))).toBeLessThanOrEqual(PHONE.height)
    await page.setViewportSize(DESKTOP)
    await dialog.getByLabel('Start price', { exact: true }).fill('1')
    await dialog.getByText(/^More: reserve/).click()
    await dialog.getByLabel('Lowest price you accept').fill('1')
    await dialog.getByLabel('Smallest step between bids').fill('0.1')
    await dialog.getByLabel('Shared by those who are outbid').fill('10')
    await sign.click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction', 'typedData'])
    await page.getByText('Up for auction').first().waitFor()
    expect(await latestOf(0)).toMatchObject({ startPrice: parseEther('1'), increment: parseEther('0.1'), encourage: 1_000 })
  })

  it('[AUC-39, AUC-40, AUC-41] a bid allows exactly what it costs if it wins, and is signed', async () => {
    const { page } = bidder
    const auction = await latestOf(0)
    await bidAtAuction(bobs, auction, '1')
    await signInAs(page, 'Carol', itemPath(itemAt(0)))
    await acts(page).getByRole('button', { name: 'Bid 1.10 WETH or more' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Bid 1.10 WETH or more' }).click()
    await dialog.getByLabel('Your bid', { exact: true }).fill('1.2')
    await dialog.getByText('1.23 WETH').first().waitFor()
    const before = await money()
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction', 'typedData'])
    await page.getByText('Your bid stands').waitFor()
    const { transferProxy } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
    expect(await market.chain.readContract({ ...coin, functionName: 'allowance', args: [carol, transferProxy] })).toBe(parseEther('1.23'))
    expect(await money()).toEqual(before)
  })

  it('[AUC-24, AUC-25, AUC-42, TX-06] a winner without money loses to the next bidder; all are paid to the wei', async () => {
    const { page } = owner
    const auction = await latestOf(0)
    await bidAtAuction(eves, auction, '1.5')
    await waitUntil(auction.endTime + 1)
    const all = await market.chain.readContract({ ...coin, functionName: 'balanceOf', args: [eve] })
    await mined(eves, await eves.wallet.writeContract({ ...coin, functionName: 'withdraw', args: [all] }))
    await page.goto(itemPath(itemAt(0)))
    await acts(page)
      .getByRole('button', { name: /^(See the auction|Accept )/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Can’t be paid now').waitFor()
    expect(await findViolations(page, '.dialog')).toEqual([])
    await dialog.getByRole('button', { name: 'Accept 1.20 WETH' }).click()
    await dialog.getByText('Dividend, 10%, to 2 bidders').waitFor()
    const before = await money()
    await dialog.getByRole('button', { name: 'Sell for 0.99 WETH' }).click()
    expect(await approve(page, 'transaction')).toContain('Settle an auction')
    await vi.waitUntil(() => closeBought(page), { timeout: 60_000, interval: 200 })
    const after = await money()
    const price = parseEther('1.2')
    const share = partOf(price, DIVIDEND_BPS) / 2n
    expect(after.dan - before.dan).toBe(price - partOf(price, FEE_BPS) - partOf(price, ROYALTY_BPS) - 2n * share)
    expect(before.carol - after.carol).toBe(price + partOf(price, FEE_BPS))
    expect([after.bob - before.bob, after.eve - before.eve]).toEqual([share, share])
    expect(after.zhang - before.zhang).toBe(partOf(price, ROYALTY_BPS))
    expect(after.market - before.market).toBe(2n * partOf(price, FEE_BPS))
    expect(await room.holderOf(itemAt(0))).toBe(carol)
    expect(await latestOf(0)).toMatchObject({ status: AUCTION_STATUS.FINISHED, end: AUCTION_END.FINISHED })
  })

  it('[AUC-26, AUC-42, TX-06] the highest bidder pays; who lost gets all that is shared, who took back nothing', async () => {
    const { page } = bidder
    await mined(eves, await eves.wallet.writeContract({ ...coin, functionName: 'deposit', value: parseEther('10') }))
    const auction = await startBiddable(1)
    await bidAtAuction(bobs, auction, '2')
    await bidAtAuction(eves, auction, '2.1')
    await bidAtAuction(carols, auction, '2.2')
    await bobs.api.auction.cancel({ ...refOf(auction), total: parseEther('2') })
    await waitUntil(auction.endTime + 1)
    await page.goto(itemPath(itemAt(1)))
    // Once the wallet is back: until then the page's buttons are a visitor's, and give way to the winner's.
    await acts(page)
      .getByRole('button', { name: /^Pay .* now/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay 2.20 WETH now' }).click()
    const before = await money()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay 2.255 WETH' }).click()
    await approve(page, 'transaction')
    await vi.waitUntil(() => closeBought(page), { timeout: 60_000, interval: 200 })
    const after = await money()
    const price = parseEther('2.2')
    expect(before.carol - after.carol).toBe(parseEther('2.255'))
    expect([after.eve - before.eve, after.bob - before.bob]).toEqual([partOf(price, DIVIDEND_BPS), 0n])
    expect(after.dan - before.dan).toBe(price - partOf(price, FEE_BPS) - partOf(price, ROYALTY_BPS) - partOf(price, DIVIDEND_BPS))
    expect(await room.holderOf(itemAt(1))).toBe(carol)
    await page.getByText('Held by you').waitFor()
  })

  it('[ITEM-27, AUC-33] its owner ends one that runs on the chain: no money has moved, and it cannot be settled', async () => {
    const { page } = owner
    const auction = await startBiddable(2)
    await bidAtAuction(bobs, auction, '1')
    await page.goto(itemPath(itemAt(2)))
    const before = await money()
    await acts(page).getByRole('button', { name: 'Cancel the auction' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the auction' }).click()
    await approve(page, 'transaction')
    await page.getByText('Cancel success').waitFor()
    expect(await money()).toEqual(before)
    expect(await room.isSpent(auction)).toBe(true)
    expect(await latestOf(2)).toMatchObject({ status: AUCTION_STATUS.FINISHED, end: AUCTION_END.CANCEL })
    await expect(bobs.api.auction.buyerFee({ ...refOf(auction), type: 2 })).rejects.toMatchObject({ code: 'AUCTION_OVER' })
  })

  it('[SNIPE-01, SNIPE-02, SNIPE-03] two late bids move the end on the page, and another account settles after it', {
    tags: 'more',
  }, async () => {
    const item = itemAt(2)
    const now = await room.chainTime()
    const terms = { startPrice: '1', lowest: '1', step: '0.1', dividendPercent: 10, extension: 300 } as const
    const started = await startAuction(dans, item, { ...terms, startTime: now, endTime: now + 120 })
    await vi.waitUntil(async () => (await latestOf(2)).isFundable, { timeout: 20_000, interval: 100 })
    const { page } = bidder
    await page.goto(itemPath(item))
    await page.getByText(/^A bid that leads in the last 5 minutes moves the end/).waitFor()
    let end = started.endTime
    for (const [person, total] of [
      [carols, '1'],
      [bobs, '1.5'],
    ] as const) {
      await bidAtAuction(person, await latestOf(2), total)
      const { endTime, firstEnd } = await latestOf(2)
      expect([firstEnd, endTime > end]).toEqual([started.endTime, true])
      end = endTime
      await page.getByText(/^Late bids have moved the end\./).waitFor()
      // The page counts to the end of the moment.
      const clock = page.locator('.price-block .num').first()
      const off = async () => Math.abs(secondsOf(await clock.innerText()) - (end - (await room.chainTime())))
      await expect.poll(off).toBeLessThanOrEqual(2)
      await waitUntil(end - 60)
      // A page's clock goes on by itself, and knows of no jump.
      await page.reload()
    }
    await waitUntil(end)
    const before = await money()
    const other = await openBrowser(market.url)
    onTestFinished(() => other.close())
    await signInAs(other.page, 'Eve', itemPath(item))
    await other.page.locator('.price-block').getByRole('button', { name: 'Settle' }).click()
    const dialog = other.page.getByRole('dialog')
    await dialog.getByText('The work goes to Bob, for the bid of 1.50 WETH.').waitFor()
    await dialog.getByRole('button', { name: 'Settle' }).click()
    await sayYes(other.page, () => closeBought(other.page))
    expect(await room.holderOf(item)).toBe(accounts.bob)
    const price = parseEther('1.5')
    const share = partOf(price, DIVIDEND_BPS)
    const fee = partOf(price, FEE_BPS)
    const royalty = partOf(price, ROYALTY_BPS)
    expect(await money()).toEqual({
      ...before,
      bob: before.bob - price - fee,
      carol: before.carol + share,
      dan: before.dan + price - fee - royalty - share,
      zhang: before.zhang + royalty,
      market: before.market + 2n * fee,
    })
    expect([owner, bidder, other].flatMap(({ complaints }) => complaints)).toEqual([])
  })
})

/** Of "00:04:59". */
function secondsOf(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return hours * 3_600 + minutes * 60 + seconds
}
