import { AppError } from '@plinth/api'
import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EDITIONS } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aCollection, anItem, aSale } from '../../../test/fake/records.ts'
import { watchListEnds } from '../../../test/list-end.ts'
import { type Opened, openPage } from '../../../test/page.tsx'
import { atPlace } from '../../../test/sessions.ts'

/** So many items whose names hold "moon", the people of the demo and one collection. */
function marketOf(count: number): FakeMarket {
  const market = new FakeMarket()
  market.items.push(...Array.from({ length: count }, (_, at) => anItem({ name: `moon ${at}`, tokenId: BigInt(at + 1), owner721: BOB })))
  market.collections = [aCollection({ name: 'moon rooms' })]
  market.users = market.users.map((user) => ({ ...user, nickname: `${user.nickname} moon` }))
  return market
}

const overlayOf = ({ screen }: Opened) => screen.findByRole('dialog', { name: 'Search' })
const part = (overlay: HTMLElement, name: string) =>
  [...overlay.querySelectorAll<HTMLElement>('section')].find((section) =>
    within(section).queryByRole('heading', { name: new RegExp(`^${name}`) }),
  )
const sectionOf = async (overlay: HTMLElement, name: string) => {
  await expect.poll(() => part(overlay, name)).toBeDefined()
  return part(overlay, name) as HTMLElement
}

/** The overlay opens by one key, once the header is there. */
async function openOverlay(opened: Opened): Promise<HTMLElement> {
  await opened.screen.findByRole('link', { name: 'Connect wallet' })
  await opened.user.keyboard('/')
  const overlay = await overlayOf(opened)
  const line = await within(overlay).findByRole('searchbox')
  await expect.poll(() => document.activeElement).toBe(line)
  return overlay
}

describe('looking for something', () => {
  it('[SHELL-10, SHELL-35, SRCH-01] begins in the header: Enter leads to what was found, in tabs', async () => {
    const { user, screen } = await openPage('/', { market: marketOf(3) })
    const header = within(await screen.findByRole('banner'))
    await user.type(await header.findByRole('searchbox'), 'moon{Enter}')
    await atPlace('/search?keyword=moon')
    await screen.findByRole('heading', { name: 'moon 0' })
    await expect.poll(() => document.querySelector('.search-bar .tabs')?.textContent).toMatch(/Works\s*3/)
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
  })

  it('[F-119] takes over what is typed while the search opens', async () => {
    const opened = await openPage('/', { market: marketOf(3) })
    const { user, screen } = opened
    await screen.findByRole('link', { name: 'Connect wallet' })
    const header = within(screen.getByRole('banner')).getByRole<HTMLInputElement>('searchbox')
    // At once, as by a fast hand: the search is not there yet.
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(header)
    fireEvent.input(header, { target: { value: 'ridge' } })
    const line = within(await overlayOf(opened)).getByRole<HTMLInputElement>('searchbox')
    await expect.poll(() => [document.activeElement === line, line.value]).toEqual([true, 'ridge'])
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(header.value).toBe('')
  })

  it('[SRCH-02] shows more items as the end of what was found comes near', async () => {
    const market = marketOf(143)
    const end = watchListEnds()
    await openPage('/search?keyword=moon', { market })
    const found = () => document.querySelectorAll('.search-page [role="feed"] .card').length
    await expect.poll(found).toBe(60)
    for (const count of [120, 143]) {
      await expect.poll(() => end.isWatched).toBe(true)
      end.comesNear()
      await expect.poll(found).toBe(count)
    }
    const asked = market.inputsOf('explore.items').filter(({ limit }) => limit > 1)
    // The stream has the first page read again.
    expect([...new Map(asked.map(({ words, withCounts, cursor }) => [cursor, [words, withCounts, cursor]])).values()]).toEqual([
      ['moon', true, undefined],
      ['moon', false, '3c'],
      ['moon', false, '78'],
    ])
  })

  it.each([
    ['en', 'All results: 3,000+', /1,000\+ works/],
    ['zh', '查看全部 3,000+ 条结果', /1,000\+ 件作品/],
  ] as const)('[F-95] writes 1,000+ where a short word finds more: %s', async (locale, all, works) => {
    const market = marketOf(3)
    const many = { total: 1_000, pages: 50, page: 1, limit: 20 }
    market
      .answer('explore.items', () => ({ list: [], total: 1_000, totalIsAtLeast: true, hasUnrated: false }))
      .answer('home.searchuser', () => ({ list: [], ...many }))
      .answer('home.searchcontract', () => ({ list: [], ...many }))
      .answer('explore.collections', () => ({ list: [], ...many, totalIsAtLeast: true }))
    const { user, screen } = await openPage('/search?keyword=q', { market, locale })
    await expect
      .poll(() => [...document.querySelectorAll('.search-bar .count')].map(({ textContent }) => textContent))
      .toEqual(Array(3).fill('1,000+'))
    await expect.poll(() => document.querySelector('.result-count')?.textContent).toMatch(works)
    await user.keyboard('/')
    await user.type(await within(await screen.findByRole('dialog')).findByRole('searchbox'), 'q')
    await screen.findByText(all)
  })

  it('[EXPL-12] begins with the very name and with what begins so, whatever was listed last', async () => {
    const market = new FakeMarket()
    for (const [at, name] of ['full moon', 'moon over water', 'moon'].entries())
      market.hang(anItem({ name, tokenId: BigInt(at + 1), owner721: BOB }))
    const { screen } = await openPage('/search?keyword=moon', { market })
    const names = () => [...document.querySelectorAll('.search-page [role="feed"] .card h3')].map(({ textContent }) => textContent)
    await expect.poll(names).toEqual(['moon', 'moon over water', 'full moon'])
    expect(screen.getByRole('button', { name: /Best match/ })).toBeTruthy()
  })

  it('[SRCH-04, SRCH-05] finds people, whose row leads to their page', async () => {
    const { user, screen } = await openPage('/search?keyword=Alice&tab=people', { market: marketOf(0) })
    const row = await screen.findByRole('link', { name: /Alice/ })
    expect(row.textContent).toMatch(/Alice moon\s*0xaaaaaaaaa…aaaa/i)
    expect(row.querySelectorAll('img, svg, canvas').length).toBeGreaterThan(0)
    await user.click(row)
    await atPlace(`/account/${ALICE}`)
  })

  it('[EXPL-13] shows of a collection its cover, its floor, how many works it has, and that the operator has verified it', async () => {
    const market = marketOf(3)
    const sold = anItem({ name: 'moon', owner721: BOB, tokenId: 9n })
    market.items.push({ ...sold, isOnSale: true, listings: [aSale(sold, BOB, { price: 3n * 10n ** 17n })] })
    market.collections = [
      aCollection({ name: 'moon rooms', isVerified: true }),
      aCollection({ name: 'moon rocks', address: EDITIONS, id: 2n }),
    ]
    const { screen } = await openPage('/search?keyword=moon&tab=collections', { market })
    const row = await screen.findByRole('link', { name: /moon rooms/ })
    expect(row.querySelector('.thumb img')?.getAttribute('src')).toBe('/favicon.svg')
    await expect.poll(() => row.textContent).toBe('moon roomsLocal EthereumFloor0.30 ETHfew listings4 works')
    within(row).getByRole('img', { name: 'Verified by the operator' })
    const other = screen.getByRole('link', { name: /moon rocks/ })
    expect(within(other).queryByRole('img', { name: 'Verified by the operator' })).toBeNull()
    expect(other.textContent).toBe('moon rocksLocal Ethereum0 works')
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
  })

  it('[F-65] opens on a tab that has hits, and stays on the one that was chosen', async () => {
    const market = marketOf(0)
    market.collections = []
    const { user, screen } = await openPage('/search?keyword=Alice', { market })
    await screen.findByRole('link', { name: /Alice/ })
    await user.click(screen.getByRole('button', { name: /^Works/ }))
    await screen.findByRole('heading', { name: 'Nothing found for “Alice”' })
    expect(new URLSearchParams(location.search).get('tab')).toBe('works')
  })

  it('[F-65] opens on no tab until it is known which of them has hits', async () => {
    const market = marketOf(0)
    const release = market.hold('home.searchuser')
    const { screen } = await openPage('/search?keyword=moon', { market })
    const tabs = () => [...document.querySelectorAll<HTMLElement>('.search-bar .tabs button')]
    const open = () => tabs().flatMap((tab) => (tab.getAttribute('aria-pressed') === 'true' ? [tab.textContent] : []))
    await expect.poll(() => tabs().map(({ textContent }) => textContent)).toEqual(['Works0', 'People', 'Collections1'])
    expect(open()).toEqual([])
    expect(screen.queryByRole('heading', { name: /^Nothing found/ })).toBeNull()
    release()
    await screen.findByRole('link', { name: /Alice/ })
    expect(open()).toEqual(['People3'])
  })

  it('[F-65] stays on its tab when another network is chosen', async () => {
    const market = marketOf(0)
    market.users = []
    const { user, screen } = await openPage('/search?keyword=moon', { market })
    await screen.findByRole('link', { name: /moon rooms/ })
    await user.click(screen.getByRole('radio', { name: /Local Ethereum/ }))
    await expect.poll(() => new URLSearchParams(location.search).get('chain')).toBe(String(CHAIN))
    expect(new URLSearchParams(location.search).get('tab')).toBe('collections')
    await expect.poll(() => document.querySelector('.search-bar .tabs [aria-pressed=true]')?.textContent).toMatch(/^Collections/)
  })

  it.each([
    ['en', 'Nothing found for “zzzzzz”', 'Look around the market'],
    ['zh', '没有找到“zzzzzz”', '去市场看看'],
  ] as const)('[SRCH-03] says in %s that nothing is found, and leads back to the market', async (locale, title, way) => {
    const { screen } = await openPage('/search?keyword=zzzzzz', { locale })
    await screen.findByRole('heading', { name: title })
    expect(within(screen.getByRole('main')).getByRole('link', { name: way }).getAttribute('href')).toBe('/')
  })

  it('[SHELL-56, SHELL-57, SHELL-58, SHELL-59, SHELL-61] suggests items, people and collections while one types, five of a kind', async () => {
    const market = marketOf(7)
    const opened = await openPage('/', { market })
    const { user, screen } = opened
    const overlay = await openOverlay(opened)
    within(overlay).getByText(/^A name in any language/)
    expect(await findViolations(overlay)).toEqual([])
    await user.keyboard('moon')
    const items = await sectionOf(overlay, 'Works')
    await sectionOf(overlay, 'People')
    expect(items.querySelectorAll('.search-works > *')).toHaveLength(5)
    expect(await findViolations(overlay)).toEqual([])
    expect(market.inputsOf('explore.items')).toMatchObject([{ words: 'moon', limit: 5 }])
    for (const call of ['home.searchuser', 'home.searchcontract'] as const)
      expect(market.inputsOf(call)).toEqual([{ search: 'moon', page: 1, limit: 5 }])
    // Seven items, three people, one collection.
    const all = within(overlay).getByRole('link', { name: /All results/ })
    expect(all.textContent?.replaceAll(/\D/g, '')).toBe('11')
    await user.click(within(overlay).getByRole('button', { name: 'Close the search' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    const again = await openOverlay(opened)
    await user.keyboard('moon')
    await user.click(await within(again).findByRole('link', { name: /All results/ }))
    await atPlace('/search?keyword=moon')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  })

  it('[SHELL-57, SHELL-58, SHELL-59] says of a kind that it could not be looked for, and looks again', async () => {
    const market = marketOf(7)
    let isRefused = true
    const people = market.users
    market.answer('home.searchuser', ({ search = '', page, limit }) => {
      if (isRefused) throw new AppError('MARKET_BEHIND')
      const list = people.filter(({ nickname }) => nickname.includes(search))
      return { list, total: list.length, page, limit, pages: 1 }
    })
    const opened = await openPage('/', { market })
    const { user } = opened
    const overlay = await openOverlay(opened)
    await user.keyboard('moon')
    expect((await sectionOf(overlay, 'Works')).querySelectorAll('.search-works > *')).toHaveLength(5)
    await within(await sectionOf(overlay, 'People')).findByText('People could not be searched.')
    await within(overlay).findByRole('link', { name: 'All results' })
    await user.keyboard('zzz')
    await expect.poll(() => part(overlay, 'Works')).toBeUndefined()
    await within(await sectionOf(overlay, 'People')).findByText('People could not be searched.')
    expect(within(overlay).queryByText(/^Nothing found/)).toBeNull()
    isRefused = false
    await user.click(within(await sectionOf(overlay, 'People')).getByRole('button', { name: 'Try again' }))
    await within(overlay).findByText('Nothing found for “moonzzz”')
    const line = within(overlay).getByRole('searchbox')
    await user.clear(line)
    await user.type(line, 'Alice')
    await within(await sectionOf(overlay, 'People')).findByRole('link', { name: /Alice/ })
  })

  it('[SHELL-60] is worked by keyboard alone: down to a suggestion, or Enter to all of them', async () => {
    const opened = await openPage('/', { market: marketOf(1) })
    const { user, screen } = opened
    const overlay = await openOverlay(opened)
    await user.keyboard('moon 0')
    await within(overlay).findByRole('heading', { name: 'moon 0' })
    await user.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => location.pathname).toMatch(/^\/detail\//)
    await screen.findByRole('heading', { level: 1, name: 'moon 0' })
    await openOverlay(opened)
    await user.keyboard('moon{Enter}')
    await atPlace('/search?keyword=moon')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    await openOverlay(opened)
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Search with suggestions')
  })

  it('[ERR-19] quotes what the server said when the search fails, keeps the word, and tries again', async () => {
    const market = marketOf(1)
    for (let times = 0; times < 4; times++) market.refuse('explore.items', 'MARKET_PAUSED')
    const { user, screen } = await openPage('/search?keyword=moon', { market })
    const said = /paused/i
    expect((await within(await screen.findByRole('alert')).findAllByText(said)).length).toBeGreaterThan(0)
    expect(document.querySelector('.toast')?.textContent).toMatch(said)
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'What you are looking for' }).value).toBe('moon')
    for (let times = 0; times < 8 && !screen.queryByRole('heading', { name: 'moon 0' }); times++) {
      const again = screen.queryByRole('button', { name: 'Try again' })
      if (again) await user.click(again)
      await screen.findByRole('heading', { name: 'moon 0' }, { timeout: 300 }).catch(() => undefined)
    }
    await screen.findByRole('heading', { name: 'moon 0' })
  })
})
