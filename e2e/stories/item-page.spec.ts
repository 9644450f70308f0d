import type { ItemRecord } from '@plinth/api'
import { HISTORY_TYPE, LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoMarket, itemPath } from '../support/demo-market.ts'
import { visitEach } from '../support/visits.ts'

const _SALES: readonly number[] = [HISTORY_TYPE.BUY, HISTORY_TYPE.ACCEPT]
const _tokenOf = (content: { payTokenSymbol: string } | null | undefined) => content?.payTokenSymbol
const _cidOf = (address: string) => /^ipfs:\/\/(?:ipfs\/)?([^/?#]+)/.exec(address)?.[1]
/** Longer than any sale of the demo lives. */
const _PAST_SALES_MS = 40 * 86_400_000
const _ELSEWHERE = 'https://elsewhere.example/assets'

type Box = { x: number; y: number; width: number; height: number }

/** Of the picture itself, which its element may be larger than. */
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

/** What stands on the wall, and the tools beside it. */
describe('the head of an item’s page', () => {
  const market = demoMarket()
  const story = visitEach(market)
  let works: ItemRecord[]

  beforeAll(async () => {
    works = (await market.api.home.list({ page: 1, limit: 100, chainId: LOCAL_CHAIN_ID })).list
  })

  it('[ITEM-01] shows a picture, and plays sound and film', async () => {
    const { page } = story
    await page.goto(itemPath(workOf('image')))
    await expect.poll(() => page.locator('.stage img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    expect(await page.locator('.stage :is(audio, video)').count()).toBe(0)
    await page.locator('.attributes dd').filter({ hasText: '%' }).first().waitFor()
    for (const kind of ['audio', 'video'] as const) {
      await page.goto(itemPath(workOf(kind)))
      const media = page.locator(`.stage ${kind}`)
      await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.duration)).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Play' }).click()
      await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThan(0)
    }
    // Over a sound stands its cover.
    await page.goto(itemPath(workOf('audio')))
    await expect.poll(() => page.locator('.stage img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  it.each([
    [1440, 900],
    [390, 844],
  ])('hangs the work where it will hang before any script has run, %d wide', async (width, height) => {
    const { page } = story
    await page.setViewportSize({ width, height })
    const arrived = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    const work = workOf('image')
    const visit = page.goto(itemPath(work), { waitUntil: 'commit' }).then(() => page.waitForLoadState('load'))
    const sight = page.locator('#first-sight')
    await expect.poll(() => sight.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const first = await paintedBox(sight.locator('img'))
    const [wall, mark] = [await sight.locator('.wall').boundingBox(), await page.locator('.loading-mark').boundingBox()]
    expect(mark, 'beside or under the wall').toSatisfy(() => isApart(wall, mark))
    arrived.resolve()
    await visit
    await sight.waitFor({ state: 'detached' })
    const own = await paintedBox(page.locator('.stage img'))
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(Math.abs(own[side] - first[side]), side).toBeLessThan(2)
    // Another page is its own.
    await page.getByRole('link', { name: 'Plinth', exact: false }).first().click()
    await page.locator('[role="feed"] article').first().waitFor()
    expect(await sight.count()).toBe(0)
  })

  it('[ITEM-02] fills the screen', async () => {
    const { page } = story
    await page.goto(itemPath(workOf('image')))
    await page.locator('.stage-tools').getByRole('button', { name: 'Full screen' }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toContain('stage-figure')
  })

  it('[ITEM-02] fills the page where the browser gives no element the screen', async () => {
    const { page } = story
    await page.addInitScript(() => Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }))
    for (const [kind, shown] of [
      ['image', 'img'],
      ['video', 'video'],
    ] as const) {
      await page.goto(itemPath(workOf(kind)))
      const button = page.locator('.stage-tools').getByRole('button', { name: 'Full screen' })
      await button.click()
      const whole = page.getByRole('dialog')
      const box = await whole.boundingBox()
      expect(box).toEqual({ x: 0, y: 0, ...page.viewportSize() })
      await expect.poll(async () => (await whole.locator(shown).boundingBox())?.height ?? 0).toBeGreaterThan(400)
      await page.keyboard.press('Escape')
      await whole.waitFor({ state: 'detached' })
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })

  it('keeps its tab in the address, so that it is there after a reload and no step on the way back', async () => {
    const { page } = story
    const [atAuction] = (await market.api.auction.newlist({ page: 1, limit: 1, chainId: LOCAL_CHAIN_ID })).list
    const { box } = await openedBox()
    if (!atAuction) throw new Error('nothing is at auction')
    await page.goto('/doc')
    const tabOf = (name: RegExp) => page.getByRole('tab', { name, selected: true })
    const params = () => Object.fromEntries(new URL(page.url()).searchParams)
    await page.goto(itemPath(atAuction))
    await page.getByRole('tab', { name: /^Owners/ }).click()
    await tabOf(/^Owners/).waitFor()
    expect(params()).toEqual({ chain: String(LOCAL_CHAIN_ID), tab: 'owners' })
    await page.reload()
    await tabOf(/^Owners/).waitFor()
    await page.getByRole('tab', { name: /^Auctions/ }).click()
    await page.locator('.item-panel').getByText('Finished', { exact: true }).click()
    await page.reload()
    await tabOf(/^Auctions/).waitFor()
    expect(params()).toEqual({ chain: String(LOCAL_CHAIN_ID), tab: 'auctions', auctions: 'finished' })
    expect(await page.getByRole('radio', { name: 'Finished' }).isChecked()).toBe(true)
    await page.goBack()
    await page.waitForURL('**/doc')
    await page.goto(`/blindbox/detail/${box.id}?chain=${LOCAL_CHAIN_ID}`)
    await page.getByRole('tab', { name: /^History/ }).click()
    expect(params()).toEqual({ chain: String(LOCAL_CHAIN_ID), tab: 'history' })
    await page.reload()
    await tabOf(/^History/).waitFor()
    await page.goBack()
    await page.waitForURL('**/doc')
  })

  it('[FMT-18] says how long ago, and exactly when to who points at it', async () => {
    const { page } = story
    const { box, opening } = await openedBox()
    const work = workOf('image')
    const [newest] = await market.api.nft.history(work)
    if (!newest) throw new Error('it has no history')
    for (const [path, time] of [
      [`${itemPath(work)}&tab=history`, newest.createdAt],
      [`/blindbox/detail/${box.id}?tab=history`, opening.createdAt],
    ] as const) {
      await page.goto(path)
      const said = page.getByRole('tabpanel').locator('time').first()
      expect(await said.innerText()).toMatch(/ ago$/)
      expect(await said.getAttribute('title')).toMatch(/^\d{1,2} \w+ \d{4} at \d\d:\d\d$/)
      expect(await said.getAttribute('datetime')).toBe(new Date(time * 1_000).toISOString())
    }
  })

  async function openedBox() {
    const { list } = await market.api.blind['box.list']({ page: 1, limit: 100, chainId: LOCAL_CHAIN_ID })
    for (const box of list) {
      const [opening] = (await market.api.blind['box.history']({ boxId: box.id, page: 1, limit: 1 })).list
      if (opening) return { box, opening }
    }
    throw new Error('nobody has opened a box')
  }

  function workOf(kind: ItemRecord['mediaKind'], suits: (work: ItemRecord) => boolean = () => true): ItemRecord {
    const found = works.find((work) => work.mediaKind === kind && suits(work))
    if (!found) throw new Error(`no ${kind} is on sale`)
    return found
  }

  async function _openMenu(page: Page): Promise<void> {
    await page.locator('.stage-tools').getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Refresh metadata' }).waitFor()
  }
})
