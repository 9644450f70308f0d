import { screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ALICE, CHAIN, EVE } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { aWork, ETH, names, search, showsWorks, TIDES, windowOf } from '../../../test/explore.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, COIN, NOW } from '../../../test/fake/records.ts'
import { waitForEvents } from '../../../test/live.ts'
import { openPage } from '../../../test/page.tsx'
import { listCart } from '../../entities/cart/cart.ts'

const TIDES_HERE = `${CHAIN}:${TIDES}`

function marketOfTides(): FakeMarket {
  const market = new FakeMarket()
  const first = aWork(1, { price: ETH, collection: TIDES, listedAt: NOW - 3_600 })
  market.hang(
    { ...first, bids: [aBid(first, EVE, { price: ETH / 2n })] },
    aWork(2, { price: (3n * ETH) / 2n, collection: TIDES, owner721: ALICE, listedAt: NOW - 7_200 }),
    aWork(3, { collection: TIDES }),
  )
  market.facts.set(`${TIDES}:1`, { rank: 2, lastSale: { at: NOW - 60, money: COIN.address, unitPrice: ETH / 4n } })
  market.facts.set(`${TIDES}:2`, { rank: 1 })
  market.rates = {
    currency: 'USD',
    rates: [{ chainId: CHAIN, token: COIN.address, answer: 2_000n, decimals: 0, source: 'feed', updatedAt: NOW - 60 }],
  }
  return market
}

const grid = () => screen.findByRole('grid', { name: 'Works' })
const cellsOf = (row: HTMLElement) => [...row.querySelectorAll('[role="gridcell"]')].map(({ textContent }) => textContent)
const rows = async () =>
  within(await grid())
    .getAllByRole('row')
    .slice(1)
const rowNames = async () => (await rows()).map((row) => row.querySelector('.dense-name a')?.textContent)
const heads = async () => within(await grid()).getAllByRole('columnheader')

describe('works in a table', () => {
  it('[F-126] say beside the price what buyers pay on top, in rows and on cards', async () => {
    const market = marketOfTides()
    await openPage(`/explore?collection=${TIDES_HERE}&view=table`, { market })
    await expect.poll(async () => (await rows()).length).toBe(3)
    expect((await grid()).textContent).not.toContain('fee')
    market.config.networks = market.config.networks.map((network) => ({ ...network, buyerFee: 250 }))
    await openPage(`/explore?collection=${TIDES_HERE}&view=table`, { market })
    await expect.poll(async () => (await rows())[0]?.querySelector('.money')?.parentElement?.textContent).toContain('1.00 ETH+2.5% fee')
    const { screen: page } = await openPage(`/explore?collection=${TIDES_HERE}`, { market })
    expect(await page.findAllByText('+2.5% fee')).toHaveLength(2)
  })

  it('[EXPL-09] has name, price, worth, difference to the floor, rarity, last sale, best offer, owner and time of listing', async () => {
    windowOf(1_440)
    await openPage(`/explore?collection=${TIDES_HERE}&view=table`, { market: marketOfTides() })
    await expect
      .poll(async () => (await heads()).map(({ textContent }) => textContent))
      .toEqual(['Work', 'Price', 'Worth', 'To floor', 'Rank', 'Last sale', 'Top offer', 'Owner', 'Listed', 'Acts'])
    await expect
      .poll(async () => cellsOf((await rows())[0] as HTMLElement).slice(1, 9))
      .toEqual([
        expect.stringMatching(/^1\.00 ETH/),
        expect.stringMatching(/^≈ \$2,000/),
        'Floor',
        '2',
        '0.25 ETH',
        '0.50 WETH',
        'Bob',
        '1 hour ago',
      ])
    await expect.poll(async () => cellsOf((await rows())[1] as HTMLElement)[3]).toBe('+50.0%')
    expect(cellsOf((await rows())[2] as HTMLElement).slice(1, 5)).toEqual(['–', '–', '–', '–'])
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
  })

  it.each([390, 834])('[CART-01] has the cart under a finger, %i pixels wide', async (width) => {
    windowOf(width, true)
    const { user } = await openPage(`/explore?collection=${TIDES_HERE}&view=table`, { market: marketOfTides() })
    await expect.poll(async () => (await heads()).at(-1)?.textContent).toBe('Acts')
    const first = within((await rows())[0] as HTMLElement)
    await user.click(await first.findByRole('button', { name: /to the cart$/ }))
    await first.findByRole('button', { name: /out of the cart$/, pressed: true })
    expect(listCart(undefined)).toHaveLength(1)
  })

  it('[EXPL-05, EXPL-09] is sorted by its columns, which say so', async () => {
    windowOf(1_440)
    const { user } = await openPage(`/explore?collection=${TIDES_HERE}&view=table`, { market: marketOfTides() })
    const head = async (name: string) => within(await grid()).getByRole('columnheader', { name: new RegExp(`^${name}`) })
    const press = async (name: string) => user.click(within(await head(name)).getByRole('button'))
    await expect.poll(rowNames).toEqual(['Work 1', 'Work 2', 'Work 3'])
    expect((await head('Listed')).getAttribute('aria-sort')).toBe('descending')
    await press('Price')
    await expect.poll(async () => (await head('Price')).getAttribute('aria-sort')).toBe('ascending')
    await press('Price')
    await expect.poll(rowNames).toEqual(['Work 2', 'Work 1', 'Work 3'])
    expect((await head('Price')).getAttribute('aria-sort')).toBe('descending')
    expect(search()).toMatchObject({ sort: 'priceHigh' })
    await press('Rank')
    await expect.poll(rowNames).toEqual(['Work 2', 'Work 1', 'Work 3'])
    expect((await head('Rank')).getAttribute('aria-sort')).toBe('ascending')
    expect(within(await head('Owner')).queryByRole('button')).toBeNull()
  })

  it.each([1_440, 390])('[EXPL-09] says from when the prices of a silent network are, at %s px', async (width) => {
    windowOf(width)
    const market = marketOfTides()
    await openPage(`/explore?collection=${TIDES_HERE}&view=table`, { market })
    await expect.poll(rowNames).toEqual(['Work 1', 'Work 2', 'Work 3'])
    await waitForEvents(market)
    const stale = () => [...document.querySelectorAll('.dense .stale')].map(({ textContent }) => textContent)
    expect(stale()).toEqual([])
    const head = { topic: 'head', chainId: CHAIN, number: 9 } as const
    market.emit({ ...head, timestamp: NOW - 600 })
    await expect.poll(stale).toEqual([expect.stringMatching(/^\d\d:\d\d$/), expect.stringMatching(/^\d\d:\d\d$/)])
    market.emit({ ...head, timestamp: NOW })
    await expect.poll(stale).toEqual([])
  })

  it('[EXPL-10] is walked by arrows, Home, End, J and K, and Enter opens the work; rows far from the window are not drawn', async () => {
    windowOf(1_440)
    const market = new FakeMarket()
    market.hang(...Array.from({ length: 300 }, (_, at) => aWork(at + 1)))
    const { user } = await openPage('/explore?view=table', { market })
    const focused = () => document.activeElement?.querySelector('.dense-name a')?.textContent
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(10)
    expect((await grid()).getAttribute('aria-rowcount')).toBe('301')
    // Few of them are drawn.
    expect((await rows()).length).toBeLessThan(60)
    ;(await rows())[0]?.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    await expect.poll(focused).toBe('Work 3')
    await user.keyboard('jjk')
    await expect.poll(focused).toBe('Work 4')
    await user.keyboard('{Home}')
    await expect.poll(focused).toBe('Work 1')
    expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('2')
    // Wherever the reader is, only the rows near the window are in the page, each as small as it was.
    const partsOf = (row: HTMLElement | undefined) => row?.querySelectorAll('*').length ?? 0
    for (const key of ['{End}', '{PageUp}', '{Home}', '{PageDown}{PageDown}{PageDown}']) {
      await user.keyboard(key)
      await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('row')
      expect((await rows()).length, key).toBeLessThan(60)
      for (const row of await rows()) expect(partsOf(row), key).toBeLessThan(40)
    }
    await user.keyboard('{Home}{ArrowDown}{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Work 2' })
  })

  it('[EXPL-10] has room for the rows that are on their way, and reads them before the reader is there', async () => {
    windowOf(1_440)
    const market = new FakeMarket()
    market.hang(...Array.from({ length: 300 }, (_, at) => aWork(at + 1)))
    await openPage('/explore?view=table', { market })
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(10)
    const height = () => document.querySelector<HTMLElement>('.dense-body')?.style.height
    expect(height()).toBe(`${300 * 48}px`)
    const asked = () => market.inputsOf('explore.items').filter(({ cursor }) => cursor !== undefined).length
    expect(asked()).toBe(0)
    vi.stubGlobal('scrollY', 30 * 48)
    onTestFinished(() => void vi.unstubAllGlobals())
    window.dispatchEvent(new Event('scroll'))
    await expect.poll(asked).toBe(1)
    expect(height()).toBe(`${300 * 48}px`)
  })

  it.each([
    [1_440, 10],
    [1_300, 9],
    [1_200, 7],
    [900, 5],
    [390, 2],
  ] as const)('loses columns where the window is %s wide: listed, owner, last sale and rank in this order', async (width, count) => {
    windowOf(width)
    await openPage(`/explore?collection=${TIDES_HERE}&view=table`, { market: marketOfTides() })
    await expect.poll(async () => (await heads()).length).toBe(count)
    expect((await grid()).getAttribute('aria-colcount')).toBe(String(count))
  })

  it('[EXPL-09] is one of three densities, and the choice is remembered', async () => {
    windowOf(1_440)
    const market = marketOfTides()
    const { user } = await openPage('/explore', { market })
    await showsWorks(1, 2, 3)
    expect(document.querySelector('.explore-grid')?.className).not.toContain('small')
    await user.click(screen.getByRole('radio', { name: 'Small' }))
    await expect.poll(() => document.querySelector('.explore-grid')?.className).toContain('small')
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    await grid()
    expect(search()).toEqual({ view: 'table' })
    await openPage('/explore', { market, isReload: true })
    await grid()
    // A link that names another says more than the memory.
    await openPage('/explore?view=large', { market, isReload: true })
    await showsWorks(1, 2, 3)
  })

  it('[EXPL-18] folds long runs of one account in the order of listing, as the grid does', async () => {
    windowOf(1_440)
    const market = new FakeMarket()
    market.hang(...Array.from({ length: 6 }, (_, at) => aWork(at + 1, { price: ETH })), aWork(9, { price: ETH, owner721: ALICE }))
    const { user } = await openPage('/explore', { market })
    await expect.poll(names).toEqual(['Work 1', 'Work 2', 'Work 3', 'Work 9'])
    await user.click(screen.getByRole('button', { name: 'and 3 more of Bob' }))
    await showsWorks(1, 2, 3, 4, 5, 6, 9)
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    await screen.findByRole('button', { name: 'and 3 more of Bob' })
    expect(await rowNames()).toEqual(['Work 1', 'Work 2', 'Work 3', undefined, 'Work 9'])
    await user.click(screen.getByRole('button', { name: 'and 3 more of Bob' }))
    await expect.poll(async () => (await rowNames()).length).toBe(7)
    // Another order shows all of them.
    await openPage('/explore?sort=priceLow&view=large', { market })
    await showsWorks(1, 2, 3, 4, 5, 6, 9)
  })
})
