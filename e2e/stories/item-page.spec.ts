import { type ItemRecord, readMetadata } from '@plinth/api'
import { HISTORY_TYPE, LOCAL_CHAIN_ID, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { changeAnswers } from '../support/answers.ts'
import { demoMarket, itemPath } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { visitEach } from '../support/visits.ts'
import { signInAs } from '../support/wallet.ts'

const SALES: readonly number[] = [HISTORY_TYPE.BUY, HISTORY_TYPE.ACCEPT]
const tokenOf = (content: { payTokenSymbol: string } | null | undefined) => content?.payTokenSymbol
const cidOf = (address: string) => /^ipfs:\/\/(?:ipfs\/)?([^/?#]+)/.exec(address)?.[1]
/** Longer than any sale of the demo lives. */
const PAST_SALES_MS = 40 * 86_400_000
const ELSEWHERE = 'https://elsewhere.example/assets'

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

  it('[ITEM-09] says its name, on which network, in which category, in what words, and what royalty', async () => {
    const { page } = story
    const work = workOf(
      'image',
      ({ royalties, category }) => royalties.some((bps) => bps > 0) && category !== null && category !== undefined,
    )
    const { name, description } = readMetadata(work.metadata)
    await page.goto(itemPath(work))
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    const factOf = (label: string) => page.locator('.provenance, .item-panel').locator(`dt:text-is("${label}") + dd`)
    expect((await factOf('Chain').innerText()).trim()).toBe('Local Ethereum')
    expect(await factOf('Chain').locator('svg').count()).toBe(1)
    const categoryName = work.category?.name ?? ''
    expect((await factOf('Category').innerText()).toLowerCase()).toBe(categoryName)
    const bps = work.royalties.reduce((sum, each) => sum + each, 0)
    expect(await factOf('Royalty').innerText()).toBe(`${(bps / 100).toFixed(2)}%`)
    expect(await page.locator('.about-text').innerText()).toBe(description)
  })

  it('[WIDG-08] a sale whose time runs out on an open page says that it has expired', async () => {
    const { page } = story
    await page.clock.install()
    await page.goto(itemPath(workOf('image')))
    const left = page.locator('.price-block .row.between > .muted').first()
    await expect.poll(() => left.innerText()).toMatch(/^Ends in \d+ d \d\d:\d\d:\d\d$/)
    await page.clock.fastForward(PAST_SALES_MS)
    await expect.poll(() => left.innerText()).toBe('Expired')
  })

  it('[ITEM-38] tells of a mint as its minter’s, and nothing of what the zero address sent', async () => {
    const { page } = story
    const work = workOf('image')
    const records = await market.api.nft.history(work)
    expect(records.find(({ type }) => type === HISTORY_TYPE.MINT)).toMatchObject({ from: work.creator.address })
    await changeAnswers(page, '**/api/nft/history', ({ data }) => {
      data.unshift({ ...data[0], id: '0', type: HISTORY_TYPE.TRANSFER, from: ZERO_ADDRESS })
    })
    await page.goto(`${itemPath(work)}&tab=history`)
    const rows = page.getByRole('tabpanel').getByRole('row')
    await rows.nth(1).waitFor()
    expect(await rows.count()).toBe(records.length + 1)
    expect(await page.getByRole('tab', { name: /^History/ }).innerText()).toMatch(new RegExp(`\\b${records.length}$`))
    expect(await rows.last().innerText()).toContain('Minted')
  })

  it('[ITEM-02] likes and likes no more, and fills the screen', async () => {
    const { page } = story
    const known = await market.api.user.like({ address: addressOf('Eve'), page: 1, limit: 100 })
    const work = workOf('image', ({ collection, tokenId }) =>
      known.list.every((liked) => liked.collection !== collection || liked.tokenId !== tokenId),
    )
    await signInAs(page, 'Eve', itemPath(work))
    const tools = page.locator('.stage-tools')
    await tools.getByRole('button', { name: 'Like', exact: true }).click()
    await tools.getByRole('button', { name: 'Remove the like' }).waitFor()
    await page.reload()
    await tools.getByRole('button', { name: 'Remove the like' }).click()
    await tools.getByRole('button', { name: 'Like', exact: true }).waitFor()
    await tools.getByRole('button', { name: 'Full screen' }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toContain('stage-figure')
  })

  it('[ITEM-02, ITEM-03, ITEM-04] shares in a window of 600 by 450, with the hashtags, and copies the address', async () => {
    const { page, visitor } = story
    const work = workOf('image')
    await visitor.context.route('https://x.com/**', (route) => route.fulfill({ body: 'shared', contentType: 'text/plain' }))
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: market.url })
    await page.goto(itemPath(work))
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const opened = visitor.context.waitForEvent('page')
    await page.getByRole('button', { name: 'Share on X' }).click()
    const popup = await opened
    await popup.waitForURL(/x\.com/)
    const { searchParams } = new URL(popup.url())
    expect(searchParams.get('hashtags')).toBe('Plinth,ethereum,digitalasset,nft')
    expect(searchParams.get('url')).toBe(`${market.url}${itemPath(work)}`)
    expect(await popup.evaluate(() => [innerWidth, innerHeight, opener])).toEqual([600, 450, null])
    await popup.close()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByText('Link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${market.url}${itemPath(work)}`)
  })

  it('[ITEM-05] links to another market only where one is configured', async () => {
    const { page } = story
    const work = workOf('image')
    await page.goto(itemPath(work))
    await openMenu(page)
    expect(await page.getByRole('link', { name: 'Open in another market' }).count()).toBe(0)
    // The same page as a network with such a link has it.
    await changeAnswers(page, '**/api/config/fetch', ({ data }) => {
      for (const network of data.networks) network.opensea = ELSEWHERE
    })
    await page.reload()
    await openMenu(page)
    const link = page.getByRole('link', { name: 'Open in another market' })
    expect(await link.getAttribute('href')).toBe(`${ELSEWHERE}/${work.collection}/${work.tokenId}`)
    expect(await link.getAttribute('rel')).toBe('noreferrer')
  })

  it('draws what was paid from sale to sale, and says it as a table', async () => {
    const { page } = story
    const histories = await Promise.all(works.slice(0, 20).map(async (work) => ({ work, rows: await market.api.nft.history(work) })))
    const sold = histories.map(({ work, rows }) => ({ work, sales: rows.filter(({ type }) => SALES.includes(type)) }))
    const found = sold.find(({ sales: [newest, ...older] }) => older.some(({ content }) => tokenOf(content) === tokenOf(newest?.content)))
    if (!found) throw new Error('nothing was sold twice')
    await page.goto(itemPath(found.work))
    const part = page.locator('.price-history')
    await part.getByRole('img', { name: /^Prices of \d+ sales, the last at / }).waitFor()
    await part.getByText('Show as a table').click()
    const [newest] = found.sales
    const alike = found.sales.filter(({ content }) => tokenOf(content) === tokenOf(newest?.content))
    await part.getByRole('row').nth(alike.length).waitFor()
    expect(await part.getByRole('row').count()).toBe(alike.length + 1)
    expect(await part.locator('circle').count()).toBe(1)
  })

  it('[ITEM-01] a film that can’t be played leaves its cover on the wall and itself to take home', async () => {
    const { page } = story
    const work = workOf('video')
    const film = `/ipfs/${cidOf(readMetadata(work.metadata).animationUrl)}`
    for (const answer of [{ body: 'no film', contentType: 'video/mp4' }, { status: 404 }]) {
      await page.route(
        ({ pathname }) => pathname.startsWith(film),
        (route) => route.fulfill(answer),
      )
      await page.goto(itemPath(work))
      const stage = page.locator('.stage')
      await expect.poll(() => stage.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
      expect(await stage.getByRole('link', { name: 'Download the file' }).getAttribute('href')).toContain(film)
      expect(await stage.locator('video, .player').count()).toBe(0)
      await page.unrouteAll()
    }
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

  it('[ITEM-13] says where a work can be checked: contract, standard, chain, the files’ content addresses, metadata and maker', async () => {
    const { page, visitor } = story
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: market.url })
    const factOf = (label: string) => page.locator('.provenance, .item-panel').locator(`dt:text-is("${label}") + dd`)
    const copied = async (label: string) => {
      await factOf(label).getByRole('button').click()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    for (const kind of ['image', 'audio', 'video'] as const) {
      const work = workOf(kind)
      const { image, animationUrl } = readMetadata(work.metadata)
      await page.goto(itemPath(work))
      expect(await copied('Contract')).toBe(work.collection)
      expect(await factOf('Standard').innerText()).toContain(work.standard === TOKEN_STANDARD.ERC1155 ? 'ERC1155' : 'ERC721')
      expect(await factOf('Chain').innerText()).toContain('Local Ethereum')
      expect(await copied('Media')).toBe(cidOf(animationUrl || image))
      if (animationUrl) expect(await copied('Cover')).toBe(cidOf(image))
      expect(await factOf('Cover').count()).toBe(animationUrl ? 1 : 0)
      const opened = visitor.context.waitForEvent('page')
      await factOf('Metadata').getByRole('link').click()
      const raw = await opened
      expect(JSON.parse(await raw.locator('body').innerText())).toMatchObject({ image })
      await raw.close()
      expect(await factOf('Creator').getByRole('link').getAttribute('href')).toBe(`/account/${work.creator.address}`)
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

  it('[ITEM-12] says of what is not there that there is no such work', async () => {
    const { page } = story
    const { collection } = workOf('image')
    for (const ids of [`${collection}:${10n ** 40n}`, 'nonsense:1', `${collection}`]) {
      await page.goto(`/detail/${ids}?chain=${LOCAL_CHAIN_ID}`)
      await page.getByRole('heading', { name: 'No such work' }).waitFor()
    }
    await page.getByRole('link', { name: 'To the market', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
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

  async function openMenu(page: Page): Promise<void> {
    await page.locator('.stage-tools').getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Refresh metadata' }).waitFor()
  }
})
