/** @module-tag more */
import type { BoxRecord, ItemRecord } from '@plinth/api'
import { bidAtAuction, buyItem, callRpc, type DemoName, type Person, planFormer, signIn } from '@plinth/devnet'
import {
  type Address,
  AUCTION_END,
  BOX_REQUEST_STATUS,
  HISTORY_TYPE,
  LOCAL_CHAIN_ID,
  LOCAL_DEPLOYMENTS,
  ORDER_STATUS,
  ORDER_TYPE,
  toAddress,
} from '@plinth/protocol'
import { auctionExchangeAbi, collection721Abi, exchangeAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought } from '../support/buying.ts'
import { itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { startKeptMarket } from '../support/kept-market.ts'
import { type Market, removeData } from '../support/market.ts'
import { addressOf } from '../support/money.ts'
import { askToOpen } from '../support/open-box.ts'
import { operate } from '../support/operate.ts'
import { approve, signInAs } from '../support/wallet.ts'

/** When the auction with Dan's bid ends. */
const ENDS = Date.UTC(2040, 0, 1) / 1_000
const FORMER = planFormer(LOCAL_CHAIN_ID, 1)
const PRESENT = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]

/** The market of the first edition that e2e/kept holds, started by this version: see the README there. */
describe('a market of the first edition', () => {
  let market: Market
  let alice: Visitor
  let items: ItemRecord[]

  beforeAll(async () => {
    market = await startKeptMarket('first-edition')
    alice = await openBrowser(market.url)
    items = await madeByAlice()
  })
  beforeEach(() => pictureOnFailure(alice))
  afterAll(async () => {
    await alice?.close()
    await market?.stop()
    if (market) removeData(market)
  })

  const madeByAlice = async () => {
    const made = { address: addressOf('Alice'), page: 1, limit: 20, chainId: LOCAL_CHAIN_ID }
    return (await market.api.user.created(made)).list
  }
  const itemNamed = (name: string): ItemRecord => {
    const found = items.find(({ metadata }) => JSON.parse(metadata).name === name)
    if (!found) throw new Error(`Alice made no ${name}`)
    return found
  }
  const actAs = (name: DemoName, contracts: Omit<typeof FORMER, 'edition' | 'deployBlock'>): Promise<Person> => {
    const { wrappedCoin, dollar } = PRESENT
    const place = { ...contracts, wrappedCoin, dollar, deployBlock: 0, isNew: false }
    return signIn(name, market.url, { chain: { chainId: LOCAL_CHAIN_ID, rpcUrl: market.rpcUrl }, contracts: place })
  }
  const holderOf = async ({ collection, tokenId }: ItemRecord): Promise<Address> =>
    toAddress(await market.chain.readContract({ address: collection, abi: collection721Abi, functionName: 'ownerOf', args: [tokenId] }))
  const auctionOf = ({ collection, tokenId }: ItemRecord) =>
    market.api.auction.get({ collection, tokenId, owner: addressOf('Alice'), chainId: LOCAL_CHAIN_ID })
  /** It exits with 1 after a missed draw, as here. */
  const doctor = () => operate(market, 'doctor').catch((error: Error) => error.message)
  const acts = (page: Page) => page.locator('.price-block .acts')

  describe('when it starts', () => {
    it('keeps its history, and reads what happened on the old contracts after it was stopped', async () => {
      const typesOf = async (item: ItemRecord) => {
        const { collection, tokenId } = item
        return (await market.api.nft.history({ collection, tokenId, chainId: LOCAL_CHAIN_ID })).map(({ type }) => type)
      }
      expect(await typesOf(itemNamed('Red Hare, 56 × 48'))).toEqual(expect.arrayContaining([HISTORY_TYPE.MINT, HISTORY_TYPE.BUY]))
      // Dan bought this one when no indexer was running any more.
      const last = itemNamed('Cat 0419')
      await expect.poll(() => typesOf(last)).toContain(HISTORY_TYPE.BUY)
      const types = await typesOf(last)
      expect(types.filter((type) => type === HISTORY_TYPE.BUY)).toHaveLength(1)
      const { collection, tokenId } = last
      expect((await market.api.nft.detail({ collection, tokenId, chainId: LOCAL_CHAIN_ID }))?.onlyOwner).toBe(addressOf('Dan'))
    })

    it('deploys the present contracts beside the old ones and keeps the pay tokens', async () => {
      const { contract } = await market.api.config.fetch({ chainId: LOCAL_CHAIN_ID })
      expect([contract.exchange, contract.former.map(({ exchange }) => exchange)]).toEqual([PRESENT.exchange, [FORMER.exchange]])
      const coin = { address: PRESENT.wrappedCoin, abi: wrappedCoinAbi } as const
      expect(await market.chain.readContract({ ...coin, functionName: 'balanceOf', args: [addressOf('Bob')] })).toBeGreaterThan(0n)
    })

    it('the doctor warns of approvals, auctions and boxes that remain on the old contracts', async () => {
      const said = await doctor()
      expect(said).toMatch(
        /edition 1 on 31337.*1 approvals of collections and 3 allowances of pay tokens.*2 auctions and 1 series of boxes/s,
      )
    })
  })

  describe('whose sales were signed for the old exchange', () => {
    it('has ended them: they are in no list, and are not signed for', async () => {
      const item = itemNamed('Guan Gong, 32 × 32')
      await expect.poll(async () => (await madeByAlice()).flatMap(({ listings, bids }) => [...listings, ...bids])).toEqual([])
      const { list } = await market.api.home.list({ page: 1, limit: 20, chainId: LOCAL_CHAIN_ID })
      expect(list).toEqual([])
      const { collection, tokenId } = item
      const asked = { collection, tokenId, chainId: LOCAL_CHAIN_ID }
      const [seller, buyer] = await Promise.all([actAs('Alice', PRESENT), actAs('Bob', PRESENT)])
      const [order] = (await seller.api.nft.detail(asked))?.resting ?? []
      if (!order) throw new Error('order.get does not return the sale to its seller')
      expect([order.status, order.isMoved]).toEqual([ORDER_STATUS.CANCELLED, true])
      const named = { ...asked, owner: seller.address, type: ORDER_TYPE.SALE, salt: order.salt }
      await expect(buyer.api.order.buyerFee(named)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    })

    it('shows the seller that the sale ended, and signs it again at its price for the new exchange', async () => {
      const item = itemNamed('Guan Gong, 32 × 32')
      const { page } = alice
      await signInAs(page, 'Alice', itemPath(item))
      await page.getByText('Ended: the market moved to new contracts').waitFor()
      await acts(page).getByRole('button', { name: 'Sign again' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Sign your listing again').waitFor()
      expect(await dialog.getByLabel('Price', { exact: true }).inputValue()).toBe('0.5')
      expect(await findViolations(page, '.dialog')).toEqual([])
      await dialog.getByRole('button', { name: 'Sign the listing' }).click()
      // The new proxy needs an approval of its own.
      await approve(page, 'transaction')
      await approve(page, 'typedData')
      await dialog.waitFor({ state: 'detached' })
      await acts(page).getByRole('button', { name: 'Edit the price' }).waitFor()
    })

    it('sells what was signed again on the new exchange', async () => {
      const item = itemNamed('Guan Gong, 32 × 32')
      const buyer = await actAs('Carol', PRESENT)
      await vi.waitUntil(async () => (await madeByAlice()).some(({ listings }) => listings[0]?.isFundable), { timeout: 20_000 })
      const { collection, tokenId } = item
      await buyItem(buyer, { collection, tokenId }, addressOf('Alice'))
      expect(await holderOf(item)).toBe(addressOf('Carol'))
      const fills = await market.chain.getContractEvents({ address: PRESENT.exchange, abi: exchangeAbi, eventName: 'Buy', fromBlock: 0n })
      expect(fills).toHaveLength(1)
    })
  })

  describe('whose boxes lie in the old contract', () => {
    const box = async (): Promise<BoxRecord> => {
      const { list } = await market.api.blind['box.list']({ page: 1, limit: 10, chainId: LOCAL_CHAIN_ID })
      const [found] = list
      if (!found) throw new Error('there is no series')
      return found
    }
    const newest = async (buyer: Address) => {
      const { id: boxId } = await box()
      return (await market.api.blind['box.history']({ boxId, chainId: LOCAL_CHAIN_ID, buyer, page: 1, limit: 1 })).list[0]
    }

    it('gives back there what was not drawn in time', async () => {
      await expect.poll(async () => (await newest(addressOf('Carol')))?.status, { timeout: 60_000 }).toBe(BOX_REQUEST_STATUS.REFUNDED)
      expect((await box()).contract).toBe(FORMER.blindBox)
    })

    it('draws a box there that is opened now', async () => {
      const { id } = await box()
      await operate(market, 'box', 're-anchor', '--box', id.toString(), '--requests', '10', '--why', 'goes on')
      const { page } = alice
      await page.goto(`/blindbox/detail/${id}?chain=${LOCAL_CHAIN_ID}`)
      await askToOpen(page)
      await approve(page, 'transaction')
      await page.getByRole('heading', { name: 'Your box is open' }).waitFor({ timeout: 60_000 })
      await expect.poll(async () => (await newest(addressOf('Alice')))?.status).toBe(BOX_REQUEST_STATUS.DRAWN)
    })
  })

  describe('whose auctions were signed for the old exchange', () => {
    it('takes bids there as before', async () => {
      const item = itemNamed('Three at the gate')
      await bidAtAuction(await actAs('Bob', FORMER), await auctionOf(item), '1.3')
      const { highestBidder, auctionExchange } = await auctionOf(item)
      expect([highestBidder, auctionExchange]).toEqual([addressOf('Bob'), FORMER.auctionExchange])
    })

    it('settles there the one that is over', async () => {
      await callRpc(market.rpcUrl, 'evm_setTime', [ENDS + 1])
      await callRpc(market.rpcUrl, 'anvil_mine', [numberToHex(1)])
      await expect.poll(async () => (await market.api.config.fetch({ chainId: LOCAL_CHAIN_ID })).now).toBeGreaterThan(ENDS)
      const item = itemNamed('Temple, first snow')
      const { page } = alice
      await page.goto(itemPath(item))
      await acts(page)
        .getByRole('button', { name: /^(See the auction|Accept )/ })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Accept 1.50 WETH' }).click()
      await dialog.locator('.dialog-foot .button.primary').click()
      await approve(page, 'transaction')
      await vi.waitUntil(() => closeBought(page), { timeout: 60_000, interval: 200 })
      expect(await holderOf(item)).toBe(addressOf('Dan'))
      const { owner, salt } = await auctionOf(item)
      const spent = { abi: auctionExchangeAbi, functionName: 'isSpent', args: [owner, salt] } as const
      expect(await market.chain.readContract({ ...spent, address: FORMER.auctionExchange })).toBe(true)
      expect(await market.chain.readContract({ ...spent, address: PRESENT.auctionExchange })).toBe(false)
      await expect.poll(async () => (await auctionOf(item)).end).toBe(AUCTION_END.FINISHED)
    })
  })

  describe('whose proxy may still move things', () => {
    it('lists the old approvals of an account, which are taken back one by one', async () => {
      const { page } = alice
      await page.goto('/items')
      const old = page.getByRole('region', { name: 'Old approvals to take back' })
      await old.getByRole('listitem').filter({ hasText: 'all works of' }).waitFor()
      expect(await old.getByRole('listitem').count()).toBe(1)
      expect(await findViolations(page, '.former-approvals')).toEqual([])
      await old.getByRole('button', { name: /^Take back all works of/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Take back', exact: true }).click()
      await approve(page, 'transaction')
      await vi.waitUntil(() => closeBought(page), { timeout: 60_000, interval: 200 })
      await old.waitFor({ state: 'detached' })
      const { collection: address } = itemNamed('Valley, 64 × 48')
      const args = [addressOf('Alice'), FORMER.transferProxy] as const
      expect(await market.chain.readContract({ address, abi: collection721Abi, functionName: 'isApprovedForAll', args })).toBe(false)
      expect(await doctor()).toMatch(/edition 1 on 31337.*0 approvals of collections/s)
    })
  })

  it('shows no broken page on the way', () => {
    expect(alice.complaints).toEqual([])
  })
})
