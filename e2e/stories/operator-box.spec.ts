import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { askToOpen } from '../support/opening.ts'
import { operate } from '../support/operate.ts'
import { settled, showTheme } from '../support/pages.ts'
import { paintPng } from '../support/picture.ts'
import { approve, signInAs } from '../support/wallet.ts'

const NAME = 'Lanterns of the harbour'
const [COVER, HERON, COMET] = [71, 72, 73].map((seed) => ({
  ...{ name: `${seed}.png`, mimeType: 'image/png', buffer: paintPng(seed) },
})) as [File, File, File]
type File = { name: string; mimeType: string; buffer: Buffer }

/** Dan describes a series in the console, puts it on the chain and bonds it; a visitor looks at it, and Alice opens a box. */
describe('a series of boxes that is made in the console', () => {
  const market = demoMarket()
  let operator: Visitor
  let visitor: Visitor
  let page: Page
  let path: string

  beforeAll(async () => {
    await operate(market, 'roles', 'grant', '--wallet', addressOf('Dan'), '--role', 'operator', '--why', 'makes boxes')
    operator = await openBrowser(market.url)
    visitor = await openBrowser(market.url)
    page = operator.page
  })
  beforeEach(() => pictureOnFailure(operator, visitor))
  afterAll(async () => {
    await Promise.all([operator?.close(), visitor?.close()])
  })

  const dialog = () => page.getByRole('dialog')
  const row = () => page.locator('.operator-table tbody tr').filter({ hasText: NAME })
  const kind = (at: number) => dialog().getByRole('group', { name: `Kind ${at}` })
  const send = (act: string) => dialog().getByRole('button', { name: act, exact: true }).click()
  const wrong = (label: string) => dialog().getByLabel(label, { exact: true }).getAttribute('aria-invalid')
  const fill = async (fields: Record<string, string>, where = dialog()) => {
    for (const [label, value] of Object.entries(fields)) await where.getByLabel(label, { exact: true }).fill(value)
  }
  /** Sends the dialog, which closes when the act is done: some wait for a block. */
  const perform = async (act: string) => {
    await dialog().getByLabel('Why', { exact: true }).fill('The harbour show.')
    await send(act)
    await dialog().waitFor({ state: 'detached', timeout: 60_000 })
  }
  /** A path of this site stands in the field once the file is there. */
  const upload = async (what: string, file: File, where = dialog()) => {
    await where.getByLabel(`Upload: ${what}`).setInputFiles(file)
    await expect.poll(() => where.getByLabel(what, { exact: true }).inputValue()).toMatch(/^\/static\/upload\/\w+\.png$/)
  }
  /** So many hours from now, by the clock of the browser. */
  const local = (hours: number) =>
    page.evaluate((ahead) => {
      const at = Date.now() + ahead * 3_600_000
      return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    }, hours)

  it('marks what is missing, and refuses a mistake beside its field', async () => {
    await signInAs(page, 'Dan', '/operator/box')
    await page.getByRole('heading', { name: 'Blind boxes', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'New box' }).click()
    await dialog().waitFor()
    await send('New box')
    await expect.poll(() => dialog().getByText('This is missing', { exact: true }).count()).toBe(9)
    await expect
      .poll(() =>
        dialog()
          .getByLabel('Name of the series')
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true)

    await fill({ 'Name of the series': NAME, Description: 'Four boxes with a print in each.', 'Price of a box': '0' })
    await fill({ 'The sale begins': await local(-2), 'The sale ends': await local(48), Why: 'The harbour show.' })
    await upload('Cover, a picture of this site', COVER)
    // The browser's own button for files is not drawn over what is written.
    expect((await dialog().locator('input[type="file"]').first().boundingBox())?.width).toBeLessThanOrEqual(1)
    await fill({ 'Name of the prize': 'Heron', Copies: '3' }, kind(1))
    await upload('Picture of the prize', HERON, kind(1))
    await dialog().getByText('3 prizes fill 3 boxes').waitFor()
    await dialog().getByRole('button', { name: 'Add a kind' }).click()
    await fill({ 'Name of the prize': 'Comet', 'Description of the prize': 'There is one.', Copies: '1' }, kind(2))
    await upload('Picture of the prize', COMET, kind(2))
    await dialog().getByText('4 prizes fill 4 boxes').waitFor()

    await send('New box')
    await dialog().getByText('The price must be above 0, with at most 18 digits after the point.').waitFor()
    expect(await wrong('Price of a box')).toBe('true')
    await fill({ 'Price of a box': '0.1', 'Prizes in a box': '3' })
    await send('New box')
    await dialog().getByText('4 prizes do not fill boxes of 3').waitFor()
    expect([await wrong('Prizes in a box'), await wrong('Price of a box')]).toEqual(['true', null])
    await fill({ 'Prizes in a box': '1', 'The sale ends': await local(-3) })
    await send('New box')
    await dialog().getByText('The sale ends before it begins.').waitFor()
    expect(await wrong('The sale ends')).toBe('true')
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme)
      expect(await findViolations(page, '.dialog', theme === 'light' ? 'all' : 'colours'), theme).toEqual([])
    }
    await page.setViewportSize(PHONE)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    await page.setViewportSize(DESKTOP)
  })

  it('keeps what is stored from visitors until it is on the chain', async () => {
    await fill({ 'The sale ends': await local(48) })
    await perform('New box')
    await row().getByText('Not on the chain').waitFor()
    expect(await row().getByRole('link', { name: 'Open' }).count()).toBe(0)
    await visitor.page.goto('/blindbox')
    await visitor.page.locator('article.box-card').first().waitFor()
    await settled(visitor.page)
    expect(await visitor.page.getByRole('link', { name: NAME }).count()).toBe(0)
  })

  it('goes on the chain with words for every box, and has its bond', async () => {
    await row().getByRole('button', { name: 'Put on the chain' }).click()
    await expect.poll(() => dialog().getByLabel('Openings it has secret words for').inputValue()).toBe('4')
    await perform('Put on the chain')
    // Once its block is read; nobody presses anything.
    await expect.poll(() => row().innerText(), { timeout: 30_000 }).toContain('On sale')
    await row().getByRole('button', { name: 'More acts' }).click()
    await page.getByRole('button', { name: 'Add to the bond', exact: true }).click()
    await fill({ 'Amount, in its money': '0.4' })
    await perform('Add to the bond')
    path = (await row().getByRole('link', { name: 'Open' }).getAttribute('href')) ?? ''
    expect(path).toMatch(new RegExp(`^/blindbox/detail/\\d+\\?chain=${LOCAL_CHAIN_ID}$`))
  })

  it('is found by a visitor among the boxes, with its prizes and their chances', async () => {
    const { page: shop } = visitor
    await shop.goto('/blindbox')
    await shop.getByRole('region', { name: 'Open now' }).getByRole('link', { name: NAME }).click()
    await shop.getByRole('heading', { name: NAME, level: 1 }).waitFor()
    await shop.getByText('Four boxes with a print in each.').waitFor()
    await shop.locator('.box-foot').getByText('4 of 4 left').waitFor()
    const prizes = shop.locator('.box-prize')
    await expect.poll(() => prizes.locator('.box-prize-name').allInnerTexts()).toEqual(['Heron', 'Comet'])
    expect(await prizes.locator('.box-chance b').allInnerTexts()).toEqual(['75.00%', '25.00%'])
    for (const picture of await prizes.locator('img').all())
      await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  })

  it('is opened by a buyer, whose work is drawn, named and his', async () => {
    const { page: shop } = visitor
    await signInAs(shop, 'Alice', path)
    await askToOpen(shop, 'Open 1 box for 0.1025 ETH')
    await approve(shop, 'transaction')
    await shop.getByRole('heading', { name: 'Your box is open' }).waitFor({ timeout: 60_000 })
    await shop.locator('.reveal.shown').waitFor()
    const drawn = await shop.locator('.drawn-work .drawn-name').innerText()
    expect(['Heron', 'Comet']).toContain(drawn)
    const boxId = BigInt(/detail\/(\d+)/.exec(path)?.[1] ?? '0')
    const [opening] = (await market.api.blind['box.history']({ boxId, chainId: LOCAL_CHAIN_ID, page: 1, limit: 1 })).list
    const [work] = opening?.nfts ?? []
    expect([opening?.buyer, work?.name]).toEqual([addressOf('Alice'), drawn])
    if (!work) throw new Error('nothing was drawn')
    const item = { collection: work.collection, tokenId: BigInt(work.tokenId), chainId: LOCAL_CHAIN_ID }
    await expect.poll(async () => (await market.api.nft.detail(item))?.onlyOwner).toBe(addressOf('Alice'))
  })

  it('is in the record with who made it and why, and nobody saw a broken page', async () => {
    await page.goto('/operator/acts')
    for (const what of ['box create', 'box fill', 'box deposit'])
      await page.locator('.operator-table tbody tr').filter({ hasText: what }).filter({ hasText: 'The harbour show.' }).first().waitFor()
    expect([...operator.complaints, ...visitor.complaints]).toEqual([])
  })
})
