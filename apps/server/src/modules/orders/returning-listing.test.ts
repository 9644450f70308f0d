import { ORDER_TYPE } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { parseEther, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HALF_ETHER, type ItemId, type Listing, TestMarket, type Who } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('dan', market.official)
})
afterAll(() => market.close())

/** The response of order.get about Dan's listing to a viewer: "gone" where there is none. */
async function seenBy(who: Who | undefined, item: ItemId): Promise<string> {
  await market.sync()
  const api = who ? (await market.session(who)).api : market.server.api()
  const asked = { ...item, owner: market.address('dan'), type: ORDER_TYPE.SALE, chainId: market.chainId }
  const order = await api.order.get(asked).catch((error: { errno: number }) => {
    if (error.errno !== 4101) throw error
    return undefined
  })
  if (!order) return 'gone'
  return order.isReturned ? 'returned' : order.isFundable ? 'live' : 'unfundable'
}

async function isOnSale(item: ItemId): Promise<boolean> {
  await market.sync()
  const { api } = await market.session('eve')
  const record = await api.nft.detail(item)
  return record?.isOnSale === true && record.listings.length === 1
}

async function buyerFee({ order }: Listing) {
  const { api } = await market.session('bob')
  const { token: collection, tokenId } = order.sellAsset
  return api.order.buyerFee({ collection, tokenId, owner: order.owner, type: ORDER_TYPE.SALE, salt: order.salt, chainId: market.chainId })
}

describe('a listing whose item has left its owner', () => {
  it('[ITEM-43] is marked when the item returns, for its owner alone, who brings it back', async () => {
    const { item, listing } = await market.listed('dan')
    expect([await seenBy('dan', item), await seenBy('bob', item)]).toEqual(['live', 'live'])

    await market.transfer('dan', 'eve', item)
    expect([await seenBy('dan', item), await seenBy('bob', item), await seenBy(undefined, item)]).toEqual(['unfundable', 'gone', 'gone'])
    await market.transfer('eve', 'dan', item)
    expect([await seenBy('dan', item), await seenBy('bob', item), await seenBy(undefined, item)]).toEqual(['returned', 'gone', 'gone'])
    expect(await isOnSale(item)).toBe(false)
    await expect(buyerFee(listing)).rejects.toMatchObject({ errno: 4105 })
    await expect(market.list('dan', item, parseEther('2'))).rejects.toMatchObject({ errno: 4109 })

    await market.list('dan', item, HALF_ETHER, { salt: listing.order.salt })
    expect([await seenBy('dan', item), await seenBy('bob', item)]).toEqual(['live', 'live'])
    expect(await isOnSale(item)).toBe(true)
    expect(await buyerFee(listing)).toMatchObject({ left: 1n })
  })

  it('may be brought back cheaper, or cancelled for good', async () => {
    const { item, listing } = await market.listed('dan')
    await market.transfer('dan', 'eve', item)
    await market.transfer('eve', 'dan', item)
    expect(await seenBy('dan', item)).toBe('returned')
    await market.list('dan', item, parseEther('0.4'), { salt: listing.order.salt, edit: true })
    expect(await seenBy('bob', item)).toBe('live')
    await market.transfer('dan', 'eve', item)
    await market.transfer('eve', 'dan', item)
    expect(await seenBy('dan', item)).toBe('returned')
    await market.cancel('dan', listing)
    expect(await seenBy('dan', item)).toBe('gone')
    await market.list('dan', item, parseEther('2'))
    expect(await seenBy('bob', item)).toBe('live')
  })

  it('is marked even when the item was away within one block only', async () => {
    const { item } = await market.listed('dan')
    await market.testnet.setAutomine(false)
    const send = async (from: Who, to: Who, tip: string) => {
      const args = [market.address(from), market.address(to), item.tokenId] as const
      const maxPriorityFeePerGas = parseGwei(tip)
      return market.wallet(from).writeContract({
        address: item.collection,
        abi: collection721Abi,
        functionName: 'safeTransferFrom',
        args,
        gas: 200_000n,
        maxPriorityFeePerGas,
        maxFeePerGas: parseGwei('100'),
      })
    }
    const hashes = [await send('dan', 'eve', '20'), await send('eve', 'dan', '10')]
    await market.testnet.mine(1)
    await market.testnet.setAutomine(true)
    const receipts = await Promise.all(hashes.map((hash) => market.testnet.publicClient.getTransactionReceipt({ hash })))
    expect(receipts.map(({ status }) => status)).toEqual(['success', 'success'])
    expect(receipts[0]?.blockNumber).toBe(receipts[1]?.blockNumber)
    expect(await seenBy('dan', item)).toBe('returned')
    expect(await isOnSale(item)).toBe(false)
  })

  it('[ITEM-43] stays in its owner’s list of sales, inactive, and in no other list', async () => {
    const { item, listing } = await market.listed('dan')
    await market.transfer('dan', 'eve', item)
    await market.transfer('eve', 'dan', item)
    await market.sync()
    const onSales = async (who: Who) => {
      const { api } = await market.session(who)
      const { list, total } = await api.user.onsales({ page: 1, limit: 100, address: market.address('dan'), chainId: market.chainId })
      expect(total).toBe(list.length)
      return list.find(({ collection, tokenId }) => collection === item.collection && tokenId === item.tokenId)
    }
    const own = await onSales('dan')
    expect(own).toMatchObject({ listings: [], isOnSale: false })
    expect(own?.resting.map(({ salt, isReturned }) => [salt, isReturned])).toEqual([[listing.order.salt, true]])
    expect(await onSales('bob')).toBeUndefined()
    const seen = await (await market.session('bob')).api.nft.detail(item)
    expect(seen?.resting).toEqual([])

    await market.cancel('dan', listing)
    await market.sync()
    expect(await onSales('dan')).toBeUndefined()
  })

  it('comes back by itself with an approval taken away and given again', async () => {
    const { item } = await market.listed('dan')
    await market.approve('dan', market.official, false)
    expect([await seenBy('dan', item), await seenBy('bob', item)]).toEqual(['unfundable', 'unfundable'])
    await market.approve('dan', market.official)
    expect(await seenBy('bob', item)).toBe('live')
  })

  it('[DATA-09] is as before when a reorganisation undoes that the item ever left', async () => {
    const { item, listing } = await market.listed('dan')
    await market.transfer('dan', 'eve', item)
    await market.transfer('eve', 'dan', item)
    expect(await seenBy('dan', item)).toBe('returned')
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    expect([await seenBy('dan', item), await seenBy('bob', item)]).toEqual(['unfundable', 'gone'])
    await market.testnet.reorg(3)
    await market.testnet.mine(1)
    expect([await seenBy('dan', item), await seenBy('bob', item)]).toEqual(['live', 'live'])
    expect(await buyerFee(listing)).toMatchObject({ left: 1n })
  })

  it('stays brought back when a reorganisation undoes what came before', async () => {
    const { item, listing } = await market.listed('dan')
    await market.transfer('dan', 'eve', item)
    await market.transfer('eve', 'dan', item)
    expect(await seenBy('dan', item)).toBe('returned')
    await market.list('dan', item, HALF_ETHER, { salt: listing.order.salt })
    await market.testnet.reorg(2)
    await market.testnet.mine(1)
    expect(await seenBy('bob', item)).toBe('live')
    await market.transfer('dan', 'eve', item)
    expect(await seenBy('bob', item)).toBe('gone')
  })
})
