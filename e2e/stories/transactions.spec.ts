import { callRpc, getDemoAccount, mined } from '@plinth/devnet'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { type Hex, numberToHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import type { Visitor } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { openFixedSale } from '../support/pages.ts'
import { chooseScripted, installWallet, type ScriptedWallet, sendAs, type Transaction } from '../support/scripted-wallet.ts'
import { visitEach } from '../support/visits.ts'

/** What becomes of a transaction between the wallet and the chain, and what its sender is told, whatever page he is on. */
describe('transactions', () => {
  const market = demoMarket()
  const eve = getDemoAccount('Eve').account
  const story = visitEach(market)
  let visitor: Visitor
  let wallet: ScriptedWallet
  let page: Page

  beforeEach(async () => {
    visitor = story.visitor
    wallet = await installWallet(visitor.context, { rpcUrl: market.rpcUrl, chainId: LOCAL_CHAIN_ID, accounts: [eve] })
    page = visitor.page
    await page.goto('/connect?redirect=%2Fitems')
    await chooseScripted(page)
    await page.waitForURL((url) => url.pathname === '/items')
  })

  afterEach(() => releaseBlocks(market.rpcUrl))

  it('a page that is closed while the wallet asks learns the hash later, from the chain', async () => {
    const work = await openBuy()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    wallet.answers.set('eth_sendTransaction', async (_, honest) => {
      await answered
      return honest()
    })
    await pay()
    await expect.poll(() => wallet.asked).toContain('eth_sendTransaction')
    await page.close()
    page = await visitor.context.newPage()
    await page.goto('/')
    await openTray()
    await page.getByText('Waiting for your answer in the wallet').waitFor()
    answer()
    await trayRow('Done').waitFor({ timeout: 60_000 })
    await vi.waitUntil(async () => (await market.api.nft.detail(work))?.onlyOwner === addressOf('Eve'), { timeout: 20_000, interval: 300 })
  })

  it('one whose fee was raised in the wallet is followed to its end, also after a reload', async () => {
    const sent = await payWhileHeld()
    await page.reload()
    await page.getByRole('button', { name: /Transactions, 1 on the way/ }).waitFor()
    await sendAs(wallet, market.rpcUrl, { ...sent, gasPrice: raised(sent) })
    await releaseBlocks(market.rpcUrl)
    await openTray()
    await trayRow('Done').waitFor({ timeout: 60_000 })
  })

  it('one that was cancelled in the wallet says so, also after a reload', async () => {
    const sent = await payWhileHeld()
    await page.reload()
    await page.getByRole('button', { name: /Transactions, 1 on the way/ }).waitFor()
    const nothing = { from: sent.from, to: eve.address, gas: '0x5208' as Hex, nonce: sent.nonce, gasPrice: raised(sent) }
    await sendAs(wallet, market.rpcUrl, nothing as Transaction)
    await releaseBlocks(market.rpcUrl)
    await openTray()
    await page.getByText('You cancelled this transaction in your wallet.').first().waitFor({ timeout: 60_000 })
  })

  it('one that no block takes says what to do, and ends well when one does', async () => {
    await openBuy()
    const nonce = await nextNonce()
    wallet.answers.set('eth_sendTransaction', ([asked]) => sendAs(wallet, market.rpcUrl, { ...(asked as Transaction), nonce: nonce + 1 }))
    await pay()
    await page.getByText('Sent. Waiting for its block.').first().waitFor()
    await callRpc(market.rpcUrl, 'anvil_mine', ['0xc'])
    await page.keyboard.press('Escape')
    await openTray()
    await page.getByText('No block has taken it for a while.').waitFor()
    await sendAs(wallet, market.rpcUrl, { from: eve.address, to: eve.address, gas: '0x5208', nonce })
    await trayRow('Done').waitFor({ timeout: 60_000 })
  })

  it('one whose block the chain drops is on its way again, until a block takes it once more', async () => {
    await openBuy()
    let raw: Hex | undefined
    wallet.answers.set('eth_sendTransaction', async ([asked]) => {
      const { from: _, gas, gasPrice, value = '0x0', ...rest } = asked as Transaction
      const amounts = { value: BigInt(value), gas: BigInt(gas ?? '0x0'), gasPrice: BigInt(gasPrice ?? '0x0') }
      // The page's own request, of which only the story knows what kind it is.
      raw = await eve.signTransaction({ ...rest, ...amounts, nonce: await nextNonce(), chainId: LOCAL_CHAIN_ID, type: 'legacy' } as never)
      return callRpc(market.rpcUrl, 'eth_sendRawTransaction', [raw])
    })
    await pay()
    await page.getByRole('dialog').getByText('Done', { exact: true }).nth(1).waitFor()
    await page.keyboard.press('Escape')
    const sent = await trayEntry()
    const { blockNumber } = await market.chain.getTransactionReceipt({ hash: sent.hash })
    const head = await market.chain.getBlockNumber({ cacheTime: 0 })
    await callRpc(market.rpcUrl, 'anvil_reorg', [Number(head - blockNumber) + 1, []])
    await page.getByRole('button', { name: /Transactions, 1 on the way/ }).waitFor()
    await callRpc(market.rpcUrl, 'eth_sendRawTransaction', [raw])
    await openTray()
    await trayRow('Done').waitFor({ timeout: 60_000 })
  })

  it('every tab tells the same', async () => {
    const other = await visitor.context.newPage()
    await other.goto('/')
    await payWhileHeld()
    await other.getByRole('button', { name: /Transactions, 1 on the way/ }).waitFor()
    await releaseBlocks(market.rpcUrl)
    await other.getByRole('button', { name: /Transactions, 0 on the way/ }).waitFor({ timeout: 60_000 })
  })

  it('[TX-25, TX-26, TX-28] gas is counted from the newest block on: the estimate and a quarter, at the market’s medium price', async () => {
    const sent: Transaction[] = []
    let estimate = '0x0'
    const medium = await mediumPrice()
    wallet.answers.set('eth_estimateGas', async (_, honest) => {
      estimate = (await honest()) as string
      return estimate
    })
    wallet.answers.set('eth_sendTransaction', async ([asked], honest) => {
      sent.push(asked as Transaction)
      return honest()
    })
    await openBuy()
    const from = wallet.asked.length
    await pay()
    await expect.poll(() => wallet.asked.slice(from)).toContain('eth_sendTransaction')
    const asked = wallet.asked.slice(from)
    const [block, counted] = ['eth_getBlockByNumber', 'eth_estimateGas'].map((method) => asked.indexOf(method)) as [number, number]
    expect(block).toBeGreaterThan(-1)
    expect(counted).toBeGreaterThan(block)
    expect(asked.indexOf('eth_call')).toBeLessThan(asked.indexOf('eth_sendTransaction'))
    expect(BigInt(estimate)).toBeGreaterThan(21_000n)
    const wanted = { gas: numberToHex((BigInt(estimate) * 125n) / 100n), gasPrice: numberToHex(medium) }
    expect(sent).toMatchObject([wanted])
    await page.getByRole('dialog').getByText('Done', { exact: true }).nth(1).waitFor()
  })

  it('[SALE-23] a dialog opened again while its approval is on the way does not ask for another', async () => {
    const held = await heldUnapproved()
    await page.goto(itemPath(held))
    await holdBlocks(market.rpcUrl)
    await openFixedSale(page)
    await sell()
    await expect.poll(() => count('eth_sendTransaction')).toBe(1)
    await page.getByText('Sent. Waiting for its block.').first().waitFor()
    await page.keyboard.press('Escape')
    await openFixedSale(page)
    await sell()
    await page.getByText('Sent. Waiting for its block.').first().waitFor()
    await releaseBlocks(market.rpcUrl)
    await expect.poll(() => count('eth_signTypedData_v4'), { timeout: 30_000 }).toBe(1)
    expect(count('eth_sendTransaction')).toBe(1)
  })

  const count = (method: string) => wallet.asked.filter((asked) => asked === method).length
  const trayRow = (note: string) => page.locator('.tray-row').getByText(note, { exact: true }).first()
  const nextNonce = () => market.chain.getTransactionCount({ address: eve.address, blockTag: 'pending' })
  const raised = ({ gasPrice }: Transaction): Hex => `0x${((BigInt(gasPrice ?? '0x0') * 3n) / 2n + 1n).toString(16)}`
  const trayEntry = () => page.evaluate(() => JSON.parse(localStorage.getItem('transactions') ?? '[]')[0] as { hash: Hex })

  /** From here on the market's word on what others pay, in wei: nothing that a node would say by itself. */
  async function mediumPrice(): Promise<bigint> {
    const medium = (await market.chain.getGasPrice()) + 1_234_567n
    const lastBlock = await market.chain.getBlockNumber({ cacheTime: 0 })
    const told = (price: bigint) => price.toString()
    const data = { low: told(medium - 1n), medium: told(medium), high: told(medium + 1n), lastBlock: told(lastBlock) }
    await page.route('**/config/gasTracker', (route) => route.fulfill({ json: { errno: 0, errmsg: '', data } }))
    await page.reload()
    return medium
  }

  async function openBuy() {
    const [work] = await worksOnSale(market, 'Eve')
    if (!work) throw new Error('nothing is on sale')
    await page.goto(itemPath(work))
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    return { collection: work.collection, tokenId: work.tokenId }
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

  /** Bought by Eve in a collection whose works the market may no longer move for her. */
  async function heldUnapproved() {
    await openBuy()
    await pay()
    await page.getByRole('dialog').getByText('Done', { exact: true }).nth(1).waitFor()
    wallet.asked.length = 0
    const { list } = await market.api.user.collections({ address: addressOf('Eve'), page: 1, limit: 50, chainId: LOCAL_CHAIN_ID })
    const found = list.find(({ holdings }) => holdings.every(({ isOnSale }) => !isOnSale))
    if (!found) throw new Error('Eve holds nothing that is not on sale')
    const person = await actAs('Eve', market)
    const { transferProxy } = person.chain.contracts
    const forbid = {
      address: found.collection,
      abi: collection721Abi,
      functionName: 'setApprovalForAll',
      args: [transferProxy, false],
    } as const
    await mined(person, await person.wallet.writeContract(forbid))
    return found
  }

  async function sell(): Promise<void> {
    await page.getByRole('dialog').getByLabel('Price', { exact: true }).fill('3')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign the listing' }).click()
  }

  async function openTray(): Promise<void> {
    await page.getByRole('button', { name: /^Transactions, / }).click()
  }
})
