/** @module-tag more */
import { mined, type Person } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, MAX_UINT256, toAddress } from '@plinth/protocol'
import { collection721Abi, exchangeAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import { createPublicClient, http, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { openBrowsers, PHONE, type Visitor } from '../support/browser.ts'
import { actAs, startDemoMarket } from '../support/demo-market.ts'
import { type Market, removeData } from '../support/market.ts'
import { addressOf } from '../support/money.ts'
import { listChildren } from '../support/processes.ts'
import { approve, signInAs } from '../support/wallet.ts'

const { transferProxy, exchange, wrappedCoin } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
const NETWORK = 'Local Ethereum'
const ENDS_MS = 30_000

/** Carol takes back and ends what she allowed while the server is gone; her page was open. */
describe('what a wallet allows, with the server stopped', () => {
  let market: Market
  let browsers: Awaited<ReturnType<typeof openBrowsers>>
  let visitor: Visitor
  let carol: Person
  /** Of the server's process: chains and database. */
  let left: readonly { pid: number }[] = []
  /** A single work with an approval of its own, unknown to the index. */
  let single: { address: ReturnType<typeof toAddress>; tokenId: bigint }

  beforeAll(async () => {
    market = await startDemoMarket()
    browsers = await openBrowsers(market.url)
    visitor = await browsers.visit()
    carol = await actAs('Carol', market)
    const held = await market.api.user.collections({ address: addressOf('Carol'), page: 1, limit: 20, chainId: LOCAL_CHAIN_ID })
    const found = held.list.find(({ standard }) => standard === 3)
    if (!found) throw new Error('Carol holds nothing')
    single = { address: toAddress(found.collection), tokenId: found.tokenId }
    const args = [transferProxy, single.tokenId] as const
    await mined(carol, await carol.wallet.writeContract({ address: single.address, abi: collection721Abi, functionName: 'approve', args }))
    const limitless = [transferProxy, MAX_UINT256] as const
    await mined(
      carol,
      await carol.wallet.writeContract({ address: wrappedCoin, abi: wrappedCoinAbi, functionName: 'approve', args: limitless }),
    )
  })
  afterAll(async () => {
    await browsers?.close()
    await market?.stop()
    for (const { pid } of left) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    }
    if (market) removeData(market)
  })

  const chain = () => createPublicClient({ transport: http(market.rpcUrl) })
  const row = (name: string) => visitor.page.locator('.approvals-row', { hasText: name })
  async function confirm(act: string): Promise<void> {
    const dialog = visitor.page.getByRole('dialog')
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await approve(visitor.page, 'transaction')
    await dialog.getByRole('button', { name: 'Close' }).last().click({ timeout: ENDS_MS })
    await dialog.waitFor({ state: 'detached' })
  }

  it('[APPR-01][APPR-02] shows approvals, allowances and signatures of both networks on every width', async () => {
    const { page } = visitor
    await signInAs(page, 'Carol', '/items/approvals')
    await row(`#${single.tokenId}`).waitFor()
    await row('WETH').getByText('Without limit').waitFor()
    await page.locator('.signed-row').first().waitFor()
    expect(await findViolations(page, 'main')).toEqual([])
    await page.setViewportSize(PHONE)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('[APPR-04] takes back what the market never heard of, and ends everything, without the server', async () => {
    const { page } = visitor
    left = listChildren(market.pid)
    process.kill(market.pid, 'SIGKILL')
    await page.getByText('Our server does not answer.').waitFor()

    await row(`#${single.tokenId}`).getByRole('button').click()
    await confirm('Take back')
    await expect.poll(() => row(`#${single.tokenId}`).count()).toBe(0)
    const approved = { address: single.address, abi: collection721Abi, functionName: 'getApproved', args: [single.tokenId] } as const
    expect(await chain().readContract(approved)).toBe(zeroAddress)

    await row('WETH').getByRole('button', { name: 'Take back WETH' }).click()
    await confirm('Take back')
    const allowance = {
      address: wrappedCoin,
      abi: wrappedCoinAbi,
      functionName: 'allowance',
      args: [carol.address, transferProxy],
    } as const
    expect(await chain().readContract(allowance)).toBe(0n)

    const epoch = { address: exchange, abi: exchangeAbi, functionName: 'epochOf', args: [carol.address] } as const
    expect(await chain().readContract(epoch)).toBe(0n)
    await page.getByRole('complementary', { name: 'End everything' }).getByRole('button', { name: NETWORK }).click()
    await confirm('End everything')
    expect(await chain().readContract(epoch)).not.toBe(0n)
  })
})
