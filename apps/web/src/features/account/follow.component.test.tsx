import type { User } from '@plinth/api'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EVE } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { anItem, aSale, COIN, PUSD, person } from '../../../test/fake/records.ts'
import { openPage } from '../../../test/page.tsx'
import { atPlace, chipSays, place } from '../../../test/sessions.ts'
import { wordsOf } from '../../../test/trade.ts'

const row = (address: Address) => ({ ...person(address), isFollowed: false, followers: 0 })

/** Who follows whom, as the market counts and lists it. Eve follows Bob from the start. */
function followingMarket(): FakeMarket {
  const market = new FakeMarket()
  let pairs: { follower: Address; followed: Address }[] = [{ follower: EVE, followed: BOB }]
  const caller = (token: string): User => market.callerOf(token)
  return market
    .answer('follow.match', ({ address, people = [] }) =>
      pairs.filter((pair) => pair.follower === address && people.includes(pair.followed)),
    )
    .answer('follow.add', ({ address }, { token }) => {
      pairs.push({ follower: caller(token).address, followed: address })
      return {}
    })
    .answer('follow.delete', ({ address }, { token }) => {
      pairs = pairs.filter((pair) => pair.follower !== caller(token).address || pair.followed !== address)
      return {}
    })
    .answer('follow.followers', ({ address, ...at }) =>
      pageOf(
        pairs.filter(({ followed }) => followed === address).map(({ follower }) => row(follower)),
        at,
      ),
    )
    .answer('follow.follows', ({ address, ...at }) =>
      pageOf(
        pairs.filter(({ follower }) => follower === address).map(({ followed }) => row(followed)),
        at,
      ),
    )
    .answer('user.stat', ({ address }) => ({
      following: pairs.filter(({ follower }) => follower === address).length,
      followers: pairs.filter(({ followed }) => followed === address).length,
      onSale: 1,
      held: 2,
      created: 3,
      liked: 4,
    }))
}

const side = () => within(document.querySelector<HTMLElement>('.account-side') as HTMLElement)
const headings = () => [...document.querySelectorAll('[role="feed"] h3')].map(({ textContent }) => textContent)

describe('the page of an account', () => {
  it('[PORT-09] shows the floor value of another account with its worth, none where it has none, and not the own', async () => {
    const market = followingMarket()
    const coin = { chainId: CHAIN, money: ZERO_ADDRESS, payToken: COIN, value: parseEther('19.84') }
    const dollars = { ...coin, money: PUSD.address, payToken: PUSD, value: 250_000_000n }
    const values = [{ moneys: [] }, { moneys: [coin], worth: 6_190_100_000_000n }, { moneys: [coin, dollars], worth: 6_215_100_000_000n }]
    market.answer('portfolio.value', ({ address }) =>
      Object.assign({ currency: 'USD' as const, works: 2, without: 0 }, values[[BOB, EVE, ALICE].indexOf(address)] ?? { moneys: [] }),
    )
    const shown = () => wordsOf(document.querySelector<HTMLElement>('.account-side') as HTMLElement)
    const eve = await openPage(`/account/${EVE}`, { market })
    await expect.poll(shown).toContain('Floor value19.84 ETH≈ $61,901')
    expect(await findViolations(eve.screen.getByRole('main'))).toEqual([])
    await openPage(`/account/${ALICE}`, { market })
    await expect.poll(shown).toContain('Floor value≈ $62,15119.84 ETH, 250 PUSD')
    await openPage(`/account/${BOB}`, { market })
    await expect.poll(() => market.inputsOf('portfolio.value').length).toBe(3)
    await expect.poll(shown).not.toContain('Floor value')
    await openPage(`/account/${ALICE}`, { market, as: ALICE })
    await expect.poll(shown).toContain('Holds')
    expect(market.inputsOf('portfolio.value')).toHaveLength(3)
  })

  it('[ACC-01, ACC-02, ACC-06, ACC-17, F-48] shows a visitor who it is and in numbers, asks nothing, and leads to connect', async () => {
    const market = followingMarket()
    const { user, screen } = await openPage(`/account/${BOB}`, { market })
    await screen.findByRole('heading', { level: 1, name: 'Bob' })
    const panel = document.querySelector<HTMLElement>('.account-side') as HTMLElement
    expect(panel.querySelectorAll('svg, img, canvas').length).toBeGreaterThan(0)
    expect(panel.textContent).toMatch(/0xbbbbbbbbb…bbbb/i)
    for (const count of ['1 follower', '0 following', 'Holds', 'Made']) await expect.poll(() => panel.textContent).toContain(count)
    const facts = () => [...panel.querySelectorAll('dt')].map((label) => `${label.textContent} ${label.nextElementSibling?.textContent}`)
    await expect.poll(facts).toEqual(expect.arrayContaining(['Holds 2 works', 'Made 3 works', 'On sale 1 work']))
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    await user.click(await side().findByRole('button', { name: 'Follow' }))
    await atPlace(`/connect?redirect=${encodeURIComponent(`/account/${BOB}`)}`)
    expect(market.inputsOf('follow.match')).toEqual([])
  })

  it('[F-87] says of an owner of boxes how many draws were not shown, and nothing of an account without such', async () => {
    const market = followingMarket()
    market.answer('blind.owner.draws', ({ owner }) => ({ series: 2, draws: 7, missed: owner === BOB ? 1 : 0 }))
    const { screen } = await openPage(`/account/${BOB}`, { market })
    await screen.findByText('Of 7 draws in all series of this owner, 1 was not shown in time and was refunded.', { exact: true })
    await openPage(`/account/${ALICE}`, { market })
    await side().findByRole('button', { name: '0 followers' })
    expect(side().queryByText(/not shown in time/)).toBeNull()
  })

  it('[ACC-03, ACC-15, ACC-16, SHELL-76] follows at once, and is still following after a reload', async () => {
    const market = followingMarket()
    const { user } = await openPage(`/account/${BOB}`, { market, as: ALICE })
    await side().findByRole('button', { name: '1 follower' })
    const release = market.hold('follow.add')
    await user.click(await side().findByRole('button', { name: 'Follow' }))
    await side().findByRole('button', { name: 'Following' })
    release()
    await side().findByRole('button', { name: '2 followers' })
    expect(market.inputsOf('follow.add')).toEqual([{ address: BOB }])
    await openPage(`/account/${BOB}`, { market, as: ALICE })
    await side().findByRole('button', { name: 'Following' })
  })

  it('[ACC-04, ACC-05] lists who follows without a button beside oneself, and ends a following there', async () => {
    const market = followingMarket()
    const { user, screen } = await openPage(`/account/${BOB}`, { market, as: ALICE })
    await user.click(await side().findByRole('button', { name: 'Follow' }))
    await user.click(await side().findByRole('button', { name: '2 followers' }))
    const dialog = await screen.findByRole('dialog', { name: 'Followers' })
    const alice = await within(dialog).findByRole('link', { name: /Alice/ })
    const rows = () => [...dialog.querySelectorAll<HTMLElement>('.list-row:not(.waiting)')]
    await expect.poll(() => rows().length).toBe(2)
    const buttonsOf = (row: HTMLElement | undefined) =>
      within(row as HTMLElement).queryAllByRole('button', { name: /^Follow(ing)?$/ }).length
    expect(rows().map((row) => [row.textContent?.includes('Alice'), buttonsOf(row)])).toEqual([
      [false, 1],
      [true, 0],
    ])
    expect(await findViolations(dialog)).toEqual([])
    await user.click(alice)
    await atPlace(`/account/${ALICE}`)
    await screen.findByRole('heading', { level: 1, name: 'Alice' })
    expect(side().queryByRole('button', { name: 'Follow' })).toBeNull()
    await user.click(await side().findByRole('button', { name: '1 following' }))
    const followed = within(await screen.findByRole('dialog', { name: 'Following' }))
    await followed.findByRole('link', { name: /Bob/ })
    await user.click(followed.getByRole('button', { name: 'Following' }))
    await expect.poll(() => market.inputsOf('follow.delete')).toEqual([{ address: BOB }])
    await user.keyboard('{Escape}')
    await side().findByRole('button', { name: '0 following' })
  })

  it('[ACC-09, ACC-10, ACC-13, SHELL-09] shows under tabs that count what is sold, held, made and liked, by category', async () => {
    const market = followingMarket()
    const calls = { sale: 'user.onsales', collectibles: 'user.collections', created: 'user.created', liked: 'user.like' } as const
    for (const [at, [tab, call]] of Object.entries(calls).entries()) {
      const item = anItem({ name: `Work ${tab}`, tokenId: BigInt(at + 1), owner721: BOB })
      const shown = { ...item, isLiked: true, isOnSale: true, listings: [aSale(item, BOB)] }
      market.answer(call, (asked) => pageOf('category' in asked && asked.category === 2n ? [] : [shown], asked))
    }
    const { user, screen } = await openPage(`/account/${BOB}?tab=liked&page=2`, { market })
    const tabs = within(await screen.findByRole('group', { name: 'Works' }))
    const texts = () => tabs.getAllByRole('button').map(({ textContent }) => textContent)
    await expect.poll(texts).toEqual(['On sale1', 'Collectibles2', 'Created3', 'Liked4'])
    expect(tabs.getByRole('button', { pressed: true }).textContent).toMatch(/^Liked/)
    for (const [tab, name] of [
      ['sale', 'On sale'],
      ['collectibles', 'Collectibles'],
      ['created', 'Created'],
      ['liked', 'Liked'],
    ] as const) {
      await user.click(tabs.getByRole('button', { name: new RegExp(`^${name}`) }))
      await expect.poll(() => location.search).toBe(`?tab=${tab}`)
      await expect.poll(headings).toEqual([`Work ${tab}`])
      expect(market.inputsOf(calls[tab]).at(-1)).toMatchObject({ page: 1, limit: 20, address: BOB, chainId: -1 })
    }
    await user.click(tabs.getByRole('button', { name: /^Created/ }))
    const choice = within(screen.getByRole('group', { name: 'Category' }))
    await user.click(choice.getByRole('button', { name: 'Western' }))
    await expect.poll(() => location.search).toBe('?tab=created&category=2')
    await expect.poll(headings).toEqual([])
    expect(market.inputsOf('user.created').at(-1)).toMatchObject({ category: 2n })
    await user.click(choice.getByRole('button', { name: 'All' }))
    await expect.poll(() => location.search).toBe('?tab=created')
    await expect.poll(headings).toEqual(['Work created'])
  })

  it('[ACC-12, ACC-13, SHELL-02] turns the pages of its own items by keyboard, and begins another tab at its first', async () => {
    const market = followingMarket()
    const items = Array.from({ length: 50 }, (_, at) => anItem({ name: `Work ${at}`, tokenId: BigInt(at + 1) }))
    market.answer('user.collections', (at) => pageOf(items, at))
    const { user, screen } = await openPage('/items?tab=collectibles', { market, as: ALICE })
    const pager = within(await screen.findByRole('navigation', { name: 'Pages' }))
    const current = () => document.querySelector('.pager [aria-current="page"]')?.textContent
    const focused = () => document.activeElement?.getAttribute('aria-label')
    pager.getByRole('button', { name: 'Page 1' }).focus()
    await user.tab()
    for (const [page, key] of [
      [2, 'Page 2'],
      [3, 'Next page'],
    ] as const) {
      for (let presses = 0; presses < 6 && focused() !== key; presses++) await user.tab()
      await user.keyboard('{Enter}')
      await atPlace(`/items?tab=collectibles&page=${page}`)
      await expect.poll(() => headings()[0]).toBe(`Work ${(page - 1) * 20}`)
      expect([current(), focused()]).toEqual([String(page), key])
    }
    // There is none after the last, and the focus is still there.
    await user.keyboard('{Enter}')
    expect([current(), focused(), place()]).toEqual(['3', 'Next page', '/items?tab=collectibles&page=3'])
    // A browser takes the focus from a button that is disabled.
    expect(document.activeElement?.matches(':disabled')).toBe(false)
    expect(await findViolations(document.querySelector('.account-works') as Element)).toEqual([])
    const again = await openPage('/items?tab=collectibles&page=3', { market, as: ALICE })
    await expect.poll(current).toBe('3')
    market.answer('user.created', (at) => pageOf(items, at))
    await chipSays('Alice')
    await again.user.click(within(screen.getByRole('group', { name: 'Works' })).getByRole('button', { name: /^Created/ }))
    await atPlace('/items?tab=created')
    await expect.poll(current).toBe('1')
  })

  it('takes the flip back with a sentence when the server refuses', async () => {
    const market = followingMarket()
    market.refuse('follow.add', 'MARKET_PAUSED')
    const { user } = await openPage(`/account/${BOB}`, { market, as: ALICE })
    await user.click(await side().findByRole('button', { name: 'Follow' }))
    await expect.poll(() => document.querySelector('.toast')?.textContent ?? '').toMatch(/paused/i)
    await side().findByRole('button', { name: 'Follow' })
  })
})
