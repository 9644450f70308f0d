import { TIMERS_MS } from '@plinth/protocol'
import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ALICE, BOB, CHAIN, OTHER_CHAIN } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { answerMaking } from '../../../test/fake/make-answers.ts'
import { aCollection, anItem, itemPath } from '../../../test/fake/records.ts'
import { InjectedWallet, WalletRefusal } from '../../../test/injected-wallet.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { atPlace, chip, chipSays, choose, kept, openItem, place, pressBuy, sellItem, signIn } from '../../../test/sessions.ts'

const walletOf = (...accounts: (typeof ALICE)[]) => new InjectedWallet({ accounts })
const refuse =
  (code: number, text = 'User rejected the request.') =>
  () => {
    throw new WalletRefusal(code, text)
  }

/** A purchase of Alice's whose session ends as it is paid. */
async function payInEndedSession(): Promise<Opened> {
  const market = new FakeMarket()
  const opened = await openPage(sellItem(market), { market, as: ALICE })
  await pressBuy(opened)
  const dialog = within(await findDialog('Wheat field'))
  market.refuse('order.buyerFee', 'SESSION_ENDED')
  await opened.user.click(await dialog.findByRole('button', { name: /^Pay / }))
  return opened
}

describe('a session', () => {
  it('[F-136] says to a visitor of the console who may open it', async () => {
    const { screen } = await openPage('/operator', { injected: [walletOf(ALICE)] })
    await screen.findByText(/^The console opens for the accounts that run this market\./)
    await expect.poll(() => location.pathname).toBe('/connect')
  })

  it('[SHELL-25] never follows a redirect off the site', async () => {
    // Read as a path it is ours, and as an address "//evil.example".
    const { user } = await openPage(`/connect?redirect=${encodeURIComponent('/a/..//evil.example')}`, { injected: [walletOf(ALICE)] })
    await choose(user)
    await chipSays('Alice')
    expect(location.href).toMatch(/^http:\/\/localhost[^/]*\/$/)
  })

  it('[NET-13] drops a token that the server no longer knows, and keeps the wallet', async () => {
    const market = new FakeMarket()
    market.refuse('user.reload', 'SESSION_ENDED')
    await openPage('/items', { market, as: ALICE, injected: [walletOf(ALICE)] })
    await expect.poll(() => kept('Authorization')).toBeNull()
    expect(kept('connected')).toBe('1')
    await chipSays('0xaaaa')
  })

  it('[NET-14] drops a token of another account than the wallet’s', async () => {
    const wallet = walletOf(BOB)
    await openPage('/items', { as: ALICE, injected: [wallet] })
    await expect.poll(() => kept('Authorization')).toBeNull()
    await chipSays('0xbbbb')
    expect(wallet.asked).not.toContain('personal_sign')
  })

  it('[NET-17, NET-18, NET-19] signs out, reads again and closes the dialog when the account changes', async () => {
    const wallet = walletOf(ALICE)
    const opened = await openItem(wallet)
    const { market, screen } = opened
    await pressBuy(opened)
    await within(await findDialog('Wheat field')).findByRole('button', { name: /^Pay / })
    const asked = market.inputsOf('nft.detail').length
    wallet.changeAccounts([BOB])
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    await chipSays('0xbbbb')
    expect([kept('Authorization'), kept('connected')]).toEqual([null, '1'])
    await expect.poll(() => market.inputsOf('nft.detail').length).toBeGreaterThan(asked)
  })

  it('[NET-19, ITEM-02, ACC-17] forgets what one account likes and follows when another comes', async () => {
    const [likes, follows] = [new Set<string>(), new Set<string>()]
    const market = new FakeMarket()
    const item = anItem({ name: 'Wheat field', owner721: BOB, isOnSale: true })
    const shown = (token: string) => ({ ...item, isLiked: likes.has(token) })
    const followed = market.users[2]?.address ?? BOB
    market
      .answer('nft.detail', (_, { token }) => shown(token))
      .answer('home.list', (at, { token }) => ({ list: [shown(token)], total: 1, page: at.page, limit: at.limit, pages: 1 }))
      .answer('like.add', (_, { token }) => {
        likes.add(token)
        return {}
      })
      .answer('follow.add', (_, { token }) => {
        follows.add(token)
        return {}
      })
      .answer('follow.delete', (_, { token }) => {
        follows.delete(token)
        return {}
      })
      .answer('follow.match', ({ address }) =>
        address && follows.has(FakeMarket.tokenOf(address)) ? [{ follower: address, followed }] : [],
      )
    const wallet = walletOf(ALICE)
    const { user, screen } = await openPage(itemPath(item), { market, as: ALICE, injected: [wallet] })
    const heart = () => document.querySelector<HTMLElement>('.stage-tools .like')
    await expect.poll(heart).not.toBeNull()
    market.refuse('like.add', 'MARKET_PAUSED')
    await user.click(heart() as HTMLElement)
    await expect.poll(() => heart()?.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => market.inputsOf('like.add').length).toBe(1)
    await user.click(heart() as HTMLElement)
    await expect.poll(() => heart()?.getAttribute('aria-pressed')).toBe('true')
    // From here on the page knows of the item only what it has.
    const release = market.hold('nft.detail')
    wallet.changeAccounts([BOB])
    await chipSays('0xbbbb')
    await expect.poll(() => heart()?.getAttribute('aria-pressed')).toBe('false')
    release()
    wallet.accounts = [ALICE]
    const account = await openPage(`/account/${followed}`, { market, as: ALICE, injected: [wallet], isReload: true })
    await chipSays('Alice')
    const side = () => within(document.querySelector<HTMLElement>('.account-leave') as HTMLElement)
    await expect.poll(() => document.querySelector('.account-leave')).not.toBeNull()
    await account.user.click(await side().findByRole('button', { name: 'Follow' }))
    await side().findByRole('button', { name: 'Following' })
    wallet.changeAccounts([BOB])
    await chipSays('0xbbbb')
    await side().findByRole('button', { name: 'Follow' })
    wallet.changeAccounts([ALICE])
    await expect.poll(() => chip()?.textContent).not.toContain('0xbbbb')
    await side().findByRole('button', { name: 'Following' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[SHELL-33] asks the wallet 300 ms after its start, and not before', async () => {
    const ofTests = TIMERS_MS.walletCheck
    onTestFinished(() => void Object.assign(TIMERS_MS, { walletCheck: ofTests }))
    // Longer than any other timer of the page, less what the start of the test takes.
    Object.assign(TIMERS_MS, { walletCheck: 10_000_000 })
    const later = globalThis.setTimeout
    const timers: (() => void)[] = []
    vi.stubGlobal('setTimeout', (callback: () => void, ms = 0) => (ms > 9_000_000 ? timers.push(callback) : later(callback, ms)))
    const wallet = walletOf(ALICE)
    const { screen } = await openPage('/404', { as: ALICE, injected: [wallet] })
    await screen.findByRole('heading', { name: 'Nothing stands here' })
    expect([timers.length, wallet.asked]).toEqual([1, []])
    expect(document.querySelector('header .skeleton')).not.toBeNull()
    timers[0]?.()
    await chipSays('Alice')
    expect(wallet.asked.length).toBeGreaterThan(0)
  })

  it('works for the page where the browser keeps nothing', async () => {
    const complaints = vi.spyOn(console, 'error')
    const stores = ['localStorage', 'sessionStorage'] as const
    const own = stores.map((store) => Object.getOwnPropertyDescriptor(globalThis, store) as PropertyDescriptor)
    const denied = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const store of stores) Object.defineProperty(globalThis, store, { get: denied, configurable: true })
    try {
      const { user } = await openPage('/connect?redirect=%2Fitems', { injected: [walletOf(ALICE)], isReload: true })
      await choose(user)
      await atPlace('/items')
      await chipSays('Alice')
    } finally {
      // Before the test's own clearing up.
      for (const [at, store] of stores.entries()) Object.defineProperty(globalThis, store, own[at] as PropertyDescriptor)
    }
    expect(complaints.mock.calls).toEqual([])
  })

  it('restores a form with its file after the wallet was locked over it, and its words after a reload', async () => {
    const market = new FakeMarket()
    market.collections = [aCollection({ isOfficial: true })]
    answerMaking(market)
    const wallet = walletOf(ALICE)
    const { user, screen } = await openPage('/create/erc721', { market, as: ALICE, injected: [wallet] })
    const name = () => screen.findByLabelText<HTMLInputElement>('Name', { exact: true })
    await user.type(await name(), 'Half a moon')
    const moon = new File(['moon'], 'moon.png', { type: 'image/png' })
    fireEvent.change(document.querySelector('main input[type="file"]') as HTMLInputElement, { target: { files: [moon] } })
    await screen.findAllByRole('img', { name: /moon|Half/i })
    wallet.changeAccounts([])
    await atPlace('/connect?redirect=%2Fcreate%2Ferc721')
    wallet.changeAccounts([ALICE])
    await choose(user)
    await atPlace('/create/erc721')
    expect((await name()).value).toBe('Half a moon')
    await screen.findAllByRole('img', { name: /moon|Half/i })
    const again = await openPage('/create/erc721', { market, as: ALICE, injected: [wallet], isReload: true })
    await screen.findByText('Choose the file again, it had not been sent yet: moon.png')
    expect((await name()).value).toBe('Half a moon')
    await again.user.click(screen.getByRole('button', { name: 'Start afresh' }))
    await again.user.click(await screen.findByRole('button', { name: 'Empty the whole form?' }))
    await expect.poll(async () => (await name()).value).toBe('')
  })

  it('opens no session when the account changes while it signs', async () => {
    const wallet = walletOf(ALICE)
    wallet.answers.set('personal_sign', async (_, honest) => {
      const signature = await honest()
      wallet.changeAccounts([BOB])
      return signature
    })
    const { user, screen } = await openPage('/connect?redirect=%2Fitems', { injected: [wallet] })
    await choose(user)
    await within(await screen.findByRole('alert')).findByText(/^The wallet is on another account now\./)
    expect(kept('Authorization')).toBeNull()
  })

  it('[NET-22, NET-12] forgets a wallet that was locked, and leaves its pages for connect', async () => {
    const wallet = walletOf(ALICE)
    await signIn(wallet)
    wallet.changeAccounts([])
    await expect.poll(place).toBe('/connect?redirect=%2Fitems')
    for (const key of ['Authorization', 'connected', 'user']) expect(kept(key), key).toBeNull()
  })

  it('[NET-25, NET-28, NET-40, AUTH-26] asks for the market’s network and names it where the wallet can’t go', async () => {
    const wallet = new InjectedWallet({ accounts: [ALICE], chainId: 1, knownChains: [1] })
    const { user, screen } = await openPage('/connect?redirect=%2Fitems', { injected: [wallet] })
    await choose(user)
    await within(await screen.findByRole('alert')).findByText('Change network to Local Ethereum.')
    expect(wallet.asked).toContain('wallet_addEthereumChain')
    wallet.knownChains = [1, CHAIN]
    await choose(user)
    await atPlace('/items')
    expect(wallet.chainId).toBe(CHAIN)
  })

  it('[F-108, AUTH-27] leaves a wallet on a network of the market there, and shows that', async () => {
    const wallet = new InjectedWallet({ accounts: [ALICE], chainId: OTHER_CHAIN, knownChains: [CHAIN, OTHER_CHAIN] })
    const { user } = await openPage('/connect?redirect=%2Fitems', { injected: [wallet] })
    await choose(user)
    await atPlace('/items')
    expect(wallet.asked).not.toContain('wallet_switchEthereumChain')
    expect([wallet.chainId, sessionStorage.getItem('channelId')]).toEqual([OTHER_CHAIN, String(OTHER_CHAIN)])
  })

  it('[F-70, NET-20, NET-32, NET-33] asks for a switch before an act on another network, which then goes on', async () => {
    const wallet = new InjectedWallet({ accounts: [ALICE], chainId: OTHER_CHAIN, knownChains: [CHAIN, OTHER_CHAIN] })
    const asked = Promise.withResolvers<void>()
    wallet.answers.set('wallet_switchEthereumChain', async (_, honest) => {
      await asked.promise
      return honest()
    })
    const opened = await openItem(wallet)
    const { screen } = opened
    await chipSays('Alice')
    await pressBuy(opened)
    await findDialog('Change network to Local Ethereum')
    asked.resolve()
    await within(await findDialog('Wheat field')).findByRole('button', { name: /^Pay / })
    expect([wallet.chainId, screen.queryAllByRole('dialog').length]).toEqual([CHAIN, 1])
  })

  it('[F-70, NET-33] ends the act when the question for a switch is closed, also where the wallet switches afterwards', async () => {
    const wallet = new InjectedWallet({ accounts: [ALICE], chainId: OTHER_CHAIN, knownChains: [CHAIN, OTHER_CHAIN] })
    wallet.answers.set('wallet_switchEthereumChain', refuse(4001))
    const opened = await openItem(wallet)
    const { user, screen } = opened
    await chipSays('Alice')
    await pressBuy(opened)
    const dialog = within(await findDialog('Change network to Local Ethereum'))
    await dialog.findByRole('alert')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    wallet.changeChain(CHAIN)
    await screen.findByRole('button', { name: /^Buy/ })
    await expect.poll(() => document.querySelector('header')?.textContent).toContain('Local Ethereum')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([CHAIN, OTHER_CHAIN])(
    '[NET-34, NET-35, NET-36, SHELL-77] leads a visitor from an act on chain %i through connect into it',
    async (chainId) => {
      const wallet = new InjectedWallet({ accounts: [ALICE], knownChains: [CHAIN, OTHER_CHAIN] })
      const market = new FakeMarket()
      const opened = await openPage(sellItem(market, chainId), { market, injected: [wallet] })
      await pressBuy(opened)
      await expect.poll(place).toMatch(/^\/connect\?redirect=/)
      await choose(opened.user)
      await within(await findDialog('Wheat field')).findByRole('button', { name: /^Pay / })
      expect(wallet.chainId).toBe(chainId)
    },
  )

  it('[AUTH-04, ERR-01] asks for one new signature when the session has ended, and the act goes on', async () => {
    const opened = await payInEndedSession()
    const { market, wallet } = opened
    await opened.screen.findByText('Your session has ended.', { exact: false })
    expect(wallet.log).not.toContain('sign text')
    await opened.user.click(opened.screen.getByRole('button', { name: 'Sign the message' }))
    await expect.poll(() => opened.screen.queryByText('Your session has ended.', { exact: false })).toBeNull()
    expect(wallet.log.filter((line) => line === 'sign text')).toHaveLength(1)
    expect(market.inputsOf('user.login')).toHaveLength(1)
    wallet.refusals.push(declined())
    const again = within(await findDialog('Wheat field'))
    await opened.user.click(await again.findByRole('button', { name: /^Pay / }))
    await expect.poll(() => market.inputsOf('order.buyerFee').length).toBeGreaterThan(1)
  })

  it('[ERR-05] says that the signature failed, with the reason, where the wallet refuses to renew a session', async () => {
    const opened = await payInEndedSession()
    opened.wallet.refusals.push(declined())
    await opened.user.click(await opened.screen.findByRole('button', { name: 'Sign the message' }))
    const alert = within(await within(await findDialog('Sign in')).findByRole('alert'))
    alert.getByText('Signature failed')
    alert.getByText('You declined in the wallet. Nothing was sent.')
  })

  it.each([
    ['en', 4001, 'You declined in the wallet. Nothing was sent.'],
    ['en', -32_002, 'The wallet is already asking you something. Open it and answer.'],
    ['en', 4100, 'Wallet not connected.'],
    ['en', -32_603, 'The wallet answered with an error: the device is locked'],
    ['zh', 4001, '你已在钱包中拒绝，未发送任何内容。'],
    ['zh', -32_002, '钱包正在等待你的确认，请打开钱包处理。'],
    ['zh', 4100, '钱包未连接。'],
    ['zh', -32_603, '钱包返回错误：the device is locked'],
  ] as const)('[ERR-06, ERR-07, NET-29, F-48] quotes in %s a wallet that answers %i', async (locale, code, sentence) => {
    const wallet = walletOf()
    for (const method of ['wallet_requestPermissions', 'eth_requestAccounts'])
      wallet.answers.set(method, refuse(code, 'the device is locked'))
    const { user, screen } = await openPage('/connect', { injected: [wallet], locale })
    await choose(user)
    await within(await screen.findByRole('alert')).findByText(sentence)
    await expect.poll(() => document.querySelector('.toast')?.textContent).toBe(sentence)
    expect(kept('connected')).toBeNull()
  })

  it('[ERR-05, ERR-11] opens no session for the signature of another account, or none, and says that it failed', async () => {
    const wallet = walletOf(ALICE)
    const market = new FakeMarket()
    market.refuse('user.login', 'BAD_SIGNATURE')
    const { user, screen } = await openPage('/connect', { market, injected: [wallet] })
    for (const [at, answer] of [`0x${'1'.repeat(128)}1c`, 'hello', null].entries()) {
      wallet.answers.set('personal_sign', () => answer)
      const buttons = await screen.findAllByRole('button', { name: /Scripted wallet|Sign the message/ })
      await user.click(buttons.at(-1) as HTMLElement)
      await expect.poll(() => wallet.count('personal_sign')).toBe(at + 1)
      const alert = within(await screen.findByRole('alert'))
      await alert.findByText(/^Invalid signature/)
      await alert.findByText('Signature failed')
      expect(kept('Authorization')).toBeNull()
    }
    // Only the first was one at all.
    expect(market.inputsOf('user.login')).toHaveLength(1)
  })
})
