import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { anAuction, anItem, aSale, NOW } from '../../../test/fake/records.ts'
import { openPage } from '../../../test/page.tsx'

describe('the newest auctions', () => {
  it('[HOME-12, ITEM-51] stand on home with countdown and floor, four at most, and lead to the page of all', async () => {
    const market = new FakeMarket()
    const works = ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((name, at) => {
      const item = anItem({ name: `${name} lot`, tokenId: BigInt(at + 1) })
      return { ...item, auctions: [anAuction(item, { startPrice: 10n ** 18n, buying: 10n ** 18n, endTime: NOW + 3_600 })] }
    })
    market.hang(...works).listings.push(aSale(works[0] ?? anItem(), ALICE))
    market.answer('auction.newlist', (at) => pageOf(market.items, at))
    const { user, screen } = await openPage('/', { market })
    const live = () => document.querySelector<HTMLElement>('.live-auctions')
    await expect.poll(() => live()?.querySelectorAll('.card').length).toBe(4)
    const card = within(live()?.querySelectorAll<HTMLElement>('.card')[2] as HTMLElement)
    card.getByRole('link', { name: 'Third lot' })
    card.getByText(/^Ends in/)
    card.getByText('Start price')
    card.getByText('Floor 1.00', { exact: true })
    expect(market.inputsOf('auction.newlist')).toMatchObject([{ page: 1, limit: 4 }])
    await user.click(screen.getByRole('link', { name: 'All auctions' }))
    await screen.findByRole('heading', { name: 'Auctions', level: 1 })
    const feed = within(await screen.findByRole('feed'))
    for (const { metadata } of works) await feed.findByRole('link', { name: (JSON.parse(metadata) as { name: string }).name })
  })
})
