import { FACET_NAMES } from '@plinth/api'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CHAIN, COLLECTION, OTHER_CHAIN } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import {
  aWork,
  countOf,
  ETH,
  marketOfEight,
  names,
  openGroup,
  option,
  rail,
  search,
  showsWorks,
  TIDES,
  valuesOf,
  windowOf,
} from '../../../test/explore.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, anAuction } from '../../../test/fake/records.ts'
import { openPage } from '../../../test/page.tsx'

const TIDES_HERE = `${CHAIN}:${TIDES}`
const chips = () => [...document.querySelectorAll('.chosen-chip')].map(({ textContent }) => textContent)
const floorsOf = (title: string) =>
  [...rail().getByRole('group', { name: title }).querySelectorAll('.option-floor')].map(({ textContent }) =>
    textContent?.replace('Floor ', ''),
  )
const count = () => document.querySelector('.result-count')?.textContent

describe('the filters of works', () => {
  it('[EXPL-01] stand behind the first of three tabs, which the header, the footer and home lead to', async () => {
    const { user } = await openPage('/', { market: marketOfEight() })
    const header = within(await screen.findByRole('banner'))
    await user.click(header.getByRole('button', { name: 'Explore' }))
    const links = await header.findAllByRole('link', { name: /All works|Eastern|Western/ })
    expect(links.map(({ textContent }) => textContent)).toEqual(['All works', 'Eastern', 'Western'])
    expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'All works' }).getAttribute('href')).toBe('/explore')
    expect((await screen.findByRole('link', { name: 'See all' })).getAttribute('href')).toBe('/explore')
    await user.click(links[0] as HTMLElement)
    await screen.findByRole('heading', { level: 1, name: 'Explore' })
    expect(screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
      ['Works', 'true'],
      ['Collections', 'false'],
      ['People', 'false'],
    ])
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('tab', { name: 'Collections' }))
    await screen.findByRole('link', { name: /Plinth Works/ })
    await user.click(screen.getByRole('tab', { name: 'People' }))
    await screen.findByText(/^(In ETH, over all time|No sale so far)/)
    expect(search()).toEqual({ tab: 'people' })
  })

  it.each(['en', 'zh'] as const)('[EXPL-02] have names and labels in %s', async (locale) => {
    const { user } = await openPage('/explore', { market: marketOfEight(), locale })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    for (const button of rail().getAllByRole('button', { expanded: false })) await user.click(button)
    const groups = rail().getAllByRole('heading', { level: 3 })
    expect(groups).toHaveLength(FACET_NAMES.length + 1)
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    expect(document.querySelector('main')?.textContent).not.toMatch(/explore\.|\{\{/)
  })

  it('[EXPL-02, EXPL-05] each leave the works that fit, in any combination, and the address asks the market for them', async () => {
    const market = marketOfEight()
    market.items = market.items.map((item) => {
      if (item.tokenId === 7n) return { ...item, auctions: [anAuction(item)] }
      return item.tokenId === 8n ? { ...item, bids: [aBid(item, item.creator.address)] } : item
    })
    for (const [query, ...left] of [
      ['status=onSale', 1, 2, 3, 5, 6, 8],
      ['status=auction,offers', 7, 8],
      ['status=new24', 4],
      ['status=new7', 4, 8],
      [`chain=${OTHER_CHAIN}`, 6],
      ['category=2', 6],
      [`collection=${TIDES_HERE}`, 1, 2, 3, 4],
      [`min=2&max=4&money=${CHAIN}:0x${'0'.repeat(40)}`, 2, 3],
      ['media=audio', 5],
      ['standard=3&status=onSale&media=image&category=1', 1, 2, 3, 8],
      [`creator=0x${'b'.repeat(40)}`],
    ] as const) {
      const opened = await openPage(`/explore?${query}`, { market })
      if (left.length > 0) await showsWorks(...left)
      else await opened.screen.findByRole('heading', { name: 'No work fits this filter' })
      expect(count()).toMatch(new RegExp(`^${left.length} work`))
    }
    await openPage('/explore?status=onSale&sort=priceHigh', { market })
    await expect.poll(names).toEqual(['Work 8', 'Work 6', 'Work 3', 'Work 2', 'Work 1', 'Work 5'])
  })

  it('[EXPL-02] leave moving works, still ones, or those without a count of frames', async () => {
    const market = marketOfEight()
    market.items = market.items.map((item) => (item.tokenId === 7n ? { ...item, mediaKind: 'video' } : item))
    const { user } = await openPage('/explore', { market })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    await openGroup(user, 'Movement')
    expect(valuesOf('Movement')).toEqual(['Moving 1', 'Still 1', 'Not counted 6'])
    await user.click(option('Movement', 'Moving'))
    await showsWorks(7)
    await user.click(option('Movement', 'Still'))
    await showsWorks(5, 7)
    expect([search(), chips()]).toEqual([{ moving: 'yes,no' }, ['Moving', 'Still']])
  })

  it('[EXPL-04] say how many works each value would leave, and disable those that leave none, last', async () => {
    const { user } = await openPage('/explore?media=audio', { market: marketOfEight() })
    await showsWorks(5)
    expect(valuesOf('Status')).toEqual(['On sale 1', 'Live auction 0', 'Has bids 0', 'New within 24 hours 0', 'New within 7 days 0'])
    expect(option('Status', 'Live auction').disabled).toBe(true)
    expect(valuesOf('Network')).toEqual(['Local Ethereum 1', 'Local Polygon 0'])
    expect(valuesOf('Collections')).toEqual(['Plinth Works 1', 'Tides 0', 'Plinth Works 0'])
    await openGroup(user, 'Kind of media')
    // Values of one group are alternatives: the other kinds count as if none was chosen.
    expect(valuesOf('Kind of media')).toEqual(['Picture 7', 'Sound 1', 'Video 0', 'Other 0'])
    await user.click(option('Kind of media', 'Picture'))
    await expect.poll(count).toMatch(/^8 works/)
    expect(countOf('Status', 'On sale')).toBe('6')
    await user.click(option('Network', 'Local Polygon'))
    await showsWorks(6)
    expect(valuesOf('Network')).toEqual(['Local Ethereum 7', 'Local Polygon 1'])
    expect(search()).toEqual({ media: 'audio,image', chain: String(OTHER_CHAIN) })
  })

  it('[EXPL-03] of one collection include its traits, joined by "or" in one and by "and" between them, and ranges of numbers', async () => {
    const { user } = await openPage('/explore', { market: marketOfEight() })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    rail().getByText('Choose one collection to filter by its traits.')
    expect(rail().queryByRole('button', { name: /^Wind/ })).toBeNull()
    await user.click(option('Collections', 'Tides'))
    await openGroup(user, 'Wind')
    expect(valuesOf('Wind')).toEqual(['Calm 1', 'Steady 2', 'Gust 1'])
    await expect.poll(() => floorsOf('Wind')).toEqual(['1.00 ETH', '2.00 ETH', '3.00 ETH'])
    await user.click(option('Wind', 'Steady'))
    await showsWorks(2, 4)
    await user.click(option('Wind', 'Gust'))
    await showsWorks(2, 3, 4)
    await openGroup(user, 'Level')
    await user.type(rail().getByRole('textbox', { name: 'From 1' }), '6')
    await showsWorks(3, 4)
    await user.type(rail().getByRole('textbox', { name: 'To 12' }), '10{Enter}')
    await showsWorks(3)
    expect(new URLSearchParams(location.search).getAll('trait')).toEqual(['Wind:Steady', 'Wind:Gust'])
    expect(search()).toMatchObject({ collection: TIDES_HERE, range: 'Level:6..10' })
    expect(chips()).toEqual(['Tides', 'Steady', 'Gust', 'Level: 6 to 10'])
    // Traits belong to the collection: they go with it.
    await user.click(screen.getByRole('button', { name: 'Remove Tides' }))
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    expect(search()).toEqual({})
  })

  it('[EXPL-07] stand as chips, each of which takes its value away, and Clear all takes all', async () => {
    const { user } = await openPage(`/explore?status=onSale,new7&max=2&money=${CHAIN}:0x${'0'.repeat(40)}&category=1`, {
      market: marketOfEight(),
    })
    await showsWorks(1, 2, 5)
    expect(chips()).toEqual(['On sale', 'New within 7 days', 'Up to 2.00 ETH', 'Eastern'])
    await user.click(screen.getByRole('button', { name: 'Remove Up to 2.00 ETH' }))
    await showsWorks(1, 2, 3, 4, 5, 8)
    await user.click(screen.getByRole('button', { name: 'Remove On sale' }))
    await showsWorks(4, 8)
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    expect(search()).toEqual({})
    expect(document.querySelector('.chosen-chips')).toBeNull()
  })

  it('closed groups say what is chosen, and a long one is searched', async () => {
    const market = new FakeMarket()
    const letters = 'abcdefghi'
    market.hang(
      ...[...letters].map((letter, at) =>
        aWork(at, {
          collection: `0x${letter.charCodeAt(0).toString(16).repeat(20)}` as typeof COLLECTION,
          collectionBrief: { address: COLLECTION, name: `Room ${letter}`, symbol: '', cover: '' },
        }),
      ),
    )
    const { user } = await openPage('/explore', { market })
    await expect.poll(count).toMatch(/^9 works/)
    const find = rail().getByRole('searchbox', { name: 'Find a collection' })
    expect(valuesOf('Collections')).toHaveLength(7)
    await user.click(rail().getByRole('button', { name: '2 more' }))
    expect(valuesOf('Collections')).toHaveLength(9)
    await user.type(find, 'room H')
    expect(valuesOf('Collections')).toEqual(['Room h 1'])
    await user.click(option('Collections', 'Room h'))
    await user.click(rail().getByRole('button', { name: 'Collections' }))
    expect(rail().getByRole('button', { name: /^Collections/ }).textContent).toBe('CollectionsRoom h')
  })

  it('[EXPL-06] come back with the address: after a reload, by a link, and by the way back', async () => {
    const market = marketOfEight()
    const path = `/explore?collection=${encodeURIComponent(TIDES_HERE)}&trait=Wind%3ASteady&sort=token&view=small`
    const { user } = await openPage(path, { market })
    await showsWorks(2, 4)
    expect(option('Collections', 'Tides').checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Small' }).checked).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Work 4' }))
    await screen.findByRole('heading', { level: 1, name: 'Work 4' })
    history.back()
    await showsWorks(2, 4)
    expect(location.pathname + location.search).toBe(path)
    await openPage(path, { market, isReload: true })
    await showsWorks(2, 4)
  })

  it.each([
    ['en', 'Part of this address is not known here and was left out: network, category, order'],
    ['zh', '地址中有无法识别的内容，已忽略： 网络、分类、排序'],
  ] as const)('[EXPL-16] an unknown or damaged one is left out, and a line in %s says so', async (locale, said) => {
    await openPage('/explore?chain=77&category=x&sort=rarity&media=audio', { market: marketOfEight(), locale })
    await showsWorks(5)
    expect(document.querySelector('.list-note')?.textContent).toBe(said)
  })

  it('a bound above the other is not asked for', async () => {
    const market = marketOfEight()
    const { user } = await openPage(`/explore?money=${CHAIN}:0x${'0'.repeat(40)}`, { market })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    await user.type(rail().getByRole('textbox', { name: 'Highest' }), '2{Enter}')
    await showsWorks(1, 2, 5)
    await user.type(rail().getByRole('textbox', { name: 'Lowest' }), '3{Enter}')
    expect((await rail().findByRole('alert')).textContent).toBe('The lowest is above the highest.')
    expect(market.inputsOf('explore.items').some(({ minPrice }) => minPrice !== undefined)).toBe(false)
  })

  it.each([
    [1_440, ['Recently listed', 'rail']],
    [390, ['Filters', 'no rail']],
  ] as const)('[EXPL-11] stand in a rail at 960 and wider, and behind a button below it: %s', async (width, [shown, where]) => {
    windowOf(width)
    await openPage('/explore', { market: marketOfEight() })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    expect(document.querySelector('.rail') ? 'rail' : 'no rail').toBe(where)
    screen.getByRole('button', { name: new RegExp(shown) })
  })

  it('[EXPL-11] open as a sheet on a phone: it keeps the focus, shows how many works there are, and closes by Escape and Back', async () => {
    windowOf(390)
    const { user } = await openPage('/explore?status=onSale', { market: marketOfEight() })
    await showsWorks(1, 2, 3, 5, 6, 8)
    const open = () => user.click(screen.getByRole('button', { name: /^Filters/ }))
    const isOpen = () => screen.queryByRole('dialog', { name: 'Filters' }) !== null
    expect(screen.getByRole('button', { name: /^Filters/ }).textContent).toBe('Filters, 1')
    await open()
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    sheet.getByRole('button', { name: 'Show 6 works' })
    expect(await findViolations(await screen.findByRole('dialog'))).toEqual([])
    await openGroup(user, 'Network')
    await user.click(option('Network', 'Local Polygon'))
    await sheet.findByRole('button', { name: 'Show 1 work' })
    for (let presses = 0; presses < 40; presses++) {
      await user.tab()
      expect(document.activeElement?.closest('[role="dialog"], [data-base-ui-focus-guard]'), 'the focus left the sheet').not.toBeNull()
    }
    await user.click(sheet.getByRole('button', { name: 'Show 1 work' }))
    await expect.poll(isOpen).toBe(false)
    await showsWorks(6)
    await open()
    await expect.poll(isOpen).toBe(true)
    await user.keyboard('{Escape}')
    await expect.poll(isOpen).toBe(false)
    await open()
    await expect.poll(() => (history.state as { layers?: number } | null)?.layers).toBe(1)
    history.back()
    await expect.poll(isOpen).toBe(false)
    expect(location.pathname).toBe('/explore')
  })
})

describe('prices', () => {
  it('are counted in 24 parts, those inside the bounds marked', async () => {
    const market = new FakeMarket()
    market.hang(aWork(1, { price: ETH }), aWork(2, { price: 10n * ETH, owner721: `0x${'a'.repeat(40)}` as typeof COLLECTION }))
    await openPage(`/explore?max=2&money=${CHAIN}:0x${'0'.repeat(40)}`, { market })
    await showsWorks(1)
    const bars = [...document.querySelectorAll('.histogram > i')]
    expect(bars).toHaveLength(24)
    expect([bars[0]?.className, bars[23]?.className]).toEqual(['in', ''])
    rail().getByText('From 1.00 ETH to 10.00 ETH')
  })
})
