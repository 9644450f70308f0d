import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANN, BEN, CAT, SaleBook, TOKEN } from '../../../test/acts/sales.ts'
import { openTestServer, type TestServer } from '../../../test/market/harness.ts'
import { TestMarket } from '../../../test/market/market.ts'
import { allow, bid, wrap } from '../../../test/market/money.ts'
import { makeOffer, type OfferTerms } from '../../../test/market/offers.ts'

describe('how much is on sale at each price', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await TestMarket.open()
  })
  afterAll(() => market?.close())

  it('[COLP-09][F-122] adds live listings by the price of a unit, the best first, and no bids, which their holder alone may take', async () => {
    const wrapped = market.testnet.contracts.wrappedCoin
    await market.approve('alice', market.official)
    const items = []
    for (const price of ['0.5', '0.5', '0.9']) {
      const item = await market.mint('alice', { collection: market.official })
      await market.sync()
      await market.list('alice', item, parseEther(price))
      items.push(item)
    }
    await wrap(market, 'bob', parseEther('1'))
    await allow(market, 'bob', wrapped, parseEther('1'))
    await market.sync()
    const [first, second] = items
    if (!first || !second) throw new Error('Nothing was listed')
    await bid(market, 'bob', first, parseEther('0.2'), { payToken: wrapped })
    // Above what another work costs: counted, the two sides would cross.
    await bid(market, 'bob', second, parseEther('0.6'), { payToken: wrapped })
    const api = market.server.api().statistics
    const depth = () => api.depth({ collection: market.official })
    expect(await depth()).toEqual({
      asks: [
        { unitPrice: parseEther('0.5'), units: 2n, orders: 2 },
        { unitPrice: parseEther('0.9'), units: 1n, orders: 1 },
      ],
      bids: [],
    })
    expect(await api.depth({ collection: market.official, money: market.testnet.contracts.dollar })).toEqual({ asks: [], bids: [] })

    // Offers for any item: what Carol's money pays, the best first; one for some items is no depth.
    await wrap(market, 'carol', parseEther('1'))
    await allow(market, 'carol', wrapped, parseEther('100'))
    const offer = (price: string, options: OfferTerms) => makeOffer(market, 'carol', parseEther(price), { payToken: wrapped, ...options })
    await offer('0.2', { quantity: 2n, withNew: true })
    await offer('0.1', { quantity: 50n })
    await market.mint('alice', { collection: market.official, properties: { Colour: 'Red' } })
    await market.sync()
    await offer('0.7', { attributes: [{ key: 'Colour', values: ['Red'] }] })
    await market.testnet.mine(1)
    await market.sync()
    expect((await depth()).bids).toEqual([
      { unitPrice: parseEther('0.2'), units: 2n, orders: 1 },
      { unitPrice: parseEther('0.1'), units: 5n, orders: 1 },
    ])
    const { db } = market.server.context
    await db.updateTable('item').set({ is_visible: false }).where('token_id', '=', first.tokenId).execute()
    expect(await depth()).toMatchObject({ asks: [{ units: 1n }, { units: 1n }] })
  })
})

describe('single sales', () => {
  let server: TestServer
  let book: SaleBook
  beforeAll(async () => {
    server = await openTestServer()
    book = new SaleBook(server)
  })
  afterAll(() => server?.close())

  it('[COLP-09, COLP-05] are those of a period and a money that count, newest first, in pages that meet', async () => {
    const now = book.chain.now()
    const collection = await book.collection('61')
    const sell = (tokenId: bigint, price: bigint, at: number) =>
      book.sell({ item: { collection, tokenId }, seller: ANN, buyer: BEN, price, at })
    await sell(1n, 10n, now - 40 * 86_400)
    for (const tokenId of [2n, 3n, 4n]) await sell(tokenId, 100n * tokenId, now - 60)
    await sell(5n, 900n, now - 30)
    await book.send({ collection, tokenId: 5n }, BEN, CAT, now - 20)
    await book.send({ collection, tokenId: 5n }, CAT, ANN, now - 10)
    const api = server.api().statistics
    const read = async (hours: number, limit: number) => {
      const found: bigint[] = []
      for (let cursor: string | undefined, pages = 0; pages < 9; pages++) {
        const { list, next } = await api.sales({ collection, hours, limit, cursor })
        found.push(...list.map(({ tokenId }) => tokenId))
        if (next === undefined) return found
        cursor = next
      }
      throw new Error('The list does not end')
    }
    const week = await read(168, 1)
    expect([...week].sort()).toEqual([2n, 3n, 4n])
    expect(await read(168, 100)).toEqual(week)
    expect(await read(0, 2)).toEqual([...week, 1n])
    const { list } = await api.sales({ collection, hours: 0, limit: 1_000 })
    expect(list.at(-1)).toMatchObject({ tokenId: 1n, unitPrice: 10n, units: 1n, at: now - 40 * 86_400 })
    expect((await api.sales({ collection, hours: 0, money: TOKEN, limit: 9 })).list).toEqual([])
    expect((await server.post('/statistics/sales', { collection, hours: '24', cursor: '1.0x00.1' })).errno).toBe(402)
  })
})
