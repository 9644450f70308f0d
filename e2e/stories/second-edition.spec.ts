/** @module-tag more */
import type { ItemRecord } from '@plinth/api'
import { bidAtAuction, buyItem, mined } from '@plinth/devnet'
import {
  type Address,
  BOX_REQUEST_STATUS,
  DEFAULT_FEE_BPS,
  HISTORY_TYPE,
  LOCAL_CHAIN_ID,
  LOCAL_DEPLOYMENTS,
  ORDER_TYPE,
  payAmount,
  toAddress,
} from '@plinth/protocol'
import { blindBoxAbi, collection721Abi } from '@plinth/protocol/abi'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAs } from '../support/demo-market.ts'
import { startKeptMarket } from '../support/kept-market.ts'
import { type Market, removeData } from '../support/market.ts'
import { addressOf } from '../support/money.ts'
import { operate } from '../support/operate.ts'

const chainId = LOCAL_CHAIN_ID
const PRICE = parseEther('0.05')

/** The market of the second edition that e2e/kept holds, whose contracts are the present ones: it goes on trading. */
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
  const holderOf = async (name: string): Promise<Address> => {
    const { collection: address, tokenId } = itemNamed(name)
    return toAddress(await market.chain.readContract({ address, abi: collection721Abi, functionName: 'ownerOf', args: [tokenId] }))
  }
  const auctionOf = (name: string) => market.api.auction.get({ ...itemNamed(name), owner: addressOf('Alice') })
  const theBox = async () => {
    const [box] = (await market.api.blind['box.list']({ page: 1, limit: 10, chainId })).list
    if (!box) throw new Error('there is no series')
    return box
  }
  const openingsOf = async (buyer: Address) =>
    (await market.api.blind['box.history']({ boxId: (await theBox()).id, chainId, buyer, page: 1, limit: 10 })).list

  it('keeps the present contracts, and reads what was bought after it had stopped', async () => {
    const { contract } = await market.api.config.fetch({ chainId })
    expect([contract.exchange, contract.former]).toEqual([LOCAL_DEPLOYMENTS[chainId].exchange, []])
    const bought = async () => (await market.api.nft.history(itemNamed('Cat 0419'))).filter(({ type }) => type === HISTORY_TYPE.BUY)
    await expect.poll(bought).toHaveLength(1)
    expect((await detailOf('Cat 0419')).onlyOwner).toBe(addressOf('Dan'))
    expect((await detailOf('Red Hare, 56 × 48')).onlyOwner).toBe(addressOf('Bob'))
  })

  it('sells what was listed before, with the signature of then', async () => {
    const name = 'Guan Gong, 32 × 32'
    await expect
      .poll(async () => (await detailOf(name)).listings.map(({ unitPrice, isFundable }) => [unitPrice, isFundable]))
      .toEqual([['0.5', true]])
    await buyItem(await actAs('Carol', market), itemNamed(name), addressOf('Alice'))
    expect(await holderOf(name)).toBe(addressOf('Carol'))
    await expect.poll(async () => (await detailOf(name)).listings).toEqual([])
  })

  it('shows a bid of then, and signs its fee for the holder who accepts it', async () => {
    const name = 'Valley, 64 × 48'
    const [bid] = (await detailOf(name)).bids
    expect([bid?.maker, bid?.unitPrice, bid?.isFundable]).toEqual([addressOf('Bob'), '0.3', true])
    const alice = await actAs('Alice', market)
    const asked = { ...itemNamed(name), owner: addressOf('Bob'), type: ORDER_TYPE.BID, salt: bid?.salt ?? 0n }
    expect((await alice.api.order.buyerFee(asked)).salt).toBe(bid?.salt)
  })

  it('shows the bid of an auction under way, and takes a higher one', async () => {
    const name = 'Three at the gate'
    expect((await auctionOf(name)).highestBidder).toBe(addressOf('Carol'))
    await bidAtAuction(await actAs('Bob', market), await auctionOf(name), '1.4')
    expect((await auctionOf(name)).highestBidder).toBe(addressOf('Bob'))
  })

  it('gives back a box that was not drawn in time, and draws one that is opened now', async () => {
    const statusesOf = async (buyer: Address) => (await openingsOf(buyer)).map(({ status }) => status)
    await expect.poll(() => statusesOf(addressOf('Carol')), { timeout: 60_000 }).toEqual([BOX_REQUEST_STATUS.REFUNDED])
    expect(await statusesOf(addressOf('Bob'))).toEqual([BOX_REQUEST_STATUS.DRAWN])
    const { id, contract, boxHash } = await theBox()
    await operate(market, 'box', 're-anchor', '--box', id.toString(), '--requests', '10', '--why', 'goes on')
    const dan = await actAs('Dan', market)
    const call = { address: contract, abi: blindBoxAbi, functionName: 'open', args: [boxHash, 1n] } as const
    await mined(dan, await dan.wallet.writeContract({ ...call, value: payAmount(PRICE, 1n, DEFAULT_FEE_BPS) }))
    await expect.poll(() => statusesOf(addressOf('Dan')), { timeout: 60_000 }).toEqual([BOX_REQUEST_STATUS.DRAWN])
  })
})
