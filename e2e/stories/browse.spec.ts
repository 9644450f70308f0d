import { type ItemRecord, readMetadata } from '@plinth/api'
import { bidFor } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_NETWORKS, PRODUCTION_NETWORKS, TOKEN_STANDARD } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeAnswer, changeAnswers, refuseUntilRetried } from '../support/answers.ts'
import { PHONE } from '../support/browser.ts'
import { actAs, demoMarket, worksOnSale } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { settled } from '../support/pages.ts'
import { visitEach } from '../support/visits.ts'
import { signInAs } from '../support/wallet.ts'

const SLIDE_MS = 6_000
/** 150 and 56 allowance. */
const NEAR_PX = 206
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

/** Home, a collection, somebody's works: what is shown while it comes, when it is there, when there is none and when it fails. */
describe('browsing', () => {
  const market = demoMarket()
  const story = visitEach(market)
  let page: Page
  beforeEach(() => {
    page = story.page
  })

  const bob = addressOf('Bob')
  const cards = () => page.locator('[role="feed"] .card')
  const height = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((part) => part.getBoundingClientRect().height)

  it('[HOME-01] the banner shows one work at a time and goes on after six seconds', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    await settled(page)
    await page.clock.install()
    await page.reload()
    await settled(page)
    const inView = () =>
      page
        .locator('.banner-slide')
        .evaluateAll((slides) => slides.map((slide) => Math.abs(slide.getBoundingClientRect().left) < innerWidth / 2))
    const { banners } = await page.evaluate(async () => {
      const answer = await fetch('/api/config/fetch', { method: 'POST' })
      return (await answer.json()).data.site as { banners: unknown[] }
    })
    expect(await inView()).toEqual(banners.map((_, index) => index === 0))
    await page.clock.runFor(SLIDE_MS - 4_000)
    expect((await inView())[0]).toBe(true)
    await page.clock.runFor(4_000)
    await expect.poll(async () => (await inView()).indexOf(true)).toBe(1)
    expect(await page.locator('.banner-count').innerText()).toBe(`2 of ${banners.length}`)
  })

  it('[HOME-02, HOME-03, HOME-05] it is 600 to 700 high on a desk and 500 on a phone, with a version for each', async () => {
    await page.goto('/')
    await settled(page)
    expect(await page.locator('.banner .hero').count()).toBeGreaterThan(0)
    expect(await height('.announcement-row')).toBe(36)
    for (const [tall, shown] of [
      [500, 600],
      [1_400, 700],
    ] as const) {
      await page.setViewportSize({ width: 1_440, height: tall })
      expect(await height('.banner')).toBe(shown)
    }
    await page.setViewportSize(PHONE)
    await page.locator('.banner.phone .hero-phone').first().waitFor()
    expect(await page.locator('.banner .hero').count()).toBe(0)
    expect(await height('.banner')).toBe(500)
    expect(await height('.announcement-row')).toBe(31)
    // A tablet is as wide as a desk and still a phone to the banner.
    await page.setViewportSize({ width: 1_024, height: 800 })
    await page.addInitScript((agent) => Object.defineProperty(navigator, 'userAgent', { get: () => agent }), IPHONE)
    await page.reload()
    await page.locator('.banner.phone').waitFor()
  })

  it('[HOME-06, NET-05] offers all networks and each one that is no test network, with its mark; with the production list these are 1 and 56', async () => {
    let networks: readonly object[] = []
    await changeAnswers(page, '**/api/config/fetch', ({ data }) => {
      data.networks = networks.map((network) => ({ ...data.network, ...network, rpc: data.network.rpc }))
    })
    const dev = { chainId: 80_001, name: 'Mumbai', isDev: true }
    for (const [offered, names] of [
      [LOCAL_NETWORKS, ['Local Ethereum', 'Local BSC']],
      [PRODUCTION_NETWORKS, ['Ethereum', 'BSC']],
    ] as const) {
      networks = [...offered.filter(({ chainId }) => chainId !== dev.chainId), dev]
      await page.goto('/')
      const labels = page.locator('.filter-bar').getByRole('radiogroup', { name: 'Networks' }).locator('label')
      await expect.poll(async () => (await labels.allInnerTexts()).map((text) => text.trim())).toEqual(['All networks', ...names])
      expect(await labels.locator('svg').count()).toBe(2)
      await page
        .locator('header')
        .getByRole('button', { name: /^Network: / })
        .click()
      expect(await page.locator('header .popup .grow').allInnerTexts()).toEqual(names)
    }
  })

  it('[HOME-07, HOME-11, HOME-15, HOME-18, HOME-19, HOME-21, WIDG-03] a list is awaited in cards of the same size, leaves out what is locked, grows 206 px before its end, begins anew with another choice, and says when it is over or empty', async () => {
    const asked: URLSearchParams[] = []
    const held = Promise.withResolvers<void>()
    await page.route('**/api/home/list', async (route) => {
      const params = new URLSearchParams(route.request().postData() ?? '')
      asked.push(params)
      await held.promise
      await changeAnswer(route, ({ data }) => {
        // Somebody is buying the first work, as the server has not heard yet.
        if (params.get('page') === '1') data.list[0].isLock = true
      })
    })
    await page.goto('/')
    await page.locator('#market').getByRole('status', { name: 'Loading' }).waitFor()
    // Against the list they are in: auctions and boxes above it come in their own time.
    const placeOfFirst = () =>
      page.locator('#market').evaluate((list) => {
        const [at, card] = [list.getBoundingClientRect(), list.querySelector('.card')?.getBoundingClientRect()]
        return card && { left: card.left - at.left, top: card.top - at.top, width: card.width, height: card.height }
      })
    const waiting = await placeOfFirst()
    held.resolve()
    await cards().first().waitFor()
    expect(await placeOfFirst()).toEqual(waiting)
    expect(asked[0]?.get('chainId')).toBe('-1')
    const { list: served } = await market.api.home.list({ page: 1, limit: 20, sort: 'update_time', order: 'desc' })
    expect(await cards().locator('h3').allTextContents()).toEqual(served.slice(1).map(({ metadata }) => readMetadata(metadata).name))
    // The first page is looked at again whenever the news begin.
    const grown = () => asked.map((each) => each.get('page')).filter((at) => at !== '1')
    expect(grown()).toEqual([])

    const standAbove = (px: number) =>
      page.evaluate((distance) => {
        const end = document.querySelector('.list-end') as Element
        scrollBy(0, end.getBoundingClientRect().top - innerHeight - distance)
      }, px)
    await standAbove(NEAR_PX + 4)
    await page.waitForTimeout(400)
    expect(grown()).toEqual([])
    await standAbove(NEAR_PX - 4)
    await expect.poll(grown).toEqual(['2'])
    await expect.poll(() => cards().count()).toBe(39)

    await page.locator('.filter-bar').getByRole('button', { name: 'Guangong' }).click()
    await expect.poll(() => asked.at(-1)?.get('cate')).toMatch(/\d/)
    expect(asked.at(-1)?.get('page')).toBe('1')
    await page.locator('.filter-bar').getByText('Local BSC').click()
    await expect.poll(() => asked.at(-1)?.get('chainId')).toBe('31338')
    expect(asked.at(-1)?.get('page')).toBe('1')
    await page.getByRole('button', { name: 'Newest update' }).click()
    await expect.poll(() => asked.at(-1)?.get('order')).toBe('asc')
    expect(asked.at(-1)?.get('page')).toBe('1')
    await page.locator('.filter-bar').getByText('All networks').click()
    await expect.poll(() => asked.at(-1)?.get('chainId')).toBe('-1')

    await page.goto('/')
    await settled(page)
    const { total } = await market.api.home.list({ page: 1, limit: 1 })
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
        return cards().count()
      })
      .toBe(total - 1)
    await page.locator('.list-end').getByText('That is all of them').waitFor()

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const none = { list: [], total: 0, page: 1, limit: 20, pages: 0 }
    await page.route('**/api/home/list', (route) => route.fulfill({ json: { data: none } }))
    await page.goto('/?chain=31338')
    await page.getByRole('heading', { name: 'Nothing on sale here' }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await cards().first().waitFor()
  })

  it('[ERR-16, ERR-17, ERR-18] lists that fail say what the server said in a toast and in their place, and come when asked again', async () => {
    for (const [url, call] of [
      ['/', 'home/list'],
      [`/collection/${await aCollection()}`, 'contract/listitems'],
      ['/blindbox', 'blind/box/list'],
    ] as const) {
      await refuseUntilRetried(page, call, 'The market is tired')
      await page.goto(url)
      await page.locator('.toast').getByText('The market is tired').waitFor()
      await page.getByRole('alert').getByText('The market is tired').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.locator('[role="feed"] article').first().waitFor()
      await page.unroute(`**/api/${call}`)
    }
  })

  it('each card says by its mark which network its work lives on', async () => {
    await page.goto('/')
    await settled(page)
    const shown = await cards().evaluateAll((all) =>
      all.map((card) => ({
        chain: new URL(card.querySelector<HTMLAnchorElement>('.card-link')?.href ?? '').searchParams.get('chain'),
        mark: card.querySelector('.caption-top [role="img"]')?.getAttribute('aria-label'),
      })),
    )
    for (const [chain, name] of [
      ['31337', 'Local Ethereum'],
      ['31338', 'Local BSC'],
    ]) {
      const marks = shown.filter((card) => card.chain === chain).map(({ mark }) => mark)
      expect(new Set(marks)).toEqual(new Set([name]))
    }
  })

  it('[SHELL-04] anybody sees the hot auctions as a grid that grows as its end comes near', async () => {
    const asked: (string | null)[] = []
    // The demo has fewer auctions than one page holds: the market's own works take their place.
    await page.route('**/api/auction/newlist', async (route) => {
      asked.push(new URLSearchParams(route.request().postData() ?? '').get('page'))
      await route.continue({ url: route.request().url().replace('/auction/newlist', '/home/list') })
    })
    await page.goto('/auctions')
    await page.getByRole('heading', { level: 1, name: 'Auctions' }).waitFor()
    await expect.poll(() => cards().count()).toBe(20)
    expect(asked).not.toContain('2')
    await page.locator('.list-end').scrollIntoViewIfNeeded()
    await expect.poll(() => cards().count()).toBeGreaterThanOrEqual(40)
    expect(asked).toContain('2')
    expect(new URL(page.url()).pathname).toBe('/auctions')
  })

  it('[HOME-20] the dialogs of the item page open over the grid', async () => {
    const keyOf = ({ collection, tokenId }: ItemRecord) => ({ collection, tokenId })
    const dearest = (await worksOnSale(market)).toReversed()
    const [own, other] = [dearest.find(({ onlyOwner }) => onlyOwner === bob), dearest.find(({ onlyOwner }) => onlyOwner !== bob)]
    if (!own || !other) throw new Error('Bob and another must have something on sale')
    await bidFor(await actAs('Eve', market), keyOf(own), '1', { payToken: 'dollar' })
    await bidFor(await actAs('Bob', market), keyOf(other), '1', { payToken: 'dollar' })
    const { list } = await market.api.user.collections({ address: bob, page: 1, limit: 100, chainId: LOCAL_CHAIN_ID })
    const unsold = list.find(({ isOnSale, auctions, standard }) => !isOnSale && auctions.length === 0 && standard === TOKEN_STANDARD.ERC721)
    if (!unsold) throw new Error('Bob has everything on sale')
    await page.route('**/api/home/list', async (route) => {
      const url = route.request().url().replace('/home/list', '/nft/detail')
      const list: unknown[] = []
      for (const { collection, tokenId } of [own, other, unsold]) {
        const postData = new URLSearchParams({ token: collection, tokenId: String(tokenId) }).toString()
        list.push((await (await route.fetch({ url, postData })).json()).data)
      }
      await route.fulfill({ json: { data: { list, total: 3, page: 1, limit: 20, pages: 1 } } })
    })
    // What lives on another network would ask to change to it first.
    await signInAs(page, 'Bob', '/?chain=31337')
    await settled(page)
    const dialog = page.getByRole('dialog')
    const opened = async () => {
      const says = await dialog.locator('.dialog-foot button').last().innerText()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      return says
    }
    const first = (at: number) => cards().nth(at).locator('.card-acts button').first()
    const said: string[] = []
    const openFrom = async (at: number, ...names: string[]) => {
      for (const name of names) {
        await cards().nth(at).locator('.card-acts button').last().click()
        await cards().nth(at).locator('.menu').getByRole('button', { name, exact: true }).click()
        said.push(await opened())
      }
    }
    await openFrom(0, 'Take off sale', 'Accept the highest bid', 'Transfer', 'Burn')
    await openFrom(1, 'Edit bid', 'Cancel bid')
    for (const at of [0, 1]) {
      await first(at).click()
      said.push(await opened())
    }
    for (const way of [/^Fixed price/, /^Auction/]) {
      await first(2).click()
      await dialog.getByText('How do you want to sell it?').waitFor()
      await dialog.getByRole('button', { name: way }).click()
      await dialog.getByRole('button', { name: /^Sign the/ }).waitFor()
      said.push(await opened())
    }
    // Its button says what each of them does.
    expect(said).toEqual([
      ...['Take off sale', expect.stringMatching(/^Sell for/), 'Send it', 'Burn it'],
      ...['Sign the bid', 'Take the bid back', 'Sign the listing', expect.stringMatching(/^Pay /)],
      ...['Sign the listing', 'Sign the auction'],
    ])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('[ERR-20] any other list that fails says so in its place alone, and comes when asked again', async () => {
    await refuseUntilRetried(page, 'user/onsales', 'The market is tired')
    await page.goto(`/account/${addressOf('Bob')}`)
    await page.getByRole('alert').getByText('The market is tired').waitFor()
    expect(await page.locator('.toast').count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await cards().first().waitFor()
  })

  it('[COLL-01, COLL-02, COLL-03, COLL-04, COLL-05] a collection shows its banner, cover, name, address and words, and two tabs that count', async () => {
    await story.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const address = await aCollection()
    const info = await market.api.contract.info({ collection: address })
    const stat = await market.api.contract.stat({ collection: address })
    if (!('name' in info)) throw new Error('no such collection')
    await page.goto(`/collection/${address}`)
    await page.getByRole('heading', { level: 1, name: info.name }).waitFor()
    for (const part of ['.collection-banner img', '.collection-cover img'])
      await expect.poll(() => page.locator(part).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const head = page.locator('.collection-head')
    await head.getByText(`${address.slice(0, 11)}…${address.slice(-4)}`).waitFor()
    await head.getByText(info.description).waitFor()
    await head.getByRole('button', { name: /^Copy/ }).click()
    await page.locator('.toast').getByText('Copy success').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
    })
    await head.getByRole('button', { name: /^Copy/ }).click()
    await page.locator('.toast').getByText('Copy error').waitFor()
    const tabs = page.getByRole('group', { name: 'Works of the collection' })
    if (!('onSale' in stat)) throw new Error('no numbers')
    expect((await tabs.innerText()).replaceAll(/\s+/g, ' ')).toBe(`On sale ${stat.onSale} Collectibles ${stat.items}`)
    await tabs.getByRole('button', { name: /Collectibles/ }).click()
    await page.waitForURL('**tab=collectibles*')
    await changeAnswers(page, '**/api/contract/info', ({ data }) => {
      data.description = ''
    })
    await page.reload()
    await head.getByText('No description yet').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('[ACC-08, ACC-11, ACC-14] an account has a choice of networks, a grid that grows, and says where it is empty', async () => {
    await page.goto(`/account/${bob}?tab=collectibles`)
    await expect.poll(() => cards().count()).toBe(20)
    await page.locator('.list-end').scrollIntoViewIfNeeded()
    await expect.poll(() => cards().count()).toBeGreaterThan(20)
    await page.locator('.account-filters').getByText('Local BSC').click()
    await page.waitForURL('**chain=31338*')
    const { total } = await market.api.user.collections({ address: bob, page: 1, limit: 1, chainId: 31_338 })
    await expect.poll(() => cards().count()).toBe(Math.min(total, 20))
    await page.goto(`/account/0x${'0'.repeat(38)}aa?tab=created`)
    await page.getByRole('heading', { level: 2, name: 'Nothing made yet' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Look around the market' }).click()
    await page.waitForURL(`${market.url}/`)
  })

  it('[ACC-19, SHELL-76] a like is there at once, is kept, and is taken back the same way', async () => {
    await signInAs(page, 'Eve')
    await settled(page)
    const hearts = cards().getByRole('button', { name: /like/i })
    // What Eve does not like yet.
    const at = await hearts.evaluateAll((all) => all.findIndex((each) => each.getAttribute('aria-pressed') === 'false'))
    const heart = hearts.nth(at)
    const liked = async () => (await market.api.user.like({ address: addressOf('Eve'), page: 1, limit: 100 })).total
    const before = await liked()
    await heart.click()
    await expect.poll(liked).toBe(before + 1)
    await page.reload()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await heart.click()
    await expect.poll(liked).toBe(before)
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false')
  })

  async function aCollection() {
    const { list } = await market.api.home.list({ page: 1, limit: 20, chainId: 31_337 })
    const named = await Promise.all(
      list.map(async ({ collection }) => ({ collection, info: await market.api.contract.info({ collection }) })),
    )
    const found = named.find(({ info }) => 'description' in info && info.description !== '' && info.cover !== '')
    if (!found) throw new Error('no collection has words and a cover')
    return found.collection
  }
})
