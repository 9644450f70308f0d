/** @module-tag more */
import { within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, CHAIN } from '../../test/addresses.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import { pageOf } from '../../test/fake/page-of.ts'
import { anItem, aSale, itemPath } from '../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../test/page.tsx'
import { declined } from '../../test/scripted-market.ts'
import { ScriptedWallet } from '../../test/scripted-wallet.ts'

/** How many layers there are at and below the entry on screen. */
const expectLayers = (count: number) => expect.poll(() => history.state?.layers ?? 0).toBe(count)
const expectPath = (path: string) => expect.poll(() => location.pathname).toBe(path)

/** On the page of an item of Alice's on sale, with the market's front page behind it; Bob looks. */
async function openItem(): Promise<Opened & { path: string }> {
  const market = new FakeMarket()
  const item = anItem()
  market.hang({ ...item, isOnSale: true, listings: [aSale(item, ALICE)] })
  market.answer('follow.follows', (at) => pageOf([], at))
  market.answer('paytoken.committed', ({ token, chainId = CHAIN }) => ({ chainId, token, committed: 0n, bids: 0 }))
  const wallet = new ScriptedWallet()
  wallet.reads.set('balanceOf', 10n ** 18n)
  const opened = await openPage('/', { market, wallet, as: BOB })
  await opened.user.click(await opened.screen.findByRole('link', { name: /Wheat field/ }))
  const path = itemPath(item).split('?')[0] ?? ''
  await expectPath(path)
  await opened.screen.findByRole('heading', { level: 1, name: 'Wheat field' })
  return { ...opened, path }
}

async function openBid({ user, screen }: Opened): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Bid' }))
  const [price] = within(await findDialog('Wheat field')).getAllByRole('textbox')
  if (price) await user.type(price, '0.01')
  await expectLayers(1)
}

const expectNoDialog = ({ screen }: Opened) => expect.poll(() => screen.queryAllByRole('dialog')).toEqual([])

describe('a step back through the history', () => {
  it.each(['its button', 'Escape'])('[F-63] a dialog closed by %s leaves no dead entry behind', async (by) => {
    const opened = await openItem()
    for (let times = 0; times < 2; times++) {
      await openBid(opened)
      if (by === 'Escape') await opened.user.keyboard('{Escape}')
      else await opened.user.click(within(await findDialog()).getByRole('button', { name: 'Close' }))
      await expectNoDialog(opened)
      await expectLayers(0)
    }
    history.back()
    await expectPath('/')
  })

  it('[F-63] closes one dialog over another at each step', async () => {
    const opened = await openItem()
    const { user, screen, path } = opened
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    const menu = await screen.findByRole('dialog', { name: 'Menu' })
    await user.click(within(menu).getByRole('button', { name: 'Following' }))
    await screen.findByRole('dialog', { name: 'Following' })
    await expectLayers(2)
    history.back()
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Following' })).toBeNull()
    expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeNull()
    history.back()
    await expectNoDialog(opened)
    await expectPath(path)
    history.back()
    await expectPath('/')
  })

  it('[F-63] gives each layer its own time to close', async () => {
    const { path } = await openItem()
    const { enter } = await import('../lib/history-layers.ts')
    const openSlow = () => {
      const leave: () => void = enter(() => void setTimeout(() => leave(), 200))
    }
    openSlow()
    openSlow()
    await expectLayers(2)
    history.back()
    await expectLayers(1)
    await new Promise((resolve) => setTimeout(resolve, 250))
    using go = vi.spyOn(History.prototype, 'go')
    history.back()
    await expectLayers(0)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect([go.mock.calls, location.pathname]).toEqual([[], path])
  })

  it('[F-63] lets a page that draws for longer than that close its layer', async () => {
    const { path } = await openItem()
    const { enter } = await import('../lib/history-layers.ts')
    const draw = () => {
      const until = performance.now() + 400
      while (performance.now() < until);
      setTimeout(() => leave(), 20)
    }
    const leave: () => void = enter(() => void setTimeout(draw))
    await expectLayers(1)
    using go = vi.spyOn(History.prototype, 'go')
    history.back()
    await expectLayers(0)
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect([go.mock.calls, location.pathname]).toEqual([[], path])
  })

  it('[F-63] closes a menu under its button', async () => {
    const { user, screen, path } = await openItem()
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await screen.findByRole('button', { name: 'Copy the link' })
    await expectLayers(1)
    history.back()
    await expect.poll(() => screen.queryByRole('button', { name: 'Copy the link' })).toBeNull()
    expect(location.pathname).toBe(path)
    await expectLayers(0)
    history.back()
    await expectPath('/')
  })

  it.each(['Explore', 'Menu'])('[F-63] leads from a page that was opened in %s to the page before in one step', async (name) => {
    const { user, path } = await openItem()
    await user.click(within(document.querySelector<HTMLElement>('header') as HTMLElement).getByRole('button', { name }))
    const list = () => document.querySelector<HTMLElement>('header .popup, .mobile-menu')
    await expect.poll(list).not.toBeNull()
    await expectLayers(1)
    await user.click(within(list() as HTMLElement).getByRole('link', { name: 'Western' }))
    await expectPath('/salelist/2')
    await expect.poll(list).toBeNull()
    await expectLayers(0)
    history.back()
    await expectPath(path)
    history.back()
    await expectPath('/')
  })

  it('[F-63] closes a dialog that waits for the wallet as its close button does', async () => {
    const opened = await openItem()
    const { user, screen, wallet, path } = opened
    const { promise: isAnswered, reject: decline } = Promise.withResolvers<never>()
    wallet.wallet.send = () => isAnswered
    await user.click(await screen.findByRole('button', { name: /^Buy/ }))
    await expectLayers(1)
    await user.click(await within(await findDialog()).findByRole('button', { name: /^Pay / }))
    await expect.poll(() => wallet.log).toEqual(['dry exchange'])
    history.back()
    await expectNoDialog(opened)
    expect(location.pathname).toBe(path)
    decline(declined())
    history.back()
    await expectPath('/')
  })

  it('[F-63] closes the line of the search, and leads from what it found to the page before in one step', async () => {
    const { user, screen } = await openPage('/auctions', { as: BOB })
    await user.click(await screen.findByRole('link', { name: 'My items' }))
    await expectPath('/items')
    await screen.findByRole('group', { name: 'Works' })
    const line = () => screen.queryByRole('dialog', { name: 'Search' })
    const open = async () => {
      await user.click(screen.getByRole('button', { name: 'Search with suggestions' }))
      await expect.poll(line).not.toBeNull()
      await user.type(within(line() as HTMLElement).getByRole('searchbox'), 'moon')
      await expectLayers(1)
    }
    await open()
    history.back()
    await expect.poll(line).toBeNull()
    expect(location.pathname).toBe('/items')
    await open()
    await user.keyboard('{Enter}')
    await expect.poll(() => location.pathname + location.search).toBe('/search?keyword=moon')
    await expect.poll(line).toBeNull()
    history.back()
    await expectPath('/items')
    history.back()
    await expectPath('/auctions')
  })
})
