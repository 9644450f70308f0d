import { type ApiError, createClient } from '@plinth/api'
import { callRpc, type DemoName, getDemoAccount } from '@plinth/devnet'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeAnswers } from '../support/answers.ts'
import { findViolations } from '../support/axe.ts'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import { openBrowsers, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, itemsOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { nextCode, readPicture } from '../support/mail.ts'
import { addressOf } from '../support/money.ts'
import { settled } from '../support/pages.ts'
import { paintPng } from '../support/picture.ts'
import { chooseScripted, installWallet, type ScriptedWallet, sendAs, type Transaction, WalletRefusal } from '../support/scripted-wallet.ts'

const market = demoMarket()
let browsers: Awaited<ReturnType<typeof openBrowsers>>

beforeAll(async () => {
  browsers = await openBrowsers(market.url)
})
afterAll(() => browsers?.close())

const EMAIL = 'lin.story@example.org'
const PASSWORD = 'plum-7-orbit'

/** Session states: a third-party wallet connects, signs in, is restored on reload, and signs out. */
describe('a session', () => {
  const [eve, dan] = [getDemoAccount('Eve').account, getDemoAccount('Dan').account]
  let visitor: Visitor
  let wallet: ScriptedWallet
  let page: Page

  beforeAll(async () => {
    visitor = await browsers.visit()
    const { rpcUrl, rpcUrls } = market
    wallet = await installWallet(visitor.context, { rpcUrl, rpcUrls, chainId: LOCAL_CHAIN_ID, accounts: [eve] })
    page = visitor.page
  })
  beforeEach(() => pictureOnFailure(visitor))
  afterAll(() => visitor?.close())

  it('[NET-09, NET-11, NET-15, NET-16, NET-43, SHELL-03, SHELL-24, SHELL-25, SHELL-26, CFG-07, CFG-08, CFG-10] guards a page, offers WalletConnect only where it is configured, signs in and survives a reload', async () => {
    const fetched = fetchedBy(page)
    await page.goto('/items?tab=created')
    await page.waitForURL(`**/connect?redirect=${encodeURIComponent('/items?tab=created')}`)
    expect(await kept('connected')).toBeNull()
    await page.getByRole('button', { name: 'Demo wallet' }).waitFor()
    expect(await page.getByRole('button', { name: 'Wallet on your phone' }).count()).toBe(0)
    // The wallet code itself is loaded, but only of the wallet kinds found.
    expect(['wallet', 'phone-wallet', 'bsc-wallet'].map((name) => isThere(fetched, name))).toEqual([true, false, false])
    await changeAnswers(page, '**/config/fetch', ({ data }) => {
      data.site.walletConnectProjectId = 'a'.repeat(32)
    })
    await page.reload()
    await page.getByRole('button', { name: 'Wallet on your phone' }).waitFor()
    expect(['phone-wallet', 'bsc-wallet'].map((name) => isThere(fetched, name))).toEqual([true, false])
    // It is not chosen: no request goes to its relay.
    expect(fetched.filter((url) => !isOurs(url))).toEqual([])
    await page.unroute('**/config/fetch')
    await chooseScripted(page)
    await atPath('/items?tab=created')
    const token = await kept('Authorization')
    expect(token).toMatch(/^\S{32,}$/)
    expect(await page.evaluate(() => sessionStorage.getItem('channelId'))).toBe(String(LOCAL_CHAIN_ID))
    // Besides them only the wallet's own entries, and of the store only the user.
    const ours = () => page.evaluate(() => Object.keys(localStorage).filter((name) => !name.startsWith('plinth.')))
    expect((await ours()).sort()).toEqual(['Authorization', 'connected', 'user', 'wallet'])
    await page.reload()
    await chipOf('Eve')
    expect(await kept('Authorization')).toBe(token)
    expect(page.url()).toContain('/items?tab=created')
    expect(wallet.asked.filter((method) => method === 'personal_sign')).toHaveLength(1)
    await page.goto('/connect?redirect=%2Fitems')
    await atPath('/')
  })

  it('[NET-12, NET-22, SHELL-43, SHELL-69] signs out in every tab and forgets everything, here and on the server', async () => {
    const other = await visitor.context.newPage()
    await other.goto('/')
    await other.locator('.profile-chip', { hasText: 'Eve' }).filter({ hasText: 'ETH' }).waitFor()
    const news = other.locator('header').getByRole('link', { name: /^News/ })
    await (await actAs('Dan', market)).api.follow.add({ address: addressOf('Eve') })
    await expect.poll(() => news.getAttribute('aria-label')).toMatch(/unread/)
    const token = (await kept('Authorization')) ?? ''
    await page.locator('header').getByRole('link', { name: 'My items' }).first().click()
    await page.waitForURL((url) => url.pathname === '/items')
    await page.locator('.profile-chip').click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.waitForURL(/\/connect/)
    await other.getByRole('link', { name: 'Connect wallet' }).waitFor()
    for (const key of ['Authorization', 'connected', 'user']) expect(await kept(key), key).toBeNull()
    expect([await news.count(), await other.locator('.profile-chip').count()]).toEqual([0, 0])
    // The next account, not signed in, sees its own balance, and no notices of the previous one.
    wallet.accounts = [dan]
    wallet.answers.set('personal_sign', () => {
      throw new WalletRefusal(4001, 'User rejected the request.')
    })
    await chooseScripted(page)
    await page.getByText('You declined in the wallet.').first().waitFor()
    await page.locator('.connect-wall-logo').click()
    await chipWith('Dan')
    expect(await page.locator('header').getByRole('link', { name: /^News/ }).getAttribute('aria-label')).toBe('News')
    // The page does not wait for the server's answer.
    const known = () => createClient({ baseUrl: market.url, token: () => token }).user.profile({})
    await expect.poll(() => known().catch(({ errno }: ApiError) => errno)).toBe(501)
  })

  const kept = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
  const atPath = (path: string) => page.waitForURL((url) => url.pathname + url.search === path)
  const chipOf = (name: string) => page.locator('.profile-chip', { hasText: name }).waitFor()

  const chipWith = (name: DemoName) => page.locator('.profile-chip', { hasText: addressOf(name).slice(0, 6) }).waitFor()

  /** Every address that the page fetches from here on. */
  function fetchedBy(from: Page): readonly string[] {
    const fetched: string[] = []
    from.on('request', (request) => fetched.push(request.url()))
    return fetched
  }
  const isThere = (fetched: readonly string[], name: string) => fetched.some((url) => new URL(url).pathname.startsWith(`/assets/${name}-`))
  const isOurs = (url: string) =>
    [market.url, ...Object.values(market.rpcUrls)].some((ours) => new URL(url).origin === new URL(ours).origin)
})

/** Lin has no wallet: she signs in by e-mail, gets a profile, and later links a wallet. */
describe('an account by e-mail', () => {
  const account = privateKeyToAccount(generatePrivateKey())
  let lin: Visitor
  let page: Page

  beforeAll(async () => {
    lin = await browsers.visit()
    page = lin.page
    const { rpcUrl, rpcUrls } = market
    await installWallet(lin.context, { rpcUrl, rpcUrls, chainId: LOCAL_CHAIN_ID, accounts: [account] })
  })
  beforeEach(() => pictureOnFailure(lin))
  afterAll(() => lin?.close())

  it('[AUTH-05, AUTH-15, AUTH-16] registers, opens the account by the mailed code, logs in, and is remembered', async () => {
    await page.goto('/regist')
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await typePicture()
    await page.getByRole('button', { name: 'Mail me the code' }).click()
    await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
    await page.getByLabel('Code from the mail').fill(await nextCode(EMAIL, market))
    await page.getByRole('button', { name: 'Open the account' }).click()
    await page.waitForURL('**/login')
    await enter(page)
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(() => localStorage.getItem('Authorization')?.length)).toBe(43)
    await page.goto('/profile')
    await page.locator('.profile-chip', { hasText: 'Signed in by e-mail' }).waitFor()
  })

  it('[PROF-02, ERR-01] cuts a picture to a square, and keeps what is typed while another tab logs in again', async () => {
    await page
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'lin.png', mimeType: 'image/png', buffer: paintPng(7, 400, 240) })
    const crop = page.getByRole('dialog', { name: 'Choose the part that shows' })
    await crop.getByRole('button', { name: /Drag the picture/ }).focus()
    const placed = () => crop.locator('.crop-stage img').getAttribute('style')
    const before = await placed()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(placed).not.toBe(before)
    await crop.getByLabel('Closer').fill('2')
    expect(await findViolations(page, '.dialog')).toEqual([])
    await crop.getByRole('button', { name: 'Use this part' }).click()
    await crop.waitFor({ state: 'detached' })
    const worn = page.locator('.avatar-field img')
    const sides = () => worn.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    await expect.poll(async () => (await sides())[0]).toBeGreaterThan(90)
    expect(new Set(await sides()).size).toBe(1)

    await page.getByLabel('Display name').fill('Lin')
    await page.getByLabel('Short link').fill('lin-story')
    await page.getByLabel('Bio').fill('Ink, rain and snow')
    const token = (await page.evaluate(() => localStorage.getItem('Authorization'))) ?? ''
    await createClient({ baseUrl: market.url, token: () => token }).user.logout({})
    await page.getByRole('button', { name: 'Update' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your session has ended.').waitFor()
    expect(await findViolations(page, '.dialog')).toEqual([])
    const [beside] = await Promise.all([lin.context.waitForEvent('page'), dialog.getByRole('link', { name: 'Log in' }).click()])
    await beside.waitForURL('**/login')
    await enter(beside)
    await beside.waitForURL((url) => url.pathname === '/')
    await beside.close()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Bio').inputValue()).toBe('Ink, rain and snow')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('Profile saved').waitFor()
    const kept = await market.api.user.info({ shortUrl: 'lin-story' })
    expect(kept).toMatchObject({ nickname: 'Lin', brief: 'Ink, rain and snow', avatar: expect.stringMatching(/^\/static\/upload\//) })
  })

  it('[AUTH-25, AUTH-26, SHELL-19] links a wallet: likes and profile come along, and trading is open', async () => {
    const token = (await page.evaluate(() => localStorage.getItem('Authorization'))) ?? ''
    const [item] = await itemsOnSale(market)
    if (!item) throw new Error('nothing is on sale')
    const { collection, tokenId, chainId } = item
    await createClient({ baseUrl: market.url, token: () => token }).like.add({ collection, tokenId, chainId })
    await page.goto('/connect?redirect=%2Fitems%3Ftab%3Dliked')
    await page.getByText('Your e-mail account gets a wallet of your own.').waitFor()
    await chooseScripted(page)
    await page.waitForURL('**/items?tab=liked')
    await page.locator('.account-who').getByText(account.address.toLowerCase().slice(0, 6)).waitFor()
    await page
      .getByRole('tab', { name: /Liked.*1/ })
      .or(page.locator('.tabs', { hasText: 'Liked' }).getByText('1'))
      .first()
      .waitFor()
    await page.goto(itemPath(item))
    await page.locator('.profile-chip', { hasText: 'Lin' }).waitFor()
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}')).toMatchObject({
      loginType: '1',
      address: account.address.toLowerCase(),
    })
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    expect(lin.complaints).toEqual([])
  })

  /** Once the captcha of the newest cookie is shown. */
  async function typePicture(on = page): Promise<void> {
    await on.locator('.picture-code img').waitFor()
    await settled(on)
    await on.getByLabel('Code in the picture').fill(await readPicture(on.context(), market))
  }

  async function enter(on: Page): Promise<void> {
    await on.getByLabel('E-mail').fill(EMAIL)
    await on.getByLabel('Password').fill(PASSWORD)
    await typePicture(on)
    await on.getByRole('button', { name: 'Log in' }).click()
  }
})

/** States of a transaction between the wallet and the chain, as its sender sees them on any page. */
describe('transactions', () => {
  const eve = getDemoAccount('Eve').account
  let visitor: Visitor
  let wallet: ScriptedWallet
  let page: Page
  let bought = 0

  beforeAll(async () => {
    visitor = await browsers.visit()
    wallet = await installWallet(visitor.context, { rpcUrl: market.rpcUrl, chainId: LOCAL_CHAIN_ID, accounts: [eve] })
    page = visitor.page
    await page.goto('/connect?redirect=%2Fitems')
    await chooseScripted(page)
    await page.waitForURL((url) => url.pathname === '/items')
  })
  beforeEach(() => pictureOnFailure(visitor))
  afterEach(() => releaseBlocks(market.rpcUrl))
  afterAll(() => visitor?.close())

  it('one with a raised fee is followed in every tab, after a reload, and when its block is dropped', { tags: 'more' }, async () => {
    const other = await visitor.context.newPage()
    await other.goto('/')
    const sent = await payWhileHeld()
    await onTheWay(other, 1)
    await page.reload()
    await onTheWay(page, 1)
    const raw = await signed({ ...sent, gasPrice: raised(sent) })
    const hash = await callRpc<Hex>(market.rpcUrl, 'eth_sendRawTransaction', [raw])
    await releaseBlocks(market.rpcUrl)
    await openTransactions()
    await transactionRow('Done').waitFor({ timeout: 60_000 })
    await onTheWay(other, 0)
    const { blockNumber } = await market.chain.getTransactionReceipt({ hash })
    const head = await market.chain.getBlockNumber({ cacheTime: 0 })
    await callRpc(market.rpcUrl, 'anvil_reorg', [Number(head - blockNumber) + 1, []])
    await onTheWay(page, 1)
    await callRpc(market.rpcUrl, 'eth_sendRawTransaction', [raw])
    await onTheWay(page, 0)
    await transactionRow('Done').waitFor({ timeout: 60_000 })
    await other.close()
  })

  it('a page that is closed while the wallet asks learns the hash later, from the chain', { tags: 'more' }, async () => {
    const item = await openBuy()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    wallet.answers.set('eth_sendTransaction', async (_, honest) => {
      await answered
      return honest()
    })
    wallet.asked.length = 0
    await pay()
    await expect.poll(() => wallet.asked).toContain('eth_sendTransaction')
    await page.close()
    page = await visitor.context.newPage()
    await page.goto('/')
    await openTransactions()
    await page.getByText('Waiting for your answer in the wallet').waitFor()
    answer()
    await transactionRow('Done').waitFor({ timeout: 60_000 })
    await vi.waitUntil(async () => (await market.api.nft.detail(item))?.onlyOwner === addressOf('Eve'), { timeout: 20_000, interval: 300 })
  })

  const transactionRow = (note: string) => page.locator('.transactions-row').getByText(note, { exact: true }).first()
  const nextNonce = () => market.chain.getTransactionCount({ address: eve.address, blockTag: 'pending' })
  const raised = ({ gasPrice }: Transaction): Hex => `0x${((BigInt(gasPrice ?? '0x0') * 3n) / 2n + 1n).toString(16)}`
  const onTheWay = (on: Page, count: number) =>
    on.getByRole('button', { name: `Transactions, ${count} on the way` }).waitFor({ timeout: 60_000 })

  /** The page's own request, whose kind only the story knows. */
  function signed({ from: _, gas, gasPrice, value = '0x0', ...rest }: Transaction): Promise<Hex> {
    const amounts = { value: BigInt(value), gas: BigInt(gas ?? '0x0'), gasPrice: BigInt(gasPrice ?? '0x0') }
    // A page’s request has hex where viem has its own types.
    return eve.signTransaction({ ...rest, ...amounts, chainId: LOCAL_CHAIN_ID, type: 'legacy' } as never)
  }

  async function openBuy() {
    const item = (await itemsOnSale(market, 'Eve'))[bought++]
    if (!item) throw new Error('nothing is on sale')
    await page.goto(itemPath(item))
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    return { collection: item.collection, tokenId: item.tokenId }
  }

  const pay = () => page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()

  /** A purchase that waits for a block; what was sent, with its number. */
  async function payWhileHeld(): Promise<Transaction> {
    await openBuy()
    await holdBlocks(market.rpcUrl)
    const nonce = await nextNonce()
    let sent: Transaction | undefined
    wallet.answers.set('eth_sendTransaction', ([asked]) => {
      sent = { ...(asked as Transaction), nonce }
      return sendAs(wallet, market.rpcUrl, sent)
    })
    await pay()
    await page.getByText('Sent. Waiting for its block.').first().waitFor()
    if (!sent) throw new Error('nothing was sent')
    return sent
  }

  async function openTransactions(): Promise<void> {
    await page.getByRole('button', { name: /^Transactions, / }).click()
  }
})
