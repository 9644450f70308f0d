import { AUCTION_END, AUCTION_STATUS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN } from '../../../test/addresses.ts'
import { aBox, anOpening, answerBoxes, boxPath } from '../../../test/fake/box-records.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { anAuction, anItem, itemPath, NOW } from '../../../test/fake/records.ts'
import { type Opened, openPage } from '../../../test/page.tsx'

const params = () => Object.fromEntries(new URLSearchParams(location.search))
const tabOf = ({ screen }: Opened, name: RegExp, selected = false) => screen.findByRole('tab', selected ? { name, selected } : { name })

describe('the tabs of a page', () => {
  it('are kept in the address of an item, there after a reload, and no step on the way back', async () => {
    const market = new FakeMarket()
    const item = anItem()
    const over = { status: AUCTION_STATUS.FINISHED, end: AUCTION_END.FINISHED, endTime: NOW - 60 }
    const [live, finished] = [anAuction(item), anAuction(item, over)]
    market.hang({ ...item, auctions: [live] })
    market.answer('auction.newlist', (at) => pageOf(market.items, at)).answer('auction.list', (at) => pageOf([live, finished], at))
    const first = await openPage('/auctions', { market })
    await first.user.click(await first.screen.findByRole('link', { name: 'Wheat field' }))
    await first.user.click(await tabOf(first, /^Owners/))
    await tabOf(first, /^Owners/, true)
    expect(params()).toEqual({ chain: String(CHAIN), tab: 'owners' })
    await first.user.click(await tabOf(first, /^Auctions/))
    await first.user.click(await first.screen.findByText('Finished', { exact: true }))
    expect(params()).toEqual({ chain: String(CHAIN), tab: 'auctions', auctions: 'finished' })
    history.back()
    await first.screen.findByRole('heading', { level: 1, name: 'Auctions' })
    for (const [search, name] of [
      ['&tab=owners', /^Owners/],
      ['&tab=auctions&auctions=finished', /^Auctions/],
    ] as const) {
      const later = await openPage(itemPath(item) + search, { market, isReload: true })
      await tabOf(later, name, true)
    }
    const finishedOnes = await first.screen.findByRole<HTMLInputElement>('radio', { name: 'Finished' })
    expect(finishedOnes.checked).toBe(true)
  })

  it('[FMT-18] are kept in the address of a box, whose history says how long ago, and exactly when', async () => {
    const market = new FakeMarket()
    const box = aBox()
    const at = NOW - 3 * 3_600
    answerBoxes(market, [box], [anOpening(box, BOB, [0], { createdAt: at })])
    const first = await openPage('/blindbox', { market, as: ALICE })
    await first.user.click(await first.screen.findByRole('link', { name: 'Postcards' }))
    await first.user.click(await tabOf(first, /^History/))
    expect(params()).toEqual({ chain: String(CHAIN), tab: 'history' })
    history.back()
    await first.screen.findByRole('heading', { level: 1, name: 'Blind boxes' })
    const later = await openPage(`${boxPath(box)}&tab=history`, { market, isReload: true })
    await tabOf(later, /^History/, true)
    const time = () => later.screen.getByRole('tabpanel').querySelector('time')
    await expect.poll(() => time()?.textContent).toBe('3 hours ago')
    expect(time()?.getAttribute('title')).toMatch(/^\d{1,2} \w+ \d{4} at \d\d:\d\d$/)
    expect(time()?.getAttribute('datetime')).toBe(new Date(at * 1_000).toISOString())
  })
})
