import { readFileSync } from 'node:fs'
import type { ItemRecord } from '@plinth/api'
import { LOCAL_CHAIN_ID, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { demoMarket, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { paintPng } from '../support/picture.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

const mediaOf = (name: string) => readFileSync(new URL(`../../packages/devnet/media/${name}`, import.meta.url))
const COVER = { name: 'cover.png', mimeType: 'image/png', buffer: paintPng(41) }
const SONG = { name: 'bell-and-tide.mp3', mimeType: 'audio/mpeg', buffer: mediaOf('bell-and-tide.mp3') }
const FILM = { name: 'slow-swell.webm', mimeType: 'video/webm', buffer: mediaOf('slow-swell.webm') }
const MOVING = { name: 'campfire.gif', mimeType: 'image/gif', buffer: mediaOf('campfire.gif') }

/** Dan makes a home for his works, a song that a reload interrupts, and a film that its first buyer mints. */
describe('making works', () => {
  const market = demoMarket()
  const [maker, buyer] = [addressOf('Dan'), addressOf('Bob')]
  let dan: Visitor
  let bob: Visitor

  beforeAll(async () => {
    dan = await openBrowser(market.url)
    bob = await openBrowser(market.url)
    await signInAs(dan.page, 'Dan', '/create/erc721')
  })
  beforeEach(() => pictureOnFailure(dan, bob))
  afterAll(async () => {
    await Promise.all([dan, bob].map((visitor) => visitor?.close()))
  })

  const fileInput = (page: Page, at = 0) => page.locator('main input[type="file"]').nth(at)

  it('[MINT-30, MINT-33] an incomplete form says what is missing, and that something is', async () => {
    const { page } = dan
    const told = page.getByText('Something in the form is missing or wrong').first().waitFor()
    await page.getByRole('button', { name: 'Mint it' }).click()
    await told
    for (const missing of ['please choose a file', 'Give it a name', 'Choose a category', 'Enter a price above zero'])
      await page.getByText(missing, { exact: true }).first().waitFor()
  })

  it('[NEWC-09, NEWC-10] the cover of a collection is looked at, taken away and chosen again before anything is sent', async () => {
    const { page } = dan
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/storage/') && sent.push(request.url()))
    await page.getByRole('button', { name: /^New/ }).click()
    const dialog = page.getByRole('dialog')
    const input = dialog.locator('input[type="file"]')
    await input.setInputFiles(COVER)
    await dialog.locator('.file-thumb img').waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog.locator('.file-thumb').waitFor({ state: 'detached' })
    await input.setInputFiles(MOVING)
    await dialog.locator('.file-thumb img[src^="blob:"]').waitFor()
    await dialog.getByText('The name is written into the chain and cannot be changed later.').waitFor()
    expect(sent).toEqual([])
    await dialog.getByLabel('Display name').fill('Night Roms')
    await dialog.getByLabel('Token name').fill('NIGHT')
    await dialog.getByRole('button', { name: 'Create the collection' }).click()
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    expect(sent.length).toBe(1)
  })

  it('a new collection outlives a reload with the cover that was sent, and is created as its form says now', async () => {
    const { page } = dan
    await page.reload()
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/storage/') && sent.push(request.url()))
    await page.getByRole('button', { name: /^New/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('.file-thumb img[src*="/static/upload/"]').waitFor()
    expect(await dialog.getByLabel('Token name').inputValue()).toBe('NIGHT')
    await dialog.getByRole('button', { name: 'Create the collection' }).click()
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    await dialog.getByLabel('Display name').fill('Night Rooms')
    await dialog.getByRole('button', { name: 'Create the collection' }).click()
    await approve(page, 'transaction')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('radio', { name: /Night Rooms/ }).isChecked()).toBe(true)
    expect(sent).toEqual([])
  })

  it('[NEWC-15] closing the dialog of a new collection forgets what was typed and chosen', async () => {
    const { page } = dan
    const dialog = page.getByRole('dialog')
    for (const typed of ['Begun and dropped', '']) {
      await page.getByRole('button', { name: /^New/ }).click()
      expect(await dialog.getByLabel('Display name').inputValue()).toBe('')
      await dialog.locator('.file-empty').waitFor()
      if (typed) await dialog.locator('input[type="file"]').setInputFiles(COVER)
      await dialog.getByLabel('Display name').fill(typed)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  it('a no in the wallet and a reload lose nothing of a song and its cover', async () => {
    const { page } = dan
    await fileInput(page).setInputFiles(SONG)
    await page.getByLabel('Name', { exact: true }).fill('Bell, once more')
    await page.getByLabel('Category').selectOption({ label: 'Modern' })
    await page.getByRole('switch', { name: /Put it on sale/ }).click()
    await page.getByRole('button', { name: 'Mint it' }).click()
    await page.getByText('Choose a cover picture for sound and video').waitFor()
    await fileInput(page, 1).setInputFiles(COVER)
    await page.getByRole('button', { name: 'Mint it' }).click()
    await page.locator('demo-wallet dialog[data-kind="transaction"]').waitFor()
    await reject(page, 'transaction')
    await page
      .getByRole('dialog')
      .getByText(/You declined/)
      .waitFor()
    await page.reload()
    await page.getByText('Your work is still here').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Bell, once more')
    await expect.poll(() => page.locator('.file-thumb').count()).toBe(2)
    await page
      .locator('.file', { hasText: 'bell-and-tide.mp3' })
      .getByText(/stored/)
      .waitFor()
  })

  it('[MINT-04] is minted then without being sent again, and stands among what its maker holds; its page plays it', async () => {
    const { page } = dan
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/storage/') && sent.push(request.url()))
    const told = page.getByText('Minted', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Mint it' }).click()
    await approve(page, 'transaction')
    await page.waitForURL(/\/items\?tab=collectibles/)
    await told
    expect(sent).toEqual([])
    await page.getByRole('link', { name: 'Bell, once more' }).first().click()
    await page.getByRole('heading', { name: 'Bell, once more' }).waitFor()
    const item = await shownItem(page)
    expect(item).toMatchObject({ mediaKind: 'audio', onlyOwner: maker, creator: { address: maker } })
    const sound = page.locator('audio').first()
    await sound.waitFor({ state: 'attached' })
    await expect.poll(() => sound.evaluate((player) => (player as HTMLAudioElement).duration)).toBeGreaterThan(1)
    await page.goto('/create/erc721')
    await page.getByRole('heading', { name: 'A single work' }).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  })

  it('[MINT-46] a film is listed by one signature, and its first buyer mints it', async () => {
    const { page } = dan
    await fileInput(page).setInputFiles(FILM)
    await fileInput(page, 1).setInputFiles(COVER)
    await page.getByLabel('Name', { exact: true }).fill('Swell, unminted')
    await page.getByLabel('Category').selectOption({ label: 'Modern' })
    await page.getByRole('switch', { name: /Mint it when it is sold/ }).click()
    await page.getByLabel('Price', { exact: true }).fill('0.3')
    await page.getByRole('button', { name: 'Sell for 0.3 ETH, minted when sold' }).click()
    expect(await sayYes(page, async () => /\/items\?tab=sale/.test(page.url()))).toEqual(['typedData'])
    await page.getByRole('link', { name: 'Swell, unminted' }).first().click()
    await page.getByRole('heading', { name: 'Swell, unminted' }).waitFor()
    const before = await shownItem(page)
    expect(before).toMatchObject({ mediaKind: 'video', holdings: [], isOnSale: true })

    const { page: his } = bob
    await signInAs(his, 'Bob', itemPath(before))
    await his.getByText('Minted by its first sale').waitFor()
    await his.locator('.price-block .acts').getByRole('button', { name: /^Buy/ }).click()
    await his
      .getByRole('dialog')
      .getByRole('button', { name: /^Pay 0\.3075 ETH/ })
      .click()
    expect(await sayYes(his, () => closeBought(his))).toEqual(['transaction'])
    await his.getByText('Held by you').first().waitFor()
    expect(await market.api.nft.detail(before)).toMatchObject({ onlyOwner: buyer, creator: { address: maker }, isOnSale: false })
    await his.locator('video').first().waitFor({ state: 'attached' })
  })

  it('a moving picture is minted and put on sale in one go, and moves on its page', async () => {
    const { page } = dan
    await page.goto('/create/erc721')
    await fileInput(page).setInputFiles(MOVING)
    await page.getByLabel('Name', { exact: true }).fill('Campfire, moving')
    await page.getByLabel('Category').selectOption({ label: 'Modern' })
    await page.getByLabel('Price', { exact: true }).fill('0.2')
    await page.getByRole('button', { name: 'Mint and sell for 0.2 ETH' }).click()
    expect((await sayYes(page, async () => /\/items\?tab=sale/.test(page.url()))).filter((kind) => kind !== 'transaction')).toEqual([
      'typedData',
    ])
    await page.getByRole('link', { name: 'Campfire, moving' }).first().click()
    await page.getByRole('heading', { name: 'Campfire, moving' }).waitFor()
    expect(await shownItem(page)).toMatchObject({ mediaKind: 'image', onlyOwner: maker, isOnSale: true })
    const shown = page.locator('.stage img').first()
    await shown.waitFor()
    const frames = await shown.evaluate(async (image) => {
      const bytes = new Uint8Array(await (await fetch((image as HTMLImageElement).currentSrc)).arrayBuffer())
      // Graphic control extensions: one before each frame.
      return bytes.filter((byte, at) => byte === 0x21 && bytes[at + 1] === 0xf9 && bytes[at + 2] === 4).length
    })
    expect(frames).toBeGreaterThan(1)
  })

  it('[MINT-46] an edition is listed by one signature; its first buyer mints it and takes a part', async () => {
    const { page } = dan
    await page.goto('/create/erc1155')
    await fileInput(page).setInputFiles(COVER)
    await page.getByLabel('Name', { exact: true }).fill('Five of dusk')
    await page.getByLabel('Category').selectOption({ label: 'Modern' })
    await page.getByLabel('How many').fill('5')
    await page.getByRole('switch', { name: /Mint it when it is sold/ }).click()
    await page.getByLabel('Price of one').fill('0.1')
    await page.getByRole('button', { name: /^Sell for 0\.1 ETH each/ }).click()
    // What its first buyer leaves is its maker's then: the market must be allowed to move that.
    expect(await sayYes(page, async () => /\/items\?tab=sale/.test(page.url()))).toEqual(['transaction', 'typedData'])
    await page.getByRole('link', { name: 'Five of dusk' }).first().click()
    await page.getByRole('heading', { name: 'Five of dusk' }).waitFor()
    const before = await shownItem(page)
    expect(before).toMatchObject({ standard: TOKEN_STANDARD.ERC1155, holdings: [], isOnSale: true })

    const { page: his } = bob
    await his.goto(itemPath(before))
    await his.locator('.price-block .acts').getByRole('button', { name: /^Buy/ }).click()
    await his.getByRole('dialog').getByLabel('How many').fill('2')
    await his.getByRole('dialog').getByRole('button', { name: 'Pay 0.205 ETH' }).click()
    expect(await sayYes(his, () => closeBought(his))).toEqual(['transaction'])
    await his.getByText('you hold 2').first().waitFor()
    await his.getByText('2 of 5 sold').waitFor()
    const held = async () => {
      const { list } = await market.api.nft.owners(before)
      return Object.fromEntries(list.map(({ owner, quantity }) => [owner, quantity]))
    }
    await expect.poll(held).toEqual({ [buyer]: 2n, [maker]: 3n })
  })

  it('[MINT-06] without categories there is no form', async () => {
    const { page } = dan
    await page.route('**/api/category/list', (route) => route.fulfill({ json: { data: [] } }))
    await page.goto('/create/erc721')
    await page.waitForURL((url) => url.pathname === '/')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('shows nobody a broken page on the way', () => {
    expect([dan, bob].flatMap(({ complaints }) => complaints)).toEqual([])
  })

  async function shownItem(page: Page): Promise<ItemRecord> {
    const [, collection = '', tokenId = ''] = /\/detail\/(0x[0-9a-f]{40}):(\d+)/.exec(page.url()) ?? []
    const item = await market.api.nft.detail({ collection: toAddress(collection), tokenId: BigInt(tokenId), chainId: LOCAL_CHAIN_ID })
    if (!item) throw new Error('the market does not know it')
    return item
  }
})
