import { AppError } from '@plinth/api'
import { PRODUCTION_NETWORKS } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, EVE, OTHER_CHAIN } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { aBox, answerBoxes } from '../../../test/fake/box-records.ts'
import { answerExplore } from '../../../test/fake/explore-answers.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { aBid, aCollection, aHolding, anAuction, anItem, aSale, type ItemOf, NOW } from '../../../test/fake/records.ts'
import { watchListEnds } from '../../../test/list-end.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { atPlace } from '../../../test/sessions.ts'

/** An item of this number that its holder offers for 1 ETH. */
function onSale(tokenId: number, over: ItemOf = {}) {
  const owner721 = over.owner721 ?? BOB
  const item = anItem({ name: `Work ${tokenId}`, tokenId: BigInt(tokenId), ...over, owner721 })
  const sale = aSale(item, owner721)
  return { ...item, isOnSale: true, listings: [sale], holdings: [aHolding({ ...item, owner: owner721 }, sale)] }
}

const many = (count: number) => Array.from({ length: count }, (_, at) => onSale(at + 1))
const feed = () => document.querySelector<HTMLElement>('#market [role="feed"]')
const cards = () => [...(feed()?.querySelectorAll<HTMLElement>('.card') ?? [])]
const names = () => cards().map((card) => card.querySelector('h3')?.textContent)
const bar = () => within(document.querySelector<HTMLElement>('.filter-bar') as HTMLElement)

describe('the market on home', () => {
  it('[HOME-06, NET-05] offers every network but test networks, with its mark, and all of them, in filter and header', async () => {
    for (const networks of [undefined, PRODUCTION_NETWORKS]) {
      const market = new FakeMarket()
      const own = market.config.network
      const offered = networks?.map((network) => ({ ...own, ...network, rpc: own.rpc })) ?? market.config.networks
      const test = { ...own, chainId: 80_001, name: 'Mumbai', isDev: true }
      market.config = { ...market.config, networks: [...offered.filter(({ chainId }) => chainId !== test.chainId), test] }
      const { user, screen } = await openPage('/', { market })
      const choice = within(await screen.findByRole('radiogroup', { name: 'Networks' }))
      const labels = choice.getAllByRole('radio').map((radio) => radio.closest('label') as HTMLElement)
      const expected = networks ? ['Ethereum', 'BSC'] : ['Local Ethereum', 'Local Polygon']
      expect(labels.map(({ textContent }) => textContent?.trim())).toEqual(['All networks', ...expected])
      expect(labels.map((label) => label.querySelectorAll('svg').length)).toEqual([0, 1, 1])
      await user.click(within(screen.getByRole('banner')).getByRole('button', { name: /^Network: / }))
      await expect.poll(() => [...document.querySelectorAll('header .popup .grow')].map(({ textContent }) => textContent)).toEqual(expected)
    }
  })

  it('[HOME-07, HOME-11, HOME-19] asks for all networks, leaves out what is being bought, and grows to its last item, which it says', async () => {
    const market = new FakeMarket()
    market.hang(...many(45))
    market.items = market.items.map((item, at) => (at === 0 ? { ...item, isLocked: true } : item))
    const release = market.hold('home.list')
    const end = watchListEnds()
    const { screen } = await openPage('/', { market })
    await screen.findByRole('status', { name: 'Loading' })
    expect(document.querySelector('#market [role="status"]')).not.toBeNull()
    release()
    await expect.poll(names).toEqual(
      many(20)
        .map((_, at) => `Work ${at + 1}`)
        .slice(1),
    )
    const pages = () =>
      market
        .inputsOf('home.list')
        .map(({ page }) => page)
        .filter((page) => page > 1)
    expect(market.inputsOf('home.list')[0]).toMatchObject({ page: 1, limit: 20, chainId: -1, sort: 'update_time', order: 'desc' })
    expect(pages()).toEqual([])
    expect(screen.queryByText('That is all of them')).toBeNull()
    for (const [shown, asked] of [
      [39, [2]],
      [44, [2, 3]],
    ] as const) {
      await expect.poll(() => end.isWatched).toBe(true)
      expect(end.nearPx).toBe(206)
      end.comesNear()
      await expect.poll(() => cards().length).toBe(shown)
      expect(pages()).toEqual(asked)
    }
    await within(document.querySelector<HTMLElement>('#market .list-end') as HTMLElement).findByText('That is all of them')
    expect(end.isWatched).toBe(false)
    expect(names().at(-1)).toBe('Work 45')
    expect(await findViolations(document.querySelector('#market') as Element)).toEqual([])
  })

  it('[HOME-15, HOME-18, HOME-21, WIDG-03] begins again with another choice, and says when there is nothing', async () => {
    const market = new FakeMarket()
    market.hang(...many(25), onSale(90, { chainId: OTHER_CHAIN, name: 'Far work' }))
    market.answer('home.list', ({ chainId = -1, categories, order, ...at }) => {
      const found = market.items.filter((item) => chainId === -1 || item.chainId === chainId)
      const within = found.filter((item) => categories === undefined || categories.includes(item.category?.id ?? 0n))
      return pageOf(order === 'asc' ? within.toReversed() : within, at)
    })
    const end = watchListEnds()
    const { user, screen } = await openPage('/', { market })
    await expect.poll(() => cards().length).toBe(20)
    const last = () => market.inputsOf('home.list').at(-1)
    await expect.poll(() => end.isWatched).toBe(true)
    end.comesNear()
    await expect.poll(() => cards().length).toBe(26)
    await user.click(bar().getByRole('button', { name: 'Eastern' }))
    await expect.poll(() => last()?.categories).toEqual([1n])
    expect(last()?.page).toBe(1)
    await expect.poll(() => cards().length).toBe(20)
    await user.click(bar().getByText('Local Polygon'))
    await expect.poll(names).toEqual(['Far work'])
    expect(last()).toMatchObject({ page: 1, chainId: OTHER_CHAIN, categories: [1n] })
    await user.click(screen.getByRole('button', { name: 'Newest update' }))
    await expect.poll(last).toMatchObject({ page: 1, order: 'asc', chainId: OTHER_CHAIN })
    await user.click(bar().getByText('All networks'))
    await expect.poll(last).toMatchObject({ page: 1, order: 'asc', chainId: -1 })
    await expect.poll(() => names()[0]).toBe('Far work')
    market.items = market.items.filter(({ chainId }) => chainId === CHAIN)
    const later = await openPage(`/?chain=${OTHER_CHAIN}`, { market })
    await later.screen.findByRole('heading', { name: 'Nothing on sale here' })
    expect(cards()).toEqual([])
    await later.user.click(later.screen.getByRole('button', { name: 'Show everything' }))
    await expect.poll(() => cards().length).toBe(20)
    await atPlace('/')
  })

  it('says of each item by a mark which network it lives on, and leads to it there', async () => {
    const market = new FakeMarket()
    market.hang(onSale(1), onSale(2, { chainId: OTHER_CHAIN }))
    await openPage('/', { market })
    await expect.poll(() => cards().length).toBe(2)
    const shown = cards().map((card) => [
      new URL(card.querySelector<HTMLAnchorElement>('.card-link')?.href ?? '').searchParams.get('chain'),
      card.querySelector('.caption-top [role="img"]')?.getAttribute('aria-label'),
    ])
    expect(shown).toEqual([
      [String(CHAIN), 'Local Ethereum'],
      [String(OTHER_CHAIN), 'Local Polygon'],
    ])
  })

  it.each([
    ['/', 'home.list'],
    [`/collection/${COLLECTION}`, 'explore.items'],
    ['/blindbox', 'blind.box.list'],
  ] as const)(
    '[ERR-16, ERR-17, ERR-18] a list on %s that fails says so in a toast and in its place, and comes when asked again',
    async (path, call) => {
      const market = new FakeMarket()
      market.collections = [aCollection({ isOfficial: true })]
      market.hang(onSale(1))
      market.answer(call, () => {
        throw new AppError('ORDER_NOT_FOUND')
      })
      const { user, screen } = await openPage(path, { market })
      const failed = within(await screen.findByRole('alert'))
      failed.getByText('There is no such open order.')
      await expect.poll(() => document.querySelector('.toast')?.textContent).toBe('There is no such open order.')
      market.answer('home.list', (at) => pageOf(market.items, at))
      answerExplore(market)
      answerBoxes(market, [aBox()])
      await user.click(failed.getByRole('button', { name: 'Try again' }))
      await expect.poll(() => document.querySelectorAll('[role="feed"] article').length).toBe(1)
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  it('[HOME-20] opens the dialogs of the item page over the grid', async () => {
    const market = new FakeMarket()
    const own = onSale(1, { owner721: ALICE })
    const other = onSale(2)
    const unsold = anItem({ tokenId: 3n, name: 'Work 3', isOnSale: true })
    market.hang({ ...own, bids: [aBid(own, EVE)] }, { ...other, bids: [aBid(other, ALICE)] }, unsold)
    const { user } = await openPage('/', { market, as: ALICE })
    await expect.poll(() => cards().length).toBe(3)
    const acts = (at: number) => within(cards()[at]?.querySelector<HTMLElement>('.card-acts') as HTMLElement)
    await expect.poll(() => cards().every((card) => card.querySelector('.card-acts button') !== null)).toBe(true)
    /** What the button says that does what the open dialog is for. */
    const opened = async (of: number) => {
      const dialog = await findDialog(`Work ${of + 1}`)
      const button = () => [...dialog.querySelectorAll<HTMLElement>('.dialog-foot button')].at(-1)?.textContent
      await expect.poll(button).toBeDefined()
      const says = button()
      await user.keyboard('{Escape}')
      await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull()
      return says
    }
    const said: (string | null | undefined)[] = []
    for (const [at, name] of [
      [0, 'Cancel the listing'],
      [0, 'Accept the highest bid'],
      [0, 'Transfer'],
      [0, 'Burn'],
      [1, 'Edit bid'],
      [1, 'Cancel bid'],
    ] as const) {
      await user.click(acts(at).getByRole('button', { name: `More for Work ${at + 1}` }))
      await user.click(await acts(at).findByRole('button', { name }))
      said.push(await opened(at))
    }
    for (const at of [0, 1]) {
      await user.click(acts(at).getAllByRole('button')[0] as HTMLElement)
      said.push(await opened(at))
    }
    for (const way of [/^Fixed price/, /^Auction/]) {
      await user.click(acts(2).getByRole('button', { name: 'Sell' }))
      const dialog = within(await findDialog('Work 3'))
      await dialog.findByText('How do you want to sell it?')
      await user.click(dialog.getByRole('button', { name: way }))
      await expect.poll(() => document.querySelector('[role="dialog"] .dialog-foot')?.textContent).toMatch(/Sign the/)
      said.push(await opened(2))
    }
    expect(said).toEqual([
      'Cancel the listing',
      expect.stringMatching(/^Sell for/),
      'Send it',
      'Burn it',
      'Sign the bid',
      'Cancel the bid',
      'Sign the listing',
      expect.stringMatching(/^Pay /),
      'Sign the listing',
      'Sign the auction',
    ])
  })

  it('[HOME-20, F-48] opens the dialogs of auctions over the grid, to look and bid, to edit and to cancel', async () => {
    const market = new FakeMarket()
    const lot = (tokenId: bigint, owner: typeof ALICE, over: Parameters<typeof anAuction>[1]) => {
      const item = anItem({ tokenId, name: `Lot ${tokenId}`, owner721: owner, isOnSale: true })
      return { ...item, auctions: [anAuction(item, { owner, ...over })] }
    }
    market.hang(lot(1n, BOB, {}), lot(2n, ALICE, { startTime: NOW + 600, endTime: NOW + 6_000 }))
    market.answer('auction.get', ({ tokenId }) => {
      const [auction] = market.items.find((item) => item.tokenId === tokenId)?.auctions ?? []
      if (!auction) throw new AppError('AUCTION_NOT_FOUND')
      return auction
    })
    const { user } = await openPage('/', { market, as: ALICE })
    await expect.poll(() => cards().filter((card) => card.querySelector('.card-acts button') !== null).length).toBe(2)
    const acts = (at: number) => within(cards()[at]?.querySelector<HTMLElement>('.card-acts') as HTMLElement)
    const opened = async (of: number, button: RegExp) => {
      await within(await findDialog(`Lot ${of}`)).findByRole('button', { name: button })
      await user.keyboard('{Escape}')
      await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull()
    }
    await user.click(acts(0).getByRole('button', { name: 'See the auction' }))
    await opened(1, /^(Place a bid|Bid)/)
    await user.click(acts(1).getByRole('button', { name: 'Edit auction' }))
    await opened(2, /^Sign the/)
    await user.click(acts(1).getByRole('button', { name: 'More for Lot 2' }))
    await user.click(await acts(1).findByRole('button', { name: 'Cancel the auction' }))
    await opened(2, /^Cancel the auction$/)
  })

  it('[ACC-19, SHELL-76] a like is there at once, is kept, and is taken back the same way', async () => {
    const market = new FakeMarket()
    market.hang(onSale(1), onSale(2))
    const heart = (at: number) => cards()[at]?.querySelector<HTMLElement>('.like')
    const hearts = () => [0, 1].map((at) => heart(at)?.getAttribute('aria-pressed'))
    const { user } = await openPage('/', { market, as: ALICE })
    await expect.poll(() => hearts()).toEqual(['false', 'false'])
    const release = market.hold('like.add')
    await user.click(heart(1) as HTMLElement)
    await expect.poll(() => hearts()).toEqual(['false', 'true'])
    expect(market.items.some(({ isLiked }) => isLiked)).toBe(false)
    release()
    await expect.poll(() => market.items.map(({ isLiked }) => isLiked)).toEqual([false, true])
    expect(market.inputsOf('like.add')).toMatchObject([{ collection: COLLECTION, tokenId: 2n, chainId: CHAIN }])
    const later = await openPage('/', { market, as: ALICE, isReload: true })
    await expect.poll(() => hearts()).toEqual(['false', 'true'])
    await later.user.click(heart(1) as HTMLElement)
    await expect.poll(() => market.items.map(({ isLiked }) => isLiked)).toEqual([false, false])
    expect(market.inputsOf('like.remove')).toMatchObject([{ collection: COLLECTION, tokenId: 2n }])
    await expect.poll(() => hearts()).toEqual(['false', 'false'])
  })
})
