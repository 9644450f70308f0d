import { ORDER_TYPE } from '@plinth/protocol'
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestMarket } from '../../../test/market/market.ts'
import { allow, balanceOf, bid, sendMoney, takeDollars, unwrap, wrap } from '../../../test/market/money.ts'
import { startIndexers } from '../../indexer/start.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

const dollar = () => market.testnet.contracts.dollar
const wrapped = () => market.testnet.contracts.wrappedCoin
const dollars = (text: string) => parseUnits(text, 6)

describe('a bid', () => {
  it('[DATA-28] is hidden while its bidder’s balance or allowance doesn’t cover it, for whatever reason', async () => {
    const item = await market.minted('alice')
    await wrap(market, 'dan', parseEther('1'))
    await allow(market, 'dan', wrapped(), parseEther('0.6'))
    const bids = async () => (await market.detail(item)).bids.length
    await bid(market, 'dan', item, parseEther('0.5'), { payToken: wrapped() })
    expect(await bids()).toBe(1)

    await sendMoney(market, 'dan', 'eve', wrapped(), parseEther('0.49'))
    expect(await bids()).toBe(0)
    const { api } = await market.session('dan')
    const own = { ...item, owner: market.address('dan'), type: ORDER_TYPE.BID }
    expect(await api.order.get(own)).toMatchObject({ isFundable: false, status: 0 })
    await sendMoney(market, 'eve', 'dan', wrapped(), parseEther('0.1'))
    expect(await bids()).toBe(1)

    await allow(market, 'dan', wrapped(), parseEther('0.5'))
    expect(await bids()).toBe(0)
    await allow(market, 'dan', wrapped(), parseEther('0.5125'))
    expect(await bids()).toBe(1)

    // Unwrapping emits no Transfer.
    await unwrap(market, 'dan', parseEther('0.5'))
    expect(await bids()).toBe(0)
    await wrap(market, 'dan', parseEther('0.5'))
    expect(await bids()).toBe(1)
  })

  it('is shown again, or hidden again, as a reorganisation has it', async () => {
    const item = await market.minted('alice')
    await takeDollars(market, 'dan', dollars('50'))
    await allow(market, 'dan', dollar(), dollars('50'))
    const bids = async () => (await market.detail(item)).bids.length
    await bid(market, 'dan', item, dollars('40'), { payToken: dollar() })
    await market.testnet.mine(1)
    expect(await bids()).toBe(1)
    await sendMoney(market, 'dan', 'eve', dollar(), dollars('45'))
    expect(await bids()).toBe(0)
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    expect(await bids()).toBe(1)

    await sendMoney(market, 'dan', 'eve', dollar(), dollars('45'))
    expect(await bids()).toBe(0)
    await sendMoney(market, 'eve', 'dan', dollar(), dollars('45'))
    expect(await bids()).toBe(1)
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    expect(await bids()).toBe(0)
    await market.testnet.reorg(3)
    await market.testnet.mine(1)
    expect(await bids()).toBe(1)
  })

  it('is recomputed when the index was down and missed transfers', async () => {
    const item = await market.minted('alice')
    await takeDollars(market, 'eve', dollars('100'))
    await allow(market, 'eve', dollar(), dollars('100'))
    await bid(market, 'eve', item, dollars('90'), { payToken: dollar() })
    expect((await market.detail(item)).bids).toHaveLength(1)
    await market.indexers.stop()
    await sendMoney(market, 'eve', 'bob', dollar(), await balanceOf(market, 'eve', dollar()))
    await market.testnet.mine(12)
    market.indexers = await startIndexers(market.server.context, { pollMs: 50, backfillGap: 4 })
    expect((await market.detail(item)).bids).toEqual([])
    await takeDollars(market, 'eve', dollars('100'))
    expect((await market.detail(item)).bids).toHaveLength(1)
  })
})
