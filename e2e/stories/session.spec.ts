import { type ApiError, createClient } from '@plinth/api'
import { type DemoName, getDemoAccount } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, TIMERS_MS } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeAnswers } from '../support/answers.ts'
import type { Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { paintPng } from '../support/picture.ts'
import { chooseScripted, installWallet, type ScriptedWallet, WalletRefusal } from '../support/scripted-wallet.ts'
import { visitEach } from '../support/visits.ts'

/** Who is here: a wallet of another maker comes, signs in, changes its mind, and goes. */
describe('a session', () => {
  const market = demoMarket()
  const [eve, dan] = [getDemoAccount('Eve').account, getDemoAccount('Dan').account]
  const story = visitEach(market)
  let visitor: Visitor
  let wallet: ScriptedWallet
  let page: Page

  beforeEach(async () => {
    visitor = story.visitor
    const { rpcUrl, rpcUrls } = market
    wallet = await installWallet(visitor.context, { rpcUrl, rpcUrls, chainId: LOCAL_CHAIN_ID, accounts: [eve] })
    page = visitor.page
  })

  it('[NET-09, NET-11, NET-15, NET-16, SHELL-03, SHELL-24, SHELL-25, SHELL-26, CFG-07, CFG-08, CFG-10] guards a page, signs in, comes back to it, and is restored on reload', async () => {
    await page.goto('/items?tab=created')
    await page.waitForURL(`**/connect?redirect=${encodeURIComponent('/items?tab=created')}`)
    expect(await kept('connected')).toBeNull()
    await chooseScripted(page)
    await atPath('/items?tab=created')
    const token = await kept('Authorization')
    expect(token).toMatch(/^\S{32,}$/)
    expect(await page.evaluate(() => sessionStorage.getItem('channelId'))).toBe(String(LOCAL_CHAIN_ID))
    // Beside them stand the wallet's own notes only, and of the store the user alone.
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
    await signIn()
    const other = await visitor.context.newPage()
    await other.goto('/')
    await other.locator('.profile-chip', { hasText: 'Eve' }).filter({ hasText: 'ETH' }).waitFor()
    const news = other.locator('header').getByRole('link', { name: /^News/ })
    await (await actAs('Dan', market)).api.follow.add({ address: addressOf('Eve') })
    await expect.poll(() => news.getAttribute('aria-label')).toMatch(/unread/)
    const token = (await kept('Authorization')) ?? ''
    await page.locator('.profile-chip').click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.waitForURL(/\/connect/)
    await other.getByRole('link', { name: 'Connect wallet' }).waitFor()
    for (const key of ['Authorization', 'connected', 'user']) expect(await kept(key), key).toBeNull()
    expect([await news.count(), await other.locator('.profile-chip').count()]).toEqual([0, 0])
    // The next one, who does not sign in, sees his own balance, and nothing of her news.
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

  it('[NET-17, NET-18, NET-19] takes another account for another person: signed out, the view read anew, the open dialog gone', async () => {
    await signIn()
    await openBuy()
    await wallet.changeAccounts([dan])
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('.profile-chip', { hasText: addressOf('Dan').slice(0, 6) }).waitFor()
    expect(await kept('Authorization')).toBeNull()
    expect(await kept('connected')).toBe('1')
  })

  it('works for the page where the browser keeps nothing', async () => {
    await visitor.context.addInitScript(() => {
      const denied = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      for (const store of ['localStorage', 'sessionStorage']) Object.defineProperty(window, store, { get: denied })
    })
    await page.goto('/connect?redirect=%2Fitems')
    await chooseScripted(page)
    await atPath('/items')
    await chipOf('Eve')
    expect(visitor.complaints).toEqual([])
  })

  it('[NET-43] offers a phone where the operator has a WalletConnect project, and fetches nothing of it elsewhere', async () => {
    const fetched = fetchedBy(page)
    await page.goto('/connect')
    await page.getByRole('button', { name: 'Demo wallet' }).waitFor()
    expect(await page.getByRole('button', { name: 'Wallet on your phone' }).count()).toBe(0)
    // The wallet code itself is here, of kinds of wallets only what was found.
    expect(['wallet', 'phone-wallet', 'bsc-wallet'].map((name) => isThere(fetched, name))).toEqual([true, false, false])
    await changeAnswers(page, '**/config/fetch', ({ data }) => {
      data.site.walletConnectProjectId = 'a'.repeat(32)
    })
    await page.reload()
    await page.getByRole('button', { name: 'Wallet on your phone' }).waitFor()
    expect(['phone-wallet', 'bsc-wallet'].map((name) => isThere(fetched, name))).toEqual([true, false])
    // It is not chosen: nothing goes to its relay.
    expect(fetched.filter((url) => !isOurs(url))).toEqual([])
  })

  it('[SHELL-33] asks the wallet 300 ms after its start, and not before', async () => {
    await signIn()
    await page.addInitScript((delay) => {
      const later = window.setTimeout.bind(window)
      const held: TimerHandler[] = []
      const setTimeout = (due: TimerHandler, ms = 0) => (ms === delay ? held.push(due) : later(due, ms))
      Object.assign(window, { held, setTimeout, release: () => held.splice(0).map((due) => later(due, 0)) })
    }, TIMERS_MS.walletCheck)
    // Put there by the script above.
    const held = () => page.evaluate(() => (window as unknown as { held: unknown[] }).held.length)
    const before = wallet.asked.length
    await page.goto('/404')
    await page.getByRole('heading', { name: 'Nothing stands here' }).waitFor()
    await expect.poll(held).toBe(1)
    await page.locator('header .skeleton').first().waitFor()
    expect(wallet.asked.length).toBe(before)
    await page.evaluate(() => (window as unknown as { release: () => void }).release())
    await chipOf('Eve')
    expect(wallet.asked.length).toBeGreaterThan(before)
    expect(TIMERS_MS.walletCheck).toBe(300)
  })

  it('a wallet that is locked over a form gives it back as it was, file and all', async () => {
    await signIn()
    await page.goto('/create/erc721')
    await page.getByLabel('Name', { exact: true }).fill('Half a moon')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'moon.png', mimeType: 'image/png', buffer: paintPng(3) })
    await page
      .getByRole('img', { name: /moon|Half/i })
      .first()
      .waitFor()
    await wallet.changeAccounts([])
    await page.waitForURL(/\/connect\?redirect=%2Fcreate%2Ferc721/)
    await wallet.changeAccounts([eve])
    await chooseScripted(page)
    await page.waitForURL((url) => url.pathname === '/create/erc721')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a moon')
    await page
      .getByRole('img', { name: /moon|Half/i })
      .first()
      .waitFor()
    await page.goto('/create')
    await page.goto('/create/erc721')
    await page.getByText('Choose the file again, it had not been sent yet: moon.png').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a moon')
    await page.getByRole('button', { name: 'Start afresh' }).click()
    await page.getByRole('button', { name: 'Empty the whole form?' }).click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  })

  const kept = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
  const atPath = (path: string) => page.waitForURL((url) => url.pathname + url.search === path)
  const chipOf = (name: string) => page.locator('.profile-chip', { hasText: name }).waitFor()

  const chipWith = (name: DemoName) => page.locator('.profile-chip', { hasText: addressOf(name).slice(0, 6) }).waitFor()

  async function signIn(): Promise<void> {
    await page.goto('/connect?redirect=%2Fitems')
    await chooseScripted(page)
    await atPath('/items')
    await chipOf('Eve')
  }

  async function gotoWork(): Promise<void> {
    const [work] = await worksOnSale(market, 'Eve', 'Dan')
    if (!work) throw new Error('nothing is on sale')
    await page.goto(itemPath(work))
  }

  async function openBuy(): Promise<void> {
    await gotoWork()
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
  }

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
