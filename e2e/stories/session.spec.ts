import { type ApiError, createClient } from '@plinth/api'
import { type DemoName, getDemoAccount } from '@plinth/devnet'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { chooseScripted, installWallet, type ScriptedWallet, WalletRefusal } from '../support/scripted-wallet.ts'
import { visitEach } from '../support/visits.ts'

const OTHER_CHAIN_ID = 31_338

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

  it('[SHELL-25] never follows a redirect off the site', async () => {
    // Read as a path it is ours, and as an address "//evil.example".
    await page.goto(`/connect?redirect=${encodeURIComponent('/a/..//evil.example')}`)
    await chooseScripted(page)
    await atPath('/')
    expect(visitor.complaints).toEqual([])
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

  it('[NET-13] drops a token that the server no longer knows', async () => {
    await signIn()
    await createClient({ baseUrl: market.url, token: await tokenNow() }).user.logout({})
    await page.reload()
    await page.getByText('Not signed in yet').or(page.locator('.profile-chip')).first().waitFor()
    await expect.poll(() => kept('Authorization')).toBeNull()
    expect(await kept('connected')).toBe('1')
  })

  it('[NET-14] drops a token of another account than the wallet’s', async () => {
    await signIn()
    wallet.accounts = [dan]
    await page.reload()
    await page.locator('.profile-chip').waitFor()
    await expect.poll(() => kept('Authorization')).toBeNull()
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

  it('[NET-19, ITEM-02, ACC-17] what one account likes and whom it follows is not the next one’s, and is known on every page', async () => {
    const carol = `/account/${addressOf('Carol')}`
    const follow = page.locator('.account-leave').getByRole('button')
    const press = async (call: string, act: () => Promise<void>) => {
      const answered = page.waitForResponse(`**/api/${call}`)
      await act()
      await answered
    }
    await signIn()
    await page.goto(carol)
    await press('follow/add', () => follow.filter({ hasText: /^Follow$/ }).click())
    await follow.filter({ hasText: /^Following$/ }).waitFor()
    await page.goto('/')
    const cards = page.locator('[role="feed"] .card')
    const card = cards.filter({ has: page.getByRole('button', { name: 'Like', exact: true }) }).first()
    const href = await card.locator('a.card-link').getAttribute('href')
    const heart = cards.filter({ has: page.locator(`a[href="${href}"]`) }).locator('.like')
    // From here on the page knows of the list only what it has.
    await page.route('**/api/home/list', (route) => route.abort())
    await card.locator('a.card-link').click()
    const onWall = page.locator('.stage-tools .like')
    await refuse('like/add', () => onWall.click())
    await expect.poll(() => onWall.getAttribute('aria-pressed')).toBe('false')
    await press('like/add', () => onWall.click())
    await page.goBack()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await wallet.changeAccounts([dan])
    await chipWith('Dan')
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false')
    await press('like/add', () => heart.click())
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await page.goto(carol)
    await press('follow/add', () => follow.filter({ hasText: /^Follow$/ }).click())
    await follow.filter({ hasText: /^Following$/ }).waitFor()
    await wallet.changeAccounts([eve])
    await chipWith('Eve')
    await press('follow/delete', () => follow.filter({ hasText: /^Following$/ }).click())
    await follow.filter({ hasText: /^Follow$/ }).waitFor()
    await wallet.changeAccounts([dan])
    await chipWith('Dan')
    await follow.filter({ hasText: /^Following$/ }).waitFor()
  })

  it('signs nobody in as somebody else when the account changes under the signature', async () => {
    wallet.answers.set('personal_sign', async (_, honest) => {
      const signature = await honest()
      await wallet.changeAccounts([dan])
      return signature
    })
    await page.goto('/connect?redirect=%2Fitems')
    await chooseScripted(page)
    await page.getByRole('alert').getByText('The wallet is on another account now.').waitFor()
    expect(await kept('Authorization')).toBeNull()
  })

  it('[NET-22] a wallet that was locked or removed is gone, and wallet pages with it', async () => {
    await signIn()
    await wallet.changeAccounts([])
    await page.waitForURL(/\/connect\?redirect=%2Fitems/)
    for (const key of ['Authorization', 'connected']) expect(await kept(key), key).toBeNull()
  })

  it('[NET-25, NET-28, NET-40, AUTH-26] asks for the market’s network, names it where the wallet can’t, and goes on after it can', async () => {
    wallet.chainId = 1
    wallet.knownChains = [1]
    await page.goto('/connect?redirect=%2Fitems')
    await chooseScripted(page)
    await page.getByRole('alert').getByText('Change network to Local Ethereum.').waitFor()
    wallet.knownChains = [1, LOCAL_CHAIN_ID]
    await chooseScripted(page)
    await atPath('/items')
    expect(wallet.asked).toContain('wallet_addEthereumChain')
  })

  it('[NET-20, NET-32, NET-33] an act on the wrong network asks to switch and waits to be started again', async () => {
    await signIn()
    wallet.knownChains = [OTHER_CHAIN_ID, LOCAL_CHAIN_ID]
    wallet.answers.set('wallet_switchEthereumChain', async (_, honest) => {
      await page.getByText('Change network to Local Ethereum').waitFor()
      return honest()
    })
    await wallet.changeChain(OTHER_CHAIN_ID)
    await gotoWork()
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await expect.poll(() => wallet.chainId).toBe(LOCAL_CHAIN_ID)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.getByRole('dialog').waitFor()
  })

  it('[NET-34, NET-35, NET-36, SHELL-77] leads a visitor from an act through connect and sign-in back into the act', async () => {
    await gotoWork()
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.waitForURL(/\/connect\?redirect=/)
    await chooseScripted(page)
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
  })

  it('[AUTH-04, ERR-01] a session that ended on the server asks for one new signature, and the act goes on', async () => {
    await signIn()
    await openBuy()
    await createClient({ baseUrl: market.url, token: await tokenNow() }).user.logout({})
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
    await page.getByText('Your session has ended.').waitFor()
    wallet.answers.set('eth_sendTransaction', () => {
      throw new WalletRefusal(4001, 'User rejected the request.')
    })
    await page.getByRole('button', { name: 'Sign the message' }).click()
    await page.getByText('Your session has ended.').waitFor({ state: 'detached' })
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
    await page.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    expect(wallet.asked.filter((method) => method === 'personal_sign')).toHaveLength(2)
  })

  it('[ERR-06, ERR-07, NET-29] a wallet that refuses, is busy, withholds its accounts or is ill is quoted in a sentence of the reader’s language', async () => {
    const sentences = {
      en: [
        [4001, 'You declined in the wallet. Nothing was sent.'],
        [-32_002, 'The wallet is already asking you something. Open it and answer.'],
        [4100, 'Wallet not connected.'],
        [-32_603, 'The wallet answered with an error: the device is locked'],
      ],
      zh: [
        [4001, '你已在钱包中拒绝，未发送任何内容。'],
        [-32_002, '钱包正在等待你的确认，请打开钱包处理。'],
        [4100, '钱包未连接。'],
        [-32_603, '钱包返回错误：the device is locked'],
      ],
    } as const
    wallet.accounts = []
    for (const locale of ['en', 'zh'] as const) {
      await page.goto('/connect')
      await page.evaluate((chosen) => localStorage.setItem('locale', chosen), locale)
      await page.reload()
      for (const [code, sentence] of sentences[locale]) {
        for (const method of ['wallet_requestPermissions', 'eth_requestAccounts'])
          wallet.answers.set(method, () => {
            throw new WalletRefusal(code, 'the device is locked')
          })
        await chooseScripted(page)
        await page.getByRole('alert').getByText(sentence).waitFor()
      }
    }
  })

  it('[ERR-05, ERR-11] a signature of somebody else, or none at all, opens no session, and the box says that it failed', async () => {
    const answers = [() => dan.signMessage({ message: 'x' }), () => 'hello', () => null]
    await page.goto('/connect')
    for (const answer of answers) {
      wallet.answers.set('personal_sign', answer)
      const before = wallet.asked.length
      await page
        .getByRole('button', { name: /Scripted wallet|Sign the message/ })
        .last()
        .click()
      await expect.poll(() => wallet.asked.slice(before)).toContain('personal_sign')
      await page
        .getByRole('alert')
        .getByText(/^Invalid signature/)
        .waitFor()
      await page.getByRole('alert').getByText('Signature failed', { exact: true }).waitFor()
      expect(await kept('Authorization')).toBeNull()
    }
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

  const kept = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
  const atPath = (path: string) => page.waitForURL((url) => url.pathname + url.search === path)
  const chipOf = (name: string) => page.locator('.profile-chip', { hasText: name }).waitFor()

  const chipWith = (name: DemoName) => page.locator('.profile-chip', { hasText: addressOf(name).slice(0, 6) }).waitFor()

  async function refuse(call: string, act: () => Promise<void>): Promise<void> {
    await page.route(`**/api/${call}`, (route) => route.fulfill({ json: { errno: 502, errmsg: 'Not now' } }))
    await act()
    await page.locator('.toast').getByText('Not now').waitFor()
    await page.unroute(`**/api/${call}`)
  }

  async function tokenNow(): Promise<() => string> {
    const token = (await kept('Authorization')) ?? ''
    return () => token
  }

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
})
