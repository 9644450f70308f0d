import { callRpc, getDemoAccount } from '@plinth/devnet'
import type { Page } from 'playwright-core'
import { erc20Abi, numberToHex, toFunctionSelector } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { chooseScripted, installWallet, type ScriptedWallet, WalletRefusal } from '../support/scripted-wallet.ts'
import { visitEach } from '../support/visits.ts'

const [ETHEREUM, BSC, FOREIGN] = [31_337, 31_338, 1]

const BEAT_MS = 20_000
/** Real time, in which one question too many would have come. */
const SETTLED_MS = 700

/** Which network is shown, where the wallet stands, and what happens when these are not the same. */
describe('networks', () => {
  const market = demoMarket()
  const eve = getDemoAccount('Eve').account
  const story = visitEach(market)
  let visitor: Visitor
  let wallet: ScriptedWallet
  let page: Page

  beforeEach(async () => {
    visitor = story.visitor
    const settings = { rpcUrl: market.rpcUrl, rpcUrls: market.rpcUrls, chainId: ETHEREUM, accounts: [eve] }
    wallet = await installWallet(visitor.context, settings)
    wallet.knownChains = [ETHEREUM, BSC]
    page = visitor.page
  })

  it('[NET-26, NET-27] a visitor changes the network in the header: its configuration is fetched, and this tab remembers it', async () => {
    await page.goto('/')
    await shows('Local Ethereum')
    const fetched = page.waitForRequest(
      (request) => request.url().endsWith('/config/fetch') && /chainId=31338/.test(request.postData() ?? ''),
    )
    await choose('Local BSC')
    await fetched
    await shows('Local BSC')
    await page.getByText('Play money: Local BSC').first().waitFor()
    expect(await channelId()).toBe(String(BSC))
    await page.reload()
    await shows('Local BSC')
    const other = await visitor.context.newPage()
    await other.goto('/')
    await other.getByRole('button', { name: 'Network: Local Ethereum' }).waitFor()
  })

  it('[NET-20, NET-21, NET-16] a wallet that changes its chain takes the whole page along', async () => {
    await signIn()
    const fetched = page.waitForRequest(
      (request) => request.url().endsWith('/config/fetch') && /chainId=31338/.test(request.postData() ?? ''),
    )
    await wallet.changeChain(BSC)
    await fetched
    await shows('Local BSC')
    await page.locator('.profile-chip', { hasText: 'BNB' }).waitFor()
    expect(await channelId()).toBe(String(BSC))
  })

  it('[NET-23, NET-24] while it is connected the wallet is asked for its balance every 20 s, once, and not after the disconnect', async () => {
    await page.clock.install()
    await signIn()
    // Each change of the chain begins to count anew.
    for (const chainId of [BSC, ETHEREUM]) {
      await wallet.changeChain(chainId)
      await page.locator('.profile-chip', { hasText: chainId === BSC ? 'BNB' : 'ETH' }).waitFor()
    }
    const asked = () => wallet.asked.filter((method) => method === 'eth_getBalance').length
    await page.clock.pauseAt(Date.now() + 60_000)
    // The jump's own beat, and what the change of the chain still asks, come as soon as the machine can.
    for (let seen = -1; seen !== asked(); await page.waitForTimeout(3 * SETTLED_MS)) seen = asked()
    for (let beats = 0; beats < 2; beats++) {
      const before = asked()
      await page.clock.runFor(BEAT_MS)
      await expect.poll(asked).toBe(before + 1)
      await page.waitForTimeout(SETTLED_MS)
      expect(asked()).toBe(before + 1)
    }
    await page.clock.resume()
    await page.locator('.profile-chip').click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.waitForURL(/\/connect/)
    const last = asked()
    await page.clock.runFor(3 * BEAT_MS)
    await page.waitForTimeout(SETTLED_MS)
    expect(asked()).toBe(last)
  })

  it('[NET-23, SHELL-68] what it shows of coin and pay tokens is what the chain says, and follows it with the next beat', async () => {
    const dollar = (await market.api.paytoken.list({ chainId: ETHEREUM })).find(({ symbol }) => symbol === 'PUSD')
    if (!dollar) throw new Error('the local chain has a dollar')
    const held = () => market.chain.readContract({ abi: erc20Abi, address: dollar.address, functionName: 'balanceOf', args: [eve.address] })
    await page.clock.install()
    await signIn()
    const chip = page.locator('.profile-chip')
    await chip.click()
    const tokens = page.locator('.token-balances li')
    // In thousandths, cut, as the header writes them.
    const shownAs = (units: bigint, decimals: number) =>
      (Number(units / 10n ** BigInt(decimals - 3)) / 1_000).toLocaleString('en', { maximumFractionDigits: 3 })
    await expect.poll(() => tokens.allInnerTexts()).toContain(`${shownAs(await held(), dollar.decimals)} PUSD`)
    for (const [wei, said] of [
      [12_345_678_900_000_000_000n, '12.345 ETH'],
      [7_000_000_000_000_000n, '0.007 ETH'],
    ] as const) {
      await callRpc(market.rpcUrl, 'anvil_setBalance', [eve.address, numberToHex(wei)])
      await page.clock.runFor(BEAT_MS)
      await chip.getByText(said, { exact: true }).waitFor()
    }
  })

  it('[NET-40] with a wallet the header’s choice is the wallet’s: it is asked, and the page follows', async () => {
    await signIn()
    await choose('Local BSC')
    await expect.poll(() => wallet.chainId).toBe(BSC)
    await shows('Local BSC')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    wallet.answers.set('wallet_switchEthereumChain', refuse(4001))
    await choose('Local Ethereum')
    await page.getByRole('alert').getByText('You declined in the wallet.').waitFor()
    await page.keyboard.press('Escape')
    await shows('Local BSC')
  })

  it('[NET-32, NET-33, NET-37, NET-28] an act on another network explains it, asks to switch, and is started again by its owner', async () => {
    await signIn()
    wallet.answers.set('wallet_switchEthereumChain', refuse(4001))
    await gotoWorkOn(BSC)
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Change network to Local BSC' })
    await dialog.getByText('your wallet is on Local Ethereum').waitFor()
    await dialog.getByText('31338', { exact: true }).waitFor()
    await dialog.getByRole('alert').getByText('You declined in the wallet.').waitFor()
    expect(wallet.asked).not.toContain('wallet_addEthereumChain')
    wallet.answers.delete('wallet_switchEthereumChain')
    await dialog.getByRole('button', { name: 'Change to Local BSC' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(wallet.chainId).toBe(BSC)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
  })

  it('[NET-29, NET-30] offers to add the network: a refusal ends it, any other failure falls back to switching', async () => {
    await signIn()
    wallet.answers.set('wallet_switchEthereumChain', refuse(4001))
    await choose('Local BSC')
    const dialog = page.getByRole('dialog', { name: 'Change network to Local BSC' })
    await dialog.getByRole('alert').waitFor()
    wallet.answers.set('wallet_addEthereumChain', refuse(4001))
    const asked = wallet.asked.length
    await dialog.getByRole('button', { name: 'Add Local BSC to the wallet' }).click()
    await expect.poll(() => wallet.asked.slice(asked)).toContain('wallet_addEthereumChain')
    await dialog.getByRole('alert').getByText('You declined in the wallet.').waitFor()
    expect(wallet.asked.slice(asked)).not.toContain('wallet_switchEthereumChain')
    wallet.answers.set('wallet_addEthereumChain', refuse(-32_603))
    wallet.answers.delete('wallet_switchEthereumChain')
    await dialog.getByRole('button', { name: 'Add Local BSC to the wallet' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(wallet.asked.slice(asked)).toContain('wallet_switchEthereumChain')
    await shows('Local BSC')
  })

  it('[NET-25] a wallet on a network nobody configured is asked to come to the default one, and the header says it where it stays', async () => {
    await signIn()
    const wanted: unknown[] = []
    wallet.answers.set('wallet_switchEthereumChain', ([asked]) => {
      wanted.push(asked)
      throw new WalletRefusal(4001, 'User rejected the request.')
    })
    await wallet.changeChain(FOREIGN)
    await page.getByText('Wrong network', { exact: true }).waitFor()
    expect(wanted).toEqual([{ chainId: '0x7a69' }])
    expect(await channelId()).toBe(String(ETHEREUM))
    wallet.answers.delete('wallet_switchEthereumChain')
    await choose('Local Ethereum')
    await expect.poll(() => wallet.chainId).toBe(ETHEREUM)
    await shows('Local Ethereum')
  })

  it('[NET-31] where there is no wallet at all, an act says so and shows the ways to one', async () => {
    await visitor.context.addInitScript(() =>
      window.addEventListener('eip6963:announceProvider', (event) => event.stopImmediatePropagation(), { capture: true }),
    )
    await gotoWorkOn(ETHEREUM)
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.getByRole('dialog', { name: 'No wallet in this browser' }).getByRole('button', { name: 'Ways to connect' }).click()
    await page.waitForURL('**/connect')
    await page.getByText('No wallet was found in this browser.').waitFor()
  })

  it('[NET-34] a visitor who acts on another network is connected there, and the act goes on', async () => {
    await gotoWorkOn(BSC)
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.waitForURL(/\/connect\?redirect=/)
    await chooseScripted(page)
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    expect(wallet.chainId).toBe(BSC)
  })

  it('[NET-38, TX-21, TX-22] what the page wants to know of the chain it asks the wallet, and the network’s own node where the wallet is silent', async () => {
    // The market's word on gas is taken before the network's while it is fresh: here it has none.
    await page.route('**/config/gasTracker', (route) => route.fulfill({ json: {} }))
    await signIn()
    await expect.poll(() => wallet.asked).toEqual(expect.arrayContaining(['eth_chainId', 'eth_getBalance', 'eth_call', 'eth_gasPrice']))
    for (const method of ['eth_getBalance', 'eth_call']) wallet.answers.set(method, refuse(-32_603))
    await page.reload()
    await page.locator('.profile-chip', { hasText: 'ETH' }).waitFor()
  })

  it('[TX-20, TX-22] how many pieces there are of an edition, and how many are one’s own, is asked of the wallet, and a lie is not vouched for', async () => {
    const isSupply = (params: readonly unknown[]) => JSON.stringify(params).includes(toFunctionSelector('totalSupply(uint256)'))
    let [asked, isLying] = [0, false]
    wallet.answers.set('eth_call', async (params, honest) => {
      if (!isSupply(params)) return honest()
      asked++
      return isLying ? numberToHex(7, { size: 32 }) : honest()
    })
    await signIn()
    const { list } = await market.api.home.list({ page: 1, limit: 50, chainId: ETHEREUM })
    const edition = list.find(({ standard }) => standard === 2)
    if (!edition) throw new Error('no edition is on sale')
    await page.goto(`/detail/${edition.collection}:${edition.tokenId}?chain=${ETHEREUM}`)
    await page.getByText('Checked in your wallet').waitFor()
    expect(asked).toBe(1)
    isLying = true
    await page.reload()
    await expect.poll(() => asked).toBe(2)
    await page.waitForTimeout(500)
    expect(await page.getByText('Checked in your wallet').count()).toBe(0)
  })

  it('[NET-41, SHELL-68] shows the pay tokens beside the coin, and asks the wallet to show one too', async () => {
    const watched: unknown[] = []
    wallet.answers.set('wallet_watchAsset', (params) => {
      watched.push(params)
      return true
    })
    await signIn()
    await page.locator('.profile-chip').click()
    await page.getByRole('button', { name: 'Show PUSD in the wallet' }).click()
    await page.getByText('Your wallet shows PUSD now').waitFor()
    expect(JSON.stringify(watched)).toContain('"symbol":"PUSD","decimals":6')
  })

  const refuse = (code: number) => () => {
    throw new WalletRefusal(code, 'x')
  }
  const shows = (name: string) => page.getByRole('button', { name: `Network: ${name}` }).waitFor()
  const channelId = () => page.evaluate(() => sessionStorage.getItem('channelId'))

  async function choose(name: string): Promise<void> {
    await page.locator('.network-button').click()
    await page.locator('.menu').getByRole('button', { name }).click()
  }

  async function signIn(): Promise<void> {
    await page.goto('/connect?redirect=%2Fitems')
    await chooseScripted(page)
    await page.waitForURL((url) => url.pathname === '/items')
    await page.locator('.profile-chip', { hasText: 'Eve' }).waitFor()
  }

  async function gotoWorkOn(chainId: number): Promise<void> {
    const { list } = await market.api.home.list({ page: 1, limit: 50, sort: 'price', order: 'asc', chainId })
    const work = list.find(({ onlyOwner }) => onlyOwner !== '' && onlyOwner !== eve.address.toLowerCase())
    if (!work) throw new Error(`nothing is on sale on ${chainId}`)
    await page.goto(`/detail/${work.collection}:${work.tokenId}?chain=${chainId}`)
  }
})
