import { ORDER_TYPE } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HALF_ETHER, TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('alice', market.official)
})
afterAll(() => market.close())

const DELAY_S = 2 * 86_400
/** Longer than the cache lifetime of fees read from the chain. */
const FEES_AGE_S = 6

/** The operator's new fees, past their delay. */
async function changeFees(sellerFee: bigint, buyerFee: bigint): Promise<void> {
  const { testnet } = market
  const write = async (functionName: 'setMinimumSellerFee' | 'setBuyerFee', bps: bigint) =>
    market.mined(await testnet.operator.writeContract({ address: market.exchange, abi: exchangeAbi, functionName, args: [bps] }))
  const call = async (functionName: 'applyMinimumSellerFee' | 'raiseFeeEpoch') =>
    market.mined(await testnet.operator.writeContract({ address: market.exchange, abi: exchangeAbi, functionName }))
  await testnet.setBalance(testnet.operator.account.address, HALF_ETHER)
  await write('setMinimumSellerFee', sellerFee)
  await write('setBuyerFee', buyerFee)
  const { timestamp } = await testnet.publicClient.getBlock()
  await testnet.setNextBlockTimestamp(Number(timestamp) + DELAY_S + 1)
  await call('applyMinimumSellerFee')
  await call('raiseFeeEpoch')
  await market.sync()
  market.server.clock.advance(FEES_AGE_S)
}

describe('an operator’s fee change', () => {
  it('[BUY-12] leaves signed sales fillable on their terms, and new ones carry what the exchange takes', async () => {
    const alice = await market.session('alice')
    const bob = await market.session('bob')
    const [old, waiting, fresh] = [await market.mint('alice'), await market.mint('alice'), await market.mint('alice')]
    await market.sync()
    const listing = await market.list('alice', old)
    const { input: unsent } = await market.sign('alice', waiting)

    await changeFees(300n, 400n)
    expect(await bob.api.config.fetch({})).toMatchObject({ sellerFee: 300n, buyerFee: 400n })
    const asked = { ...old, owner: alice.address, type: ORDER_TYPE.SALE, salt: listing.order.salt }
    expect(await bob.api.order.buyerFee(asked)).toMatchObject({ sellerFee: 250, buyerFee: 400 })
    await market.buy('bob', listing)

    await expect(alice.api.order.add(unsent)).rejects.toMatchObject({ errno: 4116 })
    const next = await market.list('alice', fresh)
    expect(next.order.sellerFee).toBe(300n)
    await market.buy('bob', next)
    await market.sync()
    for (const item of [old, fresh]) expect(await bob.api.nft.detail(item)).toMatchObject({ onlyOwner: bob.address })
  })

  it('[SALE-19] leaves a sale editable on the fee it was signed with, also when the market takes less since', async () => {
    const bob = await market.session('bob')
    const item = await market.mint('alice')
    await market.sync()
    const listing = await market.list('alice', item, HALF_ETHER)
    expect(listing.order.sellerFee).toBe(300n)
    await changeFees(100n, 100n)
    // The market's fee where the exchange's minimum is lower.
    expect(await bob.api.config.fetch({})).toMatchObject({ sellerFee: 250n })
    const lower = await market.list('alice', item, HALF_ETHER / 2n, { edit: true, salt: listing.order.salt })
    expect(lower.order.sellerFee).toBe(300n)
    await market.buy('bob', lower)
    await market.sync()
    expect(await bob.api.nft.detail(item)).toMatchObject({ onlyOwner: bob.address })
  })

  it('is shown on every order, also while the chain can’t be read', async () => {
    const item = await market.mint('alice')
    await market.list('alice', item, HALF_ETHER)
    await market.sync()
    const bob = await market.session('bob')
    await market.indexers.stop()
    await market.testnet.stop()
    market.server.clock.advance(FEES_AGE_S)
    expect((await bob.api.nft.activesales({ items: [item] })).map(({ buyerFee }) => buyerFee)).toEqual([100])
  })
})
