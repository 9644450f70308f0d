/** @module-tag more */
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, OTHER_CHAIN } from '../../../test/addresses.ts'
import { aBox, answerBoxes } from '../../../test/fake/box-records.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { aCollection, anAuction, anItem, aSale, NOW } from '../../../test/fake/records.ts'
import { waitForEvents } from '../../../test/live.ts'
import { openPage } from '../../../test/page.tsx'

const ETHER = 10n ** 18n
const note = () => document.querySelector('.list-note.warn')?.textContent
const head = (chainId: number, timestamp: number) => ({ topic: 'head', chainId, number: 9, timestamp }) as const

let market: FakeMarket
beforeEach(() => {
  market = new FakeMarket()
  market.collections = [aCollection()]
  const item = anItem({ tokenId: 1n, name: 'Work 1' })
  market.hang({ ...item, listings: [aSale(item, ALICE, { price: ETHER })], isOnSale: true })
  market.sales = [
    { collection: COLLECTION, tokenId: 1n, seller: ALICE, buyer: BOB, amount: ETHER, units: 1n, at: NOW - 60, isLeftOut: false },
  ]
})

describe('a network that is silent', () => {
  it.each([
    ['a collection', `/collection/${COLLECTION}?tab=about`],
    ['a work', `/detail/${COLLECTION}:1?chain=${CHAIN}`],
    ['a ranking', `/rankings?chain=${CHAIN}`],
  ] as const)('is named on the page of %s, and no more once it answers', async (_, path) => {
    await openPage(path, { market })
    await screen.findByRole('heading', { level: 1, name: /Work|Plinth|Rankings/ })
    await waitForEvents(market)
    expect(note()).toBeUndefined()
    market.emit(head(CHAIN, NOW - 600))
    await expect.poll(note).toMatch(/ does not answer\. Its prices are from \d\d:\d\d\./)
    market.emit(head(CHAIN, NOW))
    await expect.poll(note).toBeUndefined()
  })

  it.each([
    ['home', '/', 'en'],
    ['home', '/', 'zh'],
    ['auctions', '/auctions', 'en'],
    ['auctions', '/auctions', 'zh'],
    ['boxes', '/blindbox', 'en'],
    ['boxes', '/blindbox', 'zh'],
  ] as const)('is named on the page of %s (%s, %s), and another one is not', async (_, path, locale) => {
    const lot = anItem({ tokenId: 2n, name: 'Lot' })
    market.hang({ ...lot, auctions: [anAuction(lot, { endTime: NOW + 3_600 })] })
    market.answer('auction.newlist', (at) => pageOf([lot], at))
    answerBoxes(market, [aBox({ id: 1n, name: 'Box' })])
    await openPage(path, { market, locale })
    await waitForEvents(market)
    await expect.poll(() => document.querySelectorAll('article.card').length).toBeGreaterThan(0)
    market.emit(head(OTHER_CHAIN, NOW - 600), head(CHAIN, NOW))
    market.emit(head(CHAIN, NOW - 600))
    await expect.poll(note, { timeout: 10_000 }).toMatch(locale === 'en' ? / does not answer\. / : /没有响应。其价格截至/)
    expect(document.querySelectorAll('.list-note.warn').length).toBe(1)
    market.emit(head(CHAIN, NOW))
    await expect.poll(note).toBeUndefined()
  })

  it('is not named where nothing of it is shown', async () => {
    await openPage(`/collection/${COLLECTION}?tab=about`, { market })
    await screen.findByRole('heading', { level: 1, name: /Plinth/ })
    await waitForEvents(market)
    market.emit(head(OTHER_CHAIN, NOW - 600), head(CHAIN, NOW - 600))
    await expect.poll(note).toContain('does not answer')
    expect(document.querySelectorAll('.list-note.warn').length).toBe(1)
  })
})
