import { AUCTION_BID_STATUS, AUCTION_END, AUCTION_SETTLEMENT, AUCTION_STATUS } from '@plinth/protocol'
import { fireEvent, within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, EVE, PROXY } from '../../../../test/addresses.ts'
import { aBidAt, aSettlement, putAtAuction } from '../../../../test/fake/auction-records.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { anAuction, anItem, itemPath, NOW } from '../../../../test/fake/records.ts'
import { allDrawn, findDialog, type Opened, openPage } from '../../../../test/page.tsx'
import { ScriptedWallet } from '../../../../test/scripted-wallet.ts'

const ITEM = anItem()
const TERMS = { startPrice: parseEther('1'), buying: parseEther('1'), increment: parseEther('0.1'), encourage: 1_000 }
const OVER = { startTime: NOW - 7_200, endTime: NOW - 60, expiredTime: NOW + 86_400, asOfBlock: 9 }

/** Carries so much wrapped coin. */
function walletWith(weth: string): ScriptedWallet {
  const wallet = new ScriptedWallet()
  wallet.reads.set('balanceOf', parseEther(weth))
  return wallet
}

const act = (opened: Opened, name: string | RegExp) => opened.screen.findByRole('button', { name })
const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('an auction to a visitor', () => {
  it('[AUC-18, AUC-19, AUC-30, AUC-36, ITEM-22] shows its clock, prices, bids with their bidders, and what is shared', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, { ...TERMS, owner: ALICE })
    putAtAuction(market, ITEM, auction, aBidAt(auction, BOB, parseEther('1')))
    const opened = await openPage(itemPath(ITEM), { market })
    await opened.user.click(await act(opened, 'Bid 1.10 WETH or more'))
    const dialog = within(await findDialog('Wheat field'))
    await dialog.findByText('Bidding is open')
    expect(dialog.getByRole('timer').textContent).toBe('01hour00minutes00seconds')
    await dialog.findByText('10% is shared among those who are outbid.')
    const bids = within(await dialog.findByRole('list', { name: 'Bids' }))
    await bids.findByText('Bob')
    expect(dialog.getByRole('link', { name: 'Bob' }).getAttribute('href')).toBe(`/account/${BOB}`)
    expect(document.querySelector('.auction-owner a')?.getAttribute('href')).toBe(`/account/${ALICE}`)
    const facts = [...document.querySelectorAll('.auction-facts > div')].map(({ textContent }) => textContent)
    expect(facts).toEqual(['Highest bid1.00', 'Step0.10', 'Accepts from1.00', 'Start price1.00'])
    expect(await act(opened, 'Bid 1.10 WETH or more')).toBeTruthy()
  })

  it('[AUC-32, AUC-19] takes no bid before the start, and has no list of bids', async () => {
    const market = new FakeMarket()
    const times = { startTime: NOW + 3_600, endTime: NOW + 7_200, expiredTime: NOW + 86_400 }
    putAtAuction(market, ITEM, anAuction(ITEM, { ...TERMS, ...times }))
    const opened = await openPage(itemPath(ITEM), { market, as: BOB })
    await opened.screen.findByText(/^Starts in/)
    await opened.user.click(await act(opened, 'See the auction'))
    const dialog = within(await findDialog())
    expect(isDisabled(await dialog.findByRole('button', { name: 'Bidding has not begun' }))).toBe(true)
    await expect.poll(() => market.inputsOf('auction.bids').length).toBeGreaterThan(0)
    expect(document.querySelector('.auction-bids')).toBeNull()
  })

  it('[WIDG-06, WIDG-07] counts down by a second each second on page and dialog, by the chain’s clock', async () => {
    const market = new FakeMarket()
    // The visitor's clock is 100 s behind the chain's.
    market.now = NOW + 100
    putAtAuction(market, ITEM, anAuction(ITEM, { ...TERMS, endTime: NOW + 100 + 3_605 }))
    const opened = await openPage(itemPath(ITEM), { market })
    const small = () => document.querySelector('.price-block .num')?.textContent
    await expect.poll(small).toBe('01:00:05')
    await opened.user.click(await act(opened, /^Bid 1\.00 WETH/))
    const timer = within(await findDialog()).getByRole('timer')
    const big = () => [...timer.querySelectorAll('b')].map(({ textContent }) => textContent).join(':')
    await expect.poll(big).toBe('01:00:05')
    for (const [seconds, left] of ['01:00:04', '01:00:03'].entries()) {
      vi.setSystemTime((NOW + seconds + 1) * 1_000)
      await expect.poll(() => [small(), big()], { timeout: 1_900 }).toEqual([left, left])
    }
  })
})

describe('a bid at an auction', () => {
  it('[F-64, AUC-37, AUC-38, AUC-39, AUC-40, AUC-41] says its cost and share, allows exactly the cost and signs', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, TERMS)
    putAtAuction(market, ITEM, auction, aBidAt(auction, BOB, parseEther('1')))
    const wallet = walletWith('10')
    wallet.coin = parseEther('100')
    const opened = await openPage(itemPath(ITEM), { market, wallet, as: EVE })
    const { user, screen } = opened
    await user.click(await act(opened, 'Bid 1.10 WETH or more'))
    await user.click(within(await findDialog()).getByRole('button', { name: 'Bid 1.10 WETH or more' }))
    const dialog = within(await findDialog('Wheat field'))
    const price = await dialog.findByLabelText('Your bid', { exact: true })
    await user.click(dialog.getByRole('button', { name: 'Sign the bid' }))
    await dialog.findByText('Enter a price above zero')
    fill(price, '1.09')
    await dialog.findByText('Bid at least 1.10 WETH')
    fill(price, '1000')
    await dialog.findByText(/Not enough WETH for this/)
    expect(isDisabled(dialog.getByRole('button', { name: 'Sign the bid' }))).toBe(true)
    fill(price, '1.2')
    await dialog.findByText('+ 0.03 WETH')
    expect(document.querySelector('.sum .total')?.textContent).toContain('1.23 WETH')
    // Of 1.3, ten percent for two.
    await dialog.findByText(/you get about 0\.065 WETH/)
    expect(wallet.log).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Sign the bid' }))
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    await screen.findByText('Your bid stands')
    expect(wallet.log).toEqual(['dry approve', 'send approve', 'sign'])
    expect(wallet.sent[0]?.args).toEqual([PROXY, parseEther('1.23')])
    expect(market.inputsOf('auction.bid')).toMatchObject([{ owner: ALICE, salt: auction.salt, total: parseEther('1.2') }])
  })

  it('[AUC-28, AUC-29] leaves the highest bidder nothing to press, until a higher bid arrives unasked', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, TERMS)
    const own = aBidAt(auction, BOB, parseEther('1.2'))
    putAtAuction(market, ITEM, auction, own)
    const opened = await openPage(itemPath(ITEM), { market, as: BOB })
    await opened.user.click(await act(opened, 'See the auction'))
    const dialog = within(await findDialog())
    expect(isDisabled(await dialog.findByRole('button', { name: 'Yours is the highest bid' }))).toBe(true)
    const { collection, tokenId } = ITEM
    putAtAuction(market, ITEM, auction, own, aBidAt(auction, EVE, parseEther('1.5')))
    market.emit({ topic: 'auction', chainId: CHAIN, auctionId: auction.id, collection, tokenId, owner: ALICE })
    await dialog.findByRole('button', { name: 'Bid 1.60 WETH or more' })
  })

  it('shows a bid that was taken back as such, and lets it share in nothing', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, TERMS)
    const back = aBidAt(auction, BOB, parseEther('2'), { status: AUCTION_BID_STATUS.CANCELLED })
    const lost = aBidAt(auction, ALICE, parseEther('2.1'))
    putAtAuction(market, ITEM, { ...auction, owner: COLLECTION }, back, lost, aBidAt(auction, EVE, parseEther('2.2')))
    const opened = await openPage(itemPath(ITEM), { market })
    await opened.user.click(await act(opened, /^Bid 2\.30 WETH/))
    const bids = within(await within(await findDialog()).findByRole('list', { name: 'Bids' }))
    const rows = bids.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll(/\d+ min.*ago/g, ' '))
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/^.?Eve.*Highest/)
    expect(rows[1]).toContain('+ 0.22 WETH')
    expect(rows[2]).toMatch(/Bob.*Bid cancelled/)
    expect(bids.getAllByText(/^\+ /)).toHaveLength(1)
  })
})

describe('an auction that is over', () => {
  it('[AUC-26] says to a winner who has spent the money since that it is missing, before the wallet opens', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, { ...TERMS, ...OVER })
    const biddenAuction = putAtAuction(market, ITEM, auction, aBidAt(auction, BOB, parseEther('1.5')))
    market.answer('auction.buyerFee', () => aSettlement(biddenAuction))
    const wallet = walletWith('10')
    wallet.allowance = parseEther('10')
    const opened = await openPage(itemPath(ITEM), { market, wallet, as: BOB })
    const { user } = opened
    await user.click(await act(opened, 'Pay 1.50 WETH now'))
    await user.click(within(await findDialog()).getByRole('button', { name: 'Pay 1.50 WETH now' }))
    const dialog = within(await findDialog())
    const pay = await dialog.findByRole('button', { name: 'Pay 1.5375 WETH' })
    await expect.poll(() => isDisabled(pay)).toBe(false)
    market.refuse('auction.buyerFee', 'NOT_ENOUGH_FUNDS')
    await user.click(pay)
    await dialog.findByText('Not enough funds.')
    expect(wallet.log.filter((line) => /^(send|sign)/.test(line))).toEqual([])
  })

  it('[AUC-26] says to a bidder without the money that the next bid has the place of theirs', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, { ...TERMS, ...OVER })
    const unpaid = aBidAt(auction, BOB, parseEther('1.5'), { isFunded: false, wasFundedAtEnd: true })
    putAtAuction(market, ITEM, auction, aBidAt(auction, EVE, parseEther('1.2')), unpaid)
    const opened = await openPage(itemPath(ITEM), { market, as: BOB })
    await opened.user.click(await act(opened, 'See the auction'))
    const dialog = within(await findDialog())
    await dialog.findByRole('button', { name: 'Settle' })
    await dialog.findByText(/^Your bid of 1\.50 WETH can’t be paid now, so the next one has its place\./)
    await dialog.findByText('10% of the price is shared among those who were outbid.')
    const rows = within(await dialog.findByRole('list', { name: 'Bids' })).getAllByRole('listitem')
    const own = rows.find(({ textContent }) => /you/i.test(textContent ?? ''))
    expect(own?.textContent).toContain('Can’t be paid now')
  })

  it('[AUC-24, AUC-25, AUC-42] lets its owner accept, and says what is left after fee and dividend', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, { ...TERMS, ...OVER })
    const biddenAuction = putAtAuction(
      market,
      ITEM,
      auction,
      aBidAt(auction, BOB, parseEther('1.2')),
      aBidAt(auction, EVE, parseEther('1.5')),
    )
    market.answer('auction.buyerFee', () => aSettlement(biddenAuction, { recipients: [BOB], share: parseEther('0.15') }))
    const opened = await openPage(itemPath(ITEM), { market, as: ALICE })
    const { user, wallet } = opened
    await user.click(await act(opened, 'Accept 1.50 WETH'))
    await user.click(within(await findDialog()).getByRole('button', { name: 'Accept 1.50 WETH' }))
    const dialog = within(await findDialog())
    await dialog.findByText('Dividend, 10%, to 1 bidder')
    expect(document.querySelectorAll('.steps .step')).toHaveLength(1)
    await user.click(await dialog.findByRole('button', { name: 'Sell for 1.3125 WETH' }))
    await expect.poll(() => wallet.log).toEqual(['dry acceptBid', 'send acceptBid'])
    expect(new Set(market.inputsOf('auction.buyerFee').map(({ type }) => type))).toEqual(new Set([AUCTION_SETTLEMENT.ACCEPT]))
    expect(wallet.sent[0]?.args[4]).toEqual([BOB])
    // What the dialog showed is the least that reaches the owner.
    expect(wallet.sent[0]?.args[8]).toBe(parseEther('1.3125'))
  })

  it('[AUC-23, AUC-35, ITEM-16, ITEM-21] is no live one and can be sold again once its expiry has passed', async () => {
    const market = new FakeMarket()
    putAtAuction(market, ITEM, anAuction(ITEM, { ...TERMS, ...OVER, expiredTime: NOW + 1 }))
    const { screen } = await openPage(itemPath(ITEM), { market, as: ALICE })
    await screen.findByRole('tab', { name: /Auctions\s*1/ })
    vi.setSystemTime((NOW + 2) * 1_000)
    const acts = () => [...document.querySelectorAll('.price-block .acts button')].map(({ textContent }) => textContent)
    await expect.poll(acts, { timeout: 3_000 }).toEqual(['Sell'])
    await expect.poll(() => screen.queryByRole('tab', { name: /Auctions/ })).toBeNull()
  })
})

describe('an auction that ran out', () => {
  it('[F-119, AUC-23, AUC-35] stays under Finished as expired, and its dialog says so', async () => {
    const market = new FakeMarket()
    const times = { startTime: NOW - 7_200, endTime: NOW - 3_600, expiredTime: NOW - 60 }
    putAtAuction(market, ITEM, anAuction(ITEM, { ...TERMS, ...times, status: AUCTION_STATUS.FINISHED, end: AUCTION_END.EXPIRED }))
    const opened = await openPage(`${itemPath(ITEM)}&tab=auctions`, { market, as: BOB })
    const panel = within(await opened.screen.findByRole('tabpanel'))
    await panel.findByText('expired')
    await opened.user.click(panel.getByRole('button', { name: 'See the auction' }))
    await within(await findDialog()).findByText('Expired')
  })
})

describe('where a bidder stands', () => {
  const standingText = () => document.querySelector('.auction-standing')?.textContent

  it('[F-72] page and title say to the leader that the bid leads, and once outbid what to bid', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, TERMS)
    const own = aBidAt(auction, BOB, parseEther('1.2'))
    putAtAuction(market, ITEM, auction, own)
    const opened = await openPage(itemPath(ITEM), { market, as: BOB })
    await expect.poll(standingText).toBe('Your bid leads. You can pay when bidding ends, unless another bid is higher.')
    await expect.poll(() => document.title).toBe('You lead · Wheat field · Plinth')
    const { collection, tokenId } = ITEM
    putAtAuction(market, ITEM, auction, own, aBidAt(auction, EVE, parseEther('1.5')))
    market.emit({ topic: 'auction', chainId: CHAIN, auctionId: auction.id, collection, tokenId, owner: ALICE })
    await expect.poll(standingText).toBe('You are outbid. Bid 1.60 WETH or more to lead again.')
    await expect.poll(() => document.title).toBe('Outbid · Wheat field · Plinth')
    await opened.user.click(await act(opened, 'Bid 1.60 WETH or more'))
    await within(await findDialog()).findByText('You are outbid. Bid 1.60 WETH or more to lead again.')
  })

  it('[F-72] a viewer who has not bid reads neither', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, TERMS)
    putAtAuction(market, ITEM, auction, aBidAt(auction, BOB, parseEther('1.2')))
    const opened = await openPage(itemPath(ITEM), { market, as: EVE })
    await act(opened, 'Bid 1.30 WETH or more')
    await expect.poll(() => market.inputsOf('viewer.auctions').length).toBeGreaterThan(0)
    await allDrawn()
    expect(standingText()).toBeUndefined()
    expect(document.title).toBe('Wheat field · Plinth')
  })

  it('[F-72] the page shows the winner by when to pay, and takes the payment', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, { ...TERMS, ...OVER })
    putAtAuction(market, ITEM, auction, aBidAt(auction, BOB, parseEther('1.5')))
    const opened = await openPage(itemPath(ITEM), { market, as: BOB, locale: 'zh' })
    await expect.poll(standingText).toMatch(/^你已拍得。请在 .+ 前付款，否则拍卖失效。$/)
    await act(opened, '立即支付 1.50 WETH')
  })
})
