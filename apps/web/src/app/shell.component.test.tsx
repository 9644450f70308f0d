import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ALICE, BOB } from '../../test/addresses.ts'
import { findViolations } from '../../test/axe.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import { anItem, aSale, itemPath } from '../../test/fake/records.ts'
import { openPage } from '../../test/page.tsx'
import { declined } from '../../test/scripted-market.ts'
import { ScriptedWallet } from '../../test/scripted-wallet.ts'
import { atPlace, chip, chipSays, kept, place } from '../../test/sessions.ts'

const header = () => within(document.querySelector<HTMLElement>('header.header') as HTMLElement)
const footer = () => within(document.querySelector<HTMLElement>('footer') as HTMLElement)
const TOAST_MS = 2_000
const AGAIN_MS = 4_000

/** Timers of so many milliseconds run when the test says so. */
function holdTimers(ms: number): { count: () => number; run: () => void } {
  const timers = new Map<unknown, () => void>()
  const [later, never] = [globalThis.setTimeout, globalThis.clearTimeout]
  vi.stubGlobal('setTimeout', (callback: () => void, wait?: number) => {
    if (wait !== ms) return later(callback, wait)
    const key = {}
    timers.set(key, callback)
    return key
  })
  vi.stubGlobal('clearTimeout', (key: never) => void (timers.delete(key) || never(key)))
  const run = () => {
    const callbacks = [...timers.values()]
    timers.clear()
    act(() => {
      for (const one of callbacks) one()
    })
  }
  return { count: () => timers.size, run }
}

afterEach(() => vi.unstubAllGlobals())

describe('the shell', () => {
  it.each([
    ['en', 'The demo is still being hung; the market is open meanwhile. 3 of 541 acts.', '1 did not work out'],
    ['zh', '演示作品仍在布展，市场已可使用。 已完成 3 / 541 项。', '有 1 项未成功'],
  ] as const)(
    'counts the acts of a demo that is still played, says what failed, and goes with the last: %s',
    async (locale, counted, failed) => {
      const market = new FakeMarket()
      market.config.hanging = { done: 3, total: 541, failed: 0 }
      await openPage('/404', { market, locale })
      const line = () => document.querySelector('.hanging-line')?.textContent
      await expect.poll(line).toBe(counted)
      market.config.hanging = { done: 4, total: 541, failed: 1 }
      await expect.poll(line).toContain(failed)
      market.config.hanging = undefined
      await expect.poll(line).toBeUndefined()
    },
  )

  it('[SHELL-29, SHELL-30, SHELL-31, SHELL-32] shows a loading screen until what every page stands on is there', async () => {
    const market = new FakeMarket()
    const stands = ['config.fetch', 'category.list', 'paytoken.list'] as const
    // The last of the three is waited for as the others are.
    const [release, counted] = [market.hold('paytoken.list'), market.hold('notices.count')]
    const opening = openPage('/', { market, as: ALICE })
    await screen.findByRole('status', { name: 'Opening the market' }, { timeout: 20_000 })
    const asked = () => market.asked.map(({ name }) => name)
    await expect.poll(asked).toEqual(expect.arrayContaining([...stands]))
    expect([document.querySelector('header'), asked().includes('notices.count')]).toEqual([null, false])
    release()
    await expect.poll(asked).toContain('notices.count')
    expect([document.querySelector('header'), asked().includes('home.list')]).toEqual([null, false])
    counted()
    await opening
    await expect.poll(() => document.querySelector('header')).not.toBeNull()
    for (const call of stands)
      expect(
        asked()
          .slice(0, asked().indexOf('notices.count'))
          .filter((one) => one === call),
      ).toEqual([call])
    await expect.poll(() => asked().indexOf('home.list')).toBeGreaterThan(asked().indexOf('notices.count'))
  })

  it.each(['config.fetch', 'category.list', 'paytoken.list'] as const)(
    '[SHELL-29] keeps the loading screen while %s alone is not answered',
    async (call) => {
      const market = new FakeMarket()
      const release = market.hold(call)
      const opening = openPage('/404', { market })
      await screen.findByRole('status', { name: 'Opening the market' }, { timeout: 20_000 })
      const { queryClient } = await import('../lib/api.ts')
      await expect.poll(() => [market.asked.some(({ name }) => name === call), queryClient.isFetching()]).toEqual([true, 1])
      // What was answered last may not be drawn yet.
      await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
      screen.getByRole('status', { name: 'Opening the market' })
      expect(document.querySelector('header')).toBeNull()
      release()
      await opening
      await expect.poll(() => document.querySelector('header')).not.toBeNull()
    },
  )

  it('says that the market does not answer, asks again by itself, and opens when it does', async () => {
    const repeat = globalThis.setInterval
    const waits: (number | undefined)[] = []
    vi.stubGlobal('setInterval', (callback: () => void, ms?: number) => {
      waits.push(ms)
      return repeat(callback, ms === AGAIN_MS ? 20 : ms)
    })
    const market = new FakeMarket()
    let isAway = true
    const { fetch } = market
    Object.assign(market, {
      fetch: (url: string, init: RequestInit) => {
        if (isAway && String(url).includes('category/list')) throw new TypeError('fetch failed')
        return fetch(url, init)
      },
    })
    await openPage('/404', { market })
    await screen.findByRole('heading', { level: 1, name: 'The market did not open' }, { timeout: 15_000 })
    expect(document.querySelector('header')).toBeNull()
    isAway = false
    await screen.findByRole('heading', { level: 1, name: 'Nothing stands here' })
    expect(waits).toContain(AGAIN_MS)
  })

  it('[SHELL-01, SHELL-34, SHELL-37, SHELL-38, SHELL-39, SHELL-42, SHELL-44, SHELL-72] offers a visitor the logo, the wallet and the chain’s data', async () => {
    const market = new FakeMarket()
    market.config.site.analytics = 'https://analytics.test/plinth'
    const { user } = await openPage('/404', { market })
    await header().findByRole('link', { name: 'Connect wallet' })
    expect(header().getByRole('link', { name: 'My items' }).getAttribute('href')).toBe('/connect?redirect=%2Fitems')
    const analytics = header().getByRole('link', { name: /On-chain data/ })
    expect([analytics.getAttribute('href'), analytics.getAttribute('target')]).toEqual(['https://analytics.test/plinth', '_blank'])
    for (const name of [/^News/, 'Create']) expect(header().queryByRole('link', { name })).toBeNull()
    expect(chip()).toBeNull()
    await user.click(document.querySelector('header .logo') as HTMLElement)
    await atPlace('/')
    await screen.findByRole('heading', { name: 'The market' })
  })

  it.each([
    ['en', 'Nothing stands here', /^The page was moved, or the address has a slip in it\./, 'Back to the market', 'The market'],
    ['zh', '此处空空如也', /^页面已经搬走，或者地址写错了一笔。/, '回到市场', '市场'],
  ] as const)(
    '[SHELL-22, SHELL-23, SHELL-28] leads in %s from an address without a page to one that says so, and back',
    async (locale, title, text, back, market) => {
      const { user } = await openPage('/no/such/page?x=1', { locale })
      await atPlace('/404')
      await screen.findByRole('heading', { level: 1, name: title })
      await screen.findByText(text)
      expect(await findViolations(document.body)).toEqual([])
      await user.click(within(screen.getByRole('main')).getByRole('link', { name: back }))
      await atPlace('/')
      await screen.findByRole('heading', { name: market })
    },
  )

  it('[SHELL-62, SHELL-63] has logo, languages, categories, contact, chat and search at its foot', async () => {
    const market = new FakeMarket()
    market.config.site.chat = 'https://chat.test/plinth'
    const { user } = await openPage('/404', { market })
    expect(document.querySelector('footer .logo')).not.toBeNull()
    expect(document.querySelectorAll('footer :is([role=group], [role=radiogroup], fieldset)')).toHaveLength(1)
    for (const name of ['English', '中文']) footer().getByText(name)
    for (const id of [1, 2]) expect(document.querySelectorAll(`footer a[href="/salelist/${id}"]`)).toHaveLength(1)
    expect(footer().getByRole('link', { name: 'operator@plinth.test' }).getAttribute('href')).toBe('mailto:operator@plinth.test')
    await user.click(await screen.findByRole('button', { name: 'Chat with us' }))
    const dialog = await screen.findByRole('dialog', { name: 'Chat with us' })
    await within(dialog).findByRole('img', { name: 'Code that opens https://chat.test/plinth' })
    expect(within(dialog).getByRole('link', { name: 'Open the chat' }).getAttribute('href')).toBe('https://chat.test/plinth')
    expect(await findViolations(dialog)).toEqual([])
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    await user.type(footer().getByRole('searchbox'), 'moon{Enter}')
    await atPlace('/search?keyword=moon')
  })

  it.each([
    ['en', 'API'],
    ['zh', '接口文档'],
  ] as const)('links to the API reference from the footer in %s', async (locale, name) => {
    await openPage('/404', { locale })
    expect(footer().getByRole('link', { name }).getAttribute('href')).toBe('/openapi')
  })

  it('[SHELL-11, SHELL-15, SHELL-73] lets a visitor look at everything that is open', async () => {
    const market = new FakeMarket()
    const item = anItem({ name: 'Moon', creator: { address: BOB, nickname: 'Bob', avatar: '' }, owner721: BOB })
    market.hang({ ...item, isOnSale: true, listings: [aSale(item, BOB)] })
    market.answer('user.listbyaddr', ({ addresses }) => market.users.filter(({ address }) => addresses.includes(address)))
    const open = ['/', '/salelist/1', '/search?keyword=Moon', `/collection/${item.collection}?tab=items`, '/explore']
    for (const each of [...open, `/account/${BOB}?tab=created`, itemPath(item)]) {
      await openPage(each, { market })
      expect((await screen.findAllByRole('heading', { name: 'Moon' })).length, each).toBeGreaterThan(0)
      expect(place()).toBe(each)
      expect(document.querySelectorAll('main img').length, each).toBeGreaterThan(0)
    }
  })

  it('[SHELL-05] sends a visitor from what needs a wallet to connect, which has no header or footer', async () => {
    for (const each of ['/create', '/create/erc721', '/create/erc1155', '/items?tab=created', '/message?tab=all']) {
      await openPage(each)
      await atPlace(`/connect?redirect=${encodeURIComponent(each)}`)
    }
    await expect.poll(() => document.querySelectorAll('.header, .footer').length).toBe(0)
  })

  it.each(['/create', '/create/erc721', '/create/erc1155'])('[SHELL-05] opens %s to who has signed in', async (path) => {
    await openPage(path, { as: ALICE })
    await chipSays('Alice')
    await screen.findAllByRole('heading', { level: 1 })
    expect(place()).toBe(path)
  })

  it('[SHELL-19, SHELL-39, SHELL-40, SHELL-42, SHELL-44, SHELL-64, SHELL-65, SHELL-45] shows who has signed in their news, account and follows', async () => {
    const market = new FakeMarket()
    market.answer('follow.follows', ({ page, limit }) => ({ list: [], total: 0, page, limit, pages: 0 }))
    const { user } = await openPage('/404', { market, as: ALICE })
    await chipSays('Alice')
    const news = header().getByRole('link', { name: /^News/ })
    expect(news.getAttribute('href')).toBe('/message?tab=unread')
    expect(header().getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/create')
    expect(header().getByRole('link', { name: 'My items' }).getAttribute('href')).toBe('/items')
    await user.click(chip() as HTMLElement)
    const card = within(await screen.findByRole('region', { name: 'Your account' }))
    await card.findByText('Alice')
    await card.findByText(`${ALICE.slice(0, 11)}…${ALICE.slice(-4)}`)
    card.getByRole('button', { name: 'Copy address' })
    expect(card.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/profile')
    expect(card.queryByRole('link', { name: 'Give yourself a name' })).toBeNull()
    await user.click(card.getByRole('button', { name: 'Following' }))
    const followed = await screen.findByRole('dialog', { name: 'Following' })
    await within(followed).findByText('This account follows nobody yet.')
    expect(await findViolations(followed)).toEqual([])
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Following' })).toBeNull()
    await user.click(header().getByRole('link', { name: /^News/ }))
    await screen.findByRole('heading', { level: 1, name: 'News' })
  })

  it('[SHELL-67, SHELL-75] shows the account of a wallet without a name that has not signed in', async () => {
    const market = new FakeMarket()
    market.users = []
    market.answer('follow.follows', ({ page, limit }) => ({ list: [], total: 0, page, limit, pages: 0 }))
    const wallet = new ScriptedWallet()
    wallet.refusals.push(undefined, declined())
    const { user } = await openPage('/connect', { market, wallet })
    await user.click(await screen.findByRole('button', { name: /Test wallet/ }))
    await within(await screen.findByRole('alert')).findByText(/^You declined in the wallet\./)
    expect(market.inputsOf('user.login')).toEqual([])
    await user.click(document.querySelector('.connect-wall-logo') as HTMLElement)
    await chipSays('0xaaaa')
    await user.click(chip() as HTMLElement)
    const card = within(await screen.findByRole('region', { name: 'Your account' }))
    expect(card.getByRole('link', { name: 'Give yourself a name' }).getAttribute('href')).toBe('/profile')
    for (const name of [/^News/, 'Create', 'My items']) expect(header().getAllByRole('link', { name }).length).toBeGreaterThan(0)
    await user.click(card.getByRole('button', { name: 'Following' }))
    await within(await screen.findByRole('dialog', { name: 'Following' })).findByText('This account follows nobody yet.')
  })

  it('[SHELL-69] leads from the popover to items and profile, and disconnects there', async () => {
    const { user } = await openPage('/404', { as: ALICE })
    await chipSays('Alice')
    await user.click(chip() as HTMLElement)
    const card = within(await screen.findByRole('region', { name: 'Your account' }))
    expect(card.getByRole('link', { name: 'My items' }).getAttribute('href')).toBe('/items')
    expect(card.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/profile')
    await user.click(card.getByRole('button', { name: 'Disconnect' }))
    await expect.poll(chip).toBeNull()
    expect(kept('connected')).toBeNull()
  })

  it('[ERR-23] keeps a toast while it is pointed at or focused, and two seconds after', async () => {
    const timers = holdTimers(TOAST_MS)
    const { user } = await openPage(`/account/${BOB}`)
    const copy = await screen.findByRole('button', { name: /^Copy/ })
    const toast = () => document.querySelector<HTMLElement>('button.toast')
    const holds = [
      [() => user.hover(toast() as HTMLElement), () => user.unhover(toast() as HTMLElement)],
      [async () => act(() => toast()?.focus()), async () => act(() => toast()?.blur())],
    ] as const
    for (const [hold, release] of holds) {
      await user.click(copy)
      await expect.poll(toast).not.toBeNull()
      // The button's own "copied" notice ends by the same time.
      await expect.poll(timers.count).toBe(2)
      await hold()
      await expect.poll(timers.count).toBe(1)
      await release()
      await expect.poll(timers.count).toBe(2)
      timers.run()
      await expect.poll(toast).toBeNull()
    }
  })

  it('[ERR-23, ERR-24] shows a toast for two seconds, and the next in its place', async () => {
    const timers = holdTimers(TOAST_MS)
    const { user } = await openPage(`/account/${BOB}`)
    const copy = await screen.findByRole('button', { name: /^Copy/ })
    const toasts = () => [...document.querySelectorAll('button.toast')].map(({ textContent }) => textContent)
    await user.click(copy)
    await expect.poll(toasts).toEqual(['Copy success'])
    // The button's own "copied" notice ends by the same time.
    await expect.poll(timers.count).toBe(2)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
    await user.click(copy)
    await expect.poll(toasts).toEqual(['Copy error'])
    expect(timers.count()).toBe(2)
    timers.run()
    await expect.poll(toasts).toEqual([])
  })

  it.each([
    ['en', 'Tutorial'],
    ['zh', '使用教程'],
  ] as const)(
    '[WIDG-04, SHELL-41] shows the tutorial by a picture in %s, which leads to the guide in a tab of its own',
    async (locale, word) => {
      const { user } = await openPage('/404', { locale })
      await user.click(await header().findByRole('button', { name: word }))
      const picture = await header().findByRole('img', { name: word })
      expect(picture.getAttribute('src')).toBe(`/tutorial-${locale}.webp`)
      const card = picture.closest('a')
      expect([card?.getAttribute('href'), card?.getAttribute('target')]).toEqual(['/doc', '_blank'])
      await user.keyboard('{Escape}')
      await expect.poll(() => header().queryByRole('img', { name: word })).toBeNull()
    },
  )

  it('reports a page that breaks, with a trace from the browser’s log, and the next page is whole', async () => {
    vi.doMock('../routes/home.tsx', () => ({
      Component: () => {
        throw new Error('broken on purpose')
      },
    }))
    const { error: complain } = console
    const logged = vi.fn()
    console.error = logged
    try {
      const { user } = await openPage('/404')
      await user.click(within(await screen.findByRole('main')).getByRole('link', { name: 'Back to the market' }))
      const broken = await screen.findByRole('alert')
      await within(broken).findByRole('heading', { level: 1, name: 'This page broke' })
      const [, trace] = /Trace ([0-9a-f]{8})\./.exec(broken.textContent ?? '') ?? []
      const traced = logged.mock.calls.filter(([said]) => said === `trace ${trace}`).map(([, error]) => (error as Error).message)
      expect(traced).toEqual(['broken on purpose'])
      await user.click(header().getByRole('link', { name: 'Auctions' }))
      await screen.findByRole('heading', { level: 1, name: 'Auctions' })
      expect(screen.queryByRole('alert')).toBeNull()
    } finally {
      console.error = complain
      vi.doUnmock('../routes/home.tsx')
    }
  })

  it('turns to the theme that is chosen here or in another tab, and keeps it', async () => {
    const { user } = await openPage('/404')
    const shown = () => document.documentElement.dataset.theme
    await user.click(header().getByRole('button', { name: 'Dark theme' }))
    await header().findByRole('button', { name: 'Light theme' })
    expect([shown(), kept('theme')]).toEqual(['dark', 'dark'])
    localStorage.setItem('theme', 'light')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' })))
    await header().findByRole('button', { name: 'Dark theme' })
    expect(shown()).toBe('light')
  })

  it('[F-67] a page without a header turns too, to what another tab or the system chose', async () => {
    await openPage('/connect')
    await screen.findByRole('heading', { level: 1 })
    expect(document.querySelector('header button')).toBeNull()
    localStorage.setItem('theme', 'dark')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })))
    await expect.poll(() => document.documentElement.dataset.theme).toBe('dark')
  })
})
