import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EVE } from '../../../test/addresses.ts'
import { aBidAt, aSettlement, putAtAuction } from '../../../test/fake/auction-records.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { anAuction, anItem, aSale, itemPath, NOW } from '../../../test/fake/records.ts'
import { watchListEnds } from '../../../test/list-end.ts'
import { findDialog, openPage } from '../../../test/page.tsx'

describe('the newest auctions', () => {
  it('[HOME-12, ITEM-51] stand on home with countdown and reserve, four at most, and lead to the page of all', async () => {
    const market = new FakeMarket()
    const items = ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((name, at) => {
      const item = anItem({ name: `${name} lot`, tokenId: BigInt(at + 1) })
      return { ...item, auctions: [anAuction(item, { startPrice: 10n ** 18n, buying: 10n ** 18n, endTime: NOW + 3_600 })] }
    })
    market.hang(...items).listings.push(aSale(items[0] ?? anItem(), ALICE))
    market.answer('auction.newlist', (at) => pageOf(market.items, at))
    const { user, screen } = await openPage('/', { market })
    const live = () => document.querySelector<HTMLElement>('.live-auctions')
    await expect.poll(() => live()?.querySelectorAll('.card').length).toBe(4)
    const card = within(live()?.querySelectorAll<HTMLElement>('.card')[2] as HTMLElement)
    card.getByRole('link', { name: 'Third lot' })
    card.getByText(/^Ends in/)
    card.getByText('Start price')
    card.getByText('Reserve 1.00', { exact: true })
    // Asked again once the page receives events.
    for (const asked of market.inputsOf('auction.newlist')) expect(asked).toMatchObject({ page: 1, limit: 4 })
    await user.click(screen.getByRole('link', { name: 'All auctions' }))
    await screen.findByRole('heading', { name: 'Auctions', level: 1 })
    const feed = within(await screen.findByRole('feed'))
    for (const { metadata } of items) await feed.findByRole('link', { name: (JSON.parse(metadata) as { name: string }).name })
  })

  it('[F-128] are live ones on home; the page sorts them by their end and shows those to come and those to be paid', async () => {
    const market = new FakeMarket()
    const { user, screen } = await openPage('/auctions', { market })
    const asked = () => market.inputsOf('auction.newlist').at(-1)
    await screen.findByRole('heading', { name: 'No auction runs right now' })
    expect(asked()).toMatchObject({ phase: 'live', sort: 'ending' })
    await user.click(screen.getByRole('radio', { name: 'Ended' }))
    await screen.findByRole('heading', { name: 'No ended auction waits to be paid' })
    await user.click(screen.getByRole('radio', { name: 'Newest' }))
    await expect.poll(asked).toMatchObject({ phase: 'ended', sort: 'create_time' })
    expect(location.search).toBe('?phase=ended&sort=create_time')
    await openPage('/', { market })
    await expect.poll(asked).toMatchObject({ phase: 'live', sort: 'ending', limit: 4 })
  })

  it('[F-64] name the reserve, and have the live dot only while bids are taken', async () => {
    const market = new FakeMarket()
    const times = {
      'Not begun': { startTime: NOW + 3_600, endTime: NOW + 7_200 },
      Running: { startTime: NOW - 60, endTime: NOW + 3_600 },
      'To be settled': { startTime: NOW - 7_200, endTime: NOW - 60, highestPrice: 10n ** 18n },
    }
    const lots = Object.entries(times).map(([name, over], at) => {
      const item = anItem({ name, tokenId: BigInt(at + 1) })
      return { ...item, auctions: [anAuction(item, { ...over, buying: 3n * 10n ** 18n, expiredTime: NOW + 86_400 })] }
    })
    market.hang(...lots)
    market.answer('auction.newlist', (at) => pageOf(market.items, at))
    const { screen } = await openPage('/auctions', { market })
    const cards = async () => within(await screen.findByRole('feed')).getAllByRole('article')
    const seen = async () =>
      (await cards()).map((card) => [card.querySelector('h3')?.textContent, card.querySelector('.badge .dot.live') !== null])
    await expect.poll(seen).toEqual([
      ['Not begun', false],
      ['Running', true],
      ['To be settled', false],
    ])
    for (const card of await cards()) within(card).getByText('Reserve 3.00')
    await openPage(itemPath(lots[0] ?? anItem()), { market })
    await screen.findByText('At auction')
    expect(document.querySelector('.price-block .dot.live')).toBeNull()
    await openPage(itemPath(lots[1] ?? anItem()), { market })
    await expect.poll(() => document.querySelector('.price-block .dot.live')).not.toBeNull()
  })

  it('[SHELL-04] stand on a page of their own, open to all, in a grid that grows as its end comes near', async () => {
    const market = new FakeMarket()
    const lots = Array.from({ length: 43 }, (_, at) => {
      const item = anItem({ name: `Lot ${at + 1}`, tokenId: BigInt(at + 1) })
      return { ...item, auctions: [anAuction(item)] }
    })
    market.hang(...lots)
    market.answer('auction.newlist', (at) => pageOf(market.items, at))
    const end = watchListEnds()
    const { screen } = await openPage('/auctions', { market })
    await screen.findByRole('heading', { level: 1, name: 'Auctions' })
    const shown = () => [...document.querySelectorAll('main [role="feed"] .card h3')].map(({ textContent }) => textContent)
    const pages = () => market.inputsOf('auction.newlist').map(({ page }) => page)
    await expect.poll(() => shown().length).toBe(20)
    expect(pages()).not.toContain(2)
    for (const count of [40, 43]) {
      await expect.poll(() => end.isWatched).toBe(true)
      end.comesNear()
      await expect.poll(() => shown().length).toBe(count)
    }
    expect(pages()).toEqual(expect.arrayContaining([2, 3]))
    expect(shown()).toEqual(lots.map((_, at) => `Lot ${at + 1}`))
    expect(location.pathname).toBe('/auctions')
  })

  it('[F-72] an ended one stays until it is settled, and lets its winner pay from home and from the page of all', async () => {
    const market = new FakeMarket()
    const item = anItem({ name: 'Won lot' })
    const over = { startTime: NOW - 7_200, endTime: NOW - 60, expiredTime: NOW + 86_400, asOfBlock: 9 }
    const auction = anAuction(item, { ...over, startPrice: 10n ** 18n, buying: 10n ** 18n })
    const biddenAuction = putAtAuction(market, item, auction, aBidAt(auction, BOB, 15n * 10n ** 17n))
    market.answer('auction.newlist', (at) => pageOf(market.items, at)).answer('auction.buyerFee', () => aSettlement(biddenAuction))
    for (const path of ['/', '/auctions']) {
      const { user, screen } = await openPage(path, { market, as: BOB })
      const card = () => document.querySelector<HTMLElement>('.live-auctions .card, main [role="feed"] .card') as HTMLElement
      await screen.findAllByRole('link', { name: 'Won lot' })
      await within(card()).findByText('You won')
      await user.click(await within(card()).findByRole('button', { name: 'Pay now' }))
      await within(await findDialog('Won lot')).findByRole('button', { name: 'Pay 1.5375 WETH' })
    }
  })

  it('[F-72] the card of the one that the viewer leads says so', async () => {
    const market = new FakeMarket()
    const item = anItem({ name: 'Led lot' })
    const auction = anAuction(item)
    putAtAuction(market, item, auction, aBidAt(auction, BOB, 2n * 10n ** 17n))
    market.answer('auction.newlist', (at) => pageOf(market.items, at))
    const { screen } = await openPage('/auctions', { market, as: BOB })
    await screen.findByRole('link', { name: 'Led lot' })
    await screen.findByText('You lead')
  })

  it('[F-72] a card says to a bidder that another bid is higher, as soon as it is, in lists of either kind and in rows', async () => {
    const market = new FakeMarket()
    const item = anItem({ name: 'Lost lot' })
    const auction = anAuction(item)
    const own = aBidAt(auction, BOB, 2n * 10n ** 17n)
    putAtAuction(market, item, auction, own)
    market.answer('auction.newlist', (at) => pageOf(market.items, at))
    for (const path of ['/auctions', '/explore', '/explore?view=table']) {
      putAtAuction(market, item, auction, own)
      const { screen } = await openPage(path, { market, as: BOB })
      await screen.findByText('You lead')
      putAtAuction(market, item, auction, own, aBidAt(auction, EVE, 3n * 10n ** 17n))
      const { collection, tokenId } = item
      market.emit({ topic: 'auction', chainId: CHAIN, auctionId: auction.id, collection, tokenId, owner: ALICE })
      await screen.findByText('Outbid')
    }
  })
})
