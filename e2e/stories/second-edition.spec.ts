/** @module-tag more */
import type { ItemRecord } from '@plinth/api'
import { bidAtAuction, type DemoName, mined, type Person, planFormer, signIn } from '@plinth/devnet'
import {
  type Address,
  BOX_REQUEST_STATUS,
  DEFAULT_FEE_BPS,
  HISTORY_TYPE,
  LOCAL_CHAIN_ID,
  LOCAL_DEPLOYMENTS,
  ORDER_STATUS,
  ORDER_TYPE,
  payAmount,
} from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAs } from '../support/demo-market.ts'
import { startKeptMarket } from '../support/kept-market.ts'
import { type Market, removeData } from '../support/market.ts'
import { addressOf } from '../support/money.ts'
import { operate } from '../support/operate.ts'

const chainId = LOCAL_CHAIN_ID
const PRICE = parseEther('0.05')
const FORMER = planFormer(chainId, 2)
const PRESENT = LOCAL_DEPLOYMENTS[chainId]

/** The market of the second edition that e2e/kept holds, started by this version: what was signed for its contracts runs out. */
describe('a market of the second edition', () => {
  let market: Market
  let items: ItemRecord[]

  beforeAll(async () => {
    market = await startKeptMarket('second-edition')
    items = (await market.api.user.created({ address: addressOf('Alice'), page: 1, limit: 20, chainId })).list
  })
  afterAll(async () => {
    await market?.stop()
    if (market) removeData(market)
  })

  const itemNamed = (name: string) => {
    const found = items.find(({ metadata }) => JSON.parse(metadata).name === name)
    if (!found) throw new Error(`Alice made no ${name}`)
    const { collection, tokenId } = found
    return { collection, tokenId, chainId }
  }
  const detailOf = async (name: string) => {
    const record = await market.api.nft.detail(itemNamed(name))
    if (!record) throw new Error(`${name} is gone`)
    return record
  }
  /** With the contracts of then. */
  const actBefore = (name: DemoName): Promise<Person> => {
    const { wrappedCoin, dollar } = PRESENT
    const place = { ...FORMER, wrappedCoin, dollar, deployBlock: 0, isNew: false }
    return signIn(name, market.url, { chain: { chainId, rpcUrl: market.rpcUrl }, contracts: place })
  }
  const auctionOf = (name: string) => market.api.auction.get({ ...itemNamed(name), owner: addressOf('Alice') })
  const theBox = async () => {
    const [box] = (await market.api.blind['box.list']({ page: 1, limit: 10, chainId })).list
    if (!box) throw new Error('there is no series')
    return box
  }
  const openingsOf = async (buyer: Address) =>
    (await market.api.blind['box.history']({ boxId: (await theBox()).id, chainId, buyer, page: 1, limit: 10 })).list

  it('deploys the present contracts beside the former ones, and reads what was bought after it had stopped', async () => {
    const { contract } = await market.api.config.fetch({ chainId })
    expect([contract.exchange, contract.former.map(({ exchange }) => exchange)]).toEqual([PRESENT.exchange, [FORMER.exchange]])
    const bought = async () => (await market.api.nft.history(itemNamed('Cat 0419'))).filter(({ type }) => type === HISTORY_TYPE.BUY)
    await expect.poll(bought).toHaveLength(1)
    expect((await detailOf('Cat 0419')).onlyOwner).toBe(addressOf('Dan'))
    expect((await detailOf('Red Hare, 56 × 48')).onlyOwner).toBe(addressOf('Bob'))
  })

  it('has ended what was listed and bid: they are in no list, and their makers can sign again', async () => {
    const names = ['Guan Gong, 32 × 32', 'Valley, 64 × 48'] as const
    await expect
      .poll(async () => (await Promise.all(names.map(detailOf))).map(({ listings, bids }) => [listings, bids]))
      .toEqual([
        [[], []],
        [[], []],
      ])
    const alice = await actAs('Alice', market)
    const item = itemNamed(names[0])
    const [order] = (await alice.api.nft.detail(item))?.resting ?? []
    expect([order?.status, order?.isMoved]).toEqual([ORDER_STATUS.CANCELLED, true])
    const bob = await actAs('Bob', market)
    const asked = { ...item, owner: addressOf('Alice'), type: ORDER_TYPE.SALE, salt: order?.salt ?? 0n }
    await expect(bob.api.order.buyerFee(asked)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  it('shows the bid of an auction under way, and takes a higher one there', async () => {
    const name = 'Three at the gate'
    expect((await auctionOf(name)).highestBidder).toBe(addressOf('Carol'))
    await bidAtAuction(await actBefore('Bob'), await auctionOf(name), '1.4')
    const { highestBidder, auctionExchange } = await auctionOf(name)
    expect([highestBidder, auctionExchange]).toEqual([addressOf('Bob'), FORMER.auctionExchange])
  })

  it('gives back a box that was not drawn in time, and draws one that is opened now', async () => {
    const statusesOf = async (buyer: Address) => (await openingsOf(buyer)).map(({ status }) => status)
    await expect.poll(() => statusesOf(addressOf('Carol')), { timeout: 60_000 }).toEqual([BOX_REQUEST_STATUS.REFUNDED])
    expect(await statusesOf(addressOf('Bob'))).toEqual([BOX_REQUEST_STATUS.DRAWN])
    const { id, contract, boxHash } = await theBox()
    expect(contract).toBe(FORMER.blindBox)
    await operate(market, 'box', 're-anchor', '--box', id.toString(), '--requests', '10', '--why', 'goes on')
    const dan = await actAs('Dan', market)
    const call = { address: contract, abi: blindBoxAbi, functionName: 'open', args: [boxHash, 1n] } as const
    await mined(dan, await dan.wallet.writeContract({ ...call, value: payAmount(PRICE, 1n, DEFAULT_FEE_BPS) }))
    await expect.poll(() => statusesOf(addressOf('Dan')), { timeout: 60_000 }).toEqual([BOX_REQUEST_STATUS.DRAWN])
  })
})
