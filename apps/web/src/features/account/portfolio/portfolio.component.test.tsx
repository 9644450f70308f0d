import { AppError, errorText, type MoneySums, type PortfolioItem } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION } from '../../../../test/addresses.ts'
import { findViolations } from '../../../../test/axe.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { pageOf } from '../../../../test/fake/page-of.ts'
import { aSummary } from '../../../../test/fake/portfolio-answers.ts'
import { anItem, aSale, COIN, HASH, NOW } from '../../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../../test/page.tsx'
import { narrowWindow, setWidth } from '../../../../test/phone.ts'
import { atPlace } from '../../../../test/sessions.ts'
import { wordsOf } from '../../../../test/trade.ts'

const eth = (amount: string) => ({ payToken: ZERO_ADDRESS, symbol: 'ETH', decimals: 18, unitPrice: parseEther(amount) })

const MONEY: MoneySums = {
  chainId: CHAIN,
  money: ZERO_ADDRESS,
  payToken: COIN,
  floorValue: parseEther('19.84'),
  floorUnits: 31n,
  offerValue: parseEther('17.62'),
  offerUnits: 12n,
  spent: parseEther('14.208'),
  bought: 45n,
  earned: parseEther('9.117'),
  sold: 22n,
  royalties: parseEther('0.4'),
  fees: parseEther('0.2'),
  gas: parseEther('0.01'),
  cost: parseEther('16.534'),
  realised: -parseEther('2.431'),
  onPaper: parseEther('3.306'),
}

const WORTH = {
  currency: 'USD',
  floorValue: 6_190_100_000_000n,
  offerValue: 5_497_400_000_000n,
  spent: 4_000_000_000_000n,
  earned: 3_000_000_000_000n,
  royalties: 100_000_000_000n,
  fees: 50_000_000_000n,
  gas: 3_000_000_000n,
  cost: 5_000_000_000_000n,
  realised: -700_000_000_000n,
  onPaper: 900_000_000_000n,
  without: 2,
} as const

const aRow = (tokenId: bigint, over: Partial<PortfolioItem> = {}): PortfolioItem => ({
  chainId: CHAIN,
  collection: COLLECTION,
  tokenId,
  standard: 3,
  name: `Work ${tokenId}`,
  image: '',
  mediaKind: 'image',
  width: 0,
  height: 0,
  collectionName: 'Soft Rooms',
  isVerified: false,
  owner: ALICE,
  held: 1n,
  supply: 1n,
  receivedAt: NOW - 86_400,
  how: 'bought',
  paid: eth('0.9'),
  boughtAt: NOW - 86_400,
  floor: eth('1.4'),
  offer: eth('1.2'),
  change: 5_556,
  isAuctioned: false,
  hidden: 'no',
  ...over,
})

function aMarket(
  rows: readonly PortfolioItem[] = [aRow(1n), aRow(2n, { listed: eth('2.4'), change: -1_690 }), aRow(3n, { how: 'gift' })],
  { hideFailures = 0 } = {},
) {
  const market = new FakeMarket()
  let failures = hideFailures
  let hidden: readonly bigint[] = []
  market.answer('portfolio.summary', () =>
    aSummary({
      moneys: [MONEY],
      worth: WORTH,
      works: rows.length - hidden.length,
      gifts: 1,
      collections: 1,
      networks: 1,
      hidden: hidden.length,
    }),
  )
  market.answer('portfolio.collections', () => [
    {
      chainId: CHAIN,
      collection: COLLECTION,
      name: 'Soft Rooms',
      cover: '',
      isVerified: false,
      works: 3,
      units: 3n,
      floor: eth('1.4'),
      isThin: false,
      isValued: true,
    },
  ])
  market.answer('portfolio.items', ({ isHidden = false, words = '', limit, cursor }) => {
    const list = rows.filter(({ tokenId, name }) => hidden.includes(tokenId) === isHidden && name.includes(words))
    const from = Number(cursor ?? 0)
    const shown = list.slice(from, from + limit).map((row) => (isHidden ? { ...row, hidden: 'own' as const } : row))
    return from + limit < list.length
      ? { list: shown, total: list.length, next: String(from + limit) }
      : { list: shown, total: list.length }
  })
  market.answer('portfolio.hide', ({ items }) => {
    if (failures-- > 0) throw new AppError('INTERNAL')
    hidden = [...hidden, ...items.map(({ tokenId }) => tokenId)]
    return {}
  })
  market.answer('portfolio.unhide', ({ items }) => {
    hidden = hidden.filter((one) => items.every(({ tokenId }) => tokenId !== one))
    return {}
  })
  return market
}

const names = () => [...document.querySelectorAll('.dense-name a')].map(({ textContent }) => textContent)
const sums = () => [...document.querySelectorAll<HTMLElement>('.ledger-sum')].map(wordsOf)

describe('the ledger of My items', () => {
  it('[PORT-01, PORT-03] opens by /portfolio with sums, eight tabs and the way to the gallery', async () => {
    const { user, screen } = await openPage('/portfolio', { market: aMarket(), as: ALICE })
    await atPlace('/items?tab=items')
    await expect.poll(() => sums()[0]).toBe('Worth at floor19.84 ETH≈ $61,90131 works counted')
    expect(sums().slice(1)).toEqual([
      'Worth at top offers17.62 ETH≈ $54,97412 works, if sold now',
      'Spent14.21 ETH≈ $40,00045 works bought',
      'Earned9.117 ETH≈ $30,00022 works sold',
      'Royalties0.4 ETH≈ $1,000From sales by others',
      'Fees0.2 ETH≈ $500As buyer and seller',
      'Profit, made−2.431 ETH≈ −$7,000After all fees, first in, first out',
      'Profit, on paper+3.306 ETH≈ +$9,000Floor against cost',
    ])
    screen.getByText(/Worth and profit on paper are estimates/)
    screen.getByText(/1 work came for nothing and costs 0\. 2 trades had no rate/)
    const tabs = within(screen.getByRole('group', { name: 'Portfolio' }))
    expect(tabs.getAllByRole('button').map(wordsOf)).toEqual([
      'Items3',
      'Listings',
      'Offers made',
      'Offers received',
      'Auctions',
      'Approvals',
      'Activity',
      'Statements',
    ])
    await user.click(screen.getByText('By network and money', { selector: 'summary' }))
    expect(wordsOf(screen.getByRole('table', { name: 'By network and money' }))).toContain('16.534 ETH−2.431 ETH+3.306 ETH')
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    await user.click(tabs.getByRole('button', { name: 'Approvals' }))
    await atPlace('/items/approvals')
    await screen.findByRole('heading', { level: 1, name: 'What your wallet allows' })
    await user.click(screen.getByRole('button', { name: 'Items' }))
    await atPlace('/items?tab=items')
    await user.click(await screen.findByRole('radio', { name: 'Gallery' }))
    await atPlace('/items?tab=collectibles')
  })

  it('[PORT-01] shows no profit on paper where not all that was moved is known', async () => {
    const market = aMarket()
    const [{ onPaper: _, ...money }, { onPaper: __, ...worth }] = [MONEY, WORTH]
    market.answer('portfolio.summary', () => aSummary({ moneys: [money], worth, works: 3, isComplete: false }))
    const { user, screen } = await openPage('/items?tab=items', { market, as: ALICE })
    await expect.poll(() => sums().at(-1)).toBe('Profit, on paper–Floor against cost')
    await user.click(screen.getByText('By network and money', { selector: 'summary' }))
    expect(wordsOf(screen.getByRole('table', { name: 'By network and money' }))).toMatch(/−2\.431 ETH–$/)
  })

  it('[PORT-02] shows price and time of purchase, floor, top offer, own price and names a gift; heads sort, filters are in the address', async () => {
    const market = aMarket()
    const { user, screen } = await openPage('/items?tab=items', { market, as: ALICE })
    await expect.poll(names).toEqual(['Work 1', 'Work 2', 'Work 3'])
    const cells = [...document.querySelectorAll<HTMLElement>('.dense-body .dense-row')].map((row) =>
      [...row.querySelectorAll<HTMLElement>('[role="gridcell"]')].map(wordsOf),
    )
    expect(cells[1]).toEqual(
      expect.arrayContaining(['Work 2Soft Rooms', '0.90 ETH1 day ago', '1.40 ETH', '1.20 ETH', '2.40 ETH', '−16.9%']),
    )
    expect(cells[2]).toContain('0.90 ETHGift, cost 0')
    await user.click(screen.getByRole('button', { name: 'Floor' }))
    await atPlace('/items?tab=items&sort=floor')
    await user.click(screen.getByRole('button', { name: 'Floor' }))
    await atPlace('/items?tab=items&sort=floor&order=asc')
    await user.click(screen.getByRole('button', { name: 'Not on sale' }))
    await user.type(screen.getByRole('searchbox', { name: 'Find in your works' }), 'Work 3')
    await atPlace('/items?tab=items&listed=no&words=Work+3&sort=floor&order=asc')
    await expect.poll(names).toEqual(['Work 3'])
    expect(market.inputsOf('portfolio.items').at(-1)).toMatchObject({ isListed: false, words: 'Work 3', sort: 'floor', isAscending: true })
    await user.click(screen.getByRole('button', { name: 'By collection' }))
    await user.click(await screen.findByRole('button', { name: /Soft Rooms.*3 works.*4\.20 ETH.*Floor 1\.40 ETH/ }))
    await expect.poll(() => location.search).toContain(`collection=${COLLECTION}`)
  })

  it('[PORT-08] of 10,000 works draws those near the window, and another order is one question', async () => {
    const market = aMarket(Array.from({ length: 10_000 }, (_, at) => aRow(BigInt(at + 1))))
    const { user, screen } = await openPage('/items?tab=items', { market, as: ALICE })
    const grid = await screen.findByRole('grid', { name: 'Items' })
    expect(grid.getAttribute('aria-rowcount')).toBe('10001')
    await expect.poll(names).toContain('Work 1')
    expect(grid.querySelectorAll('.dense-body .dense-row').length).toBeLessThan(60)
    const before = market.inputsOf('portfolio.items').length
    await user.click(within(grid).getByRole('button', { name: 'Floor' }))
    await expect.poll(() => market.inputsOf('portfolio.items').slice(before)).toMatchObject([{ sort: 'floor', limit: 100 }])
    expect(before).toBe(1)
  })

  it('[PORT-07] hides a work, keeps it behind "Hidden", and shows it again', async () => {
    const { user, screen } = await openPage('/items?tab=items', { market: aMarket(), as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Hide Work 2' }))
    await expect.poll(names).toEqual(['Work 1', 'Work 3'])
    await user.click(await screen.findByRole('button', { name: 'Hidden, 1' }))
    await expect.poll(names).toEqual(['Work 2'])
    await user.click(screen.getByRole('button', { name: 'Show Work 2 among your works' }))
    await screen.findByRole('heading', { name: 'Nothing is hidden' })
  })

  it('[PORT-07] keeps the picks when hiding them failed, and drops them once they are hidden', async () => {
    const market = aMarket(undefined, { hideFailures: 1 })
    const { user, screen } = await openPage('/items?tab=items', { market, as: ALICE })
    for (const name of ['Pick Work 1', 'Pick Work 2']) await user.click(await screen.findByRole('checkbox', { name }))
    await user.click(await screen.findByRole('button', { name: 'Hide 2' }))
    await screen.findByText(errorText('INTERNAL', 'en'))
    await screen.findByRole('button', { name: 'Hide 2' })
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Pick Work 2' }).checked).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Hide 2' }))
    await expect.poll(names).toEqual(['Work 3'])
    expect(screen.queryByRole('button', { name: /^Hide \d/ })).toBeNull()
  })

  it('[PORT-05] warns of listings and mends each with one press', async () => {
    const market = aMarket()
    const item = anItem({ tokenId: 1n, name: 'Five bottles' })
    market.hang(item)
    const order = aSale(item, ALICE, { price: parseEther('0.5'), validUntil: NOW + 3_600 })
    const row = { name: 'Five bottles', image: '', collectionName: 'Soft Rooms' }
    market.answer('portfolio.listings', (at) =>
      pageOf(
        [
          { ...row, order, warnings: ['belowFloor', 'endsSoon'], floor: eth('1.4') },
          { ...row, order: { ...order, id: 2n }, warnings: ['moved'] },
          { ...row, order: { ...order, id: 3n }, warnings: ['unapproved'] },
          { ...row, order: { ...order, id: 4n }, warnings: [] },
        ],
        at,
      ),
    )
    const { user, screen } = await openPage('/items?tab=listings', { market, as: ALICE })
    const listed = await screen.findByRole('list', { name: 'Listings' })
    const texts = [...listed.querySelectorAll<HTMLElement>('li')].map(wordsOf)
    expect(texts[0]).toMatch(/0\.50 ETH.*Edit the priceList for longerCancelOthers ask 1\.40 ETH or more by now.*It ends on/)
    expect(texts[1]).toMatch(/CancelYou don’t hold it any more/)
    expect(texts[2]).toMatch(/Sign it againCancelThe market may not move it any more/)
    expect(texts[3]).toMatch(/Edit the priceCancel$/)
    await user.click(within(listed).getAllByRole('button', { name: 'Edit the price of Five bottles' })[0] as HTMLElement)
    within(await findDialog('Five bottles')).getByRole('textbox', { name: /Price/ })
  })

  it('[PORT-06] saves the year as CSV and as JSON, in the chosen time zone', async () => {
    const market = aMarket()
    const saved: string[] = []
    const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push((blob as Blob).type)
      return 'blob:1'
    })
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    onTestFinished(() => {
      made.mockRestore()
      clicked.mockRestore()
    })
    market.answer('portfolio.statement', () => ({ name: 'plinth-2026.csv', text: 'a,b', rows: 1 }))
    market.answer('portfolio.trades', () => ({
      list: [
        {
          chainId: CHAIN,
          at: NOW,
          side: 'buy',
          kind: 'sale',
          collection: COLLECTION,
          collectionName: 'Soft Rooms',
          tokenId: 1n,
          name: 'Five bottles',
          units: 1n,
          payToken: COIN,
          price: parseEther('0.5'),
          buyerFee: parseEther('0.0125'),
          sellerFee: 0n,
          royalty: 0n,
          dividends: 0n,
          total: parseEther('0.5125'),
          gas: parseEther('0.001'),
          worth: 160_000_000_000n,
          currency: 'USD',
          other: BOB,
          account: ALICE,
          txHash: HASH,
        },
      ],
    }))
    const { user, screen } = await openPage('/items?tab=statements&year=2026&zone=Asia%2FShanghai', { market, as: ALICE })
    const table = await screen.findByRole('table', { name: 'Statements' })
    expect(wordsOf(table)).toMatch(/BoughtFive bottles0\.50 ETH0\.0125 ETH0\.001 ETH0\.5125 ETH≈ \$1,600/)
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    await expect.poll(() => saved).toEqual(['text/csv;charset=utf-8'])
    expect(market.inputsOf('portfolio.statement')).toEqual([{ year: 2_026, timeZone: 'Asia/Shanghai', language: 'en' }])
    await user.click(screen.getByRole('button', { name: 'JSON' }))
    await expect.poll(() => saved.length).toBe(2)
  })

  it('says of each part alone that it failed, and of an empty account where to begin', async () => {
    const market = aMarket()
    const fails = () => {
      throw new AppError('ORDER_NOT_FOUND')
    }
    market.answer('portfolio.summary', fails)
    const { user, screen } = await openPage('/items?tab=items', { market, as: ALICE })
    await screen.findByText('The sums could not be loaded.')
    await expect.poll(names).toEqual(['Work 1', 'Work 2', 'Work 3'])
    market.answer('portfolio.summary', () => aSummary())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'Nothing here yet' })
    screen.getByRole('link', { name: 'Look around the market' })
  })

  it('has rows of two lines on a phone, in Chinese', async () => {
    narrowWindow()
    const { screen } = await openPage('/items?tab=items', { market: aMarket(), as: ALICE, locale: 'zh' })
    await screen.findByRole('heading', { level: 1, name: '我的资产' })
    await expect.poll(() => sums()[0]).toBe('按地板价估值19.84 ETH≈ $6.19万计入 31 件')
    const [row] = [...document.querySelectorAll<HTMLElement>('.dense.narrow .dense-body .dense-row')]
    expect(wordsOf(row)).toContain('1.40 ETH出价 1.20 +55.6%')
  })

  it('[PORT-02] leaves out prices paid on an upright tablet, where each row has its acts', async () => {
    setWidth(834)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { screen } = await openPage('/items?tab=items', { market: aMarket(), as: ALICE })
    await screen.findByRole('button', { name: 'Hide Work 2' })
    const grid = within(screen.getByRole('grid'))
    expect(grid.getAllByRole('columnheader').map(wordsOf)).toEqual(['', 'Work', 'Floor', 'Top offer', 'You list at', 'Act'])
    const row = within(grid.getByRole('row', { name: /Work 2/ }))
    const acts = row.getAllByRole('button').map((button) => wordsOf(button) || button.title)
    expect(acts).toEqual(['Edit the price', 'More for Work 2', 'Hide Work 2'])
  })
})
