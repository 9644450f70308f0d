import type { AuctionRecord } from '@plinth/api'
import { bidAtAuction, type Item, mined, type Person, startAuction } from '@plinth/devnet'
import { type Address, AUCTION_END, AUCTION_STATUS, LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS } from '@plinth/protocol'
import { collection721Abi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auctionRoom, ROOM_TERMS, refOf } from '../support/auction-room.ts'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'
import { makeWork, untilRead } from '../support/works.ts'

const FEE_BPS = 250n
const ROYALTY_BPS = 500n
const DIVIDEND_BPS = 1_000n
const partOf = (amount: bigint, bps: bigint) => (amount * bps) / 10_000n

/** Zhang Wei's works are Dan's now, who auctions them; Bob, Carol and Eve bid. */
describe('auctions', () => {
  const market = demoMarket()
  const room = auctionRoom(market)
  const { wrappedCoin } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
  const [zhang, dan, bob, carol, eve] = ['Zhang Wei', 'Dan', 'Bob', 'Carol', 'Eve'].map((name) => addressOf(name as 'Dan')) as [
    Address,
    Address,
    Address,
    Address,
    Address,
  ]
  let dans: Person
  let bobs: Person
  let eves: Person
  let owner: Visitor
  let bidder: Visitor
  let works: Required<Item>[]
  let auction: AuctionRecord

  beforeAll(async () => {
    const artist = await actAs('Zhang Wei', market)
    ;[dans, bobs, eves] = await Promise.all([actAs('Dan', market), actAs('Bob', market), actAs('Eve', market)])
    works = []
    for (const name of ['Under the hammer', 'Second lot', 'Third lot']) {
      const work = await makeWork(artist, { name, royaltyPercent: 5 })
      const call = { address: work.collection, abi: collection721Abi, functionName: 'safeTransferFrom' } as const
      await mined(artist, await artist.wallet.writeContract({ ...call, args: [zhang, dan, work.tokenId] }))
      await untilRead(artist, work, (item) => item?.onlyOwner === dan)
      works.push(work)
    }
    for (const person of [bobs, eves, await actAs('Carol', market)]) {
      const call = { address: wrappedCoin, abi: wrappedCoinAbi, functionName: 'deposit', value: parseEther('10') } as const
      await mined(person, await person.wallet.writeContract(call))
    }
    owner = await openBrowser(market.url)
    bidder = await openBrowser(market.url)
  })

  beforeEach(() => pictureOnFailure(owner, bidder))

  afterAll(async () => {
    await Promise.all([owner?.close(), bidder?.close()])
  })

  describe('put up', () => {
    it('[SALE-17, ITEM-24, SALE-12] selling asks how: for one price, or at auction', async () => {
      const { page } = owner
      await signInAs(page, 'Dan', itemPath(workOf(0)))
      await acts(page).getByRole('button', { name: 'Sell' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('How do you want to sell it?').waitFor()
      await dialog.getByRole('button', { name: /^Fixed price/ }).click()
      await dialog.getByRole('button', { name: 'Sign the listing' }).waitFor()
      await page.keyboard.press('Escape')
      await acts(page).getByRole('button', { name: 'Sell' }).click()
      await dialog.getByRole('button', { name: /^Auction/ }).click()
      await dialog.getByRole('button', { name: 'Sign the auction' }).waitFor()
    })

    it('[AUC-02, AUC-03, AUC-04, AUC-05, AUC-06, AUC-09, AUC-10, AUC-12, AUC-13, I18N-07] says under each field what is missing', async () => {
      const { page } = owner
      const dialog = page.getByRole('dialog')
      expect(await dialog.getByLabel('Paid in').locator('option').allInnerTexts()).toEqual(['WETH', 'PUSD'])
      expect(await dialog.getByLabel('How many').count()).toBe(0)
      for (const group of ['Starts', 'Runs for']) await dialog.getByRole('radiogroup', { name: group }).getByText('Pick').click()
      await dialog.getByLabel('Start, day and time').fill('')
      await dialog.getByLabel('End, day and time').fill('')
      await dialog.getByLabel('Shared by those who are outbid').fill('')
      await dialog.getByRole('button', { name: 'Sign the auction' }).click()
      for (const said of [
        'Choose when it starts',
        'Choose when it ends',
        'Enter a start price above zero',
        'Enter the lowest price you accept',
        'Enter the smallest step between bids',
        'Enter what part of the price is shared, 0 for none',
      ])
        await dialog.getByText(said).waitFor()
      await dialog.getByLabel('Start price', { exact: true }).fill('2')
      await dialog.getByLabel('Lowest price you accept').fill('1')
      await dialog.getByText('less than start price').waitFor()
      expect(await page.locator('demo-wallet').count()).toBe(0)
    })

    it('[AUC-11] says what is left after fee, royalty and dividend at the lowest price, and what the auction means', async () => {
      const dialog = owner.page.getByRole('dialog')
      await dialog.getByLabel('Start price', { exact: true }).fill('1')
      await dialog.getByLabel('Lowest price you accept').fill('2')
      await dialog.getByLabel('Smallest step between bids').fill('0.1')
      await dialog.getByLabel('Shared by those who are outbid').fill('10')
      await dialog.getByRole('radiogroup', { name: 'Starts' }).getByText('Pick').click()
      const inAnHour = new Date((await room.chainTime()) * 1_000 + 3_600_000)
      await dialog.getByLabel('Start, day and time').fill(localMinute(inAnHour))
      await dialog.getByRole('radiogroup', { name: 'Runs for' }).getByText('3 days').click()
      const said = (await dialog.locator('.sums').innerText()).replaceAll(/\s+/g, ' ')
      expect(said).toContain('At the lowest price you accept 2.00 WETH')
      expect(said).toContain('Service fee, 2.50% − 0.05 WETH')
      expect(said).toContain('Royalty to 张伟, 5% − 0.10 WETH')
      expect(said).toContain('Shared by those who lose, 10% − 0.20 WETH')
      expect(said).toContain('Left for you, at least 1.65 WETH')
      await dialog.getByText('Anybody but you can bid from', { exact: false }).waitFor()
      await dialog.getByText('You can cancel it on the chain at any time', { exact: false }).waitFor()
    })

    it('[AUC-01, AUC-14, AUC-15, AUC-16, AUC-17, SHELL-76] approves the collection, is told no once, signs for free, and stands', async () => {
      const { page } = owner
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Sign the auction' }).click()
      const asked = page.locator('demo-wallet dialog[data-kind]')
      await asked.waitFor()
      if ((await asked.getAttribute('data-kind')) === 'transaction') await approve(page, 'transaction')
      await reject(page, 'typedData')
      await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
      await dialog.getByRole('button', { name: 'Sign the auction' }).click()
      expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['typedData'])
      await page.getByText('Up for auction').first().waitFor()
      auction = await latestOf(0)
      expect(auction).toMatchObject({
        startPrice: parseEther('1'),
        buying: parseEther('2'),
        increment: parseEther('0.1'),
        encourage: 1_000,
      })
      expect(auction.endTime - auction.startTime).toBe(3 * 86_400)
    })

    it('[ITEM-26, ITEM-46, ITEM-47, AUC-32, ITEM-16] before the start its owner edits it, and nobody can bid yet', async () => {
      const { page } = owner
      await expectActs(page, ['Edit auction', 'Cancel the auction'])
      await acts(page).getByRole('button', { name: 'Edit auction' }).click()
      const dialog = page.getByRole('dialog')
      expect(await dialog.getByLabel('Start price', { exact: true }).inputValue()).toBe('1')
      await dialog.getByLabel('Lowest price you accept').fill('1.5')
      await dialog.getByRole('button', { name: 'Sign the auction' }).click()
      expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['typedData'])
      const edited = await latestOf(0)
      expect([edited.buying, edited.startTime, edited.salt]).toEqual([parseEther('1.5'), auction.startTime, auction.salt])
      await signInAs(bidder.page, 'Carol', itemPath(workOf(0)))
      await bidder.page
        .getByText(/^Starts in/)
        .first()
        .waitFor()
      await acts(bidder.page).getByRole('button', { name: 'See the auction' }).click()
      const seen = bidder.page.getByRole('dialog')
      await seen.getByRole('button', { name: 'Bidding has not begun' }).waitFor()
      // The bid list comes with the start (AUC-19).
      expect(await seen.locator('.auction-bids').count()).toBe(0)
      await bidder.page.keyboard.press('Escape')
    })

    it('[AUC-42, AUC-33, AUC-35, ITEM-17, ITEM-18, ITEM-19, ITEM-20] its owner cancels it on the chain in one step; the tab turns to the finished ones', async () => {
      const { page } = owner
      await page.getByRole('tab', { name: /Auctions\s*1/ }).click()
      const panel = page.getByRole('tabpanel')
      expect(await panel.getByRole('radio', { name: 'Live' }).isChecked()).toBe(true)
      expect(await panel.locator('.auction-row-acts button').allInnerTexts()).toEqual(['Edit auction', 'Cancel the auction'])
      await panel.getByRole('button', { name: 'Cancel the auction' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Nobody has bid yet.').waitFor()
      expect(await dialog.locator('.steps .step').count()).toBe(1)
      await dialog.getByRole('button', { name: 'Cancel the auction' }).click()
      await approve(page, 'transaction')
      await page.getByText('Cancel success').waitFor()
      expect(await latestOf(0)).toMatchObject({ status: AUCTION_STATUS.FINISHED, end: AUCTION_END.CANCEL })
      expect(await room.isSpent(auction)).toBe(true)
      await expectActs(page, ['Sell'])
      await page.reload()
      await page.getByRole('tab', { name: /Auctions\s*1/ }).click()
      expect(await panel.getByRole('radio', { name: 'Finished' }).isChecked()).toBe(true)
      await panel.getByText('cancel', { exact: true }).waitFor()
      expect(await panel.getByRole('button', { name: 'Cancel the auction' }).count()).toBe(0)
      await panel.getByRole('button', { name: 'See the auction' }).click()
      expect(await dialog.getByRole('button', { name: 'cancel', exact: true }).isDisabled()).toBe(true)
      await page.keyboard.press('Escape')
    })
  })

  describe('with three bidders', () => {
    it('[AUC-18, AUC-19, AUC-30, AUC-36, ITEM-22] shows its clock, prices and bids, and what is shared', async () => {
      auction = await room.startShort(dans, workOf(1))
      await bidAtAuction(bobs, auction, '1')
      const { page } = bidder
      await page.goto(itemPath(workOf(1)))
      await acts(page).getByRole('button', { name: 'Bid 1.10 WETH or more' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Bidding is open').waitFor()
      await dialog.getByText('10% is shared among those who are outbid.').waitFor()
      await dialog.getByRole('list', { name: 'Bids' }).getByText('Bob').waitFor()
      expect(await dialog.getByRole('link', { name: 'Bob' }).getAttribute('href')).toBe(`/account/${bob}`)
      expect(await dialog.locator('.auction-owner a').getAttribute('href')).toBe(`/account/${dan}`)
    })

    it('[WIDG-06, WIDG-07] both countdowns go down by a second each second, by the chain’s clock', async () => {
      const { page } = bidder
      const dialog = page.getByRole('dialog')
      const big = async () => Number(await dialog.getByRole('timer').locator('b').last().innerText())
      const small = async () => Number((await page.locator('.price-block .num').first().innerText()).split(':').at(-1))
      for (const read of [big, small]) {
        const seen: [number, number][] = []
        for (const end = Date.now() + 3_500; Date.now() < end; ) {
          const value = await read()
          if (seen.at(-1)?.[1] !== value) seen.push([Date.now(), value])
        }
        expect(seen.length).toBeGreaterThanOrEqual(3)
        const steps = seen.slice(1).map(([, value], at) => ((seen[at]?.[1] ?? 0) - value + 60) % 60)
        expect(steps.every((step) => step === 1 || step === 2)).toBe(true)
      }
      const left = auction.endTime - (await room.chainTime())
      expect(Math.abs((await big()) - (left % 60))).toBeLessThanOrEqual(3)
    })

    it('[AUC-37, AUC-38, AUC-39, AUC-40, AUC-41] a bid says what it costs if it wins and brings if it loses, allows exactly that, and signs', async () => {
      const { page } = bidder
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Bid 1.10 WETH or more' }).click()
      await dialog.getByRole('button', { name: 'Sign the bid' }).click()
      await dialog.getByText('Enter a price above zero').waitFor()
      await dialog.getByLabel('Your bid', { exact: true }).fill('1.09')
      await dialog.getByText('new price not less than old price').waitFor()
      await dialog.getByLabel('Your bid', { exact: true }).fill('1000')
      await dialog.getByText(/Not enough WETH for this|is turned into WETH first/).waitFor()
      await dialog.getByLabel('Your bid', { exact: true }).fill('1.2')
      await dialog.getByText('+ 0.03 WETH').waitFor()
      expect(await dialog.locator('.sum .total').innerText()).toContain('1.23 WETH')
      // Of 1.3, ten percent for two.
      await dialog.getByText('you get about 0.065 WETH', { exact: false }).waitFor()
      await dialog.getByRole('button', { name: 'Sign the bid' }).click()
      const asked = await sayYes(page, async () => (await dialog.count()) === 0)
      expect(asked.at(-1)).toBe('typedData')
      await page.getByText('Your bid stands').waitFor()
    })

    it('[AUC-28, AUC-29] the highest bidder and the owner have nothing to press; who is outbid sees it unasked', async () => {
      const { page } = bidder
      await acts(page).getByRole('button', { name: 'See the auction' }).click()
      const dialog = page.getByRole('dialog')
      expect(await dialog.getByRole('button', { name: 'Yours is the highest bid' }).isDisabled()).toBe(true)
      await owner.page.goto(itemPath(workOf(1)))
      await acts(owner.page).getByRole('button', { name: 'See the auction' }).click()
      await owner.page.getByRole('dialog').getByText('You can’t bid on your own.', { exact: false }).waitFor()
      await bidAtAuction(eves, auction, '1.5')
      await dialog.getByRole('button', { name: 'Bid 1.60 WETH or more' }).waitFor()
      await page.keyboard.press('Escape')
    })
  })

  it('[HOME-12, ITEM-51] home shows the newest with countdown and floor, and leads to the page of all of them', async () => {
    const { page } = owner
    auction = await room.startShort(dans, workOf(2))
    await page.goto('/')
    const card = page.locator('.live-auctions .card').filter({ hasText: 'Third lot' })
    await card.getByText(/^Ends in/).waitFor()
    await card.getByText('Start price').waitFor()
    await card.getByText('Floor 1.00', { exact: true }).waitFor()
    expect(await page.locator('.live-auctions .card').count()).toBeLessThanOrEqual(4)
    await page.getByRole('link', { name: 'All auctions' }).click()
    await page.getByRole('heading', { name: 'Auctions', level: 1 }).waitFor()
    await page.getByRole('feed').getByRole('link', { name: 'Third lot' }).waitFor()
  })

  describe('with a bid taken back', () => {
    it('a bidder takes back his bid for free, and shares in nothing', async () => {
      await bidAtAuction(bobs, auction, '2')
      await bidAtAuction(eves, auction, '2.1')
      const { page } = bidder
      await page.goto(itemPath(workOf(2)))
      await acts(page).getByRole('button', { name: 'Bid 2.20 WETH or more' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Bid 2.20 WETH or more' }).click()
      await dialog.getByLabel('Your bid', { exact: true }).fill('2.2')
      await dialog.getByRole('button', { name: 'Sign the bid' }).click()
      await sayYes(page, async () => (await dialog.count()) === 0)
      await bobs.api.auction.cancel({ ...refOf(auction), total: parseEther('2') })
      await acts(page).getByRole('button', { name: 'See the auction' }).click()
      await dialog.getByText('Taken back').waitFor()
      await dialog.getByText('+ 0.22 WETH').waitFor()
    })
  })

  describe('cancelled with bids on it', () => {
    it('[ITEM-27, AUC-33] its owner ends it while it runs; no money has moved, and nobody can settle it', async () => {
      const { page } = owner
      const now = await room.chainTime()
      auction = await startAuction(dans, workOf(0), { ...ROOM_TERMS, startTime: now, endTime: now + 3_600 })
      await bidAtAuction(bobs, auction, '1')
      await page.goto(itemPath(workOf(0)))
      await expectActs(page, ['See the auction', 'Cancel the auction'])
      const before = await money()
      await acts(page).getByRole('button', { name: 'Cancel the auction' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('1 bidder loses the bid with it. No money has moved.').waitFor()
      await dialog.getByRole('button', { name: 'Cancel the auction' }).click()
      await approve(page, 'transaction')
      await page.getByText('Cancel success').waitFor()
      expect(await money()).toEqual(before)
      expect(await room.isSpent(auction)).toBe(true)
      await expect(bobs.api.auction.buyerFee({ ...refOf(auction), type: 2 })).rejects.toMatchObject({ code: 'AUCTION_OVER' })
    })
  })

  describe('settled after the end', () => {
    it('[AUC-24, AUC-25, AUC-42, TX-06] after the end its owner accepts, and everybody is paid to the wei', async () => {
      const { page } = owner
      const dialog = page.getByRole('dialog')
      await bidder.page.goto(itemPath(workOf(1)))
      await page.goto(itemPath(workOf(1)))
      await acts(page)
        .getByRole('button', { name: /^(See the auction|Accept )/ })
        .click()
      await dialog.getByRole('button', { name: 'Accept 1.50 WETH' }).waitFor({ timeout: 90_000 })
      const offersToBid = acts(bidder.page).getByRole('button', { name: /^Bid \d/ })
      await expect.poll(() => offersToBid.count()).toBe(0)
      await dialog.getByRole('button', { name: 'Accept 1.50 WETH' }).click()
      const price = parseEther('1.5')
      const share = partOf(price, DIVIDEND_BPS) / 2n
      const proceeds = price - partOf(price, FEE_BPS) - partOf(price, ROYALTY_BPS) - 2n * share
      await dialog.getByText('Dividend, 10%, to 2 bidders').waitFor()
      expect(await dialog.locator('.steps .step').count()).toBe(1)
      const before = await money()
      await dialog.getByRole('button', { name: 'Sell for 1.2375 WETH' }).click()
      expect(await approve(page, 'transaction')).toContain('Settle an auction')
      await vi.waitUntil(() => closeBought(page), { timeout: 60_000, interval: 200 })
      const after = await money()
      expect(proceeds).toBe(parseEther('1.2375'))
      expect(after.dan - before.dan).toBe(proceeds)
      expect(before.eve - after.eve).toBe(price + partOf(price, FEE_BPS))
      expect([after.bob - before.bob, after.carol - before.carol]).toEqual([share, share])
      expect(after.zhang - before.zhang).toBe(partOf(price, ROYALTY_BPS))
      expect(after.market - before.market).toBe(2n * partOf(price, FEE_BPS))
      expect(await room.holderOf(workOf(1))).toBe(eve)
      expect(await latestOf(1)).toMatchObject({ status: AUCTION_STATUS.FINISHED, end: AUCTION_END.FINISHED })
    })

    it('[AUC-26, AUC-42, TX-06] after the end the highest bidder pays his bid, and the one who lost gets all that is shared', async () => {
      const { page } = bidder
      const dialog = page.getByRole('dialog')
      await page.goto(itemPath(workOf(2)))
      await acts(page)
        .getByRole('button', { name: /^(See the auction|Pay your bid)/ })
        .click()
      await dialog.getByRole('button', { name: 'Pay your bid of 2.20 WETH' }).click({ timeout: 90_000 })
      const before = await money()
      await dialog.getByRole('button', { name: 'Pay 2.255 WETH' }).click()
      await approve(page, 'transaction')
      await vi.waitUntil(() => closeBought(page), { timeout: 60_000, interval: 200 })
      const after = await money()
      const price = parseEther('2.2')
      expect(before.carol - after.carol).toBe(parseEther('2.255'))
      expect([after.eve - before.eve, after.bob - before.bob]).toEqual([partOf(price, DIVIDEND_BPS), 0n])
      expect(after.dan - before.dan).toBe(price - partOf(price, FEE_BPS) - partOf(price, ROYALTY_BPS) - partOf(price, DIVIDEND_BPS))
      expect(await room.holderOf(workOf(2))).toBe(carol)
      await page.getByText('Held by you').waitFor()
    })
  })

  it('shows nobody a broken page on the way', () => {
    expect([...owner.complaints, ...bidder.complaints]).toEqual([])
  })

  const acts = (page: Page) => page.locator('.price-block .acts')

  function workOf(at: number): Required<Item> {
    const work = works[at]
    if (!work) throw new Error(`there is no work ${at}`)
    return work
  }

  const latestOf = (at: number) => room.latestOf(workOf(at), dan)
  const money = () => room.money({ zhang, dan, bob, carol, eve })

  async function expectActs(page: Page, names: string[]) {
    await expect.poll(async () => acts(page).getByRole('button').allInnerTexts()).toEqual(names)
  }

  function localMinute(at: Date): string {
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }
})
