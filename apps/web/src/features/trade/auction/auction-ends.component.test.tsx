import type { AuctionRecord } from '@plinth/api'
import { auctionTermsOf, packAuctionTerms, packSalt, toAddress, withTerms } from '@plinth/protocol'
import { fireEvent, within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ALICE, BOB, CHAIN, EVE } from '../../../../test/addresses.ts'
import { aBidAt, aSettlement, putAtAuction } from '../../../../test/fake/auction-records.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { anAuction, anItem, itemPath, NOW } from '../../../../test/fake/records.ts'
import { allDrawn, findDialog, openPage } from '../../../../test/page.tsx'
import { ScriptedWallet } from '../../../../test/scripted-wallet.ts'

const ITEM = anItem()
const TERMS = { startPrice: parseEther('1'), buying: parseEther('1'), increment: parseEther('0.1') }
const OVER = { startTime: NOW - 7_200, endTime: NOW - 60, expiredTime: NOW + 86_400, asOfBlock: 9 }

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const pageText = () => document.querySelector('.price-block')?.textContent ?? ''
const changed = ({ id }: AuctionRecord) =>
  ({ topic: 'auction', chainId: CHAIN, auctionId: id, collection: ITEM.collection, tokenId: ITEM.tokenId, owner: ALICE }) as const

/** Late bids move its end by 10 minutes, and 4 WETH buy it at once. */
function extended(over: Partial<AuctionRecord> = {}): AuctionRecord {
  const expiredTime = NOW + 3_600 + 3 * 86_400
  const salt = packSalt({ validFrom: NOW - 3_600, validUntil: expiredTime, maxBuyerFeeBps: 0, sequence: 77n })
  const [extension, buyNow] = [600, parseEther('4')]
  const signed = { salt: withTerms(salt, packAuctionTerms({ extension, buyNow })), extension, buyNow, expiredTime }
  return anAuction(ITEM, { ...TERMS, ...signed, isBuyNowOpen: true, ...over })
}

describe('an auction that ends well', () => {
  it('[SNIPE-01, SNIPE-05] its seller chooses what late bids do and a price that ends it, and signs both', async () => {
    const market = new FakeMarket()
    market.hang(ITEM)
    const { user, wallet, screen } = await openPage(itemPath(ITEM), { market, as: ALICE })
    wallet.isApproved = true
    await user.click(await screen.findByRole('button', { name: 'Sell' }))
    await user.click(within(await findDialog()).getByRole('button', { name: /^Auction/ }))
    const dialog = within(await findDialog('Wheat field'))
    fill(dialog.getByLabelText('Start price', { exact: true }), '2')
    await user.click(dialog.getByText(/^More:/))
    fill(dialog.getByLabelText('Buy-now price'), '1.9')
    await user.click(dialog.getByRole('button', { name: 'Sign the auction' }))
    await dialog.findByText('Not below the lowest price you accept')
    fill(dialog.getByLabelText('Buy-now price'), '8')
    await user.click(within(dialog.getByRole('radiogroup', { name: 'A late bid moves the end' })).getByRole('radio', { name: '10 min' }))
    await dialog.findByText('A bid that leads in the last 10 minutes moves the end to 10 minutes after it, by 2 hours in all at most.')
    await dialog.findByText('Who pays 8.00 WETH has it at once and ends the auction, until a bid reaches half of that.')
    await user.click(dialog.getByRole('button', { name: 'Sign the auction' }))
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    const [added] = market.inputsOf('auction.add')
    expect(added).toMatchObject({ extension: 600, buyNow: parseEther('8') })
    expect(auctionTermsOf(added?.salt ?? 0n)).toEqual({ extension: 600, buyNow: parseEther('8') })
  })

  it('[SNIPE-01, SNIPE-05] page and bid dialog say both before anybody bids', async () => {
    const market = new FakeMarket()
    putAtAuction(market, ITEM, extended())
    const { user, screen } = await openPage(itemPath(ITEM), { market, as: BOB })
    const late = 'A bid that leads in the last 10 minutes moves the end to 10 minutes after it, by 2 hours in all at most.'
    await screen.findByText(late)
    await screen.findByText('It can be bought at once for 4.00 WETH, until a bid reaches 2.00 WETH.')
    await user.click(await screen.findByRole('button', { name: 'Bid 1.00 WETH or more' }))
    await user.click(within(await findDialog()).getByRole('button', { name: 'Bid 1.00 WETH or more' }))
    const dialog = within(await findDialog())
    await dialog.findByText(late)
    await dialog.findByText('Who pays 4.00 WETH has it at once and ends the auction, until a bid reaches half of that.')
  })

  it('[SNIPE-02] page and dialog count to the new end as soon as a late bid has moved it, and say so', async () => {
    const market = new FakeMarket()
    const auction = extended({ endTime: NOW + 30, firstEnd: NOW + 30 })
    putAtAuction(market, ITEM, auction)
    const { user, screen } = await openPage(itemPath(ITEM), { market, as: EVE })
    const clock = () => document.querySelector('.price-block .num')?.textContent
    await expect.poll(clock).toBe('00:00:30')
    expect(pageText()).not.toContain('Late bids have moved the end')
    putAtAuction(market, ITEM, { ...auction, endTime: NOW + 600 }, aBidAt(auction, BOB, parseEther('1')))
    market.emit(changed(auction))
    await expect.poll(clock).toBe('00:10:00')
    await screen.findByText(/^Late bids have moved the end\. Before them it was /)
    await user.click(await screen.findByRole('button', { name: 'Bid 1.10 WETH or more' }))
    await within(await findDialog()).findByText(/^Late bids have moved the end\. Before them it was /)
  })
})

describe('buying at once', () => {
  it('[SNIPE-05] allows and signs the buy-now total, and pays exactly that in one dialog', async () => {
    const market = new FakeMarket()
    const auction = extended()
    putAtAuction(market, ITEM, auction)
    const bought = { ...auction, highestPrice: parseEther('4'), highestBidder: BOB }
    market.answer('auction.bid', () => ({})).answer('auction.buyerFee', () => aSettlement(bought))
    const wallet = new ScriptedWallet()
    wallet.reads.set('balanceOf', parseEther('10'))
    const { user, screen } = await openPage(itemPath(ITEM), { market, wallet, as: BOB })
    await user.click(await screen.findByRole('button', { name: 'Buy now for 4.00 WETH' }))
    const dialog = within(await findDialog('Wheat field'))
    await user.click(await dialog.findByRole('button', { name: 'Pay 4.10 WETH' }))
    await expect.poll(() => wallet.log).toEqual(['dry approve', 'send approve', 'sign', 'dry exchange', 'send exchange'])
    expect(market.inputsOf('auction.bid')).toMatchObject([{ salt: auction.salt, total: parseEther('4') }])
    // The signed end, whatever bids have done to it.
    expect(wallet.sent[1]?.args[0]).toMatchObject({ endTime: BigInt(auction.firstEnd) })
    expect(wallet.sent[1]?.args[2]).toBe(parseEther('4'))
  })

  it('[SNIPE-05] is gone with the words why, once a bid has reached half of it', async () => {
    const market = new FakeMarket()
    const auction = extended()
    putAtAuction(market, ITEM, auction)
    const { screen } = await openPage(itemPath(ITEM), { market, as: EVE })
    await screen.findByRole('button', { name: 'Buy now for 4.00 WETH' })
    putAtAuction(market, ITEM, { ...auction, isBuyNowOpen: false }, aBidAt(auction, BOB, parseEther('2')))
    market.emit(changed(auction))
    await screen.findByText('It can no longer be bought at once for 4.00 WETH: a bid has reached half of that.')
    expect(screen.queryByRole('button', { name: /^Buy now/ })).toBeNull()
  })

  it('[SNIPE-05] others read that somebody buys it; its buyer can pay, and its owner accept, before the end', async () => {
    const market = new FakeMarket()
    const auction = extended({ isBuyNowOpen: false, isTaken: true })
    putAtAuction(market, ITEM, auction, aBidAt(auction, EVE, parseEther('1')), aBidAt(auction, BOB, parseEther('4')))
    const { screen } = await openPage(itemPath(ITEM), { market, as: EVE })
    await screen.findByText('Somebody is buying it for 4.00 WETH. No other bid is taken meanwhile.')
    await screen.findByRole('button', { name: 'See the auction' })
    expect(pageText()).not.toContain('You are outbid')
    const { screen: buyers } = await openPage(itemPath(ITEM), { market, as: BOB })
    await buyers.findByRole('button', { name: 'Pay 4.00 WETH now' })
    await buyers.findByText('Your bid of 4.00 WETH buys it. Pay now; no other bid is taken meanwhile.')
    const { screen: owners } = await openPage(itemPath(ITEM), { market, as: ALICE })
    await owners.findByRole('button', { name: 'Accept 4.00 WETH' })
  })
})

describe('settling by anybody', () => {
  const ended = () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM, { ...TERMS, ...OVER, encourage: 1_000 })
    const bids = [aBidAt(auction, ALICE, parseEther('1.2')), aBidAt(auction, BOB, parseEther('1.5'))]
    const bidden = putAtAuction(market, ITEM, { ...auction, owner: EVE }, ...bids)
    const settlement = { ...aSettlement(bidden, { recipients: [ALICE] }), leastProceeds: parseEther('1.3125') }
    return market.answer('auction.settlement', () => settlement)
  }
  const other = toAddress(`0x${'7'.repeat(40)}`)

  it('[SNIPE-03] the page says what it takes, the dialog who gets what, and one transaction settles', async () => {
    const market = ended()
    market.users.push({ ...(market.users[0] as (typeof market.users)[0]), id: 9n, address: other })
    const { user, wallet, screen } = await openPage(itemPath(ITEM), { market, as: other })
    await screen.findByText(/^Anybody can settle it by .+ It needs this market’s signature\.$/)
    await user.click(await screen.findByRole('button', { name: 'Settle' }))
    const dialog = within(await findDialog('Wheat field'))
    await dialog.findByText('The work goes to Bob, for the bid of 1.50 WETH. You pay the network fee and get nothing.')
    await dialog.findByText('Dividend, 10%, to 1 bidder')
    await expect.poll(() => document.querySelector('.sum .total')?.textContent).toContain('1.3125 WETH')
    const settle = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Settle' })
    await expect.poll(() => settle.disabled).toBe(false)
    await user.click(settle)
    await expect.poll(() => wallet.log).toEqual(['dry acceptBid', 'send acceptBid'])
    expect(wallet.sent[0]?.args.slice(7)).toEqual([BOB, parseEther('1.3125')])
  })

  it('[SNIPE-03] says in the dialog why the market signs none for others', async () => {
    const market = ended()
    market.refuseAll('auction.settlement', 'AUCTION_PARTIES_ONLY')
    const { user, screen } = await openPage(itemPath(ITEM), { market, as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Settle' }))
    const dialog = within(await findDialog('Wheat field'))
    await dialog.findByText('Only its owner or its highest bidder can settle this auction.')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Settle' }).disabled).toBe(true)
  })
})

describe('the calendar', () => {
  const link = 'Add the end to your calendar'
  const isOffered = async () => {
    await allDrawn()
    return [...document.querySelectorAll('.price-block button')].some(({ textContent }) => textContent === link)
  }

  it('[SNIPE-06] is offered to who bids and to who likes the work, while the end is to come', async () => {
    const auction = extended()
    const open = async (as: typeof BOB, isLiked: boolean, over: Partial<AuctionRecord> = {}) => {
      const market = new FakeMarket()
      putAtAuction(market, { ...ITEM, isLiked }, { ...auction, ...over }, aBidAt(auction, BOB, parseEther('1')))
      await openPage(itemPath(ITEM), { market, as })
      return isOffered()
    }
    // What the reader takes part in comes after the page.
    await open(BOB, false)
    await vi.waitUntil(isOffered)
    await open(EVE, true)
    await vi.waitUntil(isOffered)
    expect(await open(EVE, false)).toBe(false)
    expect(await open(BOB, true, OVER)).toBe(false)
  })

  it('[SNIPE-06] saves the present end with the name as a text, a later one as the same event', async () => {
    const market = new FakeMarket()
    const auction = extended({ firstEnd: NOW + 3_000, endTime: NOW + 3_600 })
    const item = { ...ITEM, metadata: JSON.stringify({ name: 'A;b,\\c' }) }
    putAtAuction(market, item, auction, aBidAt(auction, BOB, parseEther('1')))
    const { user, screen } = await openPage(itemPath(ITEM), { market, as: BOB })
    const files: Blob[] = []
    const saved: string[] = []
    const spies = [
      vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${files.push(blob as Blob)}`),
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        saved.push(this.download)
      }),
    ]
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore()
    })
    await user.click(await screen.findByRole('button', { name: link }))
    await expect.poll(() => saved).toEqual([`auction-${auction.id}.ics`])
    expect(files[0]?.type).toBe('text/calendar;charset=utf-8')
    const lines = (await files[0]?.text())?.replaceAll('\r\n ', '').split('\r\n') ?? []
    const end = new Date((NOW + 3_600) * 1_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:auction-${CHAIN}-${auction.id}@${location.hostname}`,
        'SEQUENCE:600',
        `DTSTART:${end}`,
        'SUMMARY:Auction ends: A\\;b\\,\\\\c',
        `URL:${location.origin}${itemPath(ITEM)}`,
        'TRIGGER:-PT15M',
      ]),
    )
  })
})
