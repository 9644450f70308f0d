/** @module-tag more */
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ALICE, BOB, EVE } from '../../test/addresses.ts'
import { aBox, anOpening, answerBoxes, boxPath } from '../../test/fake/box-records.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import type { CallName } from '../../test/fake/fake-server.ts'
import { pageOf } from '../../test/fake/page-of.ts'
import { aHolding, anAuction, anEvent, anItem, aSale, itemPath, person } from '../../test/fake/records.ts'
import { hurry } from '../../test/hurry.ts'
import { watchListEnds } from '../../test/list-end.ts'
import { waitForEvents } from '../../test/live.ts'
import { openPage } from '../../test/page.tsx'

const DOWN = 'Live updates are interrupted. Connecting again.'
const FAILED = { name: 'The list did not arrive' } as const

/** So many items that Bob has made, holds and sells, of which every third is a western one. */
function marketOf(count: number): FakeMarket {
  const market = new FakeMarket()
  market.items = Array.from({ length: count }, (_, at) => {
    const item = anItem({ name: `Field ${at}`, tokenId: BigInt(at + 1), owner721: BOB, creator: person(BOB) })
    const categoryId = at % 3 === 0 ? '2' : '1'
    return { ...item, categoryId, isOnSale: true, listings: [aSale(item, BOB)], holdings: [aHolding({ ...item, owner: BOB })] }
  })
  return market.answer('home.list', ({ categories, ...at }) =>
    pageOf(
      market.items.filter(({ categoryId }) => !categories?.length || categories.map(String).includes(categoryId)),
      at,
    ),
  )
}

const cut = (market: FakeMarket) => {
  market.isAway = true
  market.cutStreams()
}
const mend = (market: FakeMarket) => {
  market.isAway = false
}
const names = () => [...document.querySelectorAll('[role="feed"] .card h3')].map(({ textContent }) => textContent)
const mainButton = (name: string | RegExp) => within(screen.getByRole('main')).findByRole('button', { name })
const isGone = (text: string) => expect.poll(() => screen.queryByText(text)).toBeNull()

describe('without a line to the server', () => {
  it('the market says so, keeps what it has, and recovers by itself', async () => {
    const market = marketOf(9)
    const { user } = await openPage('/', { market })
    await expect.poll(() => names().length).toBe(9)
    const shown = names()
    await waitForEvents(market, 'home.list')
    hurry()
    cut(market)
    await screen.findByText(DOWN)
    expect(names()).toEqual(shown)
    await user.click(await mainButton('Western'))
    await screen.findByRole('heading', FAILED)
    await user.click(await mainButton('All'))
    await expect.poll(names).toEqual(shown)
    await user.click(await mainButton('Western'))
    await screen.findByRole('heading', FAILED)
    mend(market)
    await expect.poll(names).toEqual(['Field 0', 'Field 3', 'Field 6'])
    expect(screen.queryByRole('heading', FAILED)).toBeNull()
    await isGone(DOWN)
  })

  it('an account keeps what is there and says what did not arrive; it and the page of an item recover by themselves', async () => {
    const market = marketOf(3)
    const { user } = await openPage(`/account/${BOB}?tab=sale`, { market })
    await expect.poll(() => names().length).toBe(3)
    const shown = names()
    await waitForEvents(market, 'user.onsales')
    hurry()
    cut(market)
    await screen.findByText(DOWN)
    expect(names()).toEqual(shown)
    await user.click(await mainButton(/^Created/))
    await screen.findByRole('heading', FAILED)
    await user.click(await mainButton(/^On sale/))
    await expect.poll(names).toEqual(shown)
    await user.click(await mainButton(/^Created/))
    await screen.findByRole('heading', FAILED)
    mend(market)
    await expect.poll(names).toEqual(shown)
    await isGone(DOWN)

    cut(market)
    await screen.findByText(DOWN)
    await user.click(screen.getAllByRole('link', { name: /Field 2/ })[0] as HTMLElement)
    await screen.findByRole('heading', { name: 'The work did not arrive' })
    mend(market)
    await screen.findByRole('heading', { level: 1, name: 'Field 2' })
  })

  it('[SRCH-02] a search keeps what it has found, says what did not arrive, and goes on by itself', { tags: 'more' }, async () => {
    const ends = watchListEnds()
    const market = marketOf(125)
    market.users = market.users.map((user) => ({ ...user, nickname: `${user.nickname} of the field` }))
    const { user } = await openPage('/search?keyword=Field', { market })
    await expect.poll(() => names().length).toBe(60)
    const shown = names()
    await waitForEvents(market)
    hurry()
    const word = () => within(screen.getByRole('main')).getByRole<HTMLInputElement>('searchbox')
    const lookFor = async (keyword: string) => {
      await user.clear(word())
      await user.type(word(), `${keyword}{Enter}`)
    }
    // At the end of the list.
    cut(market)
    await screen.findByText(DOWN)
    ends.comesNear()
    await mainButton('Try again')
    expect(names()).toEqual(shown)
    mend(market)
    await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    // It is still near.
    ends.comesNear()
    await expect.poll(() => names().length).toBe(120)
    expect(names().slice(0, 60)).toEqual(shown)
    await isGone(DOWN)

    // In the middle of a search: the new keyword has no answer, and the old one is still known.
    cut(market)
    await screen.findByText(DOWN)
    await lookFor('Field 4')
    await screen.findByRole('heading', FAILED)
    expect(word().value).toBe('Field 4')
    history.back()
    await expect.poll(() => names().slice(0, 60)).toEqual(shown)
    await lookFor('Alice')
    await user.click(await mainButton(/^People/))
    await screen.findByRole('heading', FAILED)
    mend(market)
    await within(screen.getByRole('main')).findByRole('link', { name: /Alice/ })
    expect(screen.queryByRole('heading', FAILED)).toBeNull()
  })

  it('[SHELL-57, F-76] the line that suggests says that the connection dropped, and looks again by itself', async () => {
    const market = marketOf(3)
    const { user } = await openPage('/404', { market })
    await screen.findByRole('heading', { level: 1, name: 'Nothing stands here' })
    await user.keyboard('/')
    const overlay = within(await screen.findByRole('dialog', { name: 'Search' }))
    const type = async (keyword: string) => {
      await user.clear(overlay.getByRole('searchbox'))
      await user.type(overlay.getByRole('searchbox'), keyword)
    }
    await type('Alice')
    await overlay.findByRole('heading', { name: /^People/ })
    await waitForEvents(market)
    hurry()
    cut(market)
    await screen.findByText(DOWN)
    await type('Field 1')
    await expect.poll(() => overlay.queryByRole('alert')?.textContent).toMatch(/Your connection dropped\./)
    mend(market)
    await overlay.findByRole('heading', { name: /^Works/ })
    expect(overlay.queryByRole('alert')).toBeNull()
  })

  it('[F-76] a search that begins while the browser is offline says so, and arrives once it is back', async () => {
    const market = marketOf(3)
    const { user } = await openPage('/404', { market })
    await screen.findByRole('heading', { level: 1, name: 'Nothing stands here' })
    await user.keyboard('/')
    const overlay = within(await screen.findByRole('dialog', { name: 'Search' }))
    hurry()
    cut(market)
    window.dispatchEvent(new Event('offline'))
    onTestFinished(() => void window.dispatchEvent(new Event('online')))
    await user.type(overlay.getByRole('searchbox'), 'Field 1')
    await expect.poll(() => overlay.queryByRole('alert')?.textContent).toMatch(/Your connection dropped\./)
    mend(market)
    window.dispatchEvent(new Event('online'))
    await overlay.findByRole('heading', { name: /^Works/ })
    expect(overlay.queryByRole('alert')).toBeNull()
  })
})

describe('a server in trouble', () => {
  it('shows the bones of a list while it is slow', async () => {
    const market = marketOf(3)
    const { user } = await openPage('/items?tab=collectibles', { market, as: BOB })
    await expect.poll(() => names().length).toBe(3)
    const answer = market.hold('user.created')
    await user.click(await mainButton(/^Created/))
    await within(screen.getByRole('main')).findByRole('status', { name: 'Loading' })
    expect(document.querySelectorAll('.account-works .card .skeleton').length).toBeGreaterThan(0)
    answer()
    await expect.poll(() => names().length).toBe(3)
    expect(within(screen.getByRole('main')).queryByRole('status', { name: 'Loading' })).toBeNull()
  })

  it('asks who is gone in mid-session to sign in again, without losing the page', async () => {
    const market = marketOf(7)
    const { user } = await openPage('/', { market, as: EVE })
    await expect.poll(() => names().length).toBe(7)
    market.refuse('like.add', 'NOT_LOGGED_IN')
    await user.click(screen.getAllByRole('button', { name: 'Like' })[0] as HTMLElement)
    await within(await screen.findByRole('dialog')).findByRole('button', { name: /Sign/ })
    expect(names()).toHaveLength(7)
  })

  type LazyBoundary = {
    part: string
    path: string
    failing: readonly CallName[]
    /** In the order of the page. */
    says: readonly string[]
    /** There once it has come. */
    comes: string
    as?: typeof ALICE
  }
  const auctioned = anItem({ name: 'Rye field', tokenId: 90n })
  const box = aBox()
  const ofBox = boxPath(box)
  const [item, other] = [anItem({ tokenId: 91n }), anItem({ tokenId: 92n })]
  const inTab = '[role="tabpanel"] tbody tr'
  const HISTORY = 'The history could not be loaded.'
  const PARTS: readonly LazyBoundary[] = [
    {
      part: 'the newest auctions of home',
      path: '/',
      failing: ['auction.newlist'],
      says: ['The auctions could not be loaded.'],
      comes: '.live-auctions-row .card h3',
    },
    {
      part: 'the boxes of home',
      path: '/',
      failing: ['blind.box.list'],
      says: ['The boxes could not be loaded'],
      comes: '.home-boxes .box-card a',
    },
    {
      part: 'the person and the numbers of an account',
      path: `/account/${BOB}`,
      failing: ['user.info', 'user.stat'],
      says: ['Name and words could not be loaded.', 'The numbers could not be loaded.'],
      comes: '.account-brief',
    },
    {
      part: 'works like one, of its collection and of its maker',
      path: itemPath(item),
      failing: ['statistics.similar', 'contract.listitems', 'user.created'],
      says: ['These works could not be loaded.'],
      comes: '.one-row .card h3',
    },
    {
      part: 'the history of a work',
      path: itemPath(item),
      failing: ['nft.history'],
      says: [HISTORY],
      comes: '.item-history tbody tr',
    },
    {
      part: 'the auctions of a work',
      path: `${itemPath(auctioned)}&tab=auctions`,
      failing: ['auction.list'],
      says: ['The auctions could not be loaded.'],
      comes: '.auction-row',
    },
    {
      part: 'the history of a box',
      path: `${ofBox}&tab=history`,
      failing: ['blind.box.history'],
      says: [HISTORY],
      comes: inTab,
    },
    {
      part: 'what one has of a box',
      path: ofBox,
      failing: ['blind.box.kept'],
      says: ['Not all of yours could be loaded.'],
      comes: '.box-title',
      as: ALICE,
    },
  ]

  it.each(PARTS)('asks three times for $part, says in its place that it did not come, and asks again', async (part) => {
    hurry()
    const market = new FakeMarket()
    const auction = anAuction(auctioned)
    // A page that begins to receive events asks for everything again.
    market.isMute = true
    market.users = market.users.map((user) => ({ ...user, brief: 'Paints fields.' }))
    market.hang(item, other, { ...auctioned, auctions: [auction] })
    answerBoxes(market, [box], [anOpening(box, EVE, [0])])
    market
      .answer('auction.newlist', (at) => pageOf([{ ...auctioned, auctions: [auction] }], at))
      .answer('auction.list', (at) => pageOf([auction], at))
      .answer('auction.get', () => auction)
      .answer('nft.history', () => [anEvent(item)])
    const recover = part.failing.map((call) => market.refuseAll(call, 'INTERNAL', { traceId: 'x' }))
    const { user } = await openPage(part.path, { market, ...(part.as && { as: part.as }) })
    const failed = () => [...document.querySelectorAll<HTMLElement>('.part-failed')]
    await expect.poll(() => failed().map(({ textContent }) => textContent)).toEqual(part.says.map((text) => `${text}Try again`))
    for (const call of part.failing) expect(market.inputsOf(call).length, call).toBeGreaterThanOrEqual(3)
    for (const end of recover) end()
    await retryAll(user, failed)
    await expect.poll(() => document.querySelector(part.comes)).not.toBeNull()
  })

  async function retryAll(user: UserEvent, failed: () => HTMLElement[]): Promise<void> {
    for (let left = failed().length; left > 0; left = failed().length) {
      await user.click(within(failed()[0] as HTMLElement).getByRole('button', { name: 'Try again' }))
      await expect.poll(() => failed().length).toBeLessThan(left)
    }
  }
})
