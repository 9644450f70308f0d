/** @module-tag more */
import { type ItemRecord, readMetadata } from '@plinth/api'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeAnswer } from '../support/answers.ts'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { demoMarket, itemPath } from '../support/demo-market.ts'
import { settled } from '../support/pages.ts'
import { visitEach } from '../support/visits.ts'

const CHUNK_MS = 120_000
const SLIDE_MS = 6_000
/** Real time in which a slide's transition ends. */
const COME_OVER_MS = 1_500
/** 150 plus a tolerance of 56. */
const NEAR_PX = 206
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

/** Sizes, positions, scrolling, images, and code that fails to load: what needs a layout and a file server. */
describe('the layout', () => {
  const market = demoMarket()
  const story = visitEach(market)
  let page: Page
  beforeEach(() => {
    page = story.page
  })

  const scrolledTo = () => page.evaluate(() => scrollY)
  const height = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((part) => part.getBoundingClientRect().height)

  it('[HOME-11, SHELL-27, WIDG-03] awaits cards of the same size, grows 206 px before its end, and is found again where it was left', async () => {
    const asked: URLSearchParams[] = []
    const released = Promise.withResolvers<void>()
    await page.route('**/api/home/list', async (route) => {
      const params = new URLSearchParams(route.request().postData() ?? '')
      asked.push(params)
      await released.promise
      await changeAnswer(route, ({ data }) => {
        // A purchase of the first item is under way, before the server knows.
        if (params.get('page') === '1') data.list[0].isLock = true
      })
    })
    await page.goto('/')
    await page.locator('#market').getByRole('status', { name: 'Loading' }).waitFor()
    // Relative to its own list: auctions and boxes above it load at their own time.
    const placeOfFirst = () =>
      page.locator('#market').evaluate((list) => {
        const [at, card] = [list.getBoundingClientRect(), list.querySelector('.card')?.getBoundingClientRect()]
        return card && { left: card.left - at.left, top: card.top - at.top, width: card.width, height: card.height }
      })
    const waiting = await placeOfFirst()
    released.resolve()
    const cards = page.locator('#market [role="feed"] .card')
    await cards.first().waitFor()
    expect(await placeOfFirst()).toEqual(waiting)
    const { list: served } = await market.api.home.list({ page: 1, limit: 20, sort: 'update_time', order: 'desc' })
    expect(await cards.locator('h3').allTextContents()).toEqual(served.slice(1).map(({ metadata }) => readMetadata(metadata).name))
    await settled(page)

    // The first page is refetched whenever the event stream starts.
    const grown = () => asked.map((each) => each.get('page')).filter((at) => at !== '1')
    // Content that scrolls into view is laid out then, which shifts the end.
    const standAbove = (px: number) =>
      page.evaluate((distance) => {
        const end = document.querySelector('.list-end') as Element
        const off = end.getBoundingClientRect().top - innerHeight - distance
        scrollBy({ top: off, behavior: 'instant' })
        return Math.abs(off)
      }, px)
    await expect.poll(() => standAbove(NEAR_PX + 4)).toBeLessThan(1)
    await page.waitForTimeout(400)
    expect(await standAbove(NEAR_PX + 4)).toBeLessThan(1)
    expect(grown()).toEqual([])
    await expect
      .poll(async () => {
        if (grown().length === 0) await standAbove(NEAR_PX - 4)
        return grown()
      })
      .toEqual(['2'])
    await expect.poll(() => cards.count()).toBe(39)

    const card = cards.nth(17).locator('.card-link')
    await card.scrollIntoViewIfNeeded()
    const left = await scrolledTo()
    expect(left).toBeGreaterThan(500)
    await card.click()
    await page.waitForURL('**/detail/**')
    await expect.poll(scrolledTo).toBe(0)
    await page.goBack()
    await expect.poll(scrolledTo).toBe(left)
  })

  it('[HOME-02, HOME-03, HOME-05, SHELL-46, SHELL-47] fits a desk and a phone: banner, announcements, header, and the search in Chinese', async () => {
    const header = () =>
      page.evaluate(() => {
        scrollTo(0, 500)
        const { position } = getComputedStyle(document.querySelector('.header') as Element)
        return [position, getComputedStyle(document.body).paddingTop, document.querySelector('.header')?.getBoundingClientRect().top]
      })
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
    expect(await header()).toEqual(['fixed', '112px', 0])
    await page.setViewportSize(PHONE)
    await page.locator('.banner.phone .hero-phone').first().waitFor()
    expect(await page.locator('.banner .hero').count()).toBe(0)
    expect(await height('.banner')).toBe(500)
    expect(await height('.announcement-row')).toBe(31)
    expect(await header()).toEqual(['relative', '0px', -500])

    // A tablet is as wide as a desk, but the banner uses its phone form.
    await page.setViewportSize({ width: 1_024, height: 800 })
    await page.addInitScript((agent) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => agent })
      localStorage.setItem('locale', 'zh')
    }, IPHONE)
    await page.reload()
    await page.locator('.banner.phone').waitFor()
    await page.setViewportSize(PHONE)
    await page.locator('header').getByRole('button', { name: '边输入边搜索' }).click()
    const overlay = page.getByRole('dialog', { name: '搜索' })
    await overlay.getByRole('searchbox').fill('moon')
    await overlay.getByRole('heading', { name: /作品/ }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  })

  it('[HOME-01, HOME-04] banner and strip advance after six seconds, but not while hovered, focused or with reduced motion', async () => {
    const slide = page.locator('.banner-count')
    const notice = page.locator('.announcement-next')
    const shown = async () => [(await slide.innerText())[0], (await notice.innerText())[0]]
    const slidesInView = () =>
      page
        .locator('.banner-slide')
        .evaluateAll((slides) => slides.map((one) => Math.abs(one.getBoundingClientRect().left) < innerWidth / 2))
    await page.clock.install()
    const open = async (reducedMotion: 'reduce' | 'no-preference') => {
      await page.emulateMedia({ reducedMotion })
      await page.goto('/')
      await settled(page)
      expect(await shown()).toEqual(['1', '1'])
    }
    await open('reduce')
    await page.clock.runFor(3 * SLIDE_MS)
    await page.waitForTimeout(COME_OVER_MS)
    expect(await shown()).toEqual(['1', '1'])

    await open('no-preference')
    const { banners } = await page.evaluate(async () => {
      const answer = await fetch('/api/config/fetch', { method: 'POST' })
      return (await answer.json()).data.site as { banners: unknown[] }
    })
    const only = (at: number) => banners.map((_, index) => index === at)
    expect(await slidesInView()).toEqual(only(0))
    const focus = (button: string, isOn: boolean) =>
      page
        .locator(button)
        .first()
        .evaluate((element: HTMLElement, on) => (on ? element.focus() : element.blur()), isOn)
    for (const [pointed, focused] of [
      ['.banner', '.announcement-next'],
      ['.announcement-row', '.banner-pager button'],
    ] as const) {
      await page.locator(pointed).hover()
      await focus(focused, true)
      const before = await shown()
      await page.clock.runFor(SLIDE_MS + 500)
      await page.waitForTimeout(COME_OVER_MS)
      expect(await shown()).toEqual(before)
      await page.mouse.move(720, 20)
      await focus(focused, false)
      await page.clock.runFor(SLIDE_MS - 4_000)
      expect(await shown()).toEqual(before)
      await page.clock.runFor(4_500)
      const [first, second] = before
      await expect.poll(async () => (await shown()).map((at, which) => at !== [first, second][which])).toEqual([true, true])
      const at = Number((await slide.innerText())[0])
      expect(await slide.innerText()).toBe(`${at} of ${banners.length}`)
      await expect.poll(slidesInView).toEqual(only(at - 1))
    }
  })

  it('[COLL-01, ERR-23, SHELL-41, SHELL-63] pictures arrive, a toast stands 40 px from the top, and the chat button floats', async () => {
    const address = await collectionWithCover()
    await story.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/collection/${address}`)
    for (const part of ['.collection-banner img', '.collection-cover img'])
      await expect.poll(() => page.locator(part).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    for (const language of ['en', 'zh']) {
      const width = page.evaluate(async (src) => {
        const tutorial = Object.assign(new Image(), { src })
        await tutorial.decode()
        return tutorial.naturalWidth
      }, `/tutorial-${language}.webp`)
      expect(await width).toBeGreaterThan(0)
    }
    await page.locator('.collection-head').getByRole('button', { name: /^Copy/ }).click()
    const toast = page.locator('.toast').filter({ hasText: 'Copy success' })
    await toast.waitFor()
    expect((await toast.boundingBox())?.y).toBe(40)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

    const chat = page.getByRole('button', { name: 'Chat with us' })
    const place = () => chat.evaluate((button) => [getComputedStyle(button).position, Math.round(button.getBoundingClientRect().bottom)])
    const floating = await place()
    expect(floating[0]).toBe('fixed')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect(await scrolledTo()).toBeGreaterThan(0)
    expect(await place()).toEqual(floating)
  })

  it('[F-66] nothing lies over items or page on a phone: neither countdowns nor the chat', async () => {
    for (const width of [320, 390, 600]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/auctions')
      await page.locator('[role="feed"] .card-badge').first().waitFor()
      await page.waitForFunction(() => [...document.querySelectorAll('.card .work')].every((item) => !item.classList.contains('hidden')))
      const covered = await page.locator('[role="feed"] .card').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const [badge, item] = [card.querySelector('.card-badge'), card.querySelector('.work')].map((part) =>
            part?.getBoundingClientRect(),
          )
          return badge && item && badge.bottom > item.top + 1
            ? [`${card.querySelector('h3')?.textContent}: ${badge.bottom - item.top} px`]
            : []
        }),
      )
      expect(covered, `at ${width}`).toEqual([])
      const chat = page.getByRole('button', { name: 'Chat with us' })
      expect(await chat.evaluate((button) => getComputedStyle(button).position)).toBe('static')
      expect(await chat.evaluate((button) => button.closest('footer') !== null)).toBe(true)
    }
  })

  it('[ERR-04] leaves out a part whose code does not come within two minutes, says so of a page, and offers to reload', async () => {
    await page.setViewportSize(PHONE)
    await page.clock.install()
    await page.route(/\/assets\/(MobileMenu|SearchOverlay)-/, () => undefined)
    await page.goto('/404')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Search with suggestions' }).click()
    const offer = page.getByRole('alert')
    await page.clock.runFor(CHUNK_MS - 10_000)
    expect(await offer.count()).toBe(0)
    await page.clock.runFor(10_500)
    await offer.getByText('A part of this page did not arrive.').waitFor()
    expect(await offer.count()).toBe(1)
    await page.getByRole('heading', { name: 'Nothing stands here' }).waitFor()
    await page.unroute(/\/assets\/(MobileMenu|SearchOverlay)-/)
    await page.route(/\/assets\/home-/, (route) => route.abort())
    await offer.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })

    await page.getByRole('main').getByRole('link', { name: 'Back to the market' }).click()
    await page.getByRole('heading', { level: 1, name: 'This page did not arrive' }).waitFor()
    await page.locator('header.header').waitFor()
    await page.unroute(/\/assets\/home-/)
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByRole('heading', { name: 'The market' }).waitFor()
  })

  it.each([
    ['a desk', DESKTOP, true],
    ['a phone', PHONE, false],
  ])(
    '[ITEM-01, ITEM-02] hangs a picture where it will hang before any script has run, and fills the screen of %s',
    async (_, size, hasFullScreen) => {
      await page.setViewportSize(size)
      if (!hasFullScreen)
        await page.addInitScript(() => Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }))
      const arrived = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await arrived.promise
        await route.continue()
      })
      const visit = page.goto(itemPath(await itemOfKind('image')), { waitUntil: 'commit' }).then(() => page.waitForLoadState('load'))
      const sight = page.locator('#first-sight')
      await expect.poll(() => widthOf(sight.locator('img'))).toBeGreaterThan(0)
      // The picture may come before the stylesheet, without which the browser paints nothing.
      await expect.poll(() => sight.locator('img').evaluate((img) => getComputedStyle(img).objectFit)).toBe('contain')
      const first = await paintedBox(sight.locator('img'))
      const [wall, mark] = [await sight.locator('.wall').boundingBox(), await page.locator('.loading-mark').boundingBox()]
      expect(mark, 'beside or under the wall').toSatisfy(() => isApart(wall, mark))
      arrived.resolve()
      await visit
      await sight.waitFor({ state: 'detached' })
      const own = await paintedBox(page.locator('.stage img'))
      for (const side of ['x', 'y', 'width', 'height'] as const) expect(Math.abs(own[side] - first[side]), side).toBeLessThan(2)
      expect(await page.locator('.stage :is(audio, video)').count()).toBe(0)
      await page.locator('.traits .trait-share').filter({ hasText: '%' }).first().waitFor()

      if (hasFullScreen) {
        await page.locator('.stage-tools').getByRole('button', { name: 'Full screen' }).click()
        await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toContain('stage-figure')
        await page.evaluate(() => document.exitFullscreen())
      } else await fillsThePage('img', size.width / 2)
      // Another page is its own.
      await page.getByRole('link', { name: 'Plinth', exact: false }).first().click()
      await page.locator('[role="feed"] article').first().waitFor()
      expect(await sight.count()).toBe(0)
    },
  )

  it('[ITEM-01, ITEM-02] plays sound under its cover, and film, which fills the page where full screen is refused', async () => {
    await page.addInitScript(() => Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }))
    for (const kind of ['audio', 'video'] as const) {
      await page.goto(itemPath(await itemOfKind(kind)))
      const media = page.locator(`.stage ${kind}`)
      await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.duration)).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Play' }).click()
      await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThan(0)
      if (kind === 'audio') await expect.poll(() => widthOf(page.locator('.stage img'))).toBeGreaterThan(0)
      else await fillsThePage('video', 400)
    }
  })

  it('[F-76] in full screen the player lies below the item, at a desk and on a phone laid down', async () => {
    await page.goto(itemPath(await itemOfKind('audio')))
    const [cover, player] = [page.locator('.stage img'), page.locator('.stage .player')]
    await expect.poll(() => widthOf(cover)).toBeGreaterThan(0)
    for (const size of [DESKTOP, { width: PHONE.height, height: PHONE.width }]) {
      await page.setViewportSize(size)
      await page.locator('.stage-tools').getByRole('button', { name: 'Full screen' }).click()
      await page.waitForFunction(() => document.fullscreenElement?.querySelector('.player'))
      await expect
        .poll(async () => isApart(await paintedBox(cover), await player.boundingBox()), { message: JSON.stringify(size) })
        .toBe(true)
      await page.evaluate(() => document.exitFullscreen())
    }
  })

  /** Opens it by the button beside the item, and restores the focus there when it is closed. */
  async function fillsThePage(shown: 'img' | 'video', least: number): Promise<void> {
    const button = page.locator('.stage-tools').getByRole('button', { name: 'Full screen' })
    await button.click()
    const whole = page.getByRole('dialog')
    expect(await whole.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    await expect.poll(async () => (await whole.locator(shown).boundingBox())?.height ?? 0).toBeGreaterThan(least)
    await page.keyboard.press('Escape')
    await whole.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  }

  async function itemOfKind(kind: ItemRecord['mediaKind']): Promise<ItemRecord> {
    const { list } = await market.api.home.list({ page: 1, limit: 100, chainId: LOCAL_CHAIN_ID })
    const found = list.find(({ mediaKind }) => mediaKind === kind)
    if (!found) throw new Error(`no ${kind} is on sale`)
    return found
  }

  async function collectionWithCover() {
    const { list } = await market.api.home.list({ page: 1, limit: 20, chainId: LOCAL_CHAIN_ID })
    for (const { collection } of list) {
      const info = await market.api.contract.info({ collection })
      if ('cover' in info && info.cover !== '') return collection
    }
    throw new Error('no collection has a cover')
  }
})

type Box = { x: number; y: number; width: number; height: number }

const widthOf = (img: Locator): Promise<number> => img.evaluate((element: HTMLImageElement) => element.naturalWidth)

/** Of the image itself, which its element may exceed. */
const paintedBox = (img: Locator): Promise<Box> =>
  img.evaluate((element: HTMLImageElement) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const scale = Math.min(width / element.naturalWidth, height / element.naturalHeight)
    const painted = { width: element.naturalWidth * scale, height: element.naturalHeight * scale }
    return { x: x + (width - painted.width) / 2, y: y + height - painted.height, ...painted }
  })

const isApart = (one: Box | null, other: Box | null): boolean =>
  one !== null &&
  other !== null &&
  (one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y)
