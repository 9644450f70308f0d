import type { ItemRecord } from '@plinth/api'
import { acceptBid, bidFor, DEMO_ACCOUNTS, getDemoAccount } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, ORDER_TYPE, toAddress } from '@plinth/protocol'
import { wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { parseEther } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import { actAs, demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { addressOf, allowMoney } from '../support/money.ts'
import { chooseScripted, installWallet, type ScriptedWallet, sendAs, type Transaction, WalletRefusal } from '../support/scripted-wallet.ts'
import { visitEach } from '../support/visits.ts'

const { wrappedCoin } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
const OTHER_CHAIN = 31_338

/** Whatever goes wrong between the price and the signature ends in a sentence, and the next try goes on from there. */
describe('a bid that does not go as planned', () => {
  const market = demoMarket()
  const bob = getDemoAccount('Bob').account
  const story = visitEach(market)
  let works: ItemRecord[]
  let wallet: ScriptedWallet
  let page: Page

  beforeAll(async () => {
    works = await worksOnSale(market, 'Bob')
  })

  beforeEach(async () => {
    const { rpcUrl, rpcUrls } = market
    wallet = await installWallet(story.visitor.context, { rpcUrl, rpcUrls, chainId: LOCAL_CHAIN_ID, accounts: [bob] })
    wallet.knownChains.push(OTHER_CHAIN)
    page = story.page
    await page.goto('/connect?redirect=%2Fitems')
    await chooseScripted(page)
    await page.waitForURL((url) => url.pathname === '/items')
  })

  afterEach(() => releaseBlocks(market.rpcUrl))

  it('[TX-37] a wallet that allows less than was asked is told so, and asked again', async () => {
    // What he allowed for other bids, in whatever story, would do for this one.
    await allowMoney(await actAs('Bob', market), wrappedCoin, 0n)
    const work = await openBid('0.4')
    wallet.answers.set('eth_sendTransaction', ([asked]) => {
      const { data = '0x', ...rest } = asked as Transaction
      return sendAs(wallet, market.rpcUrl, { ...rest, data: `${data.slice(0, 74) as '0x'}${'1'.padStart(64, '0')}` })
    })
    await sign()
    await page.getByText('The approved amount is below what is needed.').waitFor()
    expect(count('eth_signTypedData_v4')).toBe(0)
    wallet.answers.delete('eth_sendTransaction')
    await sign()
    await closed()
    expect(await bidOf(work)).toMatchObject({ selling: parseEther('0.4'), isFundable: true })
  })

  it('[SALE-09] accepted while it is raised: whose the work is, instead of another signature', async () => {
    const work = takeWork()
    await bidFor(await actAs('Bob', market), keyOf(work), '0.1')
    await openRaise(work, '0.2')
    await acceptBid(await actAs(nameOf(work.onlyOwner), market), keyOf(work), addressOf('Bob'))
    await sign()
    await page.getByText('You have bought it already: it is yours.').first().waitFor()
    await lookAgain()
    await expect.poll(async () => (await market.api.nft.detail(keyOf(work)))?.onlyOwner).toBe(addressOf('Bob'))
  })

  it('past its time while it is raised: it has expired', async () => {
    const work = takeWork()
    const until = Number((await market.chain.getBlock()).timestamp) + 15
    await bidFor(await actAs('Bob', market), keyOf(work), '0.1', { validUntil: until })
    await openRaise(work, '0.2')
    await expect.poll(async () => Number((await market.chain.getBlock()).timestamp), { timeout: 40_000 }).toBeGreaterThan(until + 1)
    await sign()
    await page.getByText('The order has expired.').first().waitFor()
    await lookAgain()
    await page.locator('.price-block .acts').getByRole('button', { name: 'Bid', exact: true }).waitFor()
  })

  it('past its time before it was signed: another time is chosen, and the price stays', async () => {
    const work = await openBid('0.3')
    const dialog = page.getByRole('dialog')
    const until = Number((await market.chain.getBlock()).timestamp) + 25
    await dialog.getByText('Pick', { exact: true }).click()
    await dialog.getByLabel('Day and time').fill(await localTime(until))
    const chainTime = async () => Number((await market.chain.getBlock()).timestamp)
    // Whoever holds the wallet thinks it over for too long.
    wallet.answers.set('eth_signTypedData_v4', async ([, typed]) => {
      await expect.poll(chainTime, { timeout: 60_000 }).toBeGreaterThan(until + 1)
      return bob.signTypedData(JSON.parse(String(typed)))
    })
    await sign()
    await dialog.getByText('The order has expired.').first().waitFor({ timeout: 80_000 })
    wallet.answers.delete('eth_signTypedData_v4')
    expect(await dialog.getByRole('button', { name: 'Sign the bid' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Choose another time' }).click()
    expect(await dialog.getByLabel('Your bid', { exact: true }).inputValue()).toBe('0.3')
    await sign()
    await closed()
    const { selling, validUntil } = await bidOf(work)
    expect([selling, validUntil > until + 20 * 86_400]).toEqual([parseEther('0.3'), true])
  })

  it('[BID-09] the same bid from two tabs stands once', async () => {
    const work = await openBid('0.1')
    const other = await story.visitor.context.newPage()
    await openBid('0.2', work, other)
    await sign()
    await closed()
    await other.bringToFront()
    await sign(other)
    await other.getByText('You already have an open order here. Edit or cancel it.').first().waitFor()
    expect(await bidOf(work)).toMatchObject({ selling: parseEther('0.1') })
  })

  it('a page that is reloaded while the allowance is on its way does not ask for another', async () => {
    const work = await openBid('0.7')
    await holdBlocks(market.rpcUrl)
    await sign()
    await page.getByText('Sent. Waiting for its block.').first().waitFor()
    await page.reload()
    await openBid('0.7', work)
    await sign()
    await page.getByText('Sent. Waiting for its block.').first().waitFor()
    await releaseBlocks(market.rpcUrl)
    await closed()
    expect([count('eth_sendTransaction'), count('eth_signTypedData_v4')]).toEqual([1, 1])
    expect(await bidOf(work)).toMatchObject({ selling: parseEther('0.7') })
  })

  it('a network that does not answer is named, and the next try goes on', async () => {
    await openBid('0.3')
    const silent = () => Promise.reject(Object.assign(new Error('no connection'), { code: -32_603 }))
    wallet.answers.set('eth_call', silent)
    await page.route(`${market.rpcUrl}/**`, (route) => route.abort('connectionfailed'))
    await sign()
    await page.getByText('The network can’t be reached right now.').waitFor()
    expect([count('eth_sendTransaction'), count('eth_signTypedData_v4')]).toEqual([0, 0])
    wallet.answers.delete('eth_call')
    await page.unroute(`${market.rpcUrl}/**`)
    await sign()
    await closed()
  })

  it('coin that could not be wrapped stays coin, and nothing is signed', async () => {
    const held = () =>
      market.chain.readContract({ address: wrappedCoin, abi: wrappedCoinAbi, functionName: 'balanceOf', args: [addressOf('Bob')] })
    const before = await held()
    const work = await openBid('600')
    await page.getByLabel('Type 600 if you mean it').fill('600')
    wallet.answers.set('eth_sendTransaction', ([asked]) => sendAs(wallet, market.rpcUrl, { ...(asked as Transaction), gas: '0x5400' }))
    await sign()
    await page.getByText('The transaction failed on the chain and moved nothing but its network fee.').first().waitFor()
    expect([await held(), count('eth_signTypedData_v4')]).toEqual([before, 0])
    await expect(bidOf(work)).rejects.toMatchObject({ errno: 4101 })
  })

  it('[BID-08] on another network the wallet is asked to change over, and no dialog opens', async () => {
    await page.goto(itemPath(takeWork()))
    await wallet.changeChain(OTHER_CHAIN)
    wallet.answers.set('wallet_switchEthereumChain', () => Promise.reject(new WalletRefusal(4001, 'User rejected the request.')))
    await page
      .getByRole('button', { name: /Local BSC/ })
      .first()
      .waitFor()
    await page.locator('.price-block .acts').getByRole('button', { name: 'Bid', exact: true }).click()
    await page.getByRole('dialog', { name: 'Change network to Local Ethereum' }).waitFor()
    expect(await page.getByRole('button', { name: 'Sign the bid' }).count()).toBe(0)
  })

  const count = (method: string) => wallet.asked.filter((asked) => asked === method).length
  const keyOf = ({ collection, tokenId }: ItemRecord) => ({ collection, tokenId })
  const bidOf = (work: ItemRecord) => market.api.order.get({ ...keyOf(work), owner: addressOf('Bob'), type: ORDER_TYPE.BID })
  const sign = (on = page) => on.getByRole('dialog').getByRole('button', { name: 'Sign the bid' }).click()
  /** What is refused for good is not offered again. */
  const lookAgain = async () => {
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: /^(Sign the bid|Try again)$/ }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Look at it again' }).click()
    await closed()
  }
  /** As the field takes it, to the second. */
  const localTime = (at: number) =>
    page.evaluate((seconds) => {
      const date = new Date(seconds * 1_000)
      return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
    }, at)
  const closed = (on = page) => on.getByRole('dialog').waitFor({ state: 'detached', timeout: 40_000 })

  function takeWork(): ItemRecord {
    const work = works.shift()
    if (!work) throw new Error('no work is left to bid for')
    return work
  }

  function nameOf(address: string) {
    const found = DEMO_ACCOUNTS.find((account) => toAddress(account.address) === address)
    if (!found) throw new Error(`${address} is none of the demo accounts`)
    return found.name
  }

  async function openBid(price: string, work = takeWork(), on = page): Promise<ItemRecord> {
    await on.goto(itemPath(work))
    await on.locator('.price-block .acts').getByRole('button', { name: 'Bid', exact: true }).click()
    await on.getByRole('dialog').getByLabel('Your bid', { exact: true }).fill(price)
    await on
      .getByRole('dialog')
      .getByText(/^You have /)
      .waitFor()
    return work
  }

  async function openRaise(work: ItemRecord, price: string): Promise<void> {
    await page.goto(itemPath(work))
    await page.locator('.price-block .acts').getByRole('button', { name: 'Edit bid' }).click()
    await page.getByRole('dialog').getByLabel('Your bid', { exact: true }).fill(price)
    await page
      .getByRole('dialog')
      .getByText(/^You have /)
      .waitFor()
  }
})
