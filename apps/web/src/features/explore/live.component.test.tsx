/** @module-tag more */
import { AppError } from '@plinth/api'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, EVE, OTHER_CHAIN } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { aWork, ETH, marketOfEight, names, search, showsWorks, TIDES, windowOf } from '../../../test/explore.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { NOW } from '../../../test/fake/records.ts'
import { watchListEnds } from '../../../test/list-end.ts'
import { waitForEvents } from '../../../test/live.ts'
import { openPage } from '../../../test/page.tsx'

const order = (tokenId: bigint) =>
  ({ topic: 'order', chainId: CHAIN, orderId: tokenId, collection: COLLECTION, tokenId, maker: BOB }) as const
const item = (tokenId: bigint) => ({ topic: 'item', chainId: CHAIN, collection: COLLECTION, tokenId }) as const
const count = () => document.querySelector('.result-count')?.textContent

describe('a list of works while the market goes on', () => {
  it('[EXPL-15] says what is new and lets it join at a press, and counts it at once', async () => {
    const market = new FakeMarket()
    market.hang(aWork(1, { price: ETH }), aWork(2, { price: ETH, owner721: ALICE }))
    const { user } = await openPage('/explore?status=onSale', { market })
    await showsWorks(1, 2)
    await waitForEvents(market, 'explore.items')
    market.hang(aWork(3, { price: ETH, listedAt: NOW + 5 }), aWork(4, { price: ETH, owner721: ALICE, listedAt: NOW + 6 }))
    market.emit(order(3n), order(4n))
    const call = await screen.findByRole('button', { name: '2 new works' })
    expect(names()).toEqual(['Work 1', 'Work 2'])
    await expect.poll(count).toMatch(/^4 works/)
    await user.click(call)
    await expect.poll(names).toEqual(['Work 4', 'Work 3', 'Work 1', 'Work 2'])
    expect(screen.queryByRole('button', { name: /new work/ })).toBeNull()
  })

  it('[EXPL-15] changes a price in its place, and leaves what is sold where it was, marked', async () => {
    const market = new FakeMarket()
    const [first, second] = [aWork(1, { price: ETH }), aWork(2, { price: ETH, owner721: ALICE })]
    market.hang(first, second)
    await openPage('/explore?status=onSale', { market })
    await showsWorks(1, 2)
    const lineOf = (name: string) => screen.getByRole('heading', { name }).closest('.card')?.querySelector('.price-line')?.textContent
    await waitForEvents(market, 'explore.items')
    market.change(first, { listings: aWork(1, { price: 7n * ETH }).listings })
    market.change(second, { ...aWork(2, { owner721: EVE }) })
    market.emit(item(1n), item(2n))
    await expect.poll(() => lineOf('Work 1')).toMatch(/7\.00 ETH/)
    await expect.poll(() => lineOf('Work 2')).toBe('Sold')
    expect(names()).toEqual(['Work 1', 'Work 2'])
  })

  describe('of sixty', () => {
    /** Sixty works, and the acts on the seventh. */
    async function openSixty(address = '/explore?status=onSale', as?: typeof ALICE) {
      const market = new FakeMarket()
      const works = Array.from({ length: 60 }, (_, at) => aWork(at + 1, { price: ETH, owner721: at % 2 ? ALICE : BOB }))
      market.hang(...works)
      market.change({ collection: COLLECTION, tokenId: 7n }, { isLiked: true })
      await openPage(address, { market, ...(as && { as }) })
      await expect.poll(() => names().length).toBe(60)
      await waitForEvents(market, 'explore.items')
      market.positionAt = (last) => last
      const seventh = market.items.find(({ tokenId }) => tokenId === 7n) ?? expect.unreachable('no seventh')
      const card = () => screen.getByRole('heading', { name: 'Work 7' }).closest('.card') as HTMLElement
      return {
        market,
        price: () => card().querySelector('.price-line')?.textContent,
        heart: () => within(card()).getByRole('button', { name: /like/i }).getAttribute('aria-pressed'),
        asks: () => market.inputsOf('explore.items').filter(({ limit }) => limit === 60).length,
        /** As the market sends it: the item's event, the order's beside it. */
        reprice: (eth: bigint) => {
          market.change(seventh, { listings: aWork(7, { price: eth * ETH }).listings })
          market.emit(item(7n), order(7n))
        },
      }
    }

    it('[READ-07] asks by the resource, once, for a new price, and keeps hearts and places', async () => {
      const { market, price, heart, asks, reprice } = await openSixty('/explore?status=onSale', ALICE)
      await expect.poll(heart).toBe('true')
      const asked = asks()
      reprice(7n)
      await expect.poll(price).toMatch(/7\.00 ETH/)
      await new Promise((resolve) => setTimeout(resolve, 600))
      expect(asks()).toBe(asked + 1)
      expect(market.byResource.filter((name) => name === 'explore.items').length).toBe(market.inputsOf('explore.items').length)
      expect(market.inputsOf('nft.detail')).toEqual([])
      expect(heart()).toBe('true')
      expect(names()).toHaveLength(60)
    })

    it('[READ-07] asks for the record of an item that has left the list, and of no other', async () => {
      const { market, price } = await openSixty()
      market.change({ collection: COLLECTION, tokenId: 7n }, aWork(7, { owner721: EVE }))
      market.emit(item(7n), order(7n), item(8n))
      await expect.poll(price).toBe('Sold')
      await new Promise((resolve) => setTimeout(resolve, 600))
      expect(market.inputsOf('nft.detail')).toEqual([{ chainId: CHAIN, collection: COLLECTION, tokenId: 7n }])
    })
  })

  it('[EXPL-15] counts again within two seconds of an event, where the list has been read a moment ago', async () => {
    windowOf(1_440)
    const market = new FakeMarket()
    market.hang(aWork(1, { price: ETH }), aWork(2, { price: ETH }))
    await openPage('/explore', { market })
    await screen.findByText('Work 2')
    await waitForEvents(market, 'explore.items')
    const asks = () => market.inputsOf('explore.items').filter(({ limit }) => limit === 60).length
    const before = asks()
    market.emit(item(1n))
    await expect.poll(asks).toBe(before + 1)
    const began = performance.now()
    market.emit(item(2n))
    await expect.poll(asks, { timeout: 5_000 }).toBe(before + 2)
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it.each(['grid', 'table'])('[EXPL-15] marks a price that changed while it was shown, and no other, in the %s', async (view) => {
    windowOf(1_440)
    const market = new FakeMarket()
    const [first, second, third] = [aWork(1, { price: ETH }), aWork(2, { price: ETH, owner721: ALICE }), aWork(3, { owner721: ALICE })]
    market.hang(first, second, third)
    await openPage(view === 'table' ? '/explore?view=table' : '/explore', { market })
    const marks = () =>
      screen.queryAllByRole('img', { name: 'Price changed just now' }).map((mark) => {
        const place = mark.closest('.card, [role="row"]')
        return place?.textContent?.match(/Work \d/)?.[0]
      })
    await screen.findByText('Work 3')
    expect(marks()).toEqual([])
    await waitForEvents(market, 'explore.items')
    market.change(first, { listings: aWork(1, { price: 7n * ETH }).listings })
    market.change(second, { ...aWork(2, { owner721: EVE }) })
    market.change(third, { ...aWork(3, { price: 2n * ETH, owner721: ALICE }) })
    market.emit(item(1n), item(2n), item(3n))
    await expect.poll(marks).toEqual(['Work 1'])
    await screen.findByText('Sold')
    await screen.findByText(/^2\.00 ETH/)
    expect(marks()).toEqual(['Work 1'])
  })

  it('[EXPL-08] pages to its end by the cursor, and shows as many works as it counts', async () => {
    const market = new FakeMarket()
    market.hang(...Array.from({ length: 130 }, (_, at) => aWork(at + 1)))
    const end = watchListEnds()
    await openPage('/explore', { market })
    for (const shown of [60, 120, 130]) {
      await expect.poll(() => names().length).toBe(shown)
      if (shown < 130) {
        await expect.poll(() => end.isWatched).toBe(true)
        end.comesNear()
      }
    }
    expect(new Set(names()).size).toBe(130)
    expect(count()).toMatch(/^130 works/)
    await screen.findByText('That is all of them')
  })
})

describe('states of a list of works', () => {
  it('shows the boxes of the cards after 120 ms, and keeps the numbers of the rail meanwhile', async () => {
    const market = marketOfEight()
    const { user } = await openPage('/explore', { market })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    const release = market.hold('explore.items')
    await user.click(screen.getByRole('checkbox', { name: /^On sale/ }))
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
    const boxes = await screen.findByRole('status', { name: 'Loading' })
    expect(boxes.querySelectorAll('.mat.skeleton').length).toBe(12)
    expect(document.querySelector('.options')?.className).toContain('counting')
    expect(screen.getByRole('checkbox', { name: /^On sale/ }).closest('label')?.textContent).toMatch(/6/)
    release()
    await showsWorks(1, 2, 3, 5, 6, 8)
  })

  it('where nothing fits, offers the two values whose removal helps most, each with its count', async () => {
    const path = `/explore?status=onSale&media=audio&collection=${CHAIN}:${TIDES}`
    const { user } = await openPage(path, { market: marketOfEight() })
    await screen.findByRole('heading', { name: 'No work fits all 3 filters' })
    const ways = () => [...document.querySelectorAll('.state-acts button')].map(({ textContent }) => textContent)
    await expect.poll(ways).toEqual(['Without Sound, 3 works', 'Without Tides, 1 work'])
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Without Tides, 1 work' }))
    await showsWorks(5)
    expect(search()).toEqual({ status: 'onSale', media: 'audio' })
  })

  it.each([
    ['en', 'The walls are still bare'],
    ['zh', '墙上还空着'],
  ] as const)('says in %s that there is no work yet', async (locale, title) => {
    await openPage('/explore', { market: new FakeMarket(), locale })
    await screen.findByRole('heading', { name: title })
  })

  it('says that it failed, keeps the filters, and comes when asked again', async () => {
    const market = marketOfEight()
    market.refuse('explore.items', 'MARKET_PAUSED')
    const { user } = await openPage('/explore?status=onSale', { market })
    const alert = await screen.findByRole('alert')
    expect(document.querySelector('.chosen-chip')?.textContent).toBe('On sale')
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await showsWorks(1, 2, 3, 5, 6, 8)
  })

  it('says from when the prices of a silent network are, and keeps its works', async () => {
    const market = marketOfEight()
    await openPage('/explore', { market })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    await waitForEvents(market, 'explore.items')
    expect(document.querySelector('.list-note')).toBeNull()
    market.emit(
      { topic: 'head', chainId: OTHER_CHAIN, number: 9, timestamp: NOW - 600 },
      { topic: 'head', chainId: CHAIN, number: 9, timestamp: NOW },
    )
    const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format((NOW - 600) * 1_000)
    await expect
      .poll(() => document.querySelector('.list-note.warn')?.textContent)
      .toBe(`Local Polygon does not answer. Its prices are from ${clock}. What you buy is checked again before you pay.`)
    const lineOf = (name: string) => screen.getByRole('heading', { name }).closest('.card')?.querySelector('.price-line')?.textContent
    expect(lineOf('Work 6')).toContain(clock)
    expect(lineOf('Work 1')).not.toContain(clock)
    market.emit({ topic: 'head', chainId: OTHER_CHAIN, number: 10, timestamp: NOW })
    await expect.poll(() => document.querySelector('.list-note')).toBeNull()
  })

  it('a failed update keeps the list, with the time it is from', async () => {
    const market = marketOfEight()
    await openPage('/explore', { market })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    market.answer('explore.items', () => {
      throw new AppError('MARKET_PAUSED')
    })
    const { queryClient } = await import('../../lib/api.ts')
    await queryClient.invalidateQueries({ queryKey: ['explore.items'] })
    await screen.findByText(/^New works could not be fetched\. This list is from \d\d:\d\d\.$/)
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
  })
})

describe('acts on a card', () => {
  it('buys by the record of the item, which is fetched at the press', async () => {
    const market = marketOfEight()
    const { user } = await openPage('/explore?status=onSale', { market, as: ALICE })
    await showsWorks(1, 2, 3, 5, 6, 8)
    expect(market.inputsOf('nft.detail')).toEqual([])
    const card = screen.getByRole('heading', { name: 'Work 8' }).closest('.card') as HTMLElement
    await user.click(await within(card).findByRole('button', { name: 'Buy' }))
    await screen.findByRole('dialog', { name: /Work 8/ })
    expect(market.inputsOf('nft.detail')).toContainEqual({ chainId: CHAIN, collection: COLLECTION, tokenId: 8n })
  })

  it('keeps the focus on an act while its record comes, and Enter goes on with it', async () => {
    const { user } = await openPage('/explore?status=onSale', { market: marketOfEight(), as: ALICE })
    await showsWorks(1, 2, 3, 5, 6, 8)
    const card = screen.getByRole('heading', { name: 'Work 8' }).closest('.card') as HTMLElement
    const buy = within(card).getByRole('button', { name: 'Buy' })
    const { api, keyOf, queryClient } = await import('../../lib/api.ts')
    const recordAsked = () =>
      queryClient.getQueryState(keyOf(api.nft.detail, { chainId: CHAIN, collection: COLLECTION, tokenId: 8n }))?.status
    buy.focus()
    await expect.poll(recordAsked).toBe('success')
    expect([document.activeElement === buy, buy.isConnected]).toEqual([true, true])
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: /Work 8/ })
  })

  it('[READ-03] shows what the reader likes by one call for the page, and likes from the card', async () => {
    const market = marketOfEight()
    market.change({ collection: COLLECTION, tokenId: 8n }, { isLiked: true })
    const { user } = await openPage('/explore?status=onSale', { market, as: ALICE })
    await showsWorks(1, 2, 3, 5, 6, 8)
    const heart = (name: string) =>
      within(screen.getByRole('heading', { name }).closest('.card') as HTMLElement).getByRole('button', { name: /like/i })
    await expect.poll(() => heart('Work 8').getAttribute('aria-pressed')).toBe('true')
    expect(heart('Work 1').getAttribute('aria-pressed')).toBe('false')
    await user.click(heart('Work 1'))
    await expect.poll(() => heart('Work 1').getAttribute('aria-pressed')).toBe('true')
    expect(market.inputsOf('like.add')).toEqual([{ collection: TIDES, tokenId: 1n, chainId: CHAIN }])
  })
})
