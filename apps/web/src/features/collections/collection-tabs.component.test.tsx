import { HISTORY_TYPE } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, EVE } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import type { FakeSale } from '../../../test/fake/market-state.ts'
import { aBid, aCollection, anItem, aSale, NOW } from '../../../test/fake/records.ts'
import { watchListEnds } from '../../../test/list-end.ts'
import { waitForEvents } from '../../../test/live.ts'
import { openPage } from '../../../test/page.tsx'
import { atPlace } from '../../../test/sessions.ts'

const PATH = `/collection/${COLLECTION}`
const ETHER = 10n ** 18n
const DAY = 86_400

let market: FakeMarket
/** Five works: Bob holds three, two are on sale; three sales count and one does not. */
beforeEach(() => {
  market = new FakeMarket()
  market.collections = [aCollection()]
  const items = [1n, 2n, 3n, 4n, 5n].map((tokenId) =>
    anItem({ tokenId, name: `Work ${tokenId}`, owner721: tokenId > 2n ? BOB : ALICE, royalties: [tokenId === 1n ? 1_000 : 500] }),
  )
  market.hang(
    ...items.map((item, at) => {
      const listings = at < 2 ? [aSale(item, ALICE, { price: BigInt(at + 2) * ETHER })] : []
      const bids = at === 4 ? [aBid(item, EVE, { price: ETHER })] : []
      return { ...item, listings, bids, isOnSale: listings.length > 0 }
    }),
  )
  const sold = { collection: COLLECTION, seller: ALICE, buyer: BOB, units: 1n, isLeftOut: false }
  market.sales = [
    { ...sold, tokenId: 3n, amount: ETHER, at: NOW - 20 * DAY },
    { ...sold, tokenId: 4n, amount: 2n * ETHER, at: NOW - 3 * DAY },
    { ...sold, tokenId: 5n, amount: 15n * 10n ** 17n, at: NOW - 3_600 },
    { ...sold, tokenId: 5n, amount: 9n * ETHER, at: NOW - 7_200, isLeftOut: true },
  ]
})
afterEach(() => vi.restoreAllMocks())

const open = (search = '', options = {}) => openPage(`${PATH}${search}`, { market, ...options })
const cells = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.figures > div')].map((cell) => [
      cell.querySelector('dt')?.textContent,
      [...cell.querySelectorAll('dd')].map(({ textContent }) => textContent),
    ]),
  )

describe('the head and the figures of a collection', () => {
  it('[COLP-01] keeps the operator’s mark apart from what is known of the code, and leads to the owner’s pages', async () => {
    market.collections = [
      aCollection({
        isVerified: true,
        codeMatches: false,
        externalUrl: 'http://plain.example',
        links: ['https://art.example/works', 'javascript:alert(1)'],
      }),
    ]
    const { screen, user } = await open()
    await screen.findByText('Verified')
    expect(screen.queryByText('Code matches source')).toBeNull()
    await screen.findByText('Royalty 5% – 10%')
    await user.click(screen.getByRole('button', { name: 'More' }))
    const links = within(await screen.findByRole('list', { name: 'Links of its owner' })).getAllByRole('link')
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
      ['https://art.example/works', 'ugc nofollow noopener'],
    ])
    expect(links[0]?.textContent).toContain('art.example')
    market.collections = [aCollection()]
    const own = await open()
    await own.screen.findByText('Code matches source')
    expect(own.screen.queryByText('Verified')).toBeNull()
  })

  it('[COLP-02, COLP-04, COLP-05] shows floor, volumes, owners and listed share, and how many sales the rule left out', async () => {
    const { screen, user } = await open()
    await expect.poll(cells).toEqual({
      Floor: ['2 ETH', 'few listings'],
      'Volume, 24 h': ['1.5 ETH', '1 sale'],
      'Volume, 7 d': ['3.5 ETH', '2 sales'],
      'Volume, all': ['4.5 ETH', '3 sales'],
      Owners: ['2', '40% unique'],
      Listed: ['2', '40% of all'],
      Works: ['5', 'minted so far'],
    })
    screen.getByText(/1 sale left out by our rule: 9 ETH/)
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    await user.click(screen.getByRole('link', { name: 'The rule' }))
    await screen.findByText(/Left out of volume, rankings and price charts/)
  })

  it('[F-126] shows as floor what a buyer pays', async () => {
    market.config.networks = market.config.networks.map((network) => ({ ...network, buyerFee: 250 }))
    await open()
    await expect.poll(() => cells().Floor?.[0]).toBe('2.05 ETH')
  })

  it('[COLP-03][F-113] says what few listings are by keyboard and in Chinese, and that a floor is not checked', async () => {
    const { screen, user } = await open()
    const thin = await screen.findByRole('button', { name: 'few listings' })
    thin.focus()
    expect((await screen.findByRole('tooltip')).textContent).toBe('Fewer than 3 accounts sell for this coin or token')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).toBeNull()
    const { screen: chinese } = await open('', { locale: 'zh' })
    ;(await chinese.findByRole('button', { name: '挂单较少' })).focus()
    expect((await chinese.findByRole('tooltip')).textContent).toBe('以此币种挂单的账户不足 3 个')

    const figures = { isPending: false, items: 5, units: 5n, owners: 2, listed: 2, floors: [], periods: [] }
    market.answer('statistics.collection', () => figures)
    const { screen: unchecked } = await open()
    await unchecked.findByRole('button', { name: 'Not checked' })
    expect(cells().Floor).toEqual(['–', 'Not checked'])
    market.answer('statistics.collection', () => ({ ...figures, listed: 0 }))
    await open()
    await expect.poll(() => cells().Floor).toEqual(['–', 'Nothing on sale'])
  })

  it('says that figures failed, and that old blocks are being counted', async () => {
    market.refuseAll('statistics.collection', 'CHAIN_UNKNOWN')
    const { screen } = await open()
    await screen.findByText('The figures could not be loaded.')
    await screen.findByText('Work 1')
    const counted = new FakeMarket()
    counted.answer('statistics.collection', () => ({
      isPending: true,
      items: 0,
      units: 0n,
      owners: 0,
      listed: 0,
      floors: [],
      periods: [],
    }))
    const pending = await openPage(PATH, { market: counted, locale: 'zh' })
    await pending.screen.findByText(/正在统计历史区块/)
  })
})

describe('what happened in a collection', () => {
  it('[COLP-08] is filtered by kind in the address, and marks sales that are left out', async () => {
    const { screen, user } = await open('?tab=activity')
    const table = await screen.findByRole('table', { name: 'What happened in it' })
    const rows = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent)
    expect(rows()).toHaveLength(4)
    expect(rows()[1]).toContain('left out')
    expect(rows()[0]).toMatch(/Bought.*Work 5.*1\.50 ETH.*Bob.*from Alice/)
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Mints' }))
    await atPlace(`${PATH}?tab=activity&kinds=mints`)
    await screen.findByText('Of these kinds there is no event in this collection.')
    expect(market.inputsOf('statistics.activity').at(-1)).toMatchObject({ kinds: [HISTORY_TYPE.MINT] })
    await user.click(screen.getByRole('button', { name: 'Show all kinds' }))
    await screen.findByRole('table', { name: 'What happened in it' })
  })
})

describe('a long activity', () => {
  it('[COLP-08] goes on as its end comes near, and holds new events above it until they are called', async () => {
    const end = watchListEnds()
    market.sales = Array.from({ length: 60 }, (_, at) => ({
      collection: COLLECTION,
      tokenId: 3n,
      seller: ALICE,
      buyer: BOB,
      amount: ETHER,
      units: 1n,
      at: NOW - 60 - at,
      isLeftOut: false,
    }))
    const { screen, user } = await open('?tab=activity')
    const rows = () => document.querySelectorAll('.activity tbody tr').length
    await expect.poll(rows).toBe(50)
    await expect.poll(() => end.isWatched).toBe(true)
    end.comesNear()
    await expect.poll(rows).toBe(60)
    await waitForEvents(market, 'statistics.activity')
    market.sales = [...market.sales, { ...(market.sales[0] as FakeSale), tokenId: 4n, at: NOW - 5 }]
    market.emit({ topic: 'item', chainId: CHAIN, collection: COLLECTION, tokenId: 4n })
    await user.click(await screen.findByRole('button', { name: '1 new event' }))
    await expect.poll(() => document.querySelector('.activity tbody tr')?.textContent).toContain('Work 4')
  })
})

describe('holders', () => {
  it('[COLP-10] are the largest first with their share, and how many hold how many', async () => {
    const { screen } = await open('?tab=holders')
    const table = await screen.findByRole('table', { name: 'Holders, the largest first' })
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(['Bob360%', 'AliceOwner of the collection240%'])
    const spread = [...document.querySelectorAll('.spread li')].map(({ textContent }) => textContent)
    expect(spread).toEqual(['1 work00%', '2 to 32100%', '4 to 900%', '10 to 2400%', '25 or more00%'])
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
  })
})

describe('charts', () => {
  const spoken = (chart: HTMLElement) => chart.getAttribute('aria-valuetext')

  it('[COLP-09] speak each value as the arrows step through it', async () => {
    const { screen, user } = await open('?tab=analytics')
    const chart = await screen.findByRole('slider', { name: 'Sales and floor, ETH' })
    chart.focus()
    expect(spoken(chart)).toMatch(/^Work 5, 1\.5 ETH, /)
    await user.keyboard('{ArrowLeft}')
    expect(spoken(chart)).toMatch(/^Work 4, 2 ETH, /)
    await user.keyboard('{Home}')
    expect(spoken(chart)).toMatch(/^Work 3, 1 ETH, /)
    expect(chart.getAttribute('aria-valuenow')).toBe('1')
    await user.keyboard('{ArrowLeft}')
    expect(spoken(chart)).toMatch(/^Work 3/)
    const volume = screen.getByRole('slider', { name: 'Volume, ETH' })
    volume.focus()
    expect(spoken(volume)).toMatch(/^1\.5 ETH in 1 sale, /)
    const depth = screen.getByRole('slider', { name: 'Depth, ETH' })
    depth.focus()
    expect(spoken(depth)).toBe('2 on sale at 3 ETH or less')
    await user.keyboard('{Home}')
    expect(spoken(depth)).toBe('1 on sale at 2 ETH or less')
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
  })

  it('[COLP-09] have a table that sorts and the same as CSV, with exact amounts', async () => {
    const { screen, user } = await open('?tab=analytics')
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:saved'
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
    // The browser saves it; happy-dom would go there.
    const files: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download)
    })
    const shown = await screen.findByRole('radiogroup', { name: 'Sales and floor, ETH, shown as' })
    await user.click(within(shown).getByRole('radio', { name: 'Table' }))
    const table = screen.getByRole('table', { name: 'Sales and floor, ETH' })
    const works = () => [...table.querySelectorAll('tbody td:nth-child(2)')].map(({ textContent }) => textContent)
    expect(works()).toEqual(['Work 5', 'Work 4', 'Work 3'])
    const price = within(table).getByRole('columnheader', { name: 'Price, ETH' })
    await user.click(within(price).getByRole('button'))
    expect([works(), price.getAttribute('aria-sort')]).toEqual([['Work 4', 'Work 5', 'Work 3'], 'descending'])
    await user.click(within(price).getByRole('button'))
    expect([works(), price.getAttribute('aria-sort')]).toEqual([['Work 3', 'Work 5', 'Work 4'], 'ascending'])
    await user.click(screen.getByRole('button', { name: 'Save Sales and floor, ETH as CSV' }))
    expect(files).toEqual([`sales-${COLLECTION}.csv`])
    const text = await saved[0]?.text()
    expect(text).toContain('Time,Work,"Price, ETH",Units,Transaction')
    expect(text).toContain(`${new Date((NOW - 3_600) * 1_000).toISOString()},Work 5,1.5,1,`)
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
  })

  it('[COLP-09] are of the period in the address, and say so where nothing was sold', async () => {
    const { screen, user } = await open('?tab=analytics&period=24h')
    const chart = await screen.findByRole('slider', { name: 'Sales and floor, ETH' })
    expect(chart.getAttribute('aria-valuemax')).toBe('1')
    await user.click(screen.getByRole('radio', { name: '7 d' }))
    await atPlace(`${PATH}?tab=analytics&period=7d`)
    await expect.poll(() => screen.getByRole('slider', { name: 'Sales and floor, ETH' }).getAttribute('aria-valuemax')).toBe('2')
  })

  it('[F-123] are of 30 days until a period is chosen, of a younger collection of all time', async () => {
    const hours = () => market.inputsOf('statistics.chart').at(-1)?.hours
    for (const [days, asked] of [
      [31, 720],
      [20, 0],
    ] as const) {
      market.collections = [aCollection({ createdAt: NOW - days * DAY })]
      const { screen } = await open('?tab=analytics')
      await screen.findByRole('slider', { name: 'Sales and floor, ETH' })
      expect(hours()).toBe(asked)
    }
  })

  it('[F-123] are one sentence where there is nothing, and the floor alone where nothing was sold', async () => {
    market.sales = []
    const { screen } = await open('?tab=analytics')
    const floor = await screen.findByRole('slider', { name: 'Sales and floor, ETH' })
    expect(spoken(floor)).toMatch(/^Floor 2 ETH, /)
    const volume = screen.getByRole('region', { name: 'Volume, ETH' })
    expect(volume.textContent).toBe('Volume, ETHNothing was sold in this period')
    market.items = market.items.map((item) => ({ ...item, listings: [], isOnSale: false }))
    const none = await open('?tab=analytics&period=all', { locale: 'zh' })
    await expect.poll(() => none.screen.queryAllByText('还没有成交').length).toBe(2)
    const depth = await none.screen.findByRole('region', { name: '深度（ETH）' })
    expect(depth.textContent).toBe('深度（ETH）暂无在售')
    expect(none.screen.queryByRole('slider')).toBeNull()
    expect(await findViolations(none.screen.getByRole('main'))).toEqual([])
  })

  it('[F-122] show depth without bids, say that they are left out, and have a side for offers that fit any work', async () => {
    const depthIn = async (name: string, locale?: 'zh') => {
      const { screen, user } = await open('?tab=analytics', { locale })
      const chart = await screen.findByRole('slider', { name })
      const frame = within(chart.closest('section') as HTMLElement)
      const legend = frame.getByRole('heading').nextElementSibling?.textContent
      await user.click(frame.getAllByRole('radio')[1] as HTMLElement)
      return { frame, legend, heads: frame.getAllByRole('columnheader').map(({ textContent }) => textContent) }
    }
    const english = await depthIn('Depth, ETH')
    expect(english.legend).toBe('Works on sale')
    english.frame.getByText('The 100 lowest prices, by the unit. A bid is for one work: bids are not in it.')
    expect(english.heads).toEqual(['Price, ETH', 'Units', 'This price or better', 'Orders'])
    const chinese = await depthIn('深度（ETH）', 'zh')
    expect(chinese.legend).toBe('在售数量')
    chinese.frame.getByText('取最低的 100 个单价。出价针对单件作品，不计入深度。')
    const step = { unitPrice: ETHER, units: 1n, orders: 1 }
    market.answer('statistics.depth', () => ({ asks: [{ ...step, unitPrice: 2n * ETHER }], bids: [step] }))
    const both = await depthIn('Depth, ETH')
    expect([both.legend, both.heads[0]]).toEqual(['Works asked forWorks on sale', 'Side'])
  })

  it('[COLP-09] keep the period before, faded, until the next one has come', async () => {
    const { screen, user } = await open('?tab=analytics&period=24h')
    const chart = await screen.findByRole('slider', { name: 'Sales and floor, ETH' })
    const busy = () => chart.closest('[aria-busy]')?.getAttribute('aria-busy')
    expect(busy()).toBe('false')
    const release = market.hold('statistics.sales')
    await user.click(screen.getByRole('radio', { name: '7 d' }))
    await expect.poll(busy).toBe('true')
    expect(chart.getAttribute('aria-valuemax')).toBe('1')
    release()
    await expect.poll(busy).toBe('false')
    expect(screen.getByRole('slider', { name: 'Sales and floor, ETH' })).toBe(chart)
    expect(chart.getAttribute('aria-valuemax')).toBe('2')
  })

  it('[COLP-09] leave the rest of the page where one could not be loaded', async () => {
    market.refuseAll('statistics.chart', 'CHAIN_UNKNOWN')
    const { screen } = await open('?tab=analytics', { locale: 'zh' })
    await expect.poll(() => screen.queryAllByText('图表加载失败。').length).toBe(2)
    screen.getByRole('slider', { name: '深度（ETH）' })
  })
})
