import type { ActivityRecord, HistoryRecord, ItemRarity } from '@plinth/api'
import { HISTORY_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, CHAIN } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { anOffer } from '../../../test/fake/offer-answers.ts'
import { aBid, anEvent, anItem, aSale, COIN, type ItemOf, itemPath, NOW, person } from '../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { wordsOf } from '../../../test/trade.ts'

const DAY = 86_400
const ETHER = 10n ** 18n
const TRAITS = [
  { key: 'Palette', value: 'Ember' },
  { key: 'Wind: north', value: 'Calm & 100%' },
]
const METADATA = JSON.stringify({ name: 'Wheat field', description: 'Oil', image: '', attributes: TRAITS })

function hang(over: ItemOf = {}) {
  const market = new FakeMarket()
  const item = market.hang(anItem(over))
  return { market, item }
}

const floorOf = (unitPrice: bigint) => ({ money: ZERO_ADDRESS, payToken: ZERO_ADDRESS, unitPrice })
const RARITY: ItemRarity = {
  total: 500,
  attributes: [
    { key: 'Palette', value: 'Ember', count: 74, floors: [floorOf((42n * ETHER) / 100n)] },
    { key: 'Wind: north', value: 'Calm & 100%', count: 139, floors: [] },
  ],
  rank: {
    rank: 12,
    of: 500,
    bits: 7.655,
    parts: [
      { key: 'Palette', values: ['Ember'], count: 74, bits: 2.756 },
      { key: 'Edge', values: [], count: 40, bits: 3.644 },
      { key: 'Year', values: ['2026'], count: 500, bits: 0 },
    ],
    kinds: { kinds: 2, count: 209, bits: 1.258 },
  },
}

const anEventOf = (
  item: Parameters<typeof anEvent>[0],
  type: number,
  unitPrice: string,
  createdAt: number,
  over: Partial<HistoryRecord> = {},
) =>
  anEvent(item, {
    id: `${type}-${createdAt}`,
    type,
    createdAt,
    payToken: COIN,
    content: {
      maker: BOB,
      sellToken: '',
      buyToken: '',
      sellValue: 1n,
      buyValue: 1n,
      filled: 1n,
      quantity: 1n,
      payTokenSymbol: COIN.symbol,
      payTokenDecimals: COIN.decimals,
      payTokenAddress: COIN.address,
      unitPrice,
    },
    ...over,
  })

const aSaleOf = (tokenId: bigint, unitPrice: bigint, over: Partial<ActivityRecord> = {}): ActivityRecord => ({
  id: String(tokenId),
  chainId: CHAIN,
  collection: ALICE,
  tokenId,
  name: `Field ${tokenId}`,
  type: HISTORY_TYPE.BUY,
  from: person(ALICE),
  to: person(BOB),
  quantity: 1n,
  payToken: ZERO_ADDRESS,
  total: unitPrice,
  unitPrice,
  isLeftOut: false,
  txHash: '',
  at: NOW - 2 * DAY,
  ...over,
})

function sold() {
  const { market, item } = hang({ owner721: BOB })
  market.answer('nft.history', () => [
    anEventOf(item, HISTORY_TYPE.ACCEPT, '0.9', NOW - DAY),
    anEventOf(item, HISTORY_TYPE.SALE, '1.2', NOW - 3 * DAY),
    anEventOf(item, HISTORY_TYPE.BUY, '0.5', NOW - 40 * DAY),
  ])
  return { market, item }
}

describe('the chart of a work', () => {
  it('[ITEMP-02] steps by keyboard through sales, accepted offers and listings, and says each', async () => {
    const { market, item } = sold()
    const { screen, user } = await openPage(itemPath(item), { market })
    const plot = await screen.findByRole('slider', { name: 'Prices over time, ETH' })
    plot.focus()
    await expect.poll(() => plot.getAttribute('aria-valuetext')).toMatch(/^Sold to a bid of 0\.90 ETH, /)
    await user.keyboard('{ArrowLeft}')
    expect(plot.getAttribute('aria-valuetext')).toMatch(/^Listed for 1\.20 ETH, /)
    await user.keyboard('{Home}')
    expect(plot.getAttribute('aria-valuetext')).toMatch(/^Sold for 0\.50 ETH, /)
    expect(await findViolations(document.querySelector('.item-chart') as Element)).toEqual([])
  })

  it('[ITEMP-02] draws the listing and the top offer of now beside the last sale', async () => {
    const bare = anItem({ owner721: BOB })
    const { market, item } = hang({ owner721: BOB, listings: [aSale(bare, BOB, { salt: 7n })], bids: [aBid(bare, ALICE)] })
    market.answer('nft.history', () => [
      anEventOf(item, HISTORY_TYPE.BUY, '0.5', NOW - 4 * DAY),
      anEventOf(item, HISTORY_TYPE.BUY, '0.4', NOW - 5 * DAY),
    ])
    const { screen } = await openPage(itemPath(item), { market })
    const plot = await screen.findByRole('slider', { name: /^Prices over time/ })
    const texts = () => [...plot.querySelectorAll('text')].map(({ textContent }) => textContent)
    await expect.poll(texts).toContain('Last sale 0.50 ETH')
    expect(texts().some((text) => text?.startsWith('Listed '))).toBe(true)
    expect(texts().some((text) => text?.startsWith('Top offer '))).toBe(true)
  })

  it('[F-118] scales to no sale that the published rule leaves out, which History marks, and says why', async () => {
    const { market, item } = hang({ owner721: BOB })
    market.answer('nft.history', () => [
      anEventOf(item, HISTORY_TYPE.BUY, '5.1', NOW - DAY, { isLeftOut: true }),
      anEventOf(item, HISTORY_TYPE.BUY, '0.9', NOW - 3 * DAY),
      anEventOf(item, HISTORY_TYPE.BUY, '0.5', NOW - 40 * DAY),
    ])
    const { screen } = await openPage(`${itemPath(item)}&tab=history`, { market })
    const plot = await screen.findByRole('slider', { name: 'Prices over time, ETH' })
    plot.focus()
    await expect.poll(() => plot.getAttribute('aria-valuetext')).toMatch(/^Sold for 0\.90 ETH, /)
    const table = await screen.findByRole('table', { name: 'History' })
    const rows = within(table).getAllByRole('row').slice(1).map(wordsOf)
    expect(rows.map((text) => text?.includes('left out'))).toEqual([true, false, false])
    within(table).getByRole('button', { name: 'left out' }).focus()
    expect((await screen.findByRole('tooltip')).textContent).toBe('Our rule leaves this sale out of the figures.')
    expect(document.body.textContent).not.toContain('Last sale 5.10')
  })

  it('[ITEMP-02] shows the sales of the collection, without those of the rule, of itself or of another money', async () => {
    const { market, item } = sold()
    market.answer('statistics.activity', () => ({
      list: [
        aSaleOf(107n, ETHER / 2n),
        aSaleOf(108n, ETHER, { isLeftOut: true }),
        aSaleOf(item.tokenId, ETHER),
        aSaleOf(109n, ETHER, { payToken: BOB }),
      ],
    }))
    const { screen, user } = await openPage(itemPath(item), { market })
    await expect.poll(() => document.querySelectorAll('.plot .plot-sale')).toHaveLength(1)
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    const table = await screen.findByRole('table', { name: 'Price history, ETH' })
    const rows = () => within(table).getAllByRole('row').slice(1).map(wordsOf)
    expect(rows()).toHaveLength(4)
    expect(rows()[1]).toMatch(/Sold: Field 107.*0\.5/)
    await user.click(within(table).getByRole('button', { name: /^Price/ }))
    expect(rows()[0]).toMatch(/Listed.*1\.2/)
    await user.click(screen.getByRole('radio', { name: '30 d' }))
    expect(rows()).toHaveLength(3)
    expect(await findViolations(document.querySelector('.item-chart') as Element)).toEqual([])
  })

  it('[ITEMP-02] is saved as CSV, to the last digit, and hands no name to a spreadsheet as a formula', async () => {
    const { market, item } = sold()
    market.answer('statistics.activity', () => ({ list: [aSaleOf(107n, ETHER / 2n + 1n, { name: '=1+1' })] }))
    const made: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob)
      return 'blob:x'
    })
    // It would leave the page.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { screen, user } = await openPage(itemPath(item), { market })
    await expect.poll(() => document.querySelectorAll('.plot .plot-sale')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Save the price history as CSV' }))
    const lines = ((await made[0]?.text()) ?? '').replace('\uFEFF', '').trim().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toBe('When,Event,"Price, ETH"')
    expect(lines[2]).toBe(`${new Date((NOW - 2 * DAY) * 1_000).toISOString()},Sold: =1+1,0.500000000000000001`)
  })

  it('[ITEMP-02] says that there was no sale so far', async () => {
    const { market, item } = hang()
    const { screen } = await openPage(itemPath(item), { market })
    await screen.findByText('No sale so far')
    expect(screen.queryByRole('slider', { name: /^Prices over time/ })).toBeNull()
  })

  it('[F-131] is a sentence where there is one price alone', async () => {
    const { market, item } = hang()
    market.answer('nft.history', () => [anEventOf(item, HISTORY_TYPE.BUY, '0.5', NOW - 4 * DAY)])
    const { screen } = await openPage(itemPath(item), { market })
    await screen.findByText(/^Sold for 0\.50 ETH, \d+ \w+ at \d\d:\d\d\.$/)
    expect(screen.queryByRole('slider', { name: /^Prices over time/ })).toBeNull()
  })

  it.each([
    { key: 'Palette', value: 'Ember', label: 'Ember floor' },
    { key: 'Figures', value: '9', label: 'Figures 9 floor' },
  ])('[ITEMP-02] has floors, top offer and last sale beside the price: $label', async ({ key, value, label }) => {
    const bare = anItem({ owner721: BOB, metadata: METADATA })
    const { market, item } = hang({ owner721: BOB, metadata: METADATA, bids: [aBid(bare, ALICE)] })
    market
      .answer('nft.history', () => [anEventOf(item, HISTORY_TYPE.BUY, '0.35', NOW - DAY)])
      .answer('statistics.rarity', () => ({
        ...RARITY,
        attributes: RARITY.attributes.map((one) => (one.key === 'Palette' ? { ...one, key, value } : one)),
      }))
      .answer('statistics.collection', () => ({
        isPending: false,
        items: 500,
        units: 500n,
        owners: 9,
        listed: 4,
        floors: [{ ...floorOf((38n * ETHER) / 100n), isThin: false }],
        periods: [],
      }))
    await openPage(itemPath(item), { market })
    const facts = () =>
      Object.fromEntries(
        [...document.querySelectorAll('.price-facts > div')].map((row) => [
          wordsOf(row.querySelector('dt')),
          wordsOf(row.querySelector('dd')),
        ]),
      )
    await expect.poll(facts).toMatchObject({ Floor: '0.38 ETH', [label]: '0.42 ETH', 'Last sale': '0.35 ETH' })
    expect(facts()).toHaveProperty('Top offer')
  })
})

describe('the traits of a work', () => {
  it('[ITEMP-03][F-75] show share and floor, and lead to the filtered list', async () => {
    const { market, item } = hang({ metadata: METADATA })
    market.answer('statistics.rarity', () => RARITY)
    const { screen } = await openPage(itemPath(item), { market })
    const table = await screen.findByRole('table', { name: 'Traits' })
    await expect
      .poll(() => within(table).getAllByRole('row').slice(1).map(wordsOf))
      .toEqual([
        expect.stringMatching(/^Palette\s*Ember\s*74\s*14\.8%\s*0\.42 ETH/),
        expect.stringMatching(/^Wind: north\s*Calm & 100%\s*139\s*27\.8%\s*–/),
      ])
    const address = new URL((within(table).getByRole('link', { name: 'Calm & 100%' }) as HTMLAnchorElement).href)
    expect([address.pathname, ...address.searchParams]).toEqual([
      '/explore',
      ['collection', `${CHAIN}:${item.collection}`],
      ['trait', 'Wind%3A north:Calm & 100%'],
    ])
    expect(await findViolations(table)).toEqual([])
  })

  it('[ITEMP-03] show the top offer for each, and lead to the dialog of offers with that trait chosen', async () => {
    const { market, item } = hang({ metadata: METADATA, owner721: BOB })
    const ember = [{ key: 'Palette', values: ['Dusk', 'Ember'] }]
    const both = [...ember, { key: 'Wind: north', values: ['Calm & 100%'] }]
    market.offers = [
      anOffer(BOB, { unitPrice: (9n * ETHER) / 10n, sharesMoney: true }),
      anOffer(BOB, { kind: 'attributes', attributes: both, unitPrice: (8n * ETHER) / 10n }),
      anOffer(BOB, { kind: 'attributes', attributes: ember, unitPrice: (4n * ETHER) / 10n }),
      anOffer(BOB, { unitPrice: (3n * ETHER) / 10n }),
    ]
    market.answer('statistics.rarity', () => RARITY)
    const { screen, user } = await openPage(itemPath(item), { market, as: ALICE })
    const table = await screen.findByRole('table', { name: 'Traits' })
    const tops = () => [...table.querySelectorAll('.trait-offer .num')].map(wordsOf)
    await expect.poll(tops).toEqual(['0.40 WETH', '0.30 WETH'])
    await user.click(within(table).getByRole('link', { name: 'Trait offer for works with Wind: north Calm & 100%' }))
    const dialog = within(await findDialog('Plinth Works'))
    expect([dialog.getByLabelText('Trait'), dialog.getByLabelText('Value')].map((field) => (field as HTMLSelectElement).value)).toEqual([
      'Wind: north',
      'Calm & 100%',
    ])
    expect(location.pathname).toBe(`/collection/${item.collection}`)
    expect(location.search).not.toContain('act=')
  })

  it('[ITEMP-03] ask for no offer of a work whose trade is stopped', async () => {
    const { market, item } = hang({ metadata: METADATA, isTradeLocked: true })
    const { screen } = await openPage(itemPath(item), { market })
    expect(within(await screen.findByRole('table', { name: 'Traits' })).queryByRole('link', { name: /^Offer for/ })).toBeNull()
  })

  it('[ITEMP-03] say that their figures could not be loaded, and ask for them again', async () => {
    const { market, item } = hang({ metadata: METADATA })
    const recover = market.refuseAll('statistics.rarity', 'CHAIN_UNKNOWN')
    const { screen, user } = await openPage(itemPath(item), { market })
    const failed = await screen.findByText('Shares, floors and the rank could not be loaded.')
    expect(screen.getByRole('link', { name: 'Ember' })).toBeTruthy()
    recover()
    market.answer('statistics.rarity', () => RARITY)
    await user.click(within(failed).getByRole('button', { name: 'Try again' }))
    await screen.findByRole('link', { name: 'Rank 12 of 500' })
    expect(screen.queryByText('Shares, floors and the rank could not be loaded.')).toBeNull()
  })

  it('[RARE-04] show the rank, and how it comes about, in both languages', async () => {
    const { market, item } = hang({ metadata: METADATA })
    market.answer('statistics.rarity', () => RARITY)
    const { screen } = await openPage(itemPath(item), { market })
    const tag = await screen.findByRole('link', { name: 'Rank 12 of 500' })
    expect(tag.getAttribute('href')).toBe('#rarity')
    const block = document.getElementById('rarity')
    expect(wordsOf(block)).toContain(
      'No Edge is held by 40 of 500, so it counts 3.64 bits. Together they are 7.66 bits. 11 works have more.',
    )
    const parts = [...(block?.querySelectorAll('.bits li') ?? [])].map(wordsOf)
    expect(parts).toEqual(['No Edge 3.64', 'Ember 2.76', '2 traits 1.26'])
    expect(wordsOf(block)).toContain('Shared by nearly all: 2026')
    expect(await findViolations(block as Element)).toEqual([])
    const zh = await openPage(itemPath(item), { market, locale: 'zh' })
    await zh.screen.findByRole('link', { name: '稀有度 12 / 500' })
  })

  it('[RARE-04] say nothing of a rank where there is none', async () => {
    const { market, item } = hang({ metadata: METADATA })
    market.answer('statistics.rarity', () => ({ total: 500, attributes: RARITY.attributes }))
    const { screen } = await openPage(itemPath(item), { market })
    await screen.findByRole('table', { name: 'Traits' })
    await expect.poll(() => market.inputsOf('statistics.rarity').length).toBeGreaterThan(0)
    expect(document.getElementById('rarity')).toBeNull()
    expect(screen.queryByText(/^Rank /)).toBeNull()
  })
})

describe('more works', () => {
  it('[ITEMP-05] are those most alike, others of the collection, and others of the maker', async () => {
    const { market, item } = hang({ metadata: METADATA })
    const named = (tokenId: bigint, name: string) =>
      anItem({ tokenId, metadata: JSON.stringify({ name, description: '', image: '', attributes: [] }) })
    const page = (list: ReturnType<typeof anItem>[]) => ({ list, total: list.length, page: 1, pages: 1, limit: 6 })
    market
      .answer('statistics.similar', () => [named(31n, 'Alike')])
      .answer('contract.listitems', () => page([named(32n, 'Of the collection'), item]))
      .answer('user.created', () => page([named(33n, 'Of the maker'), item]))
    const { screen, user } = await openPage(itemPath(item), { market })
    await screen.findByRole('heading', { name: 'Like this one' })
    const names = () => [...document.querySelectorAll('.item-more .card')].map(wordsOf).join('|')
    expect(names()).toMatch(/Alike/)
    await user.click(await screen.findByRole('radio', { name: /^More of / }))
    await expect.poll(names).toMatch(/Of the collection/)
    expect(names()).not.toMatch(/Wheat field/)
    await user.click(screen.getByRole('radio', { name: /^More by / }))
    await expect.poll(names).toMatch(/Of the maker/)
    expect(market.inputsOf('statistics.similar')).toMatchObject([{ collection: item.collection, tokenId: item.tokenId }])
  })
})

describe('the card for other sites', () => {
  it('[ITEMP-06] is offered under Share, with its code to copy', async () => {
    const hostile = JSON.stringify({ name: '"><script>', description: '', image: '', attributes: [] })
    const { market, item } = hang({ metadata: hostile })
    const { screen, user } = await openPage(itemPath(item), { market })
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: 'Embed' }))
    const dialog = await screen.findByRole('dialog')
    const path = `/embed/${item.collection}:${item.tokenId}?chain=${CHAIN}`
    const code = (within(dialog).getByRole('textbox', { name: 'Code' }) as HTMLTextAreaElement).value
    expect(code).toContain(`<iframe src="${location.origin}${path}" title="&quot;&gt;&lt;script&gt;"`)
    expect(within(dialog).getByTitle('The card').getAttribute('src')).toBe(path)
    await user.click(within(dialog).getByRole('button', { name: /Code/ }))
    expect(await navigator.clipboard.readText()).toBe(code)
    expect(await findViolations(dialog)).toEqual([])
  })
})
