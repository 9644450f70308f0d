/** @module-tag more */
import { type ItemRecord, REPORT_KIND } from '@plinth/api'
import type { Person } from '@plinth/devnet'
import { type Address, LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemsOnSale } from '../support/demo-market.ts'
import { expectNothingAgainst } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { deployForeign, mintForeign } from '../support/foreign.ts'
import { addressOf } from '../support/money.ts'
import { operate } from '../support/operate.ts'
import { settled } from '../support/pages.ts'
import { paintPng } from '../support/picture.ts'
import { flawsOf } from '../support/sound-page.ts'
import { signInAs } from '../support/wallet.ts'

const BOX = 'Lanterns of the harbour'
const BOX_WHY = 'The harbour show.'
/** Commands that no other story uses: the server's rows and commands are those that the console knows. */
const OFFERED = [
  ['Items', 'Hide an item'],
  ['Links and contact', 'Change'],
  ['Fees', 'Set the seller fee'],
  ['Official senders', 'New official sender'],
  ['Networks', 'Pause'],
  ['Reading', 'Count anew'],
] as const
type File = { name: string; mimeType: string; buffer: Buffer }
const [COVER, HERON, COMET] = [71, 72, 73].map((seed) => ({
  name: `${seed}.png`,
  mimeType: 'image/png',
  buffer: paintPng(seed),
})) as [File, File, File]

/** Dan is the operator; Eve is an ordinary visitor. Errors and roles: operator.component.test.tsx. */
describe('the operator’s console', () => {
  const market = demoMarket()
  let operator: Visitor
  let eve: Visitor
  let page: Page
  let carol: Person
  let reported: ItemRecord
  let foreign: { museum: Address; guilder: Address }

  beforeAll(async () => {
    carol = await actAs('Carol', market)
    const [found] = await itemsOnSale(market, 'Dan')
    if (!found) throw new Error('nothing is on sale')
    reported = found
    foreign = { museum: await deployForeign(carol, market, 'Museum'), guilder: await deployForeign(carol, market, 'Guilder') }
    await mintForeign(carol, market, foreign.museum, 7n)
    await mintForeign(carol, market, foreign.guilder, 100_000n)
    const { collection: address, tokenId, chainId } = reported
    await carol.api.report.add({ kind: REPORT_KIND.ITEM, address, tokenId, text: 'This is a copy of my photograph.', chainId })
    await operate(market, 'roles', 'grant', '--wallet', addressOf('Dan'), '--role', 'operator', '--why', 'runs it for a while')
    operator = await openBrowser(market.url)
    eve = await openBrowser(market.url)
    page = operator.page
    await signInAs(page, 'Dan', '/operator')
  })
  beforeEach(() => pictureOnFailure(operator, eve))
  afterAll(async () => {
    await Promise.all([operator?.close(), eve?.close()])
  })

  const known = () => JSON.parse(reported.metadata) as { name: string; image: string }
  const dialog = () => page.getByRole('dialog')
  const row = (text: string) => page.locator('.operator-table tbody tr').filter({ hasText: text })
  const go = async (part: string) => {
    await page.getByRole('navigation', { name: 'Parts of the console' }).getByRole('link', { name: part, exact: true }).click()
    await page.getByRole('heading', { name: part, level: 1 }).waitFor()
  }
  const fill = async (fields: Record<string, string>, where = dialog()) => {
    for (const [label, value] of Object.entries(fields)) await where.getByLabel(label, { exact: true }).fill(value)
  }
  /** Submits the dialog, which closes when the command is done: some wait for a block. */
  const perform = async (act: string, why = 'A story needs it.') => {
    await dialog().getByLabel('Why', { exact: true }).fill(why)
    await dialog().getByRole('button', { name: act, exact: true }).click()
    await dialog().waitFor({ state: 'detached', timeout: 60_000 })
  }
  /** In the menu behind the first command of a row. */
  const choose = async (text: string, act: string) => {
    await row(text).getByRole('button', { name: 'More acts' }).click()
    await row(text).getByRole('button', { name: act, exact: true }).click()
    await dialog().waitFor()
  }

  it('changes what visitors see: categories, pay tokens, announcements and banners', async () => {
    await go('Categories')
    await page.getByRole('button', { name: 'New category' }).click()
    await fill({ 'Short name (small letters, digits, dashes)': 'jade', 'Name in English': 'Jade', 'Name in Chinese': '玉器' })
    await perform('New category')
    await row('玉器').waitFor()
    expect((await market.api.category.list({})).map(({ title }) => title?.en)).toContain('Jade')
    await choose('玉器', 'Remove')
    await perform('Remove')
    await row('玉器').waitFor({ state: 'detached' })

    await go('Pay tokens')
    await page.getByRole('button', { name: 'New pay token' }).click()
    await fill({ 'Contract of the token': foreign.guilder, 'Decimals, as its issuer says': '2' })
    await perform('New pay token')
    await row('GLD').waitFor()
    expect((await market.api.paytoken.list({ chainId: LOCAL_CHAIN_ID })).map(({ symbol }) => symbol)).toContain('GLD')
    await row('GLD').getByRole('button', { name: 'Take off the list' }).click()
    await perform('Take off the list')
    await expect.poll(async () => (await row('GLD').innerText()).includes('Take off')).toBe(false)

    await go('Announcements')
    await page.getByRole('button', { name: 'New announcement' }).click()
    await dialog().getByLabel('Language', { exact: true }).selectOption('en')
    await fill({ Title: 'The jade room opens', Text: 'Come on Friday.' })
    await perform('New announcement')
    await row('The jade room opens').waitFor()
    await go('Banners')
    await page.getByRole('button', { name: 'New banner' }).click()
    const picture = known().image.replace('ipfs://', '/ipfs/')
    await fill({
      'Contract of the collection': reported.collection,
      'Token ID': String(reported.tokenId),
      'Picture, a path of this site': picture,
    })
    await fill({ 'Title in English': 'Seen on Friday', 'Title in Chinese': '周五见' })
    await perform('New banner')
    await row('Seen on Friday').waitFor()
    await eve.page.goto('/')
    await eve.page.getByText('The jade room opens').first().waitFor()
    await eve.page.getByText('Seen on Friday').first().waitFor({ state: 'attached' })
    await row('Seen on Friday').getByRole('button', { name: 'Take down' }).click()
    await perform('Take down')
    await go('Announcements')
    await choose('The jade room opens', 'Remove')
    await perform('Remove')
    await row('The jade room opens').waitFor({ state: 'detached' })
  })

  it('brings in a collection, hides what was reported, and shows it again', async () => {
    await go('Collections')
    await page.getByRole('button', { name: 'Import a collection' }).click()
    await fill({ 'Contract of the collection': foreign.museum })
    await perform('Import a collection')
    await row('Museum of Elsewhere').waitFor()
    const item = { collection: foreign.museum, tokenId: 7n, chainId: LOCAL_CHAIN_ID }
    await expect.poll(async () => (await market.api.nft.owners(item)).list.map(({ owner }) => owner).join()).toBe(carol.address)
    await row('Museum of Elsewhere').getByRole('button', { name: 'Verify' }).click()
    await perform('Verify', 'I know these people.')
    await choose('Museum of Elsewhere', 'Hide')
    await perform('Hide', 'Only for this story.')

    await go('Reports')
    await row('This is a copy').getByRole('button', { name: 'Hide and uphold' }).click()
    await perform('Hide and uphold', 'It is a copy.')
    await row('This is a copy').waitFor({ state: 'detached' })
    const { collection, tokenId, chainId } = reported
    expect(await market.api.nft.detail({ collection, tokenId, chainId })).toBeUndefined()
    await go('Items')
    await row(known().name).getByRole('button', { name: 'Show again' }).click()
    await perform('Show again', 'The story is told.')
    await row(known().name).waitFor({ state: 'detached' })
    expect(await market.api.nft.detail({ collection, tokenId, chainId })).toMatchObject({ collection, tokenId })
  })

  it('[NET-25] changes a network without a restart, and offers one still that visitors are not shown', async () => {
    const shown = async () => (await market.api.config.fetch({})).networks.map(({ name }) => name)
    const all = await shown()
    expect(all).toContain('Local BSC')
    await go('Networks')
    await choose('Local BSC', 'Change')
    await dialog().getByLabel('Setting', { exact: true }).selectOption('rpc')
    await perform('Change', 'Its public node moves.')
    expect(await shown()).toEqual(all.filter((name) => name !== 'Local BSC'))
    await page.reload()
    await go('Collections')
    await page.getByRole('button', { name: 'Import a collection' }).click()
    await dialog().getByLabel('Network', { exact: true }).selectOption({ label: 'Local BSC' })
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    // From another process: the running market receives the change.
    await operate(market, 'networks', 'reset', '--chain', '31338', '--why', 'it has moved')
    await expect.poll(shown, { timeout: 20_000 }).toEqual(all)
  })

  it('puts a series of boxes on the chain and bonds it; only then a visitor finds it with its prizes', async () => {
    await go('Blind boxes')
    await page.getByRole('button', { name: 'New box' }).click()
    await dialog().waitFor()
    const kind = (at: number) => dialog().getByRole('group', { name: `Kind ${at}` })
    const upload = async (what: string, file: File, where = dialog()) => {
      await where.getByLabel(`Upload: ${what}`).setInputFiles(file)
      // The field holds a path of this site once the file is uploaded.
      await expect.poll(() => where.getByLabel(what, { exact: true }).inputValue()).toMatch(/^\/static\/upload\/\w+\.png$/)
    }
    await fill({ 'Name of the series': BOX, Description: 'Four boxes with a print in each.', 'Price of a box': '0.1' })
    await fill({ 'The sale begins': await local(-2), 'The sale ends': await local(-3), Why: BOX_WHY })
    await upload('Cover, a picture of this site', COVER)
    // The browser's own file button does not cover the text.
    expect((await dialog().locator('input[type="file"]').first().boundingBox())?.width).toBeLessThanOrEqual(1)
    await fill({ 'Name of the prize': 'Heron', Copies: '3' }, kind(1))
    await upload('Picture of the prize', HERON, kind(1))
    await dialog().getByRole('button', { name: 'Add a kind' }).click()
    await fill({ 'Name of the prize': 'Comet', 'Description of the prize': 'There is one.', Copies: '1' }, kind(2))
    await upload('Picture of the prize', COMET, kind(2))
    await dialog().getByRole('button', { name: 'New box', exact: true }).click()
    await dialog().getByText('The sale ends before it begins.').waitFor()
    expect(await dialog().getByLabel('The sale ends', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await expectNothingAgainst(page)
    await page.setViewportSize(PHONE)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    await page.setViewportSize(DESKTOP)
    await fill({ 'The sale ends': await local(48) })
    await perform('New box', BOX_WHY)

    await row(BOX).getByText('Not on the chain').waitFor()
    expect(await row(BOX).getByRole('link', { name: 'Open' }).count()).toBe(0)
    await eve.page.goto('/blindbox')
    await eve.page.locator('article.box-card').first().waitFor()
    await settled(eve.page)
    expect(await eve.page.getByRole('link', { name: BOX }).count()).toBe(0)

    await row(BOX).getByRole('button', { name: 'Put on the chain' }).click()
    await expect.poll(() => dialog().getByLabel('Openings it has secret words for').inputValue()).toBe('4')
    await perform('Put on the chain', BOX_WHY)
    // Once its block is indexed, without any input.
    await expect.poll(() => row(BOX).innerText(), { timeout: 30_000 }).toContain('On sale')
    await row(BOX).getByRole('button', { name: 'More acts' }).click()
    await page.getByRole('button', { name: 'Add to the bond', exact: true }).click()
    await fill({ 'Amount, in its money': '0.4' })
    await perform('Add to the bond', BOX_WHY)
    expect(await row(BOX).getByRole('link', { name: 'Open' }).getAttribute('href')).toMatch(
      new RegExp(`^/blindbox/detail/\\d+\\?chain=${LOCAL_CHAIN_ID}$`),
    )

    const { page: shop } = eve
    await shop.reload()
    await shop.getByRole('region', { name: 'Open now' }).getByRole('link', { name: BOX }).click()
    await shop.getByRole('heading', { name: BOX, level: 1 }).waitFor()
    await shop.getByText('Four boxes with a print in each.').waitFor()
    await shop.locator('.box-foot').getByText('4 of 4 left').waitFor()
    const prizes = shop.locator('.box-prize')
    await expect.poll(() => prizes.locator('.box-prize-name').allInnerTexts()).toEqual(['Heron', 'Comet'])
    expect(await prizes.locator('.box-chance b').allInnerTexts()).toEqual(['75.00%', '25.00%'])
    for (const picture of await prizes.locator('img').all())
      await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  })

  it('keeps all of that in the record, and each screen is sound in themes, languages, on a narrow phone', async () => {
    await go('Record')
    await row('reports decide').first().waitFor()
    await expect.poll(() => row('items hide').first().innerText()).toContain('It is a copy.')
    for (const what of ['box create', 'box fill', 'box deposit']) await row(what).filter({ hasText: BOX_WHY }).first().waitFor()
    for (const [part, act] of OFFERED) {
      await go(part)
      await page.getByRole('button', { name: act, exact: true }).first().waitFor()
    }
    const { groups } = await (await actAs('Dan', market)).api.operator.desk({})
    expect(groups.length).toBeGreaterThanOrEqual(19)
    expect(await flawsOf(page, ['/operator', ...groups.map(({ name }) => `/operator/${name}`)], true)).toEqual([])
    expect([...operator.complaints, ...eve.complaints]).toEqual([])
  })

  /** So many hours from now, by the clock of the browser. */
  const local = (hours: number) =>
    page.evaluate((ahead) => {
      const at = Date.now() + ahead * 3_600_000
      return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    }, hours)
})
