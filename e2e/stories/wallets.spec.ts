import { getDemoAccount } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, TIMERS_MS } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeAnswers } from '../support/answers.ts'
import type { Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { paintPng } from '../support/picture.ts'
import { chooseScripted, installWallet, type WalletSettings } from '../support/scripted-wallet.ts'
import { visitEach } from '../support/visits.ts'

/** Which wallets a page finds, which one it keeps to, and what their owner sees meanwhile. */
describe('wallets', () => {
  const market = demoMarket()
  const [eve, dan] = [getDemoAccount('Eve').account, getDemoAccount('Dan').account]
  const story = visitEach(market)
  let visitor: Visitor
  let page: Page

  beforeEach(async () => {
    visitor = story.visitor
    page = visitor.page
  })

  it('[NET-43, NET-39, NET-15] of several wallets the chosen one is kept, across a reload, and no other takes its place', async () => {
    const first = await install({ name: 'First wallet', accounts: [dan] })
    await install({ name: 'Second wallet', accounts: [eve] })
    await connectWith('Second wallet')
    const asked = first.asked.length
    await page.reload()
    await chipOf('Eve')
    expect(first.asked.slice(asked)).toEqual([])
    await first.changeAccounts([dan])
    await first.changeChain(LOCAL_CHAIN_ID)
    await page.reload()
    await chipOf('Eve')
    expect(await page.evaluate(() => localStorage.getItem('wallet'))).toBe('test.plinth.second-wallet')
  })

  it('[NET-43] finds a browser wallet that only stands in window.ethereum', async () => {
    await install({ name: 'Old wallet', way: 'ethereum' })
    await connectWith('Browser wallet')
    await page.reload()
    await chipOf('Eve')
  })

  it('[NET-43] finds the old BSC extension, and signs in with it', async () => {
    const fetched = fetchedBy(page)
    const old = await install({ name: 'Old BSC wallet', way: 'BinanceChain' })
    await connectWith('BSC chain wallet')
    expect(old.asked).toContain('personal_sign')
    expect([isThere(fetched, 'bsc-wallet'), isThere(fetched, 'phone-wallet')]).toEqual([true, false])
    await page.reload()
    await chipOf('Eve')
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
    // The kinds have their names in either language.
    await install({ name: 'Old BSC wallet', way: 'BinanceChain' })
    await install({ name: 'Old wallet', way: 'ethereum' })
    await page.evaluate(() => localStorage.setItem('locale', 'zh'))
    await page.reload()
    for (const name of ['手机钱包', 'BSC 链钱包', '浏览器钱包']) await page.getByRole('button', { name }).waitFor()
    // Nobody has chosen it: nothing goes to its relay.
    expect(fetched.filter((url) => !isOurs(url))).toEqual([])
  })

  it('[NET-10, SHELL-33] a reload brings the session back without ever showing a stranger’s header', async () => {
    await install({})
    await connectWith('Scripted wallet')
    await visitor.context.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        if (document.querySelector('.header')?.textContent?.includes('Connect wallet')) seen.push('stranger')
        requestAnimationFrame(look)
      }
      look()
    })
    await page.goto('/')
    await chipOf('Eve')
    // Put there by the script above.
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
    await page.goto('/create')
    await page.getByRole('heading').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/create')
  })

  it('[SHELL-33] asks the wallet 300 ms after its start, and not before', async () => {
    const wallet = await install({})
    await connectWith('Scripted wallet')
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

  it('[NET-12] what the wallet held is forgotten with the wallet', async () => {
    const wallet = await install({})
    await connectWith('Scripted wallet')
    await page.locator('.profile-chip', { hasText: 'ETH' }).waitFor()
    await wallet.changeAccounts([])
    await page.getByRole('button', { name: /Scripted wallet/ }).waitFor()
    for (const key of ['Authorization', 'connected', 'user'])
      expect(await page.evaluate((name) => localStorage.getItem(name), key), key).toBeNull()
  })

  it('a wallet that is locked over a form gives it back as it was, file and all', async () => {
    const wallet = await install({})
    await connectWith('Scripted wallet')
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

  it('[SHELL-66] says when the address was copied', async () => {
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await install({})
    await connectWith('Scripted wallet')
    await page.locator('.profile-chip').click()
    await page.getByRole('button', { name: 'Copy address' }).first().click()
    await page.getByText('Copy success').waitFor()
    expect((await page.evaluate(() => navigator.clipboard.readText())).toLowerCase()).toBe(addressOf('Eve'))
  })

  /** Every address that the page fetches from here on. */
  function fetchedBy(from: Page): readonly string[] {
    const fetched: string[] = []
    from.on('request', (request) => fetched.push(request.url()))
    return fetched
  }
  const isThere = (fetched: readonly string[], name: string) => fetched.some((url) => new URL(url).pathname.startsWith(`/assets/${name}-`))
  const isOurs = (url: string) =>
    [market.url, ...Object.values(market.rpcUrls)].some((ours) => new URL(url).origin === new URL(ours).origin)

  const chipOf = (name: string) => page.locator('.profile-chip', { hasText: name }).waitFor()

  function install(settings: Partial<WalletSettings>) {
    const shared = { rpcUrl: market.rpcUrl, rpcUrls: market.rpcUrls, chainId: LOCAL_CHAIN_ID, accounts: [eve] }
    return installWallet(visitor.context, { ...shared, ...settings })
  }

  async function connectWith(name: string): Promise<void> {
    await page.goto('/connect?redirect=%2Fitems')
    await chooseScripted(page, name)
    await page.waitForURL((url) => url.pathname === '/items')
    await chipOf('Eve')
  }
})
