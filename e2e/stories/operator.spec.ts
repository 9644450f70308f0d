import { type ItemRecord, REPORT_KIND } from '@plinth/api'
import type { Person } from '@plinth/devnet'
import { type Address, LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { deployForeign, mintForeign } from '../support/foreign.ts'
import { addressOf } from '../support/money.ts'
import { operate } from '../support/operate.ts'
import { settled, showTheme } from '../support/pages.ts'
import { signInAs } from '../support/wallet.ts'

/** Dan runs the market for a while; Eve is a visitor like any other. What he makes is taken away again in the end. */
describe('the operator’s console', () => {
  const market = demoMarket()
  const dan = addressOf('Dan')
  let operator: Visitor
  let eve: Visitor
  let page: Page
  let carol: Person
  let work: ItemRecord
  let foreign: { museum: Address; guilder: Address }

  beforeAll(async () => {
    carol = await actAs('Carol', market)
    const [found] = await worksOnSale(market, 'Dan')
    if (!found) throw new Error('nothing is on sale')
    work = found
    foreign = { museum: await deployForeign(carol, market, 'Museum'), guilder: await deployForeign(carol, market, 'Guilder') }
    await mintForeign(carol, market, foreign.museum, 7n)
    const { collection: address, tokenId, chainId } = work
    await carol.api.report.add({ kind: REPORT_KIND.ITEM, address, tokenId, text: 'This is a copy of my photograph.', chainId })
    await operate(market, 'roles', 'grant', '--wallet', dan, '--role', 'operator', '--why', 'runs it for a while')
    operator = await openBrowser(market.url)
    eve = await openBrowser(market.url)
    page = operator.page
  })
  beforeEach(() => pictureOnFailure(operator, eve))
  afterAll(async () => {
    await operate(market, 'roles', 'revoke', '--wallet', dan, '--why', 'the story is told')
    await Promise.all([operator?.close(), eve?.close()])
  })

  const known = () => JSON.parse(work.metadata) as { name: string; image: string }
  const dialog = () => page.getByRole('dialog')
  const row = (text: string) => page.locator('.operator-table tbody tr').filter({ hasText: text })
  const go = async (part: string) => {
    await page.getByRole('navigation', { name: 'Parts of the console' }).getByRole('link', { name: part, exact: true }).click()
    await page.getByRole('heading', { name: part, level: 1 }).waitFor()
  }
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields)) await dialog().getByLabel(label, { exact: true }).fill(value)
  }
  /** Sends the dialog, which closes when the act is done. */
  const perform = async (act: string, why = 'A story needs it.') => {
    await dialog().getByLabel('Why', { exact: true }).fill(why)
    await dialog().getByRole('button', { name: act, exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
  }
  /** Behind the first act of a row. */
  const choose = async (text: string, act: string) => {
    await row(text).getByRole('button', { name: 'More acts' }).click()
    await row(text).getByRole('button', { name: act, exact: true }).click()
    await dialog().waitFor()
  }

  it('sends visitors to connect, and tells whoever has no role so', async () => {
    await eve.page.goto('/operator')
    await eve.page.waitForURL((url) => url.pathname === '/connect' && url.searchParams.get('redirect') === '/operator')
    await signInAs(eve.page, 'Eve', '/operator')
    await eve.page.getByRole('heading', { name: 'This page is for those who run the market' }).waitFor()
    await eve.page.getByText(addressOf('Eve')).waitFor()
    expect(await eve.page.getByRole('navigation', { name: 'Parts of the console' }).count()).toBe(0)
  })

  it('shows an operator how the market does', async () => {
    await signInAs(page, 'Dan', '/operator')
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    const people = page.getByRole('region', { name: 'People' })
    await expect.poll(async () => Number(await people.locator('dd').first().innerText())).toBeGreaterThanOrEqual(6)
    await page.getByRole('table', { name: 'Paid to sellers' }).getByRole('row', { name: /^ETH/ }).first().waitFor()
    await page
      .getByRole('table', { name: 'Chains' })
      .getByRole('row', { name: /Local Ethereum/ })
      .waitFor()
    await page
      .getByRole('table', { name: 'Background jobs' })
      .getByRole('row', { name: /expire-orders/ })
      .waitFor()
    expect(await findViolations(page, 'main')).toEqual([])
  })

  it('refuses a mistake beside its field, and makes a category that visitors see', async () => {
    await go('Categories')
    await page.getByRole('button', { name: 'New category' }).click()
    await dialog().getByRole('button', { name: 'New category' }).click()
    await expect.poll(() => dialog().getByText('This is missing', { exact: true }).count()).toBe(4)
    await fill({
      'Short name (small letters, digits, dashes)': 'Two Words',
      'Name in English': 'Jade',
      'Name in Chinese': '玉器',
      Why: 'x',
    })
    await dialog().getByRole('button', { name: 'New category' }).click()
    await dialog().getByText('must be of small letters, digits and dashes').waitFor()
    const name = dialog().getByLabel('Short name (small letters, digits, dashes)')
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await fill({ 'Short name (small letters, digits, dashes)': 'jade' })
    await perform('New category')
    await row('玉器').waitFor()
    expect((await market.api.category.list({})).map(({ title }) => title?.en)).toContain('Jade')
    await choose('玉器', 'Remove')
    await perform('Remove')
    await row('玉器').waitFor({ state: 'detached' })
  })

  it('takes a token as money, with the decimals that its contract says', async () => {
    await go('Pay tokens')
    await page.getByRole('button', { name: 'New pay token' }).click()
    await fill({ 'Contract of the token': foreign.guilder, 'Decimals, as its issuer says': '18', Why: 'x' })
    await dialog().getByRole('button', { name: 'New pay token' }).click()
    await dialog().getByText('has 2 decimals').waitFor()
    const decimals = dialog().getByLabel('Decimals, as its issuer says')
    await expect.poll(() => decimals.getAttribute('aria-invalid')).toBe('true')
    await decimals.fill('2')
    await perform('New pay token')
    await row('GLD').waitFor()
    expect((await market.api.paytoken.list({ chainId: LOCAL_CHAIN_ID })).map(({ symbol }) => symbol)).toContain('GLD')
    await row('GLD').getByRole('button', { name: 'Take off the list' }).click()
    await perform('Take off the list')
    await expect.poll(async () => (await row('GLD').innerText()).includes('Take off')).toBe(false)
  })

  it('announces something and hangs up a banner, both of which a visitor sees', async () => {
    await go('Announcements')
    await page.getByRole('button', { name: 'New announcement' }).click()
    await dialog().getByLabel('Language', { exact: true }).selectOption('en')
    await fill({ Title: 'The jade room opens', Text: 'Come on Friday.' })
    await perform('New announcement')
    await row('The jade room opens').waitFor()
    await go('Banners')
    await page.getByRole('button', { name: 'New banner' }).click()
    const picture = known().image.replace('ipfs://', '/ipfs/')
    await fill({ 'Contract of the collection': work.collection, 'Token ID': String(work.tokenId), 'Picture, a path of this site': picture })
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

  it('brings in a collection that was made elsewhere, with what happened in it', async () => {
    await go('Collections')
    await page.getByRole('button', { name: 'Import a collection' }).click()
    await fill({ 'Contract of the collection': foreign.guilder })
    await dialog().getByLabel('Why', { exact: true }).fill('x')
    await dialog().getByRole('button', { name: 'Import a collection' }).click()
    await dialog().getByText('neither that it is ERC721 nor ERC1155').waitFor()
    await fill({ 'Contract of the collection': foreign.museum })
    await perform('Import a collection')
    await row('Museum of Elsewhere').waitFor()
    const item = { collection: foreign.museum, tokenId: 7n, chainId: LOCAL_CHAIN_ID }
    await expect.poll(async () => (await market.api.nft.owners(item)).list.map(({ owner }) => owner).join()).toBe(carol.address)
    await row('Museum of Elsewhere').getByRole('button', { name: 'Verify' }).click()
    await perform('Verify', 'I know these people.')
    await choose('Museum of Elsewhere', 'Hide')
    await perform('Hide', 'Only for this story.')
  })

  it('hides what was reported, and shows it again', async () => {
    await go('Reports')
    await row('This is a copy').getByRole('button', { name: 'Hide and uphold' }).click()
    await perform('Hide and uphold', 'It is a copy.')
    await row('This is a copy').waitFor({ state: 'detached' })
    const { collection, tokenId, chainId } = work
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
    await page.getByText(/contracts, ids and the default network only in the configuration, with a restart\.$/).waitFor()
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
    // From another process: the market that runs hears of it.
    await operate(market, 'networks', 'reset', '--chain', '31338', '--why', 'it has moved')
    await expect.poll(shown, { timeout: 20_000 }).toEqual(all)
  })

  it('keeps who did what, and why; on a phone in the dark and in Chinese too', async () => {
    await go('Record')
    await row('reports decide').first().waitFor()
    await expect.poll(() => row('items hide').first().innerText()).toContain('It is a copy.')
    await page.setViewportSize(PHONE)
    await showTheme(page, 'dark')
    await settled(page)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await findViolations(page, 'main')).toEqual([])
    await page.setViewportSize(DESKTOP)
    // Loaded in Chinese, it has never seen the English texts.
    await page.evaluate(() => localStorage.setItem('locale', 'zh'))
    await page.goto('/operator/networks')
    await page.getByRole('heading', { name: '网络', level: 1 }).waitFor()
    await page.getByRole('columnheader', { name: '出块时间（秒）' }).waitFor()
    await page.getByText(/合约、链编号和默认网络只能在配置中更改，重启后生效。$/).waitFor()
    await page.evaluate(() => localStorage.setItem('locale', 'en'))
    expect([...operator.complaints, ...eve.complaints]).toEqual([])
  })
})
