import type { ItemRecord } from '@plinth/api'
import { buyItem, callRpc, type DemoName, getDemoAccount, listItem } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, ORDER_TYPE, toAddress } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { numberToHex, parseEther } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import { openBrowser } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { bothStepsDone } from '../support/pages.ts'
import { chooseScripted, installWallet, type ScriptedWallet, sendAs, type Transaction, WalletRefusal } from '../support/scripted-wallet.ts'
import { visitEach } from '../support/visits.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

const ASKED_OF_CHAIN = ['eth_call', 'eth_getCode', 'eth_getBalance', 'eth_getBlockByNumber', 'eth_estimateGas']

/** Whatever goes wrong between the click and the chain ends in a sentence, and nothing is lost or shown wrong. */
describe('a purchase that does not go as planned', () => {
  const market = demoMarket()
  const bob = getDemoAccount('Bob').account
  const story = visitEach(market)
  let works: ItemRecord[]

  beforeAll(async () => {
    works = await worksOnSale(market)
  })

  it('[SALE-08, ERR-26, ERR-27] rejected in the wallet: says so under the step, and the same button tries again', async () => {
    const { page } = story
    const work = takeWork('Carol')
    await signInAs(page, 'Carol')
    await openBuy(page, work)
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
    await reject(page, 'transaction')
    await page.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    expect((await market.api.nft.detail(keyOf(work)))?.onlyOwner).toBe(work.onlyOwner)
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
    await approve(page, 'transaction')
    await bothStepsDone(page)
    expect((await market.api.nft.detail(keyOf(work)))?.onlyOwner).toBe(addressOf('Carol'))
  })

  it('[BUY-06, I18N-08] not enough funds: the button is off and the dialog says why', async () => {
    const { page } = story
    const work = takeWork('Eve')
    await callRpc(market.rpcUrl, 'anvil_setBalance', [addressOf('Eve'), `0x${parseEther('0.01').toString(16)}`])
    await signInAs(page, 'Eve')
    await openBuy(page, work)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Not enough ETH for this').first().waitFor()
    expect(await dialog.getByRole('button', { name: /^Pay / }).isDisabled()).toBe(true)
    await callRpc(market.rpcUrl, 'anvil_setBalance', [addressOf('Eve'), `0x${parseEther('10000').toString(16)}`])
  })

  it('[BUY-12, SALE-09, ERR-25] sold to somebody else between page and click: nothing is asked of the wallet', async () => {
    const { page } = story
    const work = takeWork('Carol', 'Dan')
    await signInAs(page, 'Carol')
    await openBuy(page, work)
    await buyItem(await actAs('Dan', market), keyOf(work), toAddress(work.onlyOwner))
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
    await page.getByText('Somebody else has bought it. Your money has not moved.').first().waitFor()
    expect(await page.locator('demo-wallet').count()).toBe(0)
  })

  it('[BUY-10, BUY-11] reload while the purchase is pending: the tray has kept it, and the page ends right', async () => {
    const { page } = story
    const work = takeWork('Carol')
    await signInAs(page, 'Carol')
    await openBuy(page, work)
    await holdBlocks(market.rpcUrl)
    try {
      await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
      await approve(page, 'transaction')
      await page.getByText('Sent. Waiting for its block.').first().waitFor()
      await page.reload()
      await page.getByRole('button', { name: /Transactions, 1 on the way/ }).waitFor()
      expect((await market.api.nft.detail(keyOf(work)))?.onlyOwner).toBe(work.onlyOwner)
    } finally {
      await releaseBlocks(market.rpcUrl)
    }
    await page.getByText('Held by you').first().waitFor()
    expect((await market.api.nft.detail(keyOf(work)))?.onlyOwner).toBe(addressOf('Carol'))
  })

  it('[BUY-10, BUY-11, CFG-08] bought and not yet booked: the page asks for the lock, and without it this browser still shows the sale as pending', async () => {
    const { page } = story
    const work = takeWork('Carol')
    await signInAs(page, 'Carol')
    await page.goto(itemPath(work))
    const release = await holdBook(page)
    const asked: string[] = []
    await page.route('**/nft/locknft', async (route) => {
      asked.push(route.request().postData() ?? '')
      await route.abort('connectionfailed')
    })
    await page.getByRole('button', { name: /^Buy for/ }).click()
    await pay(page)
    await approve(page, 'transaction')
    await expect.poll(() => pendingOf(page)).toEqual([`${work.collection}:${work.tokenId}`])
    await expect.poll(() => asked).toHaveLength(1)
    const [{ hash }] = (await trayOf(page)) as [{ hash: string }]
    for (const said of [work.collection, hash]) expect(asked[0]).toContain(said)
    await page.reload()
    await page.locator('.price-block').getByText('Sale pending').waitFor()
    await page.getByRole('tab', { name: /Owners/ }).click()
    expect(await page.getByRole('tabpanel').getByRole('button', { name: 'Buy', exact: true }).isDisabled()).toBe(true)
    await release()
    await page.getByText('Held by you').first().waitFor()
    await expect.poll(() => pendingOf(page)).toEqual([])
  })

  it('[ITEM-29] nobody else can press Buy while a purchase waits for its block', async () => {
    const { page } = story
    const work = takeWork('Carol')
    await signInAs(page, 'Carol')
    await openBuy(page, work)
    const passerBy = await openBrowser(market.url)
    await holdBlocks(market.rpcUrl)
    try {
      await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
      await approve(page, 'transaction')
      await page.getByText('Sent. Waiting for its block.').first().waitFor()
      const { transactions } = await market.chain.getBlock({ blockTag: 'pending' })
      const carol = await actAs('Carol', market)
      await carol.api.nft.locknft({ ...keyOf(work), txHash: transactions[0], chainId: work.chainId })
      await passerBy.page.goto(itemPath(work))
      const button = passerBy.page.locator('.price-block .acts').getByRole('button', { name: 'Sale pending' })
      await button.waitFor()
      expect(await button.isDisabled()).toBe(true)
      await passerBy.page.getByRole('tab', { name: /Owners/ }).click()
      expect(await passerBy.page.getByRole('tabpanel').getByRole('button', { name: 'Buy', exact: true }).isDisabled()).toBe(true)
    } finally {
      await releaseBlocks(market.rpcUrl)
      await passerBy.close()
    }
  })

  it('a network that does not answer is named, nothing is asked of the wallet, and the same button tries again', async () => {
    const { page } = story
    const wallet = await signInScripted()
    const work = takeWork('Bob')
    await openBuy(page, work)
    const silent = () => Promise.reject(new WalletRefusal(-32_603, 'no connection'))
    for (const method of ASKED_OF_CHAIN) wallet.answers.set(method, silent)
    await page.route(`${market.rpcUrl}/**`, (route) => route.abort('connectionfailed'))
    await pay(page)
    await page.getByRole('dialog').getByText('The network can’t be reached right now.').waitFor()
    expect([wallet.asked.includes('eth_sendTransaction'), await trayOf(page)]).toEqual([false, []])
    for (const method of ASKED_OF_CHAIN) wallet.answers.delete(method)
    await page.unroute(`${market.rpcUrl}/**`)
    await pay(page)
    await bothStepsDone(page)
    expect((await market.api.nft.detail(keyOf(work)))?.onlyOwner).toBe(addressOf('Bob'))
  })

  it('[ERR-27] mined and failed: the network fee is all that is gone, the tray says so too, and another look at it pays once', async () => {
    const { page } = story
    const wallet = await signInScripted()
    const work = takeWork('Bob')
    await openBuy(page, work)
    const [held, from] = [await market.chain.getBalance({ address: bob.address }), await market.chain.getBlockNumber({ cacheTime: 0 })]
    // Enough to begin with, not to end.
    wallet.answers.set('eth_sendTransaction', ([asked]) => sendAs(wallet, market.rpcUrl, { ...(asked as Transaction), gas: '0xea60' }))
    await pay(page)
    const failure = 'The transaction failed on the chain and moved nothing but its network fee.'
    await page.getByRole('dialog').getByText(failure).waitFor()
    const fee = await gasPaid(market, addressOf('Bob'), from, await market.chain.getBlockNumber({ cacheTime: 0 }))
    expect(fee).toBeGreaterThan(0n)
    expect(held - (await market.chain.getBalance({ address: bob.address }))).toBe(fee)
    expect(await trayOf(page)).toMatchObject([{ act: 'buy', status: 'failed', code: 'TX_REVERTED' }])
    expect((await market.api.nft.detail(keyOf(work)))?.isLocked).toBe(false)
    wallet.answers.delete('eth_sendTransaction')
    await page.getByRole('dialog').getByRole('button', { name: 'Look at it again' }).click()
    await openBuy(page, work)
    await pay(page)
    await bothStepsDone(page)
    expect(wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(2)
    expect((await market.api.nft.detail(keyOf(work)))?.onlyOwner).toBe(addressOf('Bob'))
  })

  // The last one: it moves the chain's clock.
  it('[SALE-09, ERR-25] past its time between page and click: it has expired, and nothing is asked of the wallet', async () => {
    const { page } = story
    const work = takeWork('Bob', 'Dan')
    const dan = await actAs('Dan', market)
    await buyItem(dan, keyOf(work), toAddress(work.onlyOwner))
    await expect.poll(async () => (await market.api.nft.detail(keyOf(work)))?.onlyOwner).toBe(addressOf('Dan'))
    const validUntil = Number((await market.chain.getBlock()).timestamp) + 3_600
    await listItem(dan, keyOf(work), '0.5', { validUntil })
    const wallet = await signInScripted()
    await openBuy(page, work)
    await callRpc(market.rpcUrl, 'evm_setNextBlockTimestamp', [numberToHex(validUntil + 1)])
    await callRpc(market.rpcUrl, 'anvil_mine', ['0x1'])
    await expect.poll(async () => (await saleOf(work, 'Dan')).isExpired).toBe(true)
    await pay(page)
    await page.getByText('The order has expired.').first().waitFor()
    expect([wallet.asked.includes('eth_sendTransaction'), await trayOf(page)]).toEqual([false, []])
  })

  const pay = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
  const trayOf = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('transactions') ?? '[]') as object[])
  const pendingOf = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('pending') ?? '[]') as string[])
  const saleOf = (work: ItemRecord, owner: DemoName) =>
    market.api.order.get({ ...keyOf(work), owner: addressOf(owner), type: ORDER_TYPE.SALE })
  const keyOf = ({ collection, tokenId }: ItemRecord) => ({ collection, tokenId })

  /** What the page learns of the work stays what it was, as if the market read no more blocks, until it is released. */
  async function holdBook(page: Page): Promise<() => Promise<void>> {
    const held = new Map<string, Buffer>()
    const calls = /\/nft\/(detail|owners|history)$/
    await page.route(calls, async (route) => {
      const { pathname } = new URL(route.request().url())
      const answer = held.has(pathname) ? undefined : await route.fetch().catch(() => undefined)
      const body = held.get(pathname) ?? (await answer?.body())
      // The page went elsewhere before it was answered.
      if (!body) return route.abort()
      held.set(pathname, body)
      await route.fulfill({ body, contentType: 'application/json' })
    })
    await page.reload()
    await page.getByRole('tab', { name: /Owners/ }).click()
    await page.getByRole('tabpanel').getByRole('button', { name: 'Buy', exact: true }).waitFor()
    return () => page.unroute(calls)
  }

  /** Bob, with a wallet that says yes by itself. */
  async function signInScripted(): Promise<ScriptedWallet> {
    const { page, visitor } = story
    const { rpcUrl } = market
    const wallet = await installWallet(visitor.context, { rpcUrl, chainId: LOCAL_CHAIN_ID, accounts: [bob] })
    await page.goto('/connect?redirect=%2Fitems')
    await chooseScripted(page)
    await page.waitForURL((url) => url.pathname === '/items')
    return wallet
  }

  /** Each story buys another work, of none of these people. */
  function takeWork(...not: Parameters<typeof addressOf>[0][]): ItemRecord {
    const strangers = not.map((name) => addressOf(name) as string)
    const at = works.findIndex(({ onlyOwner }) => !strangers.includes(onlyOwner))
    const [work] = works.splice(at, 1)
    if (!work || at < 0) throw new Error('no work is left to buy')
    return work
  }

  async function openBuy(page: Page, work: ItemRecord): Promise<void> {
    await page.goto(`/detail/${work.collection}:${work.tokenId}`)
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
  }
})
