import { type Address, HISTORY_TYPE, TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ANN, BEN, CAT, DON, SaleBook, TOKEN } from '../../../test/acts/sales.ts'
import { openTestServer, type TestServer } from '../../../test/market/harness.ts'
import { bytes, transact } from '../../db/database.ts'
import { refreshItems } from '../../state/items/state.ts'
import { noteWrappedCoin, wrappedCoinsOf } from '../../state/statistics/moneys.ts'

const HOUR = 3_600
const DAY = 86_400

let server: TestServer
let book: SaleBook
beforeAll(async () => {
  server = await openTestServer()
  book = new SaleBook(server)
})
afterAll(() => server.close())

let places = 0x10
let now = 0
let item: { collection: Address; tokenId: bigint }
/** Each test has a collection of its own, at the beginning of an hour. */
beforeEach(async () => {
  server.clock.advance(HOUR - (book.chain.now() % HOUR))
  now = book.chain.now()
  item = { collection: await book.collection((places++).toString(16)), tokenId: 1n }
})

const api = () => server.api().statistics
const figures = async (hours: number, money = ZERO_ADDRESS) => {
  const { periods } = await api().collection({ collection: item.collection })
  return periods.find((period) => period.hours === hours && period.money === money)
}
const rankedOf = async (hours: number) => {
  await book.refresh()
  const { list } = await api().rankings({ by: 'volume', hours, limit: 100 })
  return list.find(({ collection }) => collection === item.collection)
}

describe('volume', () => {
  it('[COLP-04] counts each sale at price times quantity, in every money by itself', async () => {
    await book.sell({ item, seller: ANN, buyer: BEN, price: 300n, units: 4n, at: now })
    await book.sell({ item: { ...item, tokenId: 2n }, seller: ANN, buyer: BEN, price: 7n, payToken: TOKEN, at: now })
    expect(await figures(0)).toMatchObject({ sales: 1, units: 4n, volume: 1_200n, withoutWorth: 1 })
    expect(await figures(0, TOKEN)).toMatchObject({ sales: 1, units: 1n, volume: 7n })
  })

  it('[COLP-06] counts whole clock hours with the running one, and the last hour by its 60 minutes', async () => {
    await book.sell({ item, seller: ANN, buyer: BEN, price: 10n, at: now - 24 * HOUR })
    await book.sell({ item: { ...item, tokenId: 2n }, seller: ANN, buyer: BEN, price: 200n, at: now - 23 * HOUR })
    await book.sell({ item: { ...item, tokenId: 3n }, seller: ANN, buyer: BEN, price: 3_000n, at: now - 90 * 60 })
    await book.sell({ item: { ...item, tokenId: 4n }, seller: ANN, buyer: BEN, price: 40_000n, at: now - 30 * 60 })
    expect(await figures(24)).toMatchObject({ sales: 3, volume: 43_200n, salesBefore: 1, volumeBefore: 10n })
    expect(await figures(1)).toMatchObject({ sales: 1, volume: 40_000n, salesBefore: 1, volumeBefore: 3_000n })
    expect(await rankedOf(24)).toMatchObject({ sales: 3, volume: 43_200n, volumeBefore: 10n })
    expect(await rankedOf(1)).toMatchObject({ sales: 1, volume: 40_000n, volumeBefore: 3_000n })
    server.clock.advance(HOUR)
    expect(await figures(24)).toMatchObject({ sales: 2, volume: 43_000n, volumeBefore: 210n })
    expect(await rankedOf(24)).toMatchObject({ sales: 2, volume: 43_000n, volumeBefore: 210n })
    expect(await rankedOf(0)).toMatchObject({ sales: 4, volume: 43_210n, volumeBefore: 0n })
  })

  it('[COLP-06] is what is left of it when blocks are taken back, prices too', async () => {
    await book.sell({ item, seller: ANN, buyer: BEN, price: 50n, at: now })
    const kept = book.height
    await book.sell({ item: { ...item, tokenId: 2n }, seller: CAT, buyer: BEN, price: 1n, at: now + 1 })
    await book.sell({ item: { ...item, tokenId: 3n }, seller: CAT, buyer: BEN, price: 900n, at: now + 2 })
    const chart = async () => (await api().chart({ collection: item.collection, hours: 24 })).points
    expect(await chart()).toMatchObject([{ at: now, sales: 3, volume: 951n, low: 1n, high: 900n, first: 50n, last: 900n }])
    await book.revertAbove(kept)
    expect(await chart()).toMatchObject([{ at: now, sales: 1, volume: 50n, low: 50n, high: 50n, first: 50n, last: 50n }])
    expect(await rankedOf(24)).toMatchObject({ sales: 1, volume: 50n })
    expect(await api().account({ account: CAT })).toEqual([])
  })

  it('[COLP-04] takes the coin and its wrapped coin for one money', async () => {
    const wrapped = toAddress(`0x${'77'.repeat(20)}`)
    await book.sell({ item, seller: ANN, buyer: BEN, price: 5n, at: now })
    await book.sell({ item: { ...item, tokenId: 2n }, seller: ANN, buyer: BEN, price: 6n, payToken: wrapped, at: now })
    expect([await figures(0), await figures(0, wrapped)]).toMatchObject([{ volume: 5n }, { volume: 6n }])
    await transact(server.context.db, (tx) => noteWrappedCoin(tx, book.chain.id, wrapped))
    expect(await wrappedCoinsOf(server.context.db, book.chain.id)).toEqual([wrapped])
    await book.sell({ item: { ...item, tokenId: 3n }, seller: ANN, buyer: BEN, price: 70n, payToken: wrapped, at: now })
    expect([await figures(0), await figures(0, wrapped)]).toMatchObject([{ volume: 75n }, { volume: 6n }])
  })
})

describe('the rule against trades among the same accounts', () => {
  const sell = (seller: Address, buyer: Address, at: number, more: object = {}) =>
    book.sell({ item, seller, buyer, price: 10n, at, ...more })

  it('[COLP-05] leaves out every sale of an item that returns to a seller within 7 days, by however many hands', async () => {
    await sell(ANN, BEN, now - 9 * DAY)
    await sell(BEN, CAT, now - 8 * DAY)
    expect(await figures(0)).toMatchObject({ sales: 2, leftOut: 0 })
    await book.send(item, CAT, DON, now - 3 * DAY)
    await book.send(item, DON, ANN, now - 3 * DAY)
    expect(await figures(0)).toMatchObject({ sales: 0, volume: 0n, leftOut: 2, leftOutVolume: 20n })
    expect(await rankedOf(0)).toBeUndefined()
    const { list } = await api().activity({ collection: item.collection, kinds: [4], limit: 10 })
    expect(list.map(({ isLeftOut, unitPrice }) => [isLeftOut, unitPrice])).toEqual([
      [true, 10n],
      [true, 10n],
    ])
  })

  it('[F-118] marks them in the history of the item, and no other row', async () => {
    await sell(DON, ANN, now - 30 * DAY)
    await sell(ANN, BEN, now - 3 * DAY)
    await book.send(item, BEN, ANN, now - 2 * DAY)
    const marks = [
      [HISTORY_TYPE.TRANSFER, false],
      [HISTORY_TYPE.BUY, true],
      [HISTORY_TYPE.BUY, false],
    ]
    const history = await server.api().nft.history({ ...item, chainId: book.chain.id })
    expect(history.map(({ type, isLeftOut }) => [type, isLeftOut])).toEqual(marks)
    const { body } = await server.app.inject(`/v1/items/${book.chain.id}/${item.collection}/1/history`)
    expect(JSON.parse(body).list.map(({ type, leftOut }: { type: number; leftOut: boolean }) => [type, leftOut])).toEqual(marks)
  })

  it('[COLP-05] counts them where the item returns later', async () => {
    await sell(ANN, BEN, now - 9 * DAY)
    await book.send(item, BEN, ANN, now - 2 * DAY + 1)
    expect(await figures(0)).toMatchObject({ sales: 1, leftOut: 0 })
  })

  it('[COLP-05] leaves out a sale whose two accounts traded the item in the 30 days before', async () => {
    await sell(ANN, BEN, now - 60 * DAY)
    await sell(BEN, ANN, now - 30 * DAY)
    expect(await figures(0)).toMatchObject({ sales: 1, leftOut: 1 })
    await sell(ANN, BEN, now + DAY)
    expect(await figures(0)).toMatchObject({ sales: 2, leftOut: 1 })
  })

  it('[COLP-05] leaves out the second sale of an edition between two accounts within 7 days', async () => {
    item = { collection: await book.collection((places++).toString(16), TOKEN_STANDARD.ERC1155), tokenId: 1n }
    await sell(ANN, BEN, now - 20 * DAY, { units: 2n })
    await sell(BEN, ANN, now - 13 * DAY)
    await sell(ANN, BEN, now - 5 * DAY)
    expect(await figures(0)).toMatchObject({ sales: 2, units: 3n, leftOut: 1 })
  })

  it('[COLP-05] ranks no sale without a fee, which volume has', async () => {
    await sell(ANN, BEN, now, { hasFee: false })
    await book.sell({ item: { ...item, tokenId: 2n }, seller: ANN, buyer: BEN, price: 3n, at: now })
    expect(await figures(24)).toMatchObject({ sales: 2, volume: 13n })
    expect(await rankedOf(24)).toMatchObject({ sales: 1, volume: 3n })
    expect(await rankedOf(1)).toMatchObject({ sales: 1, volume: 3n })
  })
})

describe('what an account made', () => {
  it('[RANK-02] goes over to who made the item, where it turns out to be another account', async () => {
    const [first, second] = [toAddress(`0x${'c7'.repeat(20)}`), toAddress(`0x${'c8'.repeat(20)}`)]
    const { db } = server.context
    await book.mint(item, first, now)
    await db
      .updateTable('item')
      .set({ creator: bytes(second) })
      .where('collection', '=', bytes(item.collection))
      .execute()
    await book.sell({ item, seller: first, buyer: BEN, price: 30n, at: now })
    expect(await api().account({ account: second })).toMatchObject([{ made: 1, madeVolume: 30n, sold: 0, bought: 0 }])
    await transact(db, (tx) => refreshItems(tx, book.chain.id, [item]))
    await book.refresh()
    expect(await api().account({ account: first })).toMatchObject([{ made: 1, madeVolume: 30n, sold: 1 }])
    expect(await api().account({ account: second })).toEqual([])
  })
})

describe('what an account traded', () => {
  it('[COLP-05] has what counts, and loses what turns out later', async () => {
    const [seller, buyer] = [toAddress(`0x${'e7'.repeat(20)}`), toAddress(`0x${'e8'.repeat(20)}`)]
    await book.sell({ item, seller, buyer, price: 10n, units: 2n, at: now })
    const own = { money: ZERO_ADDRESS, bought: 0, boughtVolume: 0n, sold: 1, soldVolume: 20n }
    expect(await api().account({ account: seller })).toMatchObject([own])
    expect(await api().account({ account: buyer })).toMatchObject([{ bought: 1, boughtVolume: 20n, sold: 0 }])
    await book.send(item, buyer, seller, now + 1)
    expect([await api().account({ account: seller }), await api().account({ account: buyer })]).toEqual([[], []])
  })
})
