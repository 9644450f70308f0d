/** @module-tag more */
import { renderHook, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB } from '../../test/addresses.ts'
import { aWork, ETH, marketOfEight, showsWorks } from '../../test/explore.ts'
import { aBidAt, putAtAuction } from '../../test/fake/auction-records.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import { anAuction, itemPath } from '../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../test/page.tsx'
import { dialogCloses } from '../../test/trade.ts'

/** Three works: two are Alice's, the first of them on sale, and one is Bob's. */
function marketOfThree(): FakeMarket {
  const market = new FakeMarket()
  market.hang(aWork(1, { price: ETH, owner721: ALICE }), aWork(2, { owner721: ALICE }), aWork(3, { owner721: BOB }))
  return market
}

async function openList(search = '', market = marketOfThree()): Promise<Opened & { press: (work: string, keys: string) => Promise<void> }> {
  const opened = await openPage(`/explore${search}`, { market, as: ALICE })
  await screen.findAllByText('Work 3')
  const press = async (work: string, keys: string) => {
    const place = (await screen.findByRole('link', { name: work })).closest<HTMLElement>('.card, .dense-row')
    ;(place?.matches('.dense-row') ? place : place?.querySelector<HTMLElement>('.card-link'))?.focus()
    await opened.user.keyboard(keys)
  }
  return { ...opened, press }
}

/** As a list registers them. */
async function picks() {
  const { pick, isPickedBy, showWorks } = await import('../entities/selection/selection.ts')
  return { pick, isPickedBy, showWorks }
}

describe.each([
  ['grid', ''],
  ['table', '?view=table'],
])('keys of traders on the focused work of a %s', (_, search) => {
  it('open the dialogs to bid, to offer for the collection and to list, over the list', async () => {
    const { press, user } = await openList(search)
    await press('Work 3', 'b')
    const bid = within(await findDialog('Work 3'))
    bid.getByLabelText('Your bid')
    await user.keyboard('{Escape}')
    await dialogCloses()
    await press('Work 3', 'o')
    within(await findDialog('Plinth Works')).getByLabelText('For each')
    await user.keyboard('{Escape}')
    await dialogCloses()
    await press('Work 1', 'l')
    within(await findDialog('Work 1')).getByRole('textbox', { name: 'Price' })
    expect(location.pathname).toBe('/explore')
  })
})

describe('keys of traders in a list', () => {
  it.each([
    ['others can’t list', 'Work 3', 'l'],
    ['the holder can’t bid', 'Work 2', 'b'],
  ])('say that %s', async (_, work, key) => {
    const { press } = await openList()
    await press(work, key)
    await screen.findByText('You can’t do that with this work.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('pick own works: one, as far as another, and all that are shown', async () => {
    const market = new FakeMarket()
    const works = [1, 2, 3, 4].map((id) => aWork(id, { owner721: id === 4 ? BOB : ALICE }))
    market.hang(...works)
    const { press } = await openList('', market)
    const { isPickedBy, showWorks, pick } = await picks()
    showWorks(works.slice(0, 3))
    const picked = () => works.filter((work) => isPickedBy(ALICE, work)).map(({ tokenId }) => Number(tokenId))
    await press('Work 1', 'x')
    await expect.poll(picked).toEqual([1])
    await press('Work 4', 'x')
    await press('Work 1', 'x')
    expect(picked()).toEqual([])
    await press('Work 3', 'x')
    await press('Work 1', '{Shift>}X{/Shift}')
    expect(picked()).toEqual([1, 2, 3])
    pick(ALICE, works, false)
    await press('Work 2', 'a')
    expect(picked()).toEqual([1, 2, 3])
  })

  it('open the cart', async () => {
    const { press } = await openList()
    const { useCartAsked } = await import('../entities/cart/ask-cart.ts')
    const { result } = renderHook(useCartAsked)
    expect(result.current).toBeUndefined()
    await press('Work 3', 'c')
    await expect.poll(() => result.current).toEqual({})
  })

  it('do nothing while a field has the focus, with Ctrl, or while they are turned off', async () => {
    const { press, user } = await openList()
    const asked = () => document.querySelector('[role=dialog]') !== null
    await press('Work 3', '{Control>}b{/Control}')
    await user.click(screen.getAllByRole('searchbox')[0] as HTMLElement)
    await user.keyboard('bolxac')
    expect(asked()).toBe(false)
    localStorage.setItem('shortcuts', 'off')
    await openPage('/explore', { market: marketOfEight(), as: ALICE, isReload: true })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    screen.getAllByRole('link', { name: /^Work/ })[0]?.focus()
    await user.keyboard('bol')
    expect(asked()).toBe(false)
  })
})

describe('keys of traders on the page of a work', () => {
  it('list an own work, and bid in the auction of another', async () => {
    const market = marketOfThree()
    const [, own, other] = market.items
    const { user } = await openPage(itemPath(own as never), { market, as: ALICE })
    await screen.findByRole('button', { name: 'Sell' })
    await user.keyboard('l')
    within(await findDialog()).getByRole('button', { name: /^Fixed price/ })
    await user.keyboard('{Escape}')
    await dialogCloses()
    const auction = anAuction(other as never, { owner: BOB })
    putAtAuction(market, other as never, auction, aBidAt(auction, ALICE, 1n))
    const second = await openPage(itemPath(other as never), { market, as: ALICE })
    await second.screen.findByText('Work 3')
    await second.user.keyboard('b')
    await findDialog('Work 3')
  })

  it('stand in the list of shortcuts', async () => {
    const { user } = await openPage(itemPath(marketOfThree().items[0] as never), { market: marketOfThree(), as: ALICE })
    await user.keyboard('?')
    const list = within(await findDialog('Keyboard shortcuts'))
    for (const text of [
      'Bid',
      'Make a collection offer',
      'List it, or edit its price',
      'Open the cart',
      'Pick all your works that are shown',
    ])
      list.getByText(text)
  })
})
