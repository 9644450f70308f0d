/** @module-tag more */
import { ACTION_TYPE, documentedText, ORDER_TYPE, type Order, orderDigest, orderDomain } from '@plinth/protocol'
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition } from '../../../test/chain/editions.ts'
import { PEOPLE } from '../../../test/market/harness.ts'
import { type ItemId, type Listing, TestMarket, type Who } from '../../../test/market/market.ts'
import { accept, allow, bidSides, takeDollars } from '../../../test/market/money.ts'
import { type OfferType, type OrderSides, orderOf } from './shape.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('alice', market.testnet.contracts.official1155)
  await takeDollars(market, 'carol', dollars('1000'))
  await allow(market, 'carol', market.testnet.contracts.dollar, dollars('1000'))
})
afterAll(() => market?.close())

const dollars = (text: string) => parseUnits(text, 6)
const [DEAR, CHEAP] = [parseEther('0.2'), parseEther('0.1')]

async function edition(supply: bigint): Promise<Required<ItemId>> {
  const item = await mintEdition(market, 'alice', { supply })
  await market.sync()
  return item
}

/** Prepares and signs an edit as clients of the documents do: the text of what order.prepare answers, with the fields they asked with. */
async function edit(who: Who, sides: OrderSides, [prepareAs, addAs]: readonly [prepare: OfferType, add: OfferType], salt: bigint) {
  const { api } = await market.session(who)
  const asked = { ...sides, salt, chainId: market.chainId }
  const prepared = await api.order.prepare({ ...asked, type: prepareAs })
  const signature = await PEOPLE[who].signMessage({ message: documentedText(prepared.digest) })
  const add = () => api.order.add({ ...asked, type: addAs, digest: prepared.digest, signature })
  const whole: Order = orderOf(prepared, prepared.salt, BigInt(prepared.sellerFee))
  const listing: Listing = { order: whole, signature }
  return { prepared, add, listing }
}

const SALES = [ACTION_TYPE.SALE, ACTION_TYPE.EDIT_SALE] as const
const openOrder = async (item: ItemId, owner: Who, type: 1 | 2) =>
  (await market.session('dan')).api.order.get({ ...item, owner: market.address(owner), type })

describe('an edit of a listing after a part was sold', () => {
  it.each([
    ['sale and salt', ACTION_TYPE.SALE],
    ['edit and salt', ACTION_TYPE.EDIT_SALE],
  ])('[F-115] of what is left, prepared as %s, is the whole order at that unit price, and fills to its end', async (_, prepareAs) => {
    const item = await edition(10n)
    const first = await market.list('alice', item, DEAR, { quantity: 6n })
    await market.buy('bob', first, 2n)
    await market.sync()
    const left = market.saleSides(market.address('alice'), item, CHEAP, { quantity: 4n })
    const { prepared, add, listing } = await edit('alice', left, [prepareAs, ACTION_TYPE.EDIT_SALE], first.order.salt)
    expect(prepared).toMatchObject({ salt: first.order.salt, selling: 6n, buying: CHEAP * 6n })
    expect(prepared.digest).toBe(orderDigest(listing.order, orderDomain(market.chainId, market.exchange)))
    await add()
    expect(await openOrder(item, 'alice', ORDER_TYPE.SALE)).toMatchObject({ selling: 6n, filled: 2n, unitPrice: '0.1' })
    await expect(market.buy('carol', listing, 5n)).rejects.toMatchObject({ code: 'ORDER_QUANTITY' })
    await market.buy('carol', listing, 3n)
    await market.sync()
    await market.buy('bob', listing, 1n)
    const { holdings, listings } = await market.detail(item)
    expect(listings).toEqual([])
    const of = (who: Who) => holdings.find(({ owner }) => owner === market.address(who))?.quantity
    expect([of('alice'), of('bob'), of('carol')]).toEqual([4n, 3n, 3n])
  })

  it('[F-115] counts although another part is sold before it is added', async () => {
    const item = await edition(5n)
    const first = await market.list('alice', item, DEAR, { quantity: 5n })
    await market.buy('bob', first, 1n)
    await market.sync()
    const left = market.saleSides(market.address('alice'), item, CHEAP, { quantity: 4n })
    const { add } = await edit('alice', left, SALES, first.order.salt)
    await market.buy('bob', first, 1n)
    await market.sync()
    await add()
    expect(await openOrder(item, 'alice', ORDER_TYPE.SALE)).toMatchObject({ selling: 5n, filled: 2n, unitPrice: '0.1' })
  })

  it('[F-115] takes the whole quantity too, as clients do that build the digest themselves', async () => {
    const item = await edition(5n)
    const first = await market.list('alice', item, DEAR, { quantity: 5n })
    await market.buy('bob', first, 2n)
    await market.sync()
    const second = await market.list('alice', item, CHEAP, { quantity: 5n, edit: true, salt: first.order.salt })
    await market.buy('carol', second, 3n)
    expect((await market.detail(item)).listings).toEqual([])
  })

  it('[F-115] is refused before anything is signed where it changes more than the price', async () => {
    const item = await edition(8n)
    const { order } = await market.list('alice', item, DEAR, { quantity: 4n })
    await market.buy('bob', { order, signature: (await openOrder(item, 'alice', ORDER_TYPE.SALE)).signature }, 1n)
    await market.sync()
    const { token } = await market.session('alice')
    const prepare = (type: 1 | 2, terms: Parameters<TestMarket['saleSides']>[3], language: 'en' | 'zh' = 'en') =>
      market.server.api(token, language).order.prepare({
        ...market.saleSides(market.address('alice'), item, CHEAP, terms),
        type,
        salt: order.salt,
        chainId: market.chainId,
      })
    for (const quantity of [1n, 2n, 5n, 8n])
      for (const type of SALES) await expect(prepare(type, { quantity })).rejects.toMatchObject({ code: 'EDIT_PRICE_ALONE', errno: 4140 })
    const inDollars = { quantity: 3n, payToken: market.testnet.contracts.dollar }
    await expect(prepare(ACTION_TYPE.EDIT_SALE, inDollars)).rejects.toMatchObject({ code: 'EDIT_PRICE_ALONE' })
    await expect(prepare(ACTION_TYPE.EDIT_SALE, { quantity: 2n })).rejects.toThrow('the quantity that is left (3)')
    await expect(prepare(ACTION_TYPE.EDIT_SALE, { quantity: 2n }, 'zh')).rejects.toThrow('剩余数量（3 件）')
    await expect(prepare(ACTION_TYPE.EDIT_SALE, { quantity: 3n })).resolves.toMatchObject({ selling: 4n })
  })

  it('[F-115] refuses a total that no order can have', async () => {
    const item = await edition(3n)
    const { order } = await market.list('alice', item, DEAR, { quantity: 3n })
    await market.buy('bob', { order, signature: (await openOrder(item, 'alice', ORDER_TYPE.SALE)).signature }, 2n)
    await market.sync()
    const most = market.saleSides(market.address('alice'), item, 2n ** 256n - 1n, { quantity: 1n })
    const { api } = await market.session('alice')
    const asked = { ...most, type: ACTION_TYPE.EDIT_SALE, salt: order.salt, chainId: market.chainId }
    await expect(api.order.prepare(asked)).rejects.toMatchObject({ code: 'ORDER_SHAPE' })
  })
})

describe('an edit of a bid after a part was accepted', () => {
  it.each([
    ['bid and salt', ACTION_TYPE.BID],
    ['edit and salt', ACTION_TYPE.EDIT_BID],
  ])('[F-115] of what is left, prepared as %s, is the whole bid at that unit price, and is accepted to its end', async (_, prepareAs) => {
    const item = await edition(4n)
    const payToken = market.testnet.contracts.dollar
    const terms = (price: string, quantity: bigint) => bidSides(market.address('carol'), item, dollars(price), { quantity, payToken })
    const { api } = await market.session('carol')
    const { input, order, signature } = await market.signSides('carol', terms('10', 4n), ACTION_TYPE.BID)
    await api.order.add(input)
    await accept(market, 'alice', { order, signature }, 1n)
    await market.sync()
    const asked = { ...terms('12', 2n), type: ACTION_TYPE.EDIT_BID, salt: order.salt, chainId: market.chainId }
    await expect(api.order.prepare(asked)).rejects.toMatchObject({ code: 'EDIT_PRICE_ALONE' })
    // Others hold three: a new bid for four would be refused.
    const { prepared, add, listing } = await edit('carol', terms('12', 3n), [prepareAs, ACTION_TYPE.EDIT_BID], order.salt)
    expect(prepared).toMatchObject({ salt: order.salt, selling: dollars('48'), buying: 4n })
    await add()
    expect(await openOrder(item, 'carol', ORDER_TYPE.BID)).toMatchObject({ buying: 4n, unitPrice: '12', filled: dollars('12') })
    await accept(market, 'alice', listing, 3n)
    const { bids, onlyOwner } = await market.detail(item)
    expect([bids, onlyOwner]).toEqual([[], market.address('carol')])
  })
})
