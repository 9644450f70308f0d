import type { OrderRecord } from '@plinth/api'
import { ORDER_TYPE, toAddress } from '@plinth/protocol'
import {
  type ActRequest,
  type Connection,
  connect,
  type LineOutcomes,
  listMany,
  orderOf,
  perform,
  prepareMany,
  transferManyCall,
} from '@plinth/sdk'
import { endAll, giveAll, lowerAll, raiseAll, sellAll, takeEverythingBack } from '@plinth/sdk/examples/many.ts'
import { parseEther, type TypedDataDefinition } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expireOrders } from '../../src/jobs/expire-orders.ts'
import { passTo } from '../acts/auctions.ts'
import { fill, mintTogether } from '../acts/many.ts'
import { ORIGIN } from '../market/harness.ts'
import { type ItemId, TestMarket } from '../market/market.ts'

let market: TestMarket
let alice: Connection
beforeAll(async () => {
  market = await TestMarket.open()
  await market.server.app.listen({ host: '127.0.0.1', port: 0 })
  const port = market.server.app.addresses().find((address) => typeof address === 'object')?.port
  const ask: typeof fetch = (url, init) => fetch(String(url).replace(ORIGIN, `http://127.0.0.1:${port}`), init)
  alice = await connect({ url: ORIGIN, wallet: market.wallet('alice'), client: market.testnet.publicClient, fetch: ask })
})
afterAll(() => market?.close())

let minted = 0
async function items(count: number): Promise<ItemId[]> {
  minted += 1_000
  return mintTogether(market, 'alice', { count, from: minted })
}
const records = (list: readonly ItemId[]) => Promise.all(list.map((item) => market.detail(item)))
async function salesOf(list: readonly ItemId[]): Promise<OrderRecord[]> {
  const sales: OrderRecord[] = []
  for (const { collection, tokenId } of list)
    sales.push(
      await alice.market.api.order.get({
        collection,
        tokenId,
        owner: alice.market.account,
        type: ORDER_TYPE.SALE,
        chainId: market.chainId,
      }),
    )
  return sales
}
const lineOf = ({ collection, tokenId }: ItemId, price = 7n) => ({
  collection,
  tokenId,
  standard: 3,
  quantity: 1n,
  unitPrice: price,
  payToken: { address: toAddress(`0x${'0'.repeat(40)}`) },
  validUntil: alice.market.config.now + 3_600,
  sellerFeeBps: alice.market.config.sellerFee,
})

const MORE = { timeout: 900_000, tags: 'more' }

describe('acts on many', () => {
  it('[BULK-07] list by one signature, lower by one, raise and end by one transaction', async () => {
    const list = await items(5)
    const [signs, sends] = [vi.spyOn(alice.signer, 'signTypedData'), vi.spyOn(alice.signer, 'send')]
    expect(await sellAll(alice, await records(list), parseEther('0.5'))).toEqual(list.map(() => undefined))
    // The approval of the collection, once.
    expect([signs.mock.calls.length, sends.mock.calls.length]).toEqual([1, 1])
    const first = await salesOf(list)
    await lowerAll(alice, first, parseEther('0.4'))
    const lower = await salesOf(list)
    expect(lower.map(({ salt, unitPrice }) => [salt, unitPrice])).toEqual(first.map(({ salt }) => [salt, '0.4']))
    await raiseAll(alice, lower, parseEther('0.9'))
    const dear = await salesOf(list)
    expect(dear.map(({ unitPrice }) => unitPrice)).toEqual(list.map(() => '0.9'))
    expect(dear.every(({ salt }, at) => salt !== lower[at]?.salt)).toBe(true)
    expect([signs.mock.calls.length, sends.mock.calls.length]).toEqual([3, 2])
    await endAll(alice, dear)
    expect((await records(list)).map(({ isOnSale }) => isOnSale)).toEqual(list.map(() => false))
    expect(sends).toHaveBeenCalledTimes(3)
  })

  it('[BULK-05] stop at a refused approval for its own items alone', async () => {
    const [own, [other]] = [await items(2), await items(1)]
    const foreign = await market.collection('alice')
    const apart = await mintTogether(market, 'alice', { count: 2, from: 9_000, collection: foreign })
    const asked: string[] = []
    let outcomes: LineOutcomes = []
    const lines = [...apart, ...own].map((item) => lineOf(item))
    const act = listMany(alice.market, lines, (seen) => {
      outcomes = seen
    })
    await perform(act, alice.signer, { review: (_: ActRequest, step) => asked.push(step) > 0 && !step.includes(foreign) })
    expect(asked).toEqual([`approve ${foreign}`, 'sign'])
    expect(outcomes.map((refusal) => refusal?.code)).toEqual(['APPROVAL_MISSING', 'APPROVAL_MISSING', undefined, undefined])
    expect((await records([...apart, ...own])).map(({ isOnSale }) => isOnSale)).toEqual([false, false, true, true])
    expect(other).toBeDefined()
  })

  it('[BULK-02] sign the plain order where only one is left, and nothing where none is', async () => {
    const [one, two] = await items(2)
    if (!one || !two) return expect.fail('Two are minted')
    const types: unknown[] = []
    const { signer } = alice
    const signTypedData = (data: TypedDataDefinition) => {
      types.push(data.primaryType)
      return signer.signTypedData(data)
    }
    await perform(listMany(alice.market, [lineOf(one)]), { ...signer, signTypedData })
    const again = await prepareMany(alice.market, [lineOf(one), lineOf(two)])
    expect(again.outcomes()).toMatchObject([
      { code: 'ORDER_EXISTS', text: 'You already have an open order here. Edit or cancel it.' },
      undefined,
    ])
    await again.request?.submit(await signTypedData(again.request.typedData))
    expect(types).toEqual(['Order', 'Order'])
    expect((await salesOf([one, two])).map(({ proof }) => proof)).toEqual(['typed', 'typed'])
    expect((await prepareMany(alice.market, [lineOf(one), lineOf(two)])).request).toBeUndefined()
    const [sold] = await salesOf([two])
    if (!sold) return expect.fail('It is on sale')
    expect(sold.buying).toBe(7n)
  })

  it('[BULK-02] [SDK-02] refuse to sign what differs from the terms', async () => {
    const list = await items(3)
    const bulk = alice.market.bulk
    type Answer = Awaited<ReturnType<typeof bulk.preparemany>>
    const lie = (change: (answer: Answer) => Answer) =>
      prepareMany(
        { ...alice.market, bulk: { ...bulk, preparemany: async (input) => change(await bulk.preparemany(input)) } },
        list.map((item) => lineOf(item)),
      )
    const first = (change: Partial<Answer['orders'][number]>) => (answer: Answer) => {
      const [one = {}, ...rest] = answer.orders
      return { ...answer, orders: [{ ...one, ...change }, ...rest] }
    }
    const digest = `0x${'11'.repeat(32)}` as const
    for (const change of [
      first({ digest }),
      first({ salt: 5n }),
      first({ sellerFee: 900 }),
      (answer: Answer) => ({ ...answer, orders: answer.orders.slice(1) }),
    ])
      await expect(lie(change)).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
    const twice = (answer: Answer): Answer => ({ ...answer, orders: answer.orders.map(() => answer.orders[0] ?? {}) })
    await expect(lie(twice)).rejects.toMatchObject({ code: 'ORDER_MISMATCH' })
  })

  it('[BULK-02] send a signature again where the connection fell, from where it did', async () => {
    const list = await items(3)
    const { bulk } = alice.market
    let falls = 1
    const submitmany: typeof bulk.submitmany = async (input) => {
      const answer = await bulk.submitmany(input)
      if (falls-- > 0) throw new Error('No connection')
      return answer
    }
    const { request, outcomes } = await prepareMany(
      { ...alice.market, bulk: { ...bulk, submitmany } },
      list.map((item) => lineOf(item)),
    )
    if (!request) return expect.fail('Three are prepared')
    const signature = await alice.signer.signTypedData(request.typedData)
    await expect(request.submit(signature)).rejects.toThrow('No connection')
    await request.submit(signature)
    expect(outcomes()).toEqual([undefined, undefined, undefined])
    expect((await salesOf(list)).length).toBe(3)
  })

  it('[BULK-08] give many away by one transaction, to checked addresses alone', async () => {
    const list = await items(3)
    const [one] = list
    if (!one) return expect.fail('Three are minted')
    await giveAll(alice, await records(list), market.address('bob'))
    const bob = market.address('bob')
    expect((await records(list)).map(({ onlyOwner }) => onlyOwner)).toEqual([bob, bob, bob])
    const to = (receiver: string, quantity = 1n) =>
      transferManyCall(alice.market, [{ ...one, standard: 3, quantity, to: toAddress(receiver) }])
    for (const receiver of [alice.market.account, one.collection, `0x${'0'.repeat(40)}`])
      expect(() => to(receiver)).toThrow(expect.objectContaining({ code: 'RECEIVER_INVALID' }))
    expect(() => to(bob, 2n)).toThrow(expect.objectContaining({ code: 'TRANSFER_QUANTITY' }))
    for (const count of [0, 51]) {
      const lines = Array.from({ length: count }, () => ({ ...one, standard: 3, quantity: 1n, to: bob }))
      expect(() => transferManyCall(alice.market, lines)).toThrow(expect.objectContaining({ code: 'TRANSFERS_COUNT' }))
    }
    await expect(giveAll(alice, await records(list), market.address('carol'))).rejects.toThrow()
  })

  it('[APPR-03] end all that was signed by one transaction', async () => {
    const list = await items(2)
    await sellAll(alice, await records(list), 7n)
    expect((await records(list)).map(({ isOnSale }) => isOnSale)).toEqual([true, true])
    const sends = vi.spyOn(alice.signer, 'send').mockClear()
    await takeEverythingBack(alice)
    expect(sends).toHaveBeenCalledTimes(1)
    await market.sync()
    expect((await records(list)).map(({ isOnSale }) => isOnSale)).toEqual([false, false])
  })

  it('[BULK-02] a thousand by one signature are filled, cancelled, ended by time and repriced each alone', MORE, async () => {
    await market.approve('alice', market.official)
    const list = await items(1_000)
    const soon = Number((await market.testnet.publicClient.getBlock()).timestamp) + 7_200
    // Every fourth ends soon.
    const lines = list.map((item, at) => ({ ...lineOf(item, 1_000n + BigInt(at)), validUntil: at % 4 === 2 ? soon : soon + 86_400 }))
    const { request, outcomes } = await prepareMany(alice.market, lines)
    if (!request) return expect.fail('A thousand are prepared')
    await request.submit(await alice.signer.signTypedData(request.typedData))
    expect(outcomes().filter((refusal) => refusal !== undefined)).toEqual([])
    const sales = await salesOf(list)
    const orders = sales.map(orderOf)
    for (const [at, order] of orders.entries()) {
      if (at % 4 === 0) await fill(market, 'bob', order)
      if (at % 4 === 1) await market.cancel('alice', { order, signature: '0x' })
      if (at % 4 === 3) await market.list('alice', list[at] ?? expect.fail(), order.buying - 1n, { edit: true, salt: order.salt })
    }
    await market.sync()
    await passTo(market, soon + 1)
    await market.sync()
    while (await expireOrders.run(market.server.context));
    const [bob, own] = [market.address('bob'), alice.market.account]
    const { api } = await market.session('bob')
    for (const [at, { collection, tokenId }] of list.entries()) {
      const record = await market.detail({ collection, tokenId })
      const { salt, buying } = orders[at] ?? expect.fail()
      expect([at, record.onlyOwner, record.isOnSale]).toEqual([at, at % 4 === 0 ? bob : own, at % 4 === 3])
      expect([at, ...record.listings.map((sale) => sale.buying)]).toEqual(at % 4 === 3 ? [at, buying - 1n] : [at])
      if (at % 4 === 3) continue
      const asked = api.order.buyerFee({ collection, tokenId, owner: own, type: ORDER_TYPE.SALE, salt, chainId: market.chainId })
      await expect(asked).rejects.toMatchObject({ code: ['ORDER_FILLED', 'ORDER_CANCELLED', 'ORDER_EXPIRED'][at % 4] })
    }
  })
})
