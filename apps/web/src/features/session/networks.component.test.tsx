import { TIMERS_MS } from '@plinth/protocol'
import { act, within } from '@testing-library/react'
import { numberToHex, toFunctionSelector } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, CHAIN, OTHER_CHAIN } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aHolding, anItem, itemPath } from '../../../test/fake/records.ts'
import { InjectedWallet, WalletRefusal } from '../../../test/injected-wallet.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'
import { chip, chipSays, choose as chooseWallet, kept, openItem, place, pressBuy, sellItem, signIn } from '../../../test/sessions.ts'

const FOREIGN = 1
const both = (over: Partial<ConstructorParameters<typeof InjectedWallet>[0]> = {}) =>
  new InjectedWallet({ accounts: [ALICE], knownChains: [CHAIN, OTHER_CHAIN], ...over })
const refuse = (code: number) => () => {
  throw new WalletRefusal(code, 'x')
}
const shows = ({ screen }: Opened, name: string) => screen.findByRole('button', { name: new RegExp(`^Network: ${name}`) })
const channelId = () => sessionStorage.getItem('channelId')

async function choose({ user, screen }: Opened, name: string): Promise<void> {
  await user.click(document.querySelector('.network-button') as HTMLElement)
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
}

afterEach(() => vi.useRealTimers())

/** Until two looks in a row count the same: what was asked for before is answered. */
async function untilQuiet(count: () => number): Promise<void> {
  let seen = -1
  await vi.waitUntil(
    () => {
      const isSame = seen === count()
      seen = count()
      return isSame
    },
    { interval: 150, timeout: 5_000 },
  )
}

describe('networks', () => {
  it('[NET-26, NET-27] changes a visitor’s network in the header, fetches its configuration and keeps it in this tab', async () => {
    const market = new FakeMarket()
    const opened = await openPage('/', { market })
    await shows(opened, 'Local Ethereum')
    await choose(opened, 'Local Polygon')
    await shows(opened, 'Local Polygon')
    expect(market.inputsOf('config.fetch')).toContainEqual({ chainId: OTHER_CHAIN })
    await opened.screen.findByText('Play money: Local Polygon', { exact: false })
    expect(channelId()).toBe(String(OTHER_CHAIN))
    await shows(await openPage('/', { market, isReload: true }), 'Local Polygon')
    // Another tab has a session storage of its own.
    sessionStorage.clear()
    await shows(await openPage('/', { market, isReload: true }), 'Local Ethereum')
  })

  it('[NET-20, NET-21, NET-16] follows a wallet that changes its chain', async () => {
    const wallet = both()
    const opened = await signIn(wallet)
    const asked = opened.market.inputsOf('config.fetch').length
    wallet.changeChain(OTHER_CHAIN)
    await shows(opened, 'Local Polygon')
    expect(opened.market.inputsOf('config.fetch').slice(asked)).toContainEqual({ chainId: OTHER_CHAIN })
    await chipSays('POL')
    expect(channelId()).toBe(String(OTHER_CHAIN))
  })

  it('[F-107] names a test network of this market on which the wallet is, though the menu does not offer it', async () => {
    const market = new FakeMarket()
    market.config.networks = market.config.networks.map((network) => ({ ...network, isDev: network.chainId === OTHER_CHAIN }))
    const wallet = both()
    const opened = await signIn(wallet, { market })
    wallet.changeChain(OTHER_CHAIN)
    await shows(opened, 'Local Polygon')
    expect(opened.screen.queryByText('Wrong network')).toBeNull()
  })

  it('[NET-23, NET-24] asks the wallet for its balance once in 20 s, and not after the disconnect', async () => {
    // Each change of the chain begins to count again: this is the one heartbeat that goes on.
    const heartbeats = new Map<unknown, () => void>()
    const [later, never] = [globalThis.setTimeout, globalThis.clearTimeout]
    vi.stubGlobal('setTimeout', (callback: () => void, ms?: number) => {
      if (ms !== TIMERS_MS.heartbeat) return later(callback, ms)
      const key = {}
      heartbeats.set(key, callback)
      return key
    })
    vi.stubGlobal('clearTimeout', (key: never) => void (heartbeats.delete(key) || never(key)))
    const wallet = both()
    const { user, screen } = await signIn(wallet)
    for (const [chainId, coin] of [
      [OTHER_CHAIN, 'POL'],
      [CHAIN, 'ETH'],
    ] as const) {
      wallet.changeChain(chainId)
      await chipSays(coin)
    }
    const asked = () => wallet.count('eth_getBalance')
    const heartbeat = () => {
      const [[key, callback] = []] = heartbeats
      heartbeats.delete(key)
      callback?.()
    }
    for (let times = 0; times < 2; times++) {
      await expect.poll(() => heartbeats.size).toBe(1)
      await untilQuiet(asked)
      const before = asked()
      heartbeat()
      await expect.poll(asked).toBe(before + 1)
    }
    expect(TIMERS_MS.heartbeat).toBe(20_000)
    await user.click(chip() as HTMLElement)
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    await expect.poll(place).toMatch(/^\/connect/)
    expect(heartbeats.size).toBe(0)
    const last = asked()
    await untilQuiet(asked)
    expect(asked()).toBe(last)
  })

  it('[NET-23, SHELL-68] shows of coin and pay tokens what the chain says, in thousandths and cut, and follows it', async () => {
    const wallet = new ScriptedWallet()
    wallet.coin = 12_345_678_900_000_000_000n
    wallet.tokens = 1_234_567_890n
    const { user, screen } = await openPage('/items', { wallet, as: ALICE })
    await chipSays('12.345 ETH')
    await user.click(chip() as HTMLElement)
    await screen.findByText('1,234.567 PUSD')
    wallet.coin = 7_000_000_000_000_000n
    wallet.choose({ chainId: OTHER_CHAIN })
    wallet.choose({ chainId: CHAIN })
    await chipSays('0.007 ETH')
  })

  it('[NET-40] asks the wallet for the network that is chosen in the header, and stays where the wallet refuses', async () => {
    const wallet = both()
    const opened = await signIn(wallet)
    const { user, screen } = opened
    await choose(opened, 'Local Polygon')
    await expect.poll(() => wallet.chainId).toBe(OTHER_CHAIN)
    await shows(opened, 'Local Polygon')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    wallet.answers.set('wallet_switchEthereumChain', refuse(4001))
    await choose(opened, 'Local Ethereum')
    await within(await screen.findByRole('alert')).findByText(/^You declined in the wallet\./)
    await user.keyboard('{Escape}')
    await shows(opened, 'Local Polygon')
  })

  it('[NET-32, NET-33, NET-37, NET-28] explains an act on another network, asks to switch, also after a refusal, and goes on with it', async () => {
    const wallet = both()
    wallet.answers.set('wallet_switchEthereumChain', refuse(4001))
    const opened = await openItem(wallet, OTHER_CHAIN)
    await chipSays('Alice')
    await pressBuy(opened)
    const dialog = within(await findDialog('Change network to Local Polygon'))
    await dialog.findByText(/your wallet is on Local Ethereum/)
    await dialog.findByText(String(OTHER_CHAIN))
    await within(await dialog.findByRole('alert')).findByText(/^You declined in the wallet\./)
    expect(wallet.asked).not.toContain('wallet_addEthereumChain')
    wallet.answers.delete('wallet_switchEthereumChain')
    await opened.user.click(dialog.getByRole('button', { name: 'Change to Local Polygon' }))
    await within(await findDialog('Wheat field')).findByRole('button', { name: /^Pay / })
    expect(wallet.chainId).toBe(OTHER_CHAIN)
  })

  it('[NET-29, NET-30] offers to add the network: a refusal ends it, any other failure falls back to switching', async () => {
    const wallet = both()
    const opened = await signIn(wallet)
    wallet.answers.set('wallet_switchEthereumChain', refuse(4001))
    await choose(opened, 'Local Polygon')
    const dialog = within(await findDialog('Change network to Local Polygon'))
    await dialog.findByRole('alert')
    wallet.answers.set('wallet_addEthereumChain', refuse(4001))
    const asked = wallet.asked.length
    await opened.user.click(dialog.getByRole('button', { name: 'Add Local Polygon to the wallet' }))
    await expect.poll(() => wallet.asked.slice(asked)).toContain('wallet_addEthereumChain')
    await within(await dialog.findByRole('alert')).findByText(/^You declined in the wallet\./)
    expect(wallet.asked.slice(asked)).not.toContain('wallet_switchEthereumChain')
    wallet.answers.set('wallet_addEthereumChain', refuse(-32_603))
    wallet.answers.delete('wallet_switchEthereumChain')
    await opened.user.click(dialog.getByRole('button', { name: 'Add Local Polygon to the wallet' }))
    await expect.poll(() => opened.screen.queryByRole('dialog')).toBeNull()
    expect(wallet.asked.slice(asked)).toContain('wallet_switchEthereumChain')
    await shows(opened, 'Local Polygon')
  })

  it('[NET-25] asks a wallet on a foreign network to come to the default one, and says in the header that it stays', async () => {
    const wallet = both()
    const opened = await signIn(wallet)
    const wanted: unknown[] = []
    wallet.answers.set('wallet_switchEthereumChain', ([asked]) => {
      wanted.push(asked)
      throw new WalletRefusal(4001)
    })
    wallet.changeChain(FOREIGN)
    await opened.screen.findByText('Wrong network')
    await expect.poll(() => wanted).toEqual([{ chainId: numberToHex(CHAIN) }])
    expect(channelId()).toBe(String(CHAIN))
    wallet.answers.delete('wallet_switchEthereumChain')
    await choose(opened, 'Local Ethereum')
    await expect.poll(() => wallet.chainId).toBe(CHAIN)
    await shows(opened, 'Local Ethereum')
  })

  it.each([
    [97, 'Bnb Testnet'],
    [9_999, 'a network this market does not know'],
  ])('[F-46, ENUM-14] names network %d, on which the wallet stays, as %s', async (chainId, name) => {
    const wallet = both()
    const opened = await openItem(wallet)
    await chip()
    wallet.answers.set('wallet_switchEthereumChain', refuse(4001))
    wallet.changeChain(chainId)
    await opened.screen.findByText('Wrong network')
    await pressBuy(opened)
    const dialog = await findDialog('Change network to Local Ethereum')
    within(dialog).getByText(`your wallet is on ${name}.`, { exact: false })
  })

  it('[NET-31] says at an act that there is no wallet, and shows the ways to one', async () => {
    const wallet = new ScriptedWallet()
    wallet.options.length = 0
    const market = new FakeMarket()
    const opened = await openPage(sellItem(market), { market, wallet })
    await pressBuy(opened)
    await opened.user.click(within(await findDialog('No wallet in this browser')).getByRole('button', { name: 'Ways to connect' }))
    await expect.poll(place).toBe('/connect')
    await opened.screen.findByText(/^No wallet was found in this browser\./)
  })

  it('[NET-38, TX-21, TX-22] asks the wallet about the chain, and the network’s own node where the wallet is silent', async () => {
    const market = new FakeMarket()
    // The market's own figure is taken first while it is fresh: here it has none.
    market.answer('config.gasTracker', () => undefined as never)
    market.refuse('config.gasTracker', 'CHAIN_UNREACHABLE').refuse('config.gasTracker', 'CHAIN_UNREACHABLE')
    market.refuse('config.gasTracker', 'CHAIN_UNREACHABLE').refuse('config.gasTracker', 'CHAIN_UNREACHABLE')
    const wallet = both()
    await signIn(wallet, { market })
    await expect.poll(() => wallet.asked).toEqual(expect.arrayContaining(['eth_chainId', 'eth_getBalance', 'eth_call', 'eth_gasPrice']))
    expect(wallet.node.asked).toEqual([])
    for (const method of ['eth_getBalance', 'eth_call']) wallet.answers.set(method, refuse(-32_603))
    await openPage('/items', { injected: [wallet], as: ALICE })
    await chipSays('5 ETH')
    expect(wallet.node.asked).toContain('eth_getBalance')
  })

  it('[TX-20, TX-22] vouches for the pieces of an edition where the wallet counts as many as the market, and not else', async () => {
    const edition = anItem({ standard: 2, supply: 10n, holdings: [] })
    const market = new FakeMarket()
    market.hang({ ...edition, holdings: [aHolding({ ...edition, owner: ALICE, quantity: 10n })] })
    const wallet = both()
    let supply = 10n
    const supplies: unknown[] = []
    wallet.answers.set('eth_call', (params) => {
      const isSupply = JSON.stringify(params).includes(toFunctionSelector('totalSupply(uint256)').slice(2))
      if (isSupply) supplies.push(params)
      return numberToHex(isSupply ? supply : 10n, { size: 32 })
    })
    const { screen } = await openPage(itemPath(edition), { market, injected: [wallet], as: ALICE })
    await screen.findByText('Checked in your wallet')
    expect(supplies).toHaveLength(1)
    supply = 7n
    const again = await openPage(itemPath(edition), { market, injected: [wallet], as: ALICE })
    await expect.poll(() => supplies.length).toBe(2)
    // What was counted is drawn by now.
    await again.screen.findByRole('heading', { level: 1, name: 'Wheat field' })
    await act(async () => undefined)
    expect(again.screen.queryByText('Checked in your wallet')).toBeNull()
  })

  it('[NET-41, SHELL-68] asks the wallet to show a pay token too, and says that it does', async () => {
    const wallet = both()
    const watched: unknown[] = []
    wallet.answers.set('wallet_watchAsset', (params) => {
      watched.push(params)
      return true
    })
    const { user, screen } = await signIn(wallet)
    await user.click(chip() as HTMLElement)
    await user.click(await screen.findByRole('button', { name: 'Add to wallet: PUSD' }))
    await screen.findByText('Your wallet shows PUSD now')
    expect(JSON.stringify(watched)).toContain('"symbol":"PUSD","decimals":6')
  })
})

describe('wallets', () => {
  it('[NET-43, NET-39, NET-15] keeps the chosen one of several wallets across a reload', async () => {
    const first = new InjectedWallet({ accounts: [BOB], name: 'First wallet' })
    const second = new InjectedWallet({ accounts: [ALICE], name: 'Second wallet' })
    const { user } = await openPage('/connect?redirect=%2Fitems', { injected: [first, second] })
    await chooseWallet(user, /Second wallet/)
    await chipSays('Alice')
    const asked = first.asked.length
    await openPage('/items', { injected: [first, second], isReload: true })
    await chipSays('Alice')
    expect(first.asked.slice(asked)).toEqual([])
    first.changeAccounts([BOB])
    first.changeChain(CHAIN)
    await openPage('/items', { injected: [first, second], isReload: true })
    await chipSays('Alice')
    expect(kept('wallet')).toBe('test.plinth.second-wallet')
  })

  it.each([
    ['ethereum', 'Browser wallet'],
    ['BinanceChain', 'BSC chain wallet'],
  ] as const)('[NET-43] finds a wallet that only stands in window.%s, signs in with it and comes back to it', async (way, name) => {
    const wallet = new InjectedWallet({ accounts: [ALICE], way })
    const { user } = await openPage('/connect?redirect=%2Fitems', { injected: [wallet] })
    await chooseWallet(user, new RegExp(name))
    await chipSays('Alice')
    expect(wallet.count('personal_sign')).toBe(1)
    await openPage('/items', { injected: [wallet], isReload: true })
    await chipSays('Alice')
    expect(wallet.count('personal_sign')).toBe(1)
  })

  it.each([
    ['en', ['Browser wallet', 'BSC chain wallet', 'Wallet on your phone']],
    ['zh', ['浏览器钱包', 'BSC 链钱包', '手机钱包']],
  ] as const)('[NET-43] names the kinds of wallets in %s, and a phone only where the operator has a project', async (locale, names) => {
    const wallets = (['ethereum', 'BinanceChain'] as const).map((way) => new InjectedWallet({ accounts: [ALICE], way }))
    const market = new FakeMarket()
    const before = await openPage('/connect', { market, injected: wallets, locale })
    await before.screen.findByRole('button', { name: new RegExp(names[0]) })
    expect(before.screen.queryByRole('button', { name: new RegExp(names[2]) })).toBeNull()
    market.config.site.walletConnectProjectId = 'a'.repeat(32)
    const { screen } = await openPage('/connect', { market, injected: wallets, locale })
    for (const name of names) await screen.findByRole('button', { name: new RegExp(name) })
  })

  it('[NET-10, SHELL-33] brings a session back without ever showing a visitor’s header', async () => {
    const wallet = both()
    await signIn(wallet)
    let hasSeenVisitor = false
    const observer = new MutationObserver(() => {
      hasSeenVisitor ||= document.querySelector('.header')?.textContent?.includes('Connect wallet') ?? false
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    await openPage('/create', { injected: [wallet], isReload: true })
    await chipSays('Alice')
    observer.disconnect()
    expect([hasSeenVisitor, place()]).toEqual([false, '/create'])
  })

  it('[ERR-06, F-48] says nothing of a wallet that does not come back with the page', async () => {
    const wallet = both()
    await signIn(wallet)
    wallet.answers.set('eth_accounts', refuse(-32_603))
    const { screen } = await openPage('/', { injected: [wallet], isReload: true })
    await expect.poll(() => screen.queryByRole('link', { name: 'Connect wallet' })).not.toBeNull()
    expect([document.querySelector('.toast'), screen.queryByRole('alert')]).toEqual([null, null])
    expect(kept('connected')).toBeNull()
  })

  it('[SHELL-66] says when the address was copied', async () => {
    const { user, screen } = await openPage('/items', { as: ALICE })
    await chipSays('Alice')
    await user.click(chip() as HTMLElement)
    await user.click((await screen.findAllByRole('button', { name: 'Copy address' }))[0] as HTMLElement)
    await screen.findByText('Copy success')
    expect(await navigator.clipboard.readText()).toBe(ALICE)
  })
})
