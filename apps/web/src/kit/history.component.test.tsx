import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN } from '../../test/addresses.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import { pageOf } from '../../test/fake/page-of.ts'
import { anItem, aSale, itemPath } from '../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../test/page.tsx'
import { ScriptedWallet } from '../../test/scripted-wallet.ts'

/** How many layers stand at and below the entry on screen. */
const expectLayers = (count: number) => expect.poll(() => history.state?.layers ?? 0).toBe(count)
const expectPath = (path: string) => expect.poll(() => location.pathname).toBe(path)

/** On the page of a work of Alice's on sale, with the market's front page behind it; Bob looks. */
async function openWork(): Promise<Opened & { path: string }> {
  const market = new FakeMarket()
  const work = anItem()
  market.hang({ ...work, isOnSale: true, listings: [aSale(work, ALICE)] })
  market.answer('follow.follows', (at) => pageOf([], at))
  market.answer('paytoken.committed', ({ token, chainId = CHAIN }) => ({ chainId, token, committed: 0n, bids: 0 }))
  const wallet = new ScriptedWallet()
  wallet.reads.set('balanceOf', 10n ** 18n)
  const opened = await openPage('/', { market, wallet, as: BOB })
  await opened.user.click(await opened.screen.findByRole('link', { name: /Wheat field/ }))
  const path = itemPath(work).split('?')[0] ?? ''
  await expectPath(path)
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
    const opened = await openWork()
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
    const opened = await openWork()
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
})
