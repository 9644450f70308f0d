import type { AuctionRecord } from '@plinth/api'
import { bidAtAuction, callRpc, type Item, mined, type Person } from '@plinth/devnet'
import { AUCTION_END, AUCTION_STATUS, LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, NOTICE_SUBTYPE } from '@plinth/protocol'
import { collection721Abi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auctionRoom } from '../support/auction-room.ts'
import { findViolations } from '../support/axe.ts'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought } from '../support/buying.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { approve, signInAs } from '../support/wallet.ts'
import { makeWork, untilRead } from '../support/works.ts'

/** Dan auctions two works; Eve bids most and spends her money, and nobody comes for the second. */
describe('how auctions end', () => {
  const market = demoMarket()
  const room = auctionRoom(market)
  const { wrappedCoin } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
  const coin = { address: wrappedCoin, abi: wrappedCoinAbi } as const
  const [zhang, dan, bob, carol, eve] = [addressOf('Zhang Wei'), addressOf('Dan'), addressOf('Bob'), addressOf('Carol'), addressOf('Eve')]
  let dans: Person
  let eves: Person
  let owner: Visitor
  let bidder: Visitor
  let won: Required<Item>
  let lonely: Required<Item>
  let auction: AuctionRecord

  beforeAll(async () => {
    const artist = await actAs('Zhang Wei', market)
    ;[dans, eves] = await Promise.all([actAs('Dan', market), actAs('Eve', market)])
    const works: Required<Item>[] = []
    for (const name of ['Bid up high', 'Left alone']) {
      const work = await makeWork(artist, { name, royaltyPercent: 5 })
      const call = { address: work.collection, abi: collection721Abi, functionName: 'safeTransferFrom' } as const
      await mined(artist, await artist.wallet.writeContract({ ...call, args: [zhang, dan, work.tokenId] }))
      await untilRead(artist, work, (item) => item?.onlyOwner === dan)
      works.push(work)
    }
    ;[won, lonely] = works as [Required<Item>, Required<Item>]
    auction = await startBiddable(won)
    for (const [person, total] of [
      [await actAs('Bob', market), '1'],
      [await actAs('Carol', market), '1.2'],
      [eves, '1.5'],
    ] as const) {
      await mined(person, await person.wallet.writeContract({ ...coin, functionName: 'deposit', value: parseEther('10') }))
      await bidAtAuction(person, auction, total)
    }
    owner = await openBrowser(market.url)
    bidder = await openBrowser(market.url)
  })
  beforeEach(() => pictureOnFailure(owner, bidder))
  afterAll(async () => {
    await Promise.all([owner?.close(), bidder?.close()])
  })

  const acts = (page: Page) => page.locator('.price-block .acts')
  const look = (page: Page) =>
    acts(page)
      .getByRole('button', { name: /^(See the auction|Accept |Pay your bid)/ })
      .click()

  /** Once the market has read the approval it can be bid at. */
  async function startBiddable(work: Required<Item>): Promise<AuctionRecord> {
    const started = await room.startShort(dans, work)
    await vi.waitUntil(async () => (await room.latestOf(work, dan)).isFundable, { timeout: 20_000, interval: 100 })
    return started
  }

  /** The chain's clock goes on to this moment, and the market has seen it. */
  async function waitUntil(moment: number): Promise<void> {
    await callRpc(market.rpcUrl, 'evm_setNextBlockTimestamp', [numberToHex(moment)])
    await callRpc(market.rpcUrl, 'anvil_mine', ['0x1'])
    await expect.poll(async () => (await market.api.config.fetch({ chainId: LOCAL_CHAIN_ID })).now).toBeGreaterThanOrEqual(moment)
  }

  describe('whose winner can’t pay', () => {
    it('[AUC-26] tells the winner, who has spent the money since, before the wallet opens', async () => {
      const { page } = bidder
      await waitUntil(auction.endTime + 1)
      await signInAs(page, 'Eve', itemPath(won))
      await look(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Pay your bid of 1.50 WETH' }).click()
      const pay = dialog.getByRole('button', { name: 'Pay 1.5375 WETH' })
      await expect.poll(() => pay.isEnabled()).toBe(true)
      const all = await market.chain.readContract({ ...coin, functionName: 'balanceOf', args: [eve] })
      await mined(eves, await eves.wallet.writeContract({ ...coin, functionName: 'withdraw', args: [all] }))
      await pay.click()
      await dialog.getByText('Not enough funds.').waitFor()
      expect(await page.locator('demo-wallet dialog[data-kind]').count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.goto(itemPath(won))
      await look(page)
      await dialog.getByRole('button', { name: 'Waiting for settlement' }).waitFor()
      await dialog.getByText('Your bid of 1.50 WETH can’t be paid now, so the next one has its place.', { exact: false }).waitFor()
      await dialog.getByText('10% of the price is shared among those who were outbid.').waitFor()
      const hers = dialog.getByRole('list', { name: 'Bids' }).getByRole('listitem').filter({ hasText: 'you' })
      await hers.getByText('Can’t be paid now').waitFor()
      expect(await findViolations(page, '.dialog')).toEqual([])
    })

    it('[AUC-24, AUC-42] is sold to the next bidder, and who could pay when it ended still shares', async () => {
      const { page } = owner
      await signInAs(page, 'Dan', itemPath(won))
      await look(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Accept 1.20 WETH' }).click()
      await dialog.getByText('Dividend, 10%, to 2 bidders').waitFor()
      const before = await room.money({ dan, bob, carol, eve })
      await dialog.locator('.dialog-foot .button.primary').click()
      await approve(page, 'transaction')
      await vi.waitUntil(() => closeBought(page), { timeout: 60_000, interval: 200 })
      const after = await room.money({ dan, bob, carol, eve })
      expect([after.bob - before.bob, after.eve - before.eve]).toEqual([parseEther('0.06'), parseEther('0.06')])
      expect(before.carol - after.carol).toBe(parseEther('1.23'))
      // Of 1.2 the service takes 2.5 %, Zhang Wei 5 %, those who lost 10 %.
      expect(after.dan - before.dan).toBe(parseEther('0.99'))
      expect(await room.holderOf(won)).toBe(carol)
    })
  })

  describe('for which nobody comes', () => {
    it('[AUC-23, AUC-35, ITEM-16, ITEM-21] lapses: nothing has moved, everybody is told, and its owner can sell again', async () => {
      const { page } = owner
      auction = await startBiddable(lonely)
      const again = await actAs('Eve', market)
      await mined(again, await again.wallet.writeContract({ ...coin, functionName: 'deposit', value: parseEther('5') }))
      await bidAtAuction(again, auction, '1')
      await waitUntil(auction.expiredTime)
      await page.goto(itemPath(lonely))
      await expect.poll(() => acts(page).getByRole('button').allInnerTexts()).toEqual(['Sell'])
      expect(await room.latestOf(lonely, dan)).toMatchObject({ status: AUCTION_STATUS.FINISHED, end: AUCTION_END.EXPIRED })
      expect(await page.getByRole('tab', { name: /Auctions/ }).count()).toBe(0)
      const told = async (person: Person) => {
        const { list } = await person.api.notices.list({ page: 1, limit: 100 })
        return list.some(({ subType, content }) => subType === NOTICE_SUBTYPE.ABORTED && content.item?.tokenId === lonely.tokenId)
      }
      for (const person of [dans, again]) await expect.poll(() => told(person)).toBe(true)
      expect(await room.holderOf(lonely)).toBe(dan)
    })
  })

  it('shows nobody a broken page on the way', () => {
    expect([...owner.complaints, ...bidder.complaints]).toEqual([])
  })
})
