import type { RankedCollection } from '@plinth/api'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, EDITIONS, EVE, OTHER_CHAIN } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aCollection, anItem, aSale, NOW } from '../../../test/fake/records.ts'
import { openPage } from '../../../test/page.tsx'
import { narrowWindow } from '../../../test/phone.ts'
import { atPlace } from '../../../test/sessions.ts'

const ETHER = 10n ** 18n
const DAY = 86_400
const QUIET = toAddress(`0x${'4'.repeat(40)}`)

let market: FakeMarket
/** Two collections with sales, one without; Rivers sold more often, Works for more. */
beforeEach(() => {
  market = new FakeMarket()
  market.collections = [
    aCollection({ name: 'Works', categoryId: 1n, isVerified: true }),
    aCollection({ id: 2n, address: EDITIONS, name: 'Rivers', categoryId: 2n, owner: BOB, createdAt: NOW - DAY }),
    aCollection({ id: 3n, address: QUIET, name: 'Quiet', createdAt: NOW - 2 * DAY }),
  ]
  const work = anItem({ tokenId: 1n, creator: { address: EVE, nickname: 'Eve', avatar: '' } })
  market.hang(
    { ...work, listings: [aSale(work, ALICE, { price: 3n * ETHER })], isOnSale: true },
    anItem({ collection: EDITIONS, tokenId: 2n }),
  )
  const sold = { seller: ALICE, buyer: BOB, units: 1n, isLeftOut: false }
  market.sales = [
    { ...sold, collection: COLLECTION, tokenId: 1n, amount: 4n * ETHER, at: NOW - 3_600 },
    { ...sold, collection: COLLECTION, tokenId: 1n, amount: 2n * ETHER, at: NOW - 30 * 3_600 },
    { ...sold, collection: EDITIONS, tokenId: 2n, amount: ETHER, at: NOW - 3_600 },
    { ...sold, collection: EDITIONS, tokenId: 2n, amount: ETHER, at: NOW - 1_800 },
  ]
})

const names = () => [...document.querySelectorAll('.ranking .named .d')].map(({ textContent }) => textContent)
const row = (name: string) => {
  const found = [...document.querySelectorAll('.ranking tbody tr')].find(({ textContent }) => textContent?.includes(name))
  return [...(found?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
}

describe('rankings', () => {
  it('[RANK-01] have floor and its line, change against the period before, volume, sales, owners and the share on sale', async () => {
    const { screen } = await openPage('/rankings?period=24h', { market })
    await expect.poll(names).toEqual(['Works', 'Rivers'])
    expect(row('Works')).toEqual(['1', 'WorksVerifiedBy Alice', '', '3 ETH few listings', '+100.0%', '4 ETH', '1', '1', '100%'])
    expect(row('Rivers').slice(3)).toEqual(['–', '', '2 ETH', '2', '1', '0%'])
    const [line] = await screen.findAllByRole('img', { name: /^Floor of Works in 24 parts of the period, the last 3 ETH$/ })
    expect(line?.querySelector('path')?.getAttribute('d')?.split('L')).toHaveLength(24)
    const bare = screen.getByRole('img', { name: 'Floor of Rivers in 24 parts of the period; nothing is on sale now' })
    expect(bare.querySelector('path')?.getAttribute('d')).toBe('')
    expect(screen.getByRole('columnheader', { name: 'Volume' }).getAttribute('aria-sort')).toBe('descending')
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
  })

  it('[F-123] are of all time until a period is chosen, which has every sale', async () => {
    market.sales = market.sales.map((sale) => ({ ...sale, at: sale.at - 40 * DAY }))
    const { screen, user } = await openPage('/rankings', { market })
    await expect.poll(names).toEqual(['Works', 'Rivers'])
    expect(screen.getByRole('radio', { name: 'All' })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('radio', { name: '24 h' }))
    await atPlace('/rankings?period=24h')
    await screen.findByText('In this period nothing was sold that counts. A longer one may have more.')
    market.sales = []
    const none = await openPage('/rankings', { market })
    await none.screen.findByText('Nothing was sold yet that counts.')
  })

  it('[F-123] by floor are of the longest period with a floor both then and now', async () => {
    const risen: RankedCollection = {
      chainId: CHAIN,
      collection: COLLECTION,
      owner: { address: ALICE, nickname: 'Alice', avatar: '' },
      createdAt: NOW,
      isOfficial: false,
      name: 'Works',
      cover: '',
      isVerified: false,
      items: 1,
      owners: 1,
      listed: 1,
      sales: 0,
      salesBefore: 0,
      volume: 0n,
      volumeBefore: 0n,
      worth: 0n,
      worthBefore: 0n,
      floors: [],
      floorChange: 120,
    }
    market.answer('statistics.rankings', ({ hours }) => ({ list: hours === 720 ? [] : [risen] }))
    const { screen } = await openPage('/rankings?by=floor', { market })
    await expect.poll(names).toEqual(['Works'])
    expect(screen.getByRole('radio', { name: '7 d' })).toHaveProperty('checked', true)
    expect(row('Works')).toContain('+1.2%')
  })

  it('[F-123] have no column and no line without a value in any row', async () => {
    market.answer('statistics.sparklines', ({ collections }) =>
      collections.map((collection, at) => ({ collection, volumes: [], floors: [...Array<null>(23).fill(null), at === 0 ? 1n : null] })),
    )
    market.sales = market.sales.filter(({ at }) => at >= NOW - 7_200)
    const { screen, user } = await openPage('/rankings?period=24h', { market })
    await expect.poll(names).toEqual(['Works', 'Rivers'])
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    await expect.poll(heads).toEqual(['Rank', 'Collection', 'Floor', 'Volume', 'Sales', 'Owners', 'Listed'])
    market.sales = []
    market.collections = market.collections.filter(({ name }) => name === 'Rivers')
    await user.click(screen.getByRole('tab', { name: 'Newest' }))
    await expect.poll(heads).toEqual(['Rank', 'Collection', 'Owners', 'Listed', 'Since'])
    expect(row('Rivers').join()).not.toContain('–')
  })

  it('[COLP-03][F-113] say that a floor is one of few listings, and why, in both languages', async () => {
    const { screen } = await openPage('/rankings', { market })
    ;(await screen.findByRole('button', { name: 'few listings' })).focus()
    expect((await screen.findByRole('tooltip')).textContent).toBe('Fewer than 3 accounts sell for this coin or token')
    const { screen: chinese } = await openPage('/rankings', { market, locale: 'zh' })
    ;(await chinese.findByRole('button', { name: '挂单较少' })).focus()
    expect((await chinese.findByRole('tooltip')).textContent).toBe('以此币种挂单的账户不足 3 个')
  })

  it('[RANK-02, RANK-03] follow the head that is pressed, period, network and category, all in the address', async () => {
    const { screen, user } = await openPage('/rankings', { market })
    await expect.poll(names).toEqual(['Works', 'Rivers'])
    const head = within(screen.getByRole('columnheader', { name: 'Sales' })).getByRole('button')
    head.focus()
    await user.keyboard('{Enter}')
    await atPlace('/rankings?by=sales')
    await expect.poll(names).toEqual(['Rivers', 'Works'])
    await user.click(screen.getByRole('radio', { name: '7 d' }))
    await atPlace('/rankings?by=sales&period=7d')
    await expect.poll(() => row('Works')[5]).toBe('2')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), '1')
    await atPlace('/rankings?by=sales&period=7d&category=1')
    await expect.poll(names).toEqual(['Works'])
    await user.click(screen.getByRole('radio', { name: 'Local Polygon' }))
    await atPlace(`/rankings?by=sales&period=7d&chain=${OTHER_CHAIN}&category=1`)
    await screen.findByText('No ranking yet')
    expect(market.inputsOf('statistics.rankings').at(-1)).toMatchObject({ by: 'sales', hours: 168, category: 1n, chainId: OTHER_CHAIN })
    await user.click(screen.getByRole('tab', { name: 'Newest' }))
    await user.click(await screen.findByRole('button', { name: 'Show all categories' }))
    await user.click(screen.getByRole('radio', { name: 'All networks' }))
    await expect.poll(names).toEqual(['Rivers', 'Quiet', 'Works'])
  })

  it('[RANK-02] are of people by what they bought, sold and made', async () => {
    const { screen, user } = await openPage('/rankings?by=people', { market })
    const table = await screen.findByRole('table', { name: 'Accounts, Bought' })
    const first = () => document.querySelector('.ranking tbody tr .named')?.textContent
    expect(first()).toContain('Bob')
    await user.click(within(table).getByRole('button', { name: 'Works sold for' }))
    await atPlace('/rankings?by=people&people=made')
    await expect.poll(first).toContain('Eve')
    expect(document.querySelector('.ranking tbody tr .volume')?.textContent).toBe('6 ETH')
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
  })

  it('[RANK-02] lead on from where there is nothing: to volume from floors, and to the works where nothing was ever sold', async () => {
    market.answer('statistics.rankings', () => ({ list: [] }))
    const { user, screen } = await openPage('/rankings?by=floor&period=7d', { market })
    await user.click(await screen.findByRole('button', { name: 'Rank by volume' }))
    await atPlace('/rankings?period=7d')
    await user.click(await screen.findByRole('button', { name: 'Show all time' }))
    await atPlace('/rankings?period=all')
    await user.click(await screen.findByRole('link', { name: 'See the works' }))
    await screen.findByRole('heading', { level: 1, name: 'Explore' })
  })

  it('[RANK-01] compare networks by worth where rates are known, and rank the first one’s coin where they are not', async () => {
    await openPage('/rankings', { market })
    await expect.poll(() => market.inputsOf('statistics.rankings').at(-1)).toMatchObject({ by: 'volume', chainId: CHAIN })
    market.rates = {
      currency: 'USD',
      rates: [{ chainId: CHAIN, token: ZERO_ADDRESS, answer: 1n, decimals: 8, updatedAt: NOW, source: 'operator' }],
    }
    market.answer('statistics.rankings', () => ({ list: [] }))
    const { screen } = await openPage('/rankings', { market })
    await screen.findByText('No ranking yet')
    expect(market.inputsOf('statistics.rankings').at(-1)).toMatchObject({ by: 'worth', chainId: -1 })
  })

  it('[RANK-01] show their boxes while it is not known yet whether networks can be compared', async () => {
    const release = market.hold('rates.list')
    const { screen } = await openPage('/rankings', { market })
    const waiting = () => document.querySelector('.rankings-waiting')
    await expect.poll(waiting).not.toBeNull()
    expect(market.inputsOf('statistics.rankings')).toEqual([])
    release()
    await screen.findByRole('table')
    expect(waiting()).toBeNull()
  })

  it('[RANK-03] say on a phone, in Chinese, what they are, and when they failed', async () => {
    narrowWindow()
    const { screen } = await openPage('/rankings', { market, locale: 'zh' })
    await screen.findByRole('heading', { level: 1, name: '排行' })
    await expect.poll(names).toEqual(['Works', 'Rivers'])
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    market.refuseAll('statistics.rankings', 'CHAIN_UNKNOWN')
    const failed = await openPage('/rankings', { market, locale: 'zh' })
    await failed.screen.findByRole('alert')
  })
})

describe('the lists of explore', () => {
  it('[F-129] are of all collections: what was sold most first, with covers, volume and owners, and after it what was not', async () => {
    const { screen, user } = await openPage('/explore?tab=collections', { market })
    await expect.poll(names).toEqual(['Works', 'Rivers', 'Quiet'])
    expect(row('Works')).toEqual(['1', 'WorksVerifiedBy Alice', '', '3 ETH few listings', '6 ETH', '2', '1', '100%'])
    expect(document.querySelectorAll('.ranking .thumb').length).toBe(3)
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    await user.click(screen.getByRole('radio', { name: 'By sales' }))
    await atPlace('/explore?tab=collections&by=sales')
    await user.click(screen.getByRole('radio', { name: 'Newest' }))
    await expect.poll(names).toEqual(['Rivers', 'Quiet', 'Works'])
    await user.click(within(screen.getByRole('columnheader', { name: 'Volume' })).getByRole('button'))
    await atPlace('/explore?tab=collections')
    await expect.poll(names).toEqual(['Works', 'Rivers', 'Quiet'])
  })

  it('[F-129] are of people by what they sold, bought or made', async () => {
    const { screen, user } = await openPage('/explore?tab=people', { market })
    const first = () => document.querySelector('.ranking tbody tr .named')?.textContent
    await expect.poll(first).toContain('Alice')
    await user.click(screen.getByRole('radio', { name: 'Bought' }))
    await atPlace('/explore?tab=people&by=bought')
    await expect.poll(first).toContain('Bob')
  })
})

describe('the most traded on home', () => {
  it('[RANK-04] are the first five of 24 hours, or of the shortest longer period that has any', async () => {
    const { screen } = await openPage('/', { market })
    const section = await screen.findByRole('region', { name: /Most traded\s*in 24 hours/ })
    const shown = () => [...section.querySelectorAll('li .d')].map(({ textContent }) => textContent)
    expect(shown()).toEqual(['Works', 'Rivers'])
    expect(screen.getByRole('link', { name: 'All rankings' }).getAttribute('href')).toBe('/rankings?period=24h')
    // One sum, and the floor by its name; no dash for what there was not.
    const figures = () => [...section.querySelectorAll('.home-ranking-figures small:last-child')].map(({ textContent }) => textContent)
    await expect.poll(() => figures()[0]).toMatch(/^Floor \d/)
    expect(figures().join(' ')).not.toContain('–')
    market.sales = market.sales.map((sale) => ({ ...sale, at: NOW - 12 * DAY }))
    const later = await openPage('/', { market })
    await later.screen.findByRole('region', { name: /Most traded\s*in 30 days/ })
    expect(later.screen.getByRole('link', { name: 'All rankings' }).getAttribute('href')).toBe('/rankings?period=30d')
  })

  it('[RANK-04] are not there where nothing was ever sold', async () => {
    market.sales = []
    const { screen } = await openPage('/', { market })
    await expect.poll(() => market.inputsOf('statistics.rankings').length, { timeout: 8_000 }).toBe(4)
    await expect.poll(() => document.querySelector('.home-ranking-place')).toBeNull()
    expect(screen.queryByText('Most traded')).toBeNull()
  })
})
