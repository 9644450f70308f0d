import type { AuctionRecord } from '@plinth/api'
import { auctionOf, bidAtAuction, type Item, mined, type Person, startAuction } from '@plinth/devnet'
import { type Address, AUCTION_BID_STATUS, auctionStructHash, LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS } from '@plinth/protocol'
import { auctionExchangeAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auctionRoom, ROOM_TERMS, refOf } from '../support/auction-room.ts'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { primaryOf } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'
import { makeWork } from '../support/works.ts'

const DAY_S = 86_400

/** Zhang Wei auctions a work; Bob bids twice, Carol and Eve once. Bob and Eve think again. */
describe('bids at an auction that are taken back', () => {
  const market = demoMarket()
  const room = auctionRoom(market)
  const { wrappedCoin, auctionExchange } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
  const [zhang, bob, carol, eve] = [addressOf('Zhang Wei'), addressOf('Bob'), addressOf('Carol'), addressOf('Eve')]
  let bobs: Visitor
  let eves: Visitor
  let work: Required<Item>
  let auction: AuctionRecord

  beforeAll(async () => {
    const owner = await actAs('Zhang Wei', market)
    work = await makeWork(owner, { name: 'Second thoughts' })
    const now = await room.chainTime()
    auction = await startAuction(owner, work, { ...ROOM_TERMS, startTime: now, endTime: now + DAY_S })
    const bidders = await Promise.all((['Bob', 'Carol', 'Eve'] as const).map((name) => actAs(name, market)))
    const call = { address: wrappedCoin, abi: wrappedCoinAbi, functionName: 'deposit', value: parseEther('5') } as const
    for (const bidder of bidders) await mined(bidder, await bidder.wallet.writeContract(call))
    const [bobOf, carolOf, eveOf] = bidders as [Person, Person, Person]
    await bidAtAuction(bobOf, auction, '1')
    await bidAtAuction(carolOf, auction, '1.1')
    await bidAtAuction(bobOf, auction, '1.2')
    await bidAtAuction(eveOf, auction, '1.5')
    bobs = await openBrowser(market.url)
    eves = await openBrowser(market.url)
  })
  beforeEach(() => pictureOnFailure(bobs, eves))
  afterAll(async () => {
    await Promise.all([bobs?.close(), eves?.close()])
  })

  const dialogOf = (page: Page) => page.getByRole('dialog')
  const steps = (page: Page) => dialogOf(page).locator('.steps .step')

  /** On the item's page, by way of the auction's own dialog. */
  async function askBack(page: Page, name: string | RegExp): Promise<void> {
    await page.locator('.price-block .acts').getByRole('button', { name }).click()
    await dialogOf(page).getByRole('button', { name: 'Take the bid back' }).click()
  }

  /** All that are left of his, and all that are not. */
  async function totalsOf(bidder: Address): Promise<{ active: bigint[]; back: bigint[] }> {
    const own = (await market.api.auction.bids(refOf(auction))).list.filter((bid) => bid.bidder === bidder)
    const totals = (isBack: boolean) =>
      own.filter(({ status }) => (status === AUCTION_BID_STATUS.CANCELLED) === isBack).map(({ total }) => total)
    return { active: totals(false), back: totals(true) }
  }

  const voidedOf = (bidder: Address) =>
    market.chain.readContract({
      ...{ address: auctionExchange, abi: auctionExchangeAbi, functionName: 'voidedUpTo' },
      args: [bidder, auctionStructHash(auctionOf(auction))],
    })

  it('[API-107, AUC-43] for free: all of his at once, with no word to the wallet and none to the chain', async () => {
    const { page } = bobs
    await signInAs(page, 'Bob', itemPath(work))
    await askBack(page, 'Bid 1.60 WETH or more')
    await dialogOf(page).getByText('Take back your bid of 1.20 WETH, and every lower one of yours here?').waitFor()
    await dialogOf(page).getByText('You don’t win with it any more, and you don’t share in the price.').waitFor()
    expect(await steps(page).count()).toBe(1)
    const block = await market.chain.getBlockNumber()
    await primaryOf(dialogOf(page)).click()
    await page.getByText('Cancel success').waitFor()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await totalsOf(bob)).toEqual({ active: [], back: expect.arrayContaining([parseEther('1'), parseEther('1.2')]) })
    expect(await page.locator('demo-wallet dialog[data-kind]').count()).toBe(0)
    expect(await voidedOf(bob)).toBe(0n)
    const sent = await market.chain.getTransactionCount({ address: bob })
    expect(sent).toBe(await market.chain.getTransactionCount({ address: bob, blockNumber: block }))
    await page.locator('.price-block .acts').getByRole('button', { name: 'Bid 1.60 WETH or more' }).click()
    const his = dialogOf(page).getByRole('list', { name: 'Bids' }).getByRole('listitem').filter({ hasText: 'you' })
    await expect.poll(() => his.filter({ hasText: 'Taken back' }).count()).toBe(2)
    expect(await dialogOf(page).getByRole('button', { name: 'Take the bid back' }).count()).toBe(0)
  })

  it('on the chain too: a no in the wallet leaves the second step to be done, and then the chain voids them', async () => {
    const { page } = eves
    await signInAs(page, 'Eve', itemPath(work))
    await askBack(page, 'See the auction')
    await dialogOf(page).getByRole('switch', { name: 'End it on the chain too' }).click()
    expect(await steps(page).count()).toBe(2)
    await primaryOf(dialogOf(page)).click()
    await reject(page, 'transaction')
    await dialogOf(page).getByText('You declined in the wallet. Nothing was sent.').waitFor()
    // The market has forgotten it by now; what was asked still stands.
    await expect.poll(async () => (await totalsOf(eve)).active).toEqual([])
    await dialogOf(page).getByText('Take back your bid of 1.50 WETH, and every lower one of yours here?').waitFor()
    expect(await dialogOf(page).getByRole('switch').count()).toBe(0)
    expect(await voidedOf(eve)).toBe(0n)
    await primaryOf(dialogOf(page)).click()
    expect(await approve(page, 'transaction')).toContain('End bids on an auction')
    await page.getByText('Cancel success').waitFor()
    expect(await voidedOf(eve)).toBe(parseEther('1.5'))
    expect(await totalsOf(eve)).toEqual({ active: [], back: [parseEther('1.5')] })
  })

  it('the next one leads, for everybody who looks', async () => {
    expect(await room.latestOf(work, zhang)).toMatchObject({ highestBidder: carol, highestPrice: parseEther('1.1') })
    for (const { page } of [bobs, eves]) {
      await page.goto(itemPath(work))
      await page.locator('.price-block .acts').getByRole('button', { name: 'Bid 1.20 WETH or more' }).waitFor()
    }
  })

  it('shows nobody a broken page on the way', () => {
    expect([...bobs.complaints, ...eves.complaints]).toEqual([])
  })
})
