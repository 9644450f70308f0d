import type { Category } from '@plinth/api'
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BOB } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { anItem, aSale } from '../../../test/fake/records.ts'
import { type Opened, openPage } from '../../../test/page.tsx'
import { atPlace, place } from '../../../test/sessions.ts'

const category = (id: bigint, name: string, children: Category[] = []): Category => ({ id, name, children })
const TREE = [category(1n, 'eastern', [category(2n, 'western'), category(3n, 'ancient')])]

/** An item of each category, named after it and in the order of their updates. */
function marketWith(tree: Category[]): FakeMarket {
  const market = new FakeMarket()
  market.hang(
    ...[1n, 2n, 3n].map((id) => {
      const item = anItem({ name: `Work ${id}`, tokenId: id, owner721: BOB, category: category(id, '') })
      return { ...item, isOnSale: true, listings: [aSale(item, BOB)] }
    }),
  )
  return market
    .answer('category.list', () => tree)
    .answer('home.list', ({ categories = [], order, ...at }) => {
      const found = market.items.filter((item) => categories.includes(item.category?.id ?? 0n))
      return pageOf(order === 'asc' ? found.toReversed() : found, at)
    })
}

const names = () => [...document.querySelectorAll('[role="feed"] h3')].map((heading) => heading.textContent)
const choiceOf = async ({ screen }: Opened) => within(await screen.findByRole('group', { name: 'Category' }))

describe('the list of one category', () => {
  it('[SHELL-16, SHELL-36, CAT-01, CAT-03] is reached from Explore and shows what is on sale in it', async () => {
    const market = marketWith([category(1n, 'eastern')])
    const opened = await openPage('/', { market })
    const { user, screen } = opened
    await user.click(await screen.findByRole('button', { name: 'Explore' }))
    const menu = await screen.findByRole('button', { name: 'Explore', expanded: true })
    const places = document.getElementById(menu.getAttribute('aria-controls') ?? '')
    await user.click(within(places ?? document.body).getAllByRole('link', { name: 'Eastern' })[0] as HTMLElement)
    await atPlace('/salelist/1')
    await screen.findByRole('heading', { level: 1, name: 'Eastern' })
    await expect.poll(names).toEqual(['Work 1'])
    expect(market.inputsOf('home.list').at(-1)).toMatchObject({ page: 1, limit: 20, categories: [1n], sort: 'update_time', order: 'desc' })
    expect((await choiceOf(opened)).getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['All'])
    expect(await findViolations(document.querySelector('main') as Element)).toEqual([])
  })

  it('[CAT-02] is turned around by time of update', async () => {
    const market = marketWith(TREE)
    const { user, screen } = await openPage('/salelist/1', { market })
    await expect.poll(names).toEqual(['Work 1', 'Work 2', 'Work 3'])
    await user.click(await screen.findByRole('button', { name: /Newest|Latest|updated/i }))
    await expect.poll(() => new URLSearchParams(location.search).get('order')).toBe('asc')
    await expect.poll(names).toEqual(['Work 3', 'Work 2', 'Work 1'])
  })

  it.each([
    ['en', ['All', 'Western', 'Ancient'], 'Category'],
    ['zh', ['全部', '西方', '古代'], '分类'],
  ] as const)('[CAT-01] offers in %s its children beside all of it, and each shows its own', async (locale, words, label) => {
    const { user, screen } = await openPage('/salelist/1', { market: marketWith(TREE), locale })
    const choice = within(await screen.findByRole('group', { name: label }))
    expect(choice.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(words)
    await expect.poll(names).toEqual(['Work 1', 'Work 2', 'Work 3'])
    await user.click(choice.getByRole('button', { name: words[1] }))
    await expect.poll(names).toEqual(['Work 2'])
    expect(choice.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual([words[1]])
    await user.click(choice.getByRole('button', { name: words[0] }))
    await expect.poll(names).toEqual(['Work 1', 'Work 2', 'Work 3'])
  })

  it('[CAT-04, CFG-09] keeps its tree in the browser by its id, and shows it where the market has lost it', async () => {
    const first = await openPage('/salelist/1', { market: marketWith(TREE) })
    await first.screen.findByRole('heading', { level: 1, name: 'Eastern' })
    await expect.poll(() => localStorage.getItem('category.1')).not.toBeNull()
    const kept = JSON.parse(localStorage.getItem('category.1') ?? '')
    expect(kept).toMatchObject({ id: '1', name: 'eastern', children: [{ name: 'western' }, { name: 'ancient' }] })
    const later = await openPage('/salelist/1', { market: marketWith([]), isReload: true })
    await later.screen.findByRole('heading', { level: 1, name: 'Eastern' })
    ;(await choiceOf(later)).getByRole('button', { name: 'Ancient' })
  })

  it.each(['999999', 'x'])('says that there is no category %s', async (id) => {
    const { screen } = await openPage(`/salelist/${id}`)
    await screen.findByRole('heading', { name: 'There is no such category' })
    expect(place()).toBe(`/salelist/${id}`)
  })
})
