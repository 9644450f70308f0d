import { AppError } from '@plinth/api'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, OTHER_CHAIN, PROXY, WRAPPED } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { anAuction, anItem, aSale } from '../../../test/fake/records.ts'
import { watchListEnds } from '../../../test/list-end.ts'
import { allDrawn, findDialog, openPage } from '../../../test/page.tsx'
import { atPlace } from '../../../test/sessions.ts'
import { dialogCloses, reads, wordsOf } from '../../../test/trade.ts'

const cards = () => document.querySelectorAll('[role="feed"] .card').length

describe('the items of an account', () => {
  it('[ACC-08, ACC-11] are chosen by network, in a grid that grows', async () => {
    const market = new FakeMarket()
    const items = Array.from({ length: 25 }, (_, at) => anItem({ tokenId: BigInt(at + 1), owner721: BOB }))
    market.hang(...items, ...[1n, 2n].map((tokenId) => anItem({ tokenId, owner721: BOB, chainId: OTHER_CHAIN })))
    market.answer('user.collections', ({ chainId = -1, ...at }) =>
      pageOf(
        market.items.filter((item) => chainId === -1 || item.chainId === chainId),
        at,
      ),
    )
    const end = watchListEnds()
    const { user } = await openPage(`/account/${BOB}?tab=collectibles`, { market })
    await expect.poll(cards).toBe(20)
    expect(market.inputsOf('user.collections').every(({ page }) => page === 1)).toBe(true)
    await expect.poll(() => end.isWatched).toBe(true)
    end.comesNear()
    await expect.poll(cards).toBe(27)
    // A stream that starts asks for the first page once more, perhaps after the second.
    const asked = () => market.inputsOf('user.collections').filter(({ address }) => address === BOB)
    expect(asked()).toContainEqual(expect.objectContaining({ page: 2, limit: 20 }))
    await user.click(within(document.querySelector<HTMLElement>('.account-filters') as HTMLElement).getByText('Local Polygon'))
    await atPlace(`/account/${BOB}?tab=collectibles&chain=${OTHER_CHAIN}`)
    await expect.poll(cards).toBe(2)
    expect(asked()).toContainEqual(expect.objectContaining({ page: 1, chainId: OTHER_CHAIN }))
  })

  it('[ACC-14] say of a tab without any that it is empty, and lead to the market', async () => {
    const { user, screen } = await openPage(`/account/0x${'0'.repeat(38)}aa?tab=created`)
    await screen.findByRole('heading', { level: 2, name: 'Nothing made yet' })
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Look around the market' }))
    await atPlace('/')
  })

  it('[ERR-20] say in their place alone that they did not come, and come when asked for again', async () => {
    const market = new FakeMarket()
    market.answer('user.onsales', () => {
      throw new AppError('ORDER_NOT_FOUND')
    })
    const { user, screen } = await openPage(`/account/${BOB}`, { market })
    const failed = within(await screen.findByRole('alert'))
    failed.getByText('There is no such open order.')
    expect(document.querySelector('.toast')).toBeNull()
    market.answer('user.onsales', (at) => pageOf([anItem({ owner721: BOB })], at))
    await user.click(failed.getByRole('button', { name: 'Try again' }))
    await expect.poll(cards).toBe(1)
    expect([screen.queryByRole('alert'), document.querySelector('.toast')]).toEqual([null, null])
  })
})

describe('what an account has on sale', () => {
  it('[F-120] shows to the account what it can’t deliver as inactive, with a press to end it', async () => {
    const market = new FakeMarket()
    const [sold, given] = [anItem({ name: 'Sold', tokenId: 1n, owner721: BOB }), anItem({ name: 'Given', tokenId: 2n, owner721: BOB })]
    const listing = aSale(sold, ALICE, { price: parseEther('0.7'), isFundable: false })
    const auction = anAuction(given, { held: 0n, isFundable: false })
    market.hang({ ...sold, resting: [listing], isOnSale: true, listings: [aSale(sold, BOB, { price: parseEther('0.9') })] }, given)
    market
      .answer('user.onsales', (at) => pageOf(market.items, at))
      .answer('auction.list', (at) => pageOf(at.owner === ALICE && at.isFinished === false ? [auction] : [], at))
      .answer('auction.get', () => auction)
      .answer('order.get', () => listing)
    const { user, screen } = await openPage('/items', { market, as: ALICE })
    const cardOf = (name: string) => screen.getByRole('link', { name: new RegExp(name) }).closest<HTMLElement>('article') as HTMLElement
    await screen.findByText('Inactive auction')
    expect(wordsOf(cardOf('Sold'))).toContain('Inactive listing0.70 ETH')
    expect(wordsOf(cardOf('Given'))).toContain('Inactive auction0.10 WETH')
    for (const [name, said] of [
      ['Sold', 'You no longer hold this work'],
      ['Given', 'You no longer hold what you auction'],
    ] as const) {
      await user.click(within(cardOf(name)).getByRole('button', { name: 'Cancel it' }))
      await reads(within(await findDialog(name)), said)
      await user.keyboard('{Escape}')
      await dialogCloses()
    }
    await openPage(`/account/${ALICE}`, { market, as: BOB })
    await expect.poll(cards).toBe(2)
    await allDrawn()
    expect(screen.queryByRole('button', { name: 'Cancel it' })).toBeNull()
    expect(market.inputsOf('auction.list').every(({ owner }) => owner === ALICE)).toBe(true)
  })
})

describe('what contracts that the market has left may still move', () => {
  it('stands among one’s items, and an allowance of a pay token is taken back as an approval of items is', async () => {
    const market = new FakeMarket()
    const old = { chainId: CHAIN, edition: 1, spender: PROXY, allowance: 0n, decimals: 0 }
    const coin = { ...old, address: WRAPPED, name: 'WETH', allowance: parseEther('1.5'), decimals: 18, isItems: false }
    let left = [{ ...old, address: COLLECTION, name: 'Plinth Works', isItems: true }, coin]
    market.answer('user.approvals', () => left)
    const { user, screen, wallet } = await openPage('/items', { market, as: ALICE })
    const region = await screen.findByRole('region', { name: 'Old approvals to take back' })
    const names = () => [...region.querySelectorAll('li span')].map(({ textContent }) => textContent)
    expect(names()).toEqual(['all works of Plinth Works', '1.50 WETH'])
    wallet.onMined = ({ address }) => {
      left = left.filter((one) => one.address !== address)
    }
    for (const [name, rest] of [
      ['Take back 1.50 WETH', ['all works of Plinth Works']],
      ['Take back all works of Plinth Works', []],
    ] as const) {
      await user.click(within(region).getByRole('button', { name }))
      const dialog = within(await findDialog())
      await user.click(dialog.getByRole('button', { name: 'Take back' }))
      await user.click(await dialog.findByText('Close', { exact: true }))
      await expect.poll(names).toEqual(rest)
    }
    await expect.poll(() => screen.queryByRole('region', { name: 'Old approvals to take back' })).toBeNull()
    expect(wallet.sent).toMatchObject([
      { functionName: 'approve', address: WRAPPED, args: [PROXY, 0n] },
      { functionName: 'setApprovalForAll', address: COLLECTION, args: [PROXY, false] },
    ])
  })
})
