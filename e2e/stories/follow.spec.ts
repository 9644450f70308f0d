import { type ItemRecord, readMetadata } from '@plinth/api'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { showTheme } from '../support/pages.ts'
import { signInAs } from '../support/wallet.ts'

/** Eve follows Carol, who hears of it; and what Carol's page shows of her works. */
describe('somebody’s page', () => {
  const market = demoMarket()
  let visitor: Visitor
  let page: Page
  const carol = addressOf('Carol')
  const asked: string[] = []
  const sideCount = (count: number, word: 'follower' | 'following') =>
    page.getByRole('button', { name: `${count} ${word === 'follower' && count !== 1 ? 'followers' : word}`, exact: true })
  const follow = () => page.locator('.account-side').getByRole('button', { name: 'Follow', exact: true })
  const followers = async () => (await market.api.follow.followers({ address: carol, page: 1, limit: 1 })).total
  const followedByEve = async () => (await market.api.follow.follows({ address: addressOf('Eve'), page: 1, limit: 1 })).total
  const following = () => page.locator('.account-leave').getByRole('button', { name: 'Following', exact: true })

  const shown = () => page.locator('[role="feed"] h3').allTextContents()
  const namesOf = ({ list }: { list: readonly ItemRecord[] }) => list.map(({ metadata }) => readMetadata(metadata).name)

  beforeAll(async () => {
    visitor = await openBrowser(market.url)
    page = visitor.page
    page.on('request', (request) => request.url().includes('/follow/match') && asked.push(request.postData() ?? ''))
  })
  beforeEach(() => pictureOnFailure(visitor))
  afterAll(async () => {
    await visitor?.close()
  })

  it('[ACC-01][ACC-02][ACC-06][ACC-17] shows a visitor who it is and in numbers, asks nothing of him, and leads him to connect', async () => {
    await page.goto(`/account/${carol}`)
    await page.getByRole('heading', { level: 1, name: 'Carol' }).waitFor()
    const side = page.locator('.account-side')
    expect(await side.locator('svg, img, canvas').count()).toBeGreaterThan(0)
    expect(await side.innerText()).toMatch(/0x3c44cdddb…93bc/i)
    for (const count of ['follower', 'following', 'Holds', 'Made'])
      expect((await side.innerText()).toLowerCase()).toContain(count.toLowerCase())
    await follow().click()
    await page.waitForURL(`**/connect?redirect=${encodeURIComponent(`/account/${carol}`)}`)
    expect(asked).toEqual([])
  })

  it('[ACC-03][ACC-15][ACC-16][SHELL-76] follows at once, is still following after a reload, and tells the followed', async () => {
    const before = await followers()
    await signInAs(page, 'Eve', `/account/${carol}`)
    await sideCount(before, 'follower').waitFor()
    await follow().click()
    await following().waitFor()
    await sideCount(before + 1, 'follower').waitFor()
    await page.reload()
    await following().waitFor()
    expect(asked.length).toBeGreaterThan(0)
    const { api } = await actAs('Carol', market)
    const { list } = await api.notices.list({ page: 1, limit: 20 })
    expect(list.some(({ type, subType, operator }) => type === 1 && subType === 13 && operator.address === addressOf('Eve'))).toBe(true)
  })

  it('[ACC-04][ACC-05] lists who follows, without a button beside oneself', async () => {
    const count = await followers()
    await sideCount(count, 'follower').click()
    const rows = page.getByRole('dialog', { name: 'Followers' }).locator('.list-row:not(.waiting)')
    await expect.poll(() => rows.count()).toBe(count)
    const buttons = { name: /^Follow(ing)?$/ }
    const eve = rows.filter({ has: page.getByRole('link', { name: /Eve/ }) })
    expect(await eve.getByRole('button', buttons).count()).toBe(0)
    expect(await rows.getByRole('button', buttons).count()).toBe(count - 1)
    await eve.getByRole('link').click()
    await page.waitForURL(`**/account/${addressOf('Eve')}`)
    await page.getByRole('heading', { level: 1, name: 'Eve' }).waitFor()
    expect(await follow().count()).toBe(0)
    const before = await followedByEve()
    await sideCount(before, 'following').click()
    const followed = page.getByRole('dialog', { name: 'Following' })
    await expect.poll(() => followed.locator('.list-row:not(.waiting)').count()).toBe(before)
    const hers = followed.locator('.list-row').filter({ has: page.getByRole('link', { name: /Carol/ }) })
    await hers.getByRole('button', { name: 'Following', exact: true }).click()
    await hers.getByRole('button', { name: 'Follow', exact: true }).or(followed.getByText('follows nobody yet')).first().waitFor()
    await page.keyboard.press('Escape')
    await sideCount(before - 1, 'following').waitFor()
    expect(await followedByEve()).toBe(before - 1)
  })

  it('[ACC-09, ACC-10, ACC-13, SHELL-09] shows anybody what she sells, holds, made and likes under tabs that count, by category, each from its first page', async () => {
    const { user } = market.api
    const stat = await user.stat({ address: carol, chainId: -1 })
    const categories = await market.api.category.list({})
    const modern = categories.find(({ name }) => name === 'modern')?.id
    if (!('onSale' in stat) || modern === undefined) throw new Error('Carol is not known')
    const first = { page: 1, limit: 20, address: carol, chainId: -1 }
    const rows = [
      { tab: 'sale', name: 'On sale', count: stat.onSale, list: user.onsales },
      { tab: 'collectibles', name: 'Collectibles', count: stat.held, list: user.collections },
      { tab: 'created', name: 'Created', count: stat.created, list: user.created },
      { tab: 'liked', name: 'Liked', count: stat.liked, list: user.like },
    ]
    const tabs = page.getByRole('group', { name: 'Works' })
    await page.goto(`/account/${carol}?tab=liked&page=2`)
    await expect
      .poll(async () => (await tabs.innerText()).replaceAll(/\s+/g, ' '))
      .toBe(rows.map(({ name, count }) => `${name} ${count}`).join(' '))
    expect(await tabs.getByRole('button', { pressed: true }).innerText()).toMatch(/^Liked/)
    for (const { tab, name, list } of rows) {
      await tabs.getByRole('button', { name }).click()
      await page.waitForURL((url) => url.search === `?tab=${tab}`)
      await expect.poll(shown).toEqual(namesOf(await list(first)))
    }
    const choice = page.getByRole('group', { name: 'Category' })
    await tabs.getByRole('button', { name: 'Created' }).click()
    await choice.getByRole('button', { name: 'Modern' }).click()
    await page.waitForURL((url) => url.search === `?tab=created&category=${modern}`)
    const narrowed = await user.created({ ...first, category: modern })
    expect(narrowed.total).toBeLessThan(stat.created)
    await expect.poll(shown).toEqual(namesOf(narrowed))
    await choice.getByRole('button', { name: 'All' }).click()
    await page.waitForURL((url) => url.search === '?tab=created')
  })

  it('[ACC-12, ACC-13, SHELL-02] turns the pages of her own items by keyboard, and begins another tab at its first', async () => {
    const carols = await openBrowser(market.url)
    try {
      await signInAs(carols.page, 'Carol', '/items?tab=collectibles')
      const pager = carols.page.getByRole('navigation', { name: 'Pages' })
      const current = () => pager.locator('[aria-current="page"]').innerText()
      const focused = () => carols.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      const heading = carols.page.locator('[role="feed"] h3')
      const asked = { limit: 20, address: carol, chainId: -1 }
      const { pages } = await market.api.user.collections({ ...asked, page: 1 })
      expect(pages).toBe(3)
      await pager.getByRole('button', { name: 'Page 1', exact: true }).focus()
      await carols.page.keyboard.press('Tab')
      for (const [page, key] of [
        [2, 'Page 2'],
        [3, 'Next page'],
      ] as const) {
        while ((await focused()) !== key) await carols.page.keyboard.press('Tab')
        await carols.page.keyboard.press('Enter')
        await carols.page.waitForURL((url) => url.search === `?tab=collectibles&page=${page}`)
        const { list } = await market.api.user.collections({ ...asked, page })
        await expect.poll(() => heading.allInnerTexts()).toEqual(namesOf({ list }))
        expect([await current(), await focused()]).toEqual([String(page), key])
      }
      // There is none after the last, and the focus is still there.
      await carols.page.keyboard.press('Enter')
      expect([await current(), await focused()]).toEqual(['3', 'Next page'])
      for (const theme of ['dark', 'light'] as const) {
        await showTheme(carols.page, theme)
        expect(await findViolations(carols.page, '.account-works')).toEqual([])
      }
      await carols.page.reload()
      await expect.poll(current).toBe('3')
      await carols.page.getByRole('group', { name: 'Works' }).getByRole('button', { name: 'Created' }).click()
      await carols.page.waitForURL((url) => url.search === '?tab=created')
      await expect.poll(current).toBe('1')
      expect(carols.complaints).toEqual([])
    } finally {
      await carols.close()
    }
  })

  it('takes the flip back with a word when the server refuses', async () => {
    await page.goto(`/account/${carol}`)
    await page.route('**/follow/add', (route) => route.fulfill({ json: { errno: 502, errmsg: 'Not now', data: null } }))
    await follow().click()
    await page.getByText('Not now').waitFor()
    await follow().waitFor()
    await page.unroute('**/follow/add')
  })
})
