import { within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { BOB, COLLECTION, EVE } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aCollection, anItem, aSale } from '../../../test/fake/records.ts'
import { openPage } from '../../../test/page.tsx'
import { atPlace } from '../../../test/sessions.ts'

const PATH = `/collection/${COLLECTION}`
const head = () => within(document.querySelector<HTMLElement>('.collection-head') as HTMLElement)
const sourceOf = (part: string) => document.querySelector<HTMLImageElement>(`${part} img`)?.getAttribute('src')
const toast = () => document.querySelector('.toast')?.textContent

/** Two of its three items are on sale; another collection has one more. */
function marketWith(over: Parameters<typeof aCollection>[0] = {}) {
  const market = new FakeMarket()
  market.collections = [aCollection({ isOfficial: true, cover: '/static/upload/cover.png', bannerUrl: '/static/upload/wide.png', ...over })]
  const items = [1n, 2n, 3n].map((tokenId) => anItem({ tokenId, name: `Work ${tokenId}`, owner721: BOB }))
  market.hang(
    ...items.map((item, at) => (at === 2 ? item : { ...item, isOnSale: true, listings: [aSale(item, BOB)] })),
    anItem({ collection: EVE, name: 'Of another' }),
  )
  return market
}

describe('the page of a collection', () => {
  it('[COLL-01, COLL-02, COLL-04] shows its banner, cover, name, address and words', async () => {
    const { screen } = await openPage(PATH, { market: marketWith() })
    await screen.findByRole('heading', { level: 1, name: 'Plinth Works' })
    expect(sourceOf('.collection-banner')).toBe('/static/upload/wide.png')
    expect(sourceOf('.collection-cover')).toContain('/static/upload/cover.png')
    head().getByText(`${COLLECTION.slice(0, 11)}…${COLLECTION.slice(-4)}`)
    head().getByText('What the house hangs.')
    await expect.poll(() => document.querySelectorAll('.explore-list .card').length).toBe(3)
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    const bare = await openPage(PATH, { market: marketWith({ description: '', bannerUrl: '' }) })
    await bare.screen.findByText('No description yet')
    expect(sourceOf('.collection-banner')).toContain('/static/upload/cover.png')
  })

  it('[COLL-03] copies its address, and says when the browser does not let it', async () => {
    const { user, screen } = await openPage(PATH, { market: marketWith() })
    const copy = await screen.findByRole('button', { name: /^Copy/ })
    await user.click(copy)
    await expect.poll(toast).toBe('Copy success')
    expect(await navigator.clipboard.readText()).toBe(COLLECTION)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
    await user.click(copy)
    await expect.poll(toast).toBe('Copy error')
  })

  it('[COLL-05, COLP-07] has its items with filters, and opens the addresses of old links', async () => {
    const { screen } = await openPage(`${PATH}?tab=sale`, { market: marketWith() })
    await atPlace(`${PATH}?tab=items&status=onSale`)
    const names = () => [...document.querySelectorAll('.explore-list .card h3')].map(({ textContent }) => textContent).sort()
    await expect.poll(names).toEqual(['Work 1', 'Work 2'])
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Items3')
    await openPage(`${PATH}?tab=collectibles`, { market: marketWith() })
    await atPlace(`${PATH}?tab=items`)
    await expect.poll(names).toEqual(['Work 1', 'Work 2', 'Work 3'])
  })

  it('[COLL-01] shows its boxes while it is on its way, and says that it did not arrive', async () => {
    const market = marketWith()
    const release = market.hold('contract.info')
    const waiting = await openPage(PATH, { market })
    await waiting.screen.findByRole('heading', { level: 1, name: 'Loading' })
    // As many as there are figures.
    expect(document.querySelectorAll('.figures > div').length).toBe(7)
    release()
    await waiting.screen.findByRole('heading', { level: 1, name: 'Plinth Works' })
    const broken = marketWith()
    broken.refuseAll('contract.info', 'CHAIN_UNKNOWN')
    const { screen } = await openPage(PATH, { market: broken })
    await screen.findByRole('heading', { level: 1, name: 'The collection did not arrive' })
  })
})
