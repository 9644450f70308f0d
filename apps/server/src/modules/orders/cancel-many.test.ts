import { HISTORY_TYPE, ORDER_TYPE, unpackSalt } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, type Listing, TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('dan', market.official)
})
afterAll(() => market.close())

const sequenceOf = ({ order }: Listing) => unpackSalt(order.salt).sequence

async function cancelMany(word: bigint, bits: bigint): Promise<void> {
  const args = [[word], [bits]] as const
  const call = { address: market.exchange, abi: exchangeAbi, functionName: 'cancelMany', args } as const
  await market.mined(await market.wallet('dan').writeContract(call))
  await market.sync()
}

async function openSales(...items: ItemId[]): Promise<boolean[]> {
  const { api, address: owner } = await market.session('dan')
  const asked = items.map((item) => api.order.get({ ...item, owner, type: ORDER_TYPE.SALE }))
  return (await Promise.allSettled(asked)).map(({ status }) => status === 'fulfilled')
}

describe('orders cancelled by a bitmap word', () => {
  it('are cancelled by one log, those alone, and open again when its block is reverted', async () => {
    const [first, second, third] = [await market.listed('dan'), await market.listed('dan'), await market.listed('dan')]
    await market.sync()
    const { api } = await market.session('dan')
    const before = await api.notices.count({})
    await cancelMany(0n, (1n << sequenceOf(first.listing)) | (1n << sequenceOf(third.listing)))
    expect(await openSales(first.item, second.item, third.item)).toEqual([false, true, false])
    for (const { item } of [first, third]) {
      const [last] = await api.nft.history(item)
      expect(last?.type).toBe(HISTORY_TYPE.CANCEL_SALE)
    }
    expect((await api.notices.count({})).total).toBe(before.total + 2)
    const buyer = await market.session('bob')
    const asked = { ...first.item, owner: market.address('dan'), type: ORDER_TYPE.SALE, salt: first.listing.order.salt }
    await expect(buyer.api.order.buyerFee(asked)).rejects.toMatchObject({ errno: 4104 })

    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await openSales(first.item, second.item, third.item)).toEqual([true, true, true])
    expect((await api.nft.history(first.item))[0]?.type).toBe(HISTORY_TYPE.SALE)
    expect(await api.notices.count({})).toEqual(before)
  })

  it('a number in it that is not used yet is never allotted', async () => {
    const { listing } = await market.listed('dan')
    const next = sequenceOf(listing) + 1n
    await cancelMany(0n, 1n << next)
    const after = await market.listed('dan')
    expect(sequenceOf(after.listing)).toBe(next + 1n)
    expect(await openSales(after.item)).toEqual([true])
  })
})
