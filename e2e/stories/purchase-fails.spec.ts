import type { ItemRecord } from '@plinth/api'
import { buyItem, callRpc } from '@plinth/devnet'
import { toAddress } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { parseEther } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import { openBrowser } from '../support/browser.ts'
import { actAs, demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { addressOf } from '../support/money.ts'
import { bothStepsDone } from '../support/pages.ts'
import { visitEach } from '../support/visits.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

/** Whatever goes wrong between the click and the chain ends in a sentence, and nothing is lost or shown wrong. */
describe('a purchase that does not go as planned', () => {
  const market = demoMarket()
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

  const keyOf = ({ collection, tokenId }: ItemRecord) => ({ collection, tokenId })

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
