import type { RateRecord } from '@plinth/api'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, anItem, aSale, COIN, itemPath, NOW, WETH } from '../../../test/fake/records.ts'
import { allDrawn, findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { wordsOf } from '../../../test/trade.ts'

const rateOf = (token: RateRecord['token'], over: Partial<RateRecord> = {}): RateRecord => ({
  chainId: CHAIN,
  token,
  answer: 312_000_000_000n,
  decimals: 8,
  source: 'feed',
  updatedAt: NOW - 180,
  ...over,
})

function hang(rates: RateRecord[]) {
  const market = new FakeMarket()
  market.rates = { currency: 'USD', rates }
  const bare = anItem({ owner721: BOB })
  const item = market.hang(
    anItem({ owner721: BOB, listings: [aSale(bare, BOB, { price: 420_000_000_000_000_000n })], bids: [aBid(bare, ALICE)] }),
  )
  return { market, item }
}

const worths = () => [...document.querySelectorAll('.price-block .worth')]
const openItem = async (rates: RateRecord[], options: { locale?: 'en' | 'zh' } = {}): Promise<Opened> => {
  const { market, item } = hang(rates)
  const opened = await openPage(itemPath(item), { market, ...options })
  await opened.screen.findByRole('heading', { level: 1, name: 'Wheat field' })
  return opened
}

describe('the worth beside a price', () => {
  it.each([
    ['en', '≈ $1,310', 'Rate from 3 minutes ago'],
    ['zh', '≈ $1,310', '汇率来自3分钟前'],
  ] as const)('[MONEY-05] stands on the page of an item in %s, with the age of its rate on hover and focus', async (locale, text, age) => {
    const { user, screen } = await openItem([rateOf(COIN.address)], { locale })
    const worth = await screen.findByRole('button', { name: text })
    expect(worths()).toHaveLength(1)
    const shownAge = () => screen.queryAllByRole('tooltip').map((tooltip) => wordsOf(tooltip))
    expect(shownAge()).toEqual([])
    await user.hover(worth)
    expect(shownAge()).toEqual([age])
    await user.unhover(worth)
    expect(shownAge()).toEqual([])
    await user.click(document.querySelector('.price-block .d40') as Element)
    for (let steps = 0; document.activeElement !== worth && steps < 80; steps++) await user.tab()
    expect(shownAge()).toEqual([age])
    expect(document.getElementById(worth.getAttribute('aria-describedby') ?? '')?.textContent).toBe(age)
    await user.keyboard('{Escape}')
    expect(shownAge()).toEqual([])
  })

  it('[MONEY-05] is absent, not 0, where the money has no rate', async () => {
    await openItem([rateOf(COIN.address, { chainId: CHAIN + 1 })])
    await allDrawn()
    expect(worths()).toEqual([])
    expect(document.body.textContent).not.toContain('≈')
  })

  it('[MONEY-05] says whose rate it is where the site set it', async () => {
    const { user, screen } = await openItem([rateOf(COIN.address, { source: 'operator', updatedAt: NOW - 2 * 86_400 })])
    await user.hover(await screen.findByRole('button', { name: '≈ $1,310' }))
    expect(wordsOf(await screen.findByRole('tooltip'))).toBe('Rate set by this site 2 days ago')
  })

  it('[MONEY-05] stands beside an offer, by the rate of its own money', async () => {
    const { screen } = await openItem([rateOf(WETH.address, { answer: 100_000_000_000n })])
    await screen.findByText(/^≈ \$/)
    expect(worths()).toEqual([])
    expect(document.querySelectorAll('.bid-rows .worth')).toHaveLength(1)
  })

  it('[MONEY-05] stands on a card, which stays one link', async () => {
    const { market } = hang([rateOf(COIN.address)])
    await openPage('/', { market })
    await expect.poll(() => wordsOf(document.querySelector('.card .worth'))).toContain('≈ $1,310')
    const line = document.querySelector('.card .price-line') as HTMLElement
    expect(line.querySelector('button')).toBeNull()
    expect(await findViolations(document.body)).toEqual([])
  })

  it('[MONEY-05] stands beside the total of a purchase, with its fee, and on no button', async () => {
    const { market, item } = hang([rateOf(COIN.address)])
    const { user, screen } = await openPage(itemPath(item), { market, as: ALICE })
    await user.click(await screen.findByRole('button', { name: /^Buy/ }))
    const dialog = await findDialog()
    const total = () => wordsOf(dialog.querySelector('.total .worth-text'))
    await expect.poll(total).toMatch(/^≈ \$[\d,.]+$/)
    const acts = [...dialog.querySelectorAll('footer button, .acts button')]
    expect(acts.map(({ textContent }) => textContent).join()).not.toContain('$')
  })
})
