import { waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE } from '../../test/addresses.ts'
import { aBidAt, aSettlement, putAtAuction } from '../../test/fake/auction-records.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import { anAuction, anItem, itemPath, NOW } from '../../test/fake/records.ts'
import { allDrawn, findDialog, openPage, type PageOptions } from '../../test/page.tsx'

const ITEM = anItem({ name: 'Won lot' })
const OVER = { startTime: NOW - 7_200, endTime: NOW - 60, expiredTime: NOW + 86_400, asOfBlock: 9 }

/** An auction that is over, with Bob's bid above Eve's. */
function ended(over: Partial<Parameters<typeof anAuction>[1]> = {}): FakeMarket {
  const market = new FakeMarket()
  const auction = anAuction(ITEM, { ...OVER, startPrice: 10n ** 18n, buying: 10n ** 18n, ...over })
  const bids = [aBidAt(auction, EVE, 12n * 10n ** 17n), aBidAt(auction, BOB, 15n * 10n ** 17n)]
  const bidden = putAtAuction(market, ITEM, auction, ...bids)
  return market.answer('auction.buyerFee', () => aSettlement(bidden))
}

const openRankings = (options: PageOptions) => openPage('/rankings', options)

describe('the banner of auctions that can be settled', () => {
  it('[SNIPE-03] names work and deadline to the winner on any page, and pays with one press', async () => {
    const { user, screen } = await openRankings({ market: ended(), as: BOB })
    const line = within(await screen.findByRole('region', { name: 'Auctions that you can settle' }))
    expect(line.getByRole('link', { name: 'Won lot' }).getAttribute('href')).toBe(itemPath(ITEM))
    line.getByText(/You have won it\. Pay by .+, or it lapses\./)
    await user.click(line.getByRole('button', { name: 'Pay 1.50 WETH now' }))
    await within(await findDialog('Won lot')).findByRole('button', { name: 'Pay 1.5375 WETH' })
  })

  it('[SNIPE-03] says to the seller that the highest bid can be accepted', async () => {
    const { user, screen } = await openRankings({ market: ended(), as: ALICE, locale: 'zh' })
    const line = within(await screen.findByRole('region', { name: '可以成交的拍卖' }))
    line.getByText(/竞价已结束。请在 .+ 前接受 1\.50 WETH，否则拍卖失效。/)
    await user.click(line.getByRole('button', { name: '接受 1.50 WETH' }))
    await findDialog('Won lot')
  })

  it('[SNIPE-03] is not there for a losing bidder, nor while bids are taken, nor on the page of the work itself', async () => {
    const isThere = async () => {
      await allDrawn()
      return document.querySelector('.due-line') !== null
    }
    await openRankings({ market: ended(), as: EVE })
    expect(await isThere()).toBe(false)
    await openRankings({ market: ended({ endTime: NOW + 60 }), as: BOB })
    expect(await isThere()).toBe(false)
    const { screen } = await openPage(itemPath(ITEM), { market: ended(), as: BOB })
    await screen.findByRole('button', { name: 'Pay 1.50 WETH now' })
    expect(await isThere()).toBe(false)
    await waitFor(() => expect(document.title).toBe('You won · Won lot · Plinth'))
  })
})
