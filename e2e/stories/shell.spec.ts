import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { settled } from '../support/pages.ts'
import { visitEach } from '../support/visits.ts'

const CHUNK_MS = 120_000
const TOAST_MS = 2_000
const SLIDE_MS = 6_000
/** Real time, in which a slide that moves has come over. */
const COME_OVER_MS = 1_500

/** What stands round every page, and the way from page to page. */
describe('the shell', () => {
  const market = demoMarket()
  const story = visitEach(market)
  let page: Page
  beforeEach(() => {
    page = story.page
  })

  const header = () => page.locator('header.header')

  it('[WIDG-04, SHELL-41] the tutorial shows a picture in the reader’s language and leads to the guide', async () => {
    await page.goto('/')
    for (const [language, word] of [
      ['en', 'Tutorial'],
      ['zh', '使用教程'],
    ] as const) {
      await header().locator(`.language [lang=${language}]`).click()
      await header().getByRole('button', { name: word }).click()
      const card = header().locator('.tutorial')
      const picture = card.getByRole('img', { name: word })
      expect(await picture.getAttribute('src')).toBe(`/tutorial-${language}.webp`)
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
      expect([await card.getAttribute('href'), await card.getAttribute('target')]).toEqual(['/doc', '_blank'])
      await page.keyboard.press('Escape')
    }
  })

  it('[SHELL-46, SHELL-47] the header is fixed and 112 high on a desk, and goes with the page on a phone', async () => {
    await page.goto('/')
    await settled(page)
    const look = () =>
      page.evaluate(() => {
        scrollTo(0, 500)
        const { position } = getComputedStyle(document.querySelector('.header') as Element)
        return [position, getComputedStyle(document.body).paddingTop, document.querySelector('.header')?.getBoundingClientRect().top]
      })
    expect(await look()).toEqual(['fixed', '112px', 0])
    await page.setViewportSize(PHONE)
    expect(await look()).toEqual(['relative', '0px', -500])
  })

  it('[SHELL-27] a new page starts at its top, and the way back ends where it began', async () => {
    await page.goto('/')
    await settled(page)
    const card = page.locator('#market .card-link').nth(7)
    await card.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    expect(left).toBeGreaterThan(500)
    await card.click()
    await page.waitForURL('**/detail/**')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  })

  it('[SHELL-63] the chat button floats where it is, however far the page is scrolled', async () => {
    await page.goto('/404')
    const footer = page.getByRole('contentinfo')
    await footer.locator('.logo').waitFor()
    const chat = page.getByRole('button', { name: 'Chat with us' })
    const place = () => chat.evaluate((button) => [getComputedStyle(button).position, Math.round(button.getBoundingClientRect().bottom)])
    const floating = await place()
    expect(floating[0]).toBe('fixed')
    await footer.scrollIntoViewIfNeeded()
    expect(await place()).toEqual(floating)
  })

  it('[ERR-04] a part whose code does not come within two minutes is left out, with one offer to load anew', async () => {
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
    await offer.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    story.visitor.complaints.length = 0
  })

  it('[ERR-04] a page whose code does not come says so, keeps the shell, and loads anew', async () => {
    await page.goto('/404')
    await page.route(/\/assets\/home-/, (route) => route.abort())
    await page.getByRole('main').getByRole('link', { name: 'Back to the market' }).click()
    await page.getByRole('heading', { level: 1, name: 'This page did not arrive' }).waitFor()
    await header().waitFor()
    await page.unroute(/\/assets\/home-/)
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByRole('heading', { name: 'The market' }).waitFor()
  })

  it('a page that breaks says so, with a trace from the browser’s log, and the next page is whole', async () => {
    await page.goto('/404')
    const body = 'export function Component() { throw new Error("broken on purpose") }'
    await page.route(/\/assets\/home-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await page.getByRole('main').getByRole('link', { name: 'Back to the market' }).click()
    const broken = page.getByRole('alert')
    await broken.getByRole('heading', { level: 1, name: 'This page broke' }).waitFor()
    const [, trace] = /Trace ([0-9a-f]{8})\./.exec(await broken.innerText()) ?? []
    expect(story.visitor.complaints.filter((line) => line.includes(`trace ${trace} Error: broken on purpose`))).toHaveLength(1)
    await header().getByRole('link', { name: 'Auctions' }).click()
    await page.getByRole('heading', { level: 1, name: 'Auctions' }).waitFor()
    expect(await broken.count()).toBe(0)
    await page.unroute(/\/assets\/home-.*\.js/)
    story.visitor.complaints.length = 0
  })

  it('[HOME-01, HOME-04] banner and strip rest while they are pointed at or focused, and never move where motion is unwelcome', async () => {
    const slide = page.locator('.banner-count')
    const notice = page.locator('.announcement-next')
    const shown = async () => [(await slide.innerText())[0], (await notice.innerText())[0]]
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
    for (const [part, counter, button] of [
      ['.banner', slide, '.banner-pager button'],
      ['.announcement-row', notice, '.announcement-next'],
    ] as const) {
      const focus = (isOn: boolean) =>
        page
          .locator(button)
          .first()
          .evaluate((element: HTMLElement, on) => (on ? element.focus() : element.blur()), isOn)
      const point = (isOn: boolean) => (isOn ? page.locator(part).hover() : page.mouse.move(720, 20))
      for (const hold of [point, focus]) {
        await hold(true)
        const before = (await counter.innerText())[0]
        await page.clock.runFor(SLIDE_MS + 500)
        await page.waitForTimeout(COME_OVER_MS)
        expect((await counter.innerText())[0]).toBe(before)
        await hold(false)
        await page.clock.runFor(SLIDE_MS + 500)
        await expect.poll(async () => (await counter.innerText())[0]).not.toBe(before)
      }
    }
  })

  /** A button that ends in a toast. From here on time passes when it is told to; a real click would wait for frames. */
  async function copyInStoppedTime(): Promise<Locator> {
    await story.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/account/${addressOf('Bob')}`)
    const copy = page.locator('.account-side').getByRole('button', { name: /^Copy/ })
    await copy.waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    return copy
  }

  it('[ERR-23, ERR-24] a toast stands 40 px from the top for two seconds, and the next takes its place', async () => {
    const copy = await copyInStoppedTime()
    const toast = page.locator('.toast')
    await copy.dispatchEvent('click')
    await toast.waitFor()
    expect((await toast.boundingBox())?.y).toBe(40)
    await page.clock.runFor(TOAST_MS - 500)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
    })
    await copy.dispatchEvent('click')
    await toast.getByText('Copy error').waitFor()
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(TOAST_MS - 100)
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(200)
    expect(await toast.count()).toBe(0)
  })

  it('[SRCH-02] shows more works as the end of what was found comes near', async () => {
    await page.goto('/search?keyword=a')
    const cards = () => page.locator('.search-page [role="feed"] article, .search-page [role="feed"] > :not(.grid)')
    expect((await market.api.home.search({ search: 'a', page: 1, limit: 20 })).total).toBeGreaterThan(40)
    await expect.poll(() => cards().count()).toBe(20)
    await page.locator('.list-end').scrollIntoViewIfNeeded()
    await expect.poll(() => cards().count()).toBe(40)
  })

  it('the search with suggestions fits a phone, in Chinese', async () => {
    await page.setViewportSize(PHONE)
    await page.addInitScript(() => localStorage.setItem('locale', 'zh'))
    await page.goto('/')
    await page.locator('header').getByRole('button', { name: '边输入边搜索' }).click()
    const overlay = page.getByRole('dialog', { name: '搜索' })
    await overlay.getByRole('searchbox').fill('moon')
    await overlay.getByRole('heading', { name: /作品/ }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  })
})
