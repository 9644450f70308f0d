import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { settled } from '../support/pages.ts'
import { visitEach } from '../support/visits.ts'

/** What makes pages stand soon and long lists light, as far as it can be seen without a clock. */
describe('pages that stand soon', () => {
  const market = demoMarket()
  const story = visitEach(market)
  let page: Page
  beforeEach(() => {
    page = story.page
  })

  const workOnSale = async () => (await worksOnSale(market))[0] ?? expect.unreachable('nothing is on sale')

  it.each([
    ['home', () => '/', ['auction/newlist', 'blind/box/list', 'home/list']],
    ['a work', async () => itemPath(await workOnSale()), ['nft/detail', 'nft/history']],
    ['an account', () => `/account/${addressOf('Alice')}?tab=created`, ['user/info', 'user/stat', 'user/created']],
  ])('what %s shows a visitor first is asked for before its code is there, and once', async (_, pathOf, calls) => {
    const asked: string[] = []
    const arrived = Promise.withResolvers<void>()
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url().replace(/.*\/api\//, '')))
    // News would have it asked for anew.
    await page.route('**/events*', (route) => route.abort())
    await page.route('**/assets/*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto(await pathOf(), { waitUntil: 'commit' })
    await expect.poll(() => asked).toEqual(expect.arrayContaining(calls))
    arrived.resolve()
    await page.locator('[role="feed"] article, .item-side h1').first().waitFor()
    expect(asked.filter((call) => calls.includes(call)).toSorted()).toEqual(calls.toSorted())
  })

  it('names the files of every page that anybody may open in its head', async () => {
    const filesOf = async (at: string) => {
      const answer = await fetch(market.url + at, { headers: { accept: 'text/html' } })
      return [...(await answer.text()).matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)"/g)].map((match) => match[1] ?? '')
    }
    const common = await filesOf('/404')
    const [work, anybody] = [itemPath(await workOnSale()), addressOf('Alice')]
    const open = ['/', work, `/account/${anybody}`, `/collection/${anybody}`, '/salelist/1', '/auctions', '/blindbox', '/blindbox/detail/1']
    for (const at of [...open, '/search', '/noticeList', '/noticeDetail']) {
      const own = (await filesOf(at)).filter((file) => !common.includes(file))
      expect(own.length, at).toBeGreaterThan(0)
      for (const file of own) expect((await fetch(market.url + file)).status, file).toBe(200)
    }
  })

  it('[SHELL-27] the way back ends far down a long list too, whose parts are as high before they are seen', async () => {
    await page.goto('/')
    await settled(page)
    const cards = page.locator('#market .card-link')
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
        return cards.count()
      })
      .toBeGreaterThan(70)
    const stretch = page.locator('#market .feed > .grid').first()
    for (const width of [1100, 850, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await stretch.scrollIntoViewIfNeeded()
      const heights = () =>
        stretch.evaluate((element) => {
          const { containIntrinsicBlockSize, paddingTop, paddingBottom } = getComputedStyle(element)
          const shown = element.getBoundingClientRect().height - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
          return Math.abs(shown - Number.parseFloat(containIntrinsicBlockSize.replace('auto ', '')))
        })
      await expect.poll(heights, { message: `${width} wide` }).toBeLessThan(2)
    }
    await cards.nth(66).scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    await cards.nth(66).click()
    await page.waitForURL('**/detail/**')
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  })
})
