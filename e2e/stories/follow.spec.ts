import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { signInAs } from '../support/wallet.ts'

/** Eve follows Carol, who hears of it. */
describe('following somebody', () => {
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

  it('takes the flip back with a word when the server refuses', async () => {
    await page.goto(`/account/${carol}`)
    await page.route('**/follow/add', (route) => route.fulfill({ json: { errno: 502, errmsg: 'Not now', data: null } }))
    await follow().click()
    await page.getByText('Not now').waitFor()
    await follow().waitFor()
    await page.unroute('**/follow/add')
  })
})
