import { type Address, HISTORY_TYPE, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANN, BEN, CAT, SaleBook } from '../../../test/acts/sales.ts'
import { passFills } from '../../../test/market/floors.ts'
import { openTestServer, type TestServer } from '../../../test/market/harness.ts'
import { insertOrders } from '../../../test/simulator/orders.ts'
import { bytes, transact } from '../../db/database.ts'
import { recordFloors } from '../../state/statistics/floor-history.ts'
import { recordListed } from '../../state/statistics/listed.ts'

let server: TestServer
let book: SaleBook
let now = 0
beforeAll(async () => {
  server = await openTestServer()
  book = new SaleBook(server)
  now = book.chain.now()
})
afterAll(() => server.close())

const api = () => server.api().statistics
const personAt = (index: number): Address => toAddress(`0x${index.toString(16).padStart(40, '0')}`)

/** Anybody can buy it at this price. */
async function listAt(item: { collection: Address; tokenId: bigint }, total: bigint): Promise<void> {
  const { db } = server.context
  await db.deleteFrom('market_order').where('collection', '=', bytes(item.collection)).execute()
  const order = {
    collection: { address: item.collection, standard: 3, kind: 'clone' },
    maker: ANN,
    tokenId: item.tokenId,
    isSale: true,
  } as const
  const sale = {
    ...order,
    sequence: ++sequence,
    quantity: 1n,
    salt: 0n,
    key: '',
    total,
    payToken: ZERO_ADDRESS,
    listedBlock: 1,
    listedAt: now,
  }
  await insertOrders(db, book.chain.id, [sale])
  await db.updateTable('market_order').set({ is_live: true, unit_value: total }).where('sequence', '=', sequence).execute()
}
let sequence = 0n

/** All pages, with something done between each two. */
async function readAll<T>(
  read: (cursor: string | undefined) => Promise<{ list: T[]; next?: string | undefined }>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<T[]> {
  const all: T[] = []
  for (let cursor: string | undefined, pages = 0; pages < 50; pages++) {
    const page = await read(cursor)
    all.push(...page.list)
    if (page.next === undefined) return all
    cursor = page.next
    await between()
  }
  throw new Error('The list does not end')
}

describe('activity', () => {
  it('[READ-08] shows what was there all the time once, while rows come and go', async () => {
    const collection = await book.collection('21')
    for (let index = 1; index <= 12; index++)
      await book.mint({ collection, tokenId: BigInt(index) }, ANN, now - 100 + Math.floor(index / 3))
    const ids = async () => (await api().activity({ collection, limit: 100 })).list.map(({ id }) => id)
    const before = await ids()
    expect(before).toHaveLength(12)
    let more = 100
    const { db } = server.context
    const seen = await readAll(
      (cursor) => api().activity({ collection, limit: 5, cursor }),
      async () => {
        await book.mint({ collection, tokenId: BigInt(++more) }, BEN, now + more)
        await book.mint({ collection, tokenId: BigInt(++more) }, BEN, now - 1_000)
        await db.deleteFrom('activity').where('id', '=', Number(before.shift())).execute()
      },
    )
    const found = seen.map(({ id }) => id)
    expect(new Set(found).size).toBe(found.length)
    expect(found.filter((id) => before.includes(id))).toEqual(before)
  })

  it('is of a kind, of an account on either side once, and of the market', async () => {
    const collection = await book.collection('22')
    const item = { collection, tokenId: 1n }
    await book.mint(item, CAT, now)
    await book.sell({ item, seller: CAT, buyer: BEN, price: 5n, at: now + 1 })
    await book.send(item, BEN, CAT, now + 2)
    const kinds = async (of: object) => (await api().activity({ collection, limit: 50, ...of })).list.map(({ type }) => type)
    expect(await kinds({})).toEqual([HISTORY_TYPE.TRANSFER, HISTORY_TYPE.BUY, HISTORY_TYPE.MINT])
    expect(await kinds({ kinds: [HISTORY_TYPE.BUY, HISTORY_TYPE.MINT] })).toEqual([HISTORY_TYPE.BUY, HISTORY_TYPE.MINT])
    expect(await kinds({ account: CAT })).toEqual([HISTORY_TYPE.BUY])
    expect(await kinds({ account: BEN })).toEqual([HISTORY_TYPE.BUY])
    expect((await server.post('/statistics/activity', { account: BEN, kinds: String(HISTORY_TYPE.MINT) })).errno).toBe(402)
    expect(await kinds({ account: ANN })).toEqual([])
    const [bought] = (await api().activity({ kinds: [HISTORY_TYPE.BUY], limit: 1 })).list
    expect(bought).toMatchObject({ collection, tokenId: 1n, payToken: ZERO_ADDRESS, total: 5n, unitPrice: 5n, isLeftOut: true })
    expect(bought?.from.address).toBe(CAT)
    await server.context.db.updateTable('item').set({ is_visible: false }).where('collection', '=', bytes(collection)).execute()
    expect(await kinds({})).toEqual([])
  })

  it('refuses a cursor that is not one of its own', async () => {
    for (const cursor of ['1', '1.2.3', 'x.1', '1.0x00']) {
      const { errno } = await server.post('/statistics/activity', { cursor })
      expect([cursor, errno]).toEqual([cursor, 402])
    }
  })
})

describe('holders', () => {
  it('are the largest first in pages, with how many hold how many', async () => {
    const collection = await book.collection('31', 2)
    const units = [1n, 2n, 3n, 4n, 9n, 10n, 24n, 25n, 300n, 1n]
    for (const [index, quantity] of units.entries()) await book.mint({ collection, tokenId: 1n }, personAt(index + 1), now, quantity)
    await book.send({ collection, tokenId: 1n }, personAt(10), ZERO_ADDRESS, now)
    const page = await api().holders({ collection, limit: 4 })
    expect(page).toMatchObject({ owners: 9, units: 378n, spread: [1, 2, 2, 2, 2] })
    const all = await readAll((cursor) => api().holders({ collection, limit: 4, cursor }))
    expect(all.map(({ owner, units: held }) => [owner.address, held])).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2, 1].map((index) => [personAt(index), units[index - 1]]),
    )
  })
})

describe('rankings', () => {
  it('[RANK-05] have no hidden and no locked collection', async () => {
    const names = ['41', '42', '43'] as const
    const collections = await Promise.all(names.map((digits) => book.collection(digits)))
    for (const [index, collection] of collections.entries())
      await book.sell({ item: { collection, tokenId: 1n }, seller: ANN, buyer: BEN, price: BigInt(1_000 * (index + 1)), at: now })
    await book.refresh()
    const of = { by: 'volume', limit: 100 } as const
    const ranked = async (hours: number) => {
      const rows = await readAll((cursor) => api().rankings({ ...of, hours, limit: 1, cursor }))
      return rows.map(({ collection }) => collection).filter((collection) => collections.includes(collection))
    }
    const [first, second, third] = collections
    for (const hours of [1, 24, 168, 720, 0]) expect([hours, await ranked(hours)]).toEqual([hours, [third, second, first]])
    const { db } = server.context
    await db.updateTable('collection').set({ is_hidden: true }).where('name', '=', 'Collection 43').execute()
    await db.updateTable('collection').set({ is_locked: true }).where('name', '=', 'Collection 42').execute()
    for (const hours of [1, 24, 168, 720, 0]) expect([hours, await ranked(hours)]).toEqual([hours, [first]])
  })

  it('are by sales over all moneys, and by worth where it is known', async () => {
    const collection = await book.collection('44')
    for (const payToken of [ZERO_ADDRESS, toAddress(`0x${'88'.repeat(20)}`)])
      for (const tokenId of [1n, 2n, 3n, 4n]) {
        const item = { collection, tokenId: payToken === ZERO_ADDRESS ? tokenId : tokenId + 10n }
        await book.sell({ item, seller: ANN, buyer: BEN, price: 1n, payToken, at: now })
      }
    await book.refresh()
    const [most] = (await api().rankings({ by: 'sales', hours: 24, limit: 1 })).list
    expect(most).toMatchObject({ collection, sales: 8 })
    expect((await api().rankings({ by: 'worth', hours: 24, limit: 1 })).list).toEqual([])
    const line = await api().sparklines({ collections: [collection], hours: 24 })
    expect(line[0]?.volumes.at(-1)).toBe(4n)
    expect(line[0]?.volumes).toHaveLength(24)
  })

  it('are by the change of the floor, which a chart shows', async () => {
    const { db } = server.context
    const [up, down] = [await book.collection('46'), await book.collection('47')]
    for (const collection of [up, down]) {
      await book.mint({ collection, tokenId: 1n }, ANN, now)
      await listAt({ collection, tokenId: 1n }, 100n)
    }
    await book.sell({ item: { collection: up, tokenId: 2n }, seller: ANN, buyer: BEN, price: 90n, at: now })
    await passFills(db, now)
    await transact(db, (tx) => recordFloors(tx, book.chain.id, now))
    await listAt({ collection: up, tokenId: 1n }, 250n)
    await listAt({ collection: down, tokenId: 1n }, 40n)
    server.clock.advance(25 * 3_600)
    await passFills(db, book.chain.now())
    await transact(db, (tx) => recordFloors(tx, book.chain.id, book.chain.now()))
    const rows = await readAll((cursor) => api().rankings({ by: 'floor', hours: 24, limit: 1, cursor }))
    expect(rows.map(({ collection, floorChange }) => [collection, floorChange])).toEqual([
      [up, 15_000],
      [down, -6_000],
    ])
    expect(rows[0]?.floors).toMatchObject([{ unitPrice: 250n }])
    const figures = await api().collection({ collection: up })
    expect(figures).toMatchObject({ isPending: false, listed: 1, floors: [{ unitPrice: 250n }] })
    expect(figures.periods).not.toEqual([])
    const { points, floors } = await api().chart({ collection: up, hours: 168 })
    expect(points).toMatchObject([{ volume: 90n }])
    expect(floors.map(({ unitPrice }) => unitPrice)).toEqual([100n, 250n])
    expect((await server.post('/statistics/rankings', { by: 'floor', hours: '1' })).errno).toBe(402)
    await db.deleteFrom('market_order').execute()
    server.clock.advance(3_600)
    await transact(db, (tx) => recordFloors(tx, book.chain.id, book.chain.now()))
    expect((await api().rankings({ by: 'floor', hours: 24, limit: 9 })).list).toEqual([])
    expect((await api().chart({ collection: up, hours: 168 })).floors.at(-1)?.unitPrice).toBeUndefined()
  })

  it('[RANK-01] have the floor at the end of each part of the period, and how many works are on sale', async () => {
    const { db } = server.context
    const [line, bare] = [await book.collection('5d'), await book.collection('5e')]
    const record = async () => {
      await passFills(db, book.chain.now())
      await transact(db, async (tx) => {
        await recordFloors(tx, book.chain.id, book.chain.now())
        await recordListed(tx, book.chain.id, book.chain.now())
      })
    }
    for (const tokenId of [1n, 2n]) await book.mint({ collection: line, tokenId }, ANN, book.chain.now())
    await book.mint({ collection: bare, tokenId: 1n }, ANN, book.chain.now())
    await listAt({ collection: line, tokenId: 1n }, 300n)
    await record()
    server.clock.advance(3 * 3_600)
    await listAt({ collection: line, tokenId: 2n }, 200n)
    await record()
    const lines = await api().sparklines({ collections: [line, bare], hours: 24 })
    const none = Array.from({ length: 20 }, () => null)
    expect(lines.map(({ floors }) => floors)).toEqual([
      [...none, 300n, 300n, 300n, 200n],
      [...none, null, null, null, null],
    ])
    // Of all time: since the first record.
    expect((await api().sparklines({ collections: [line], hours: 0 }))[0]?.floors).toEqual([
      ...Array.from({ length: 18 }, () => 300n),
      ...Array.from({ length: 6 }, () => 200n),
    ])
    const listed = async () => {
      const { list } = await api().rankings({ by: 'newest', hours: 24, limit: 100 })
      return [line, bare].map((collection) => list.find((row) => row.collection === collection)?.listed)
    }
    expect(await listed()).toEqual([1, 0])
    await db.deleteFrom('market_order').where('collection', '=', bytes(line)).execute()
    await record()
    expect(await listed()).toEqual([0, 0])
    server.clock.advance(3_600)
    await record()
    expect((await api().sparklines({ collections: [line], hours: 24 }))[0]?.floors.slice(-3)).toEqual([300n, null, null])
  })

  it('[RANK-03] are of a category with those under it, in every order', async () => {
    const { db } = server.context
    const [sound, sub] = await Promise.all([book.collection('48'), book.collection('49')])
    const { id } = await db
      .insertInto('category')
      .values({ name: 'drones', parent_id: 4, position: 0, title_en: '', title_zh: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('collection').set({ category_id: 4 }).where('address', '=', bytes(sound)).execute()
    await db.updateTable('collection').set({ category_id: id }).where('address', '=', bytes(sub)).execute()
    const at = book.chain.now()
    for (const [collection, price] of [
      [sound, 10n],
      [sub, 900n],
    ] as const) {
      await book.mint({ collection, tokenId: 1n }, ANN, at)
      await listAt({ collection, tokenId: 1n }, 100n)
      await book.sell({ item: { collection, tokenId: 2n }, seller: ANN, buyer: BEN, price, at })
    }
    await book.refresh()
    await passFills(db, at)
    await transact(db, (tx) => recordFloors(tx, book.chain.id, at))
    await listAt({ collection: sound, tokenId: 1n }, 300n)
    await listAt({ collection: sub, tokenId: 1n }, 200n)
    server.clock.advance(25 * 3_600)
    await passFills(db, book.chain.now())
    await transact(db, (tx) => recordFloors(tx, book.chain.id, book.chain.now()))
    const ranked = async (by: 'volume' | 'sales' | 'floor' | 'newest', hours: number, category: bigint) =>
      (await readAll((cursor) => api().rankings({ by, hours, category, limit: 1, cursor }))).map(({ collection }) => collection)
    expect(await ranked('volume', 168, 4n)).toEqual([sub, sound])
    expect(await ranked('sales', 168, 4n)).toEqual([sound, sub])
    expect(await ranked('floor', 24, 4n)).toEqual([sound, sub])
    expect(await ranked('newest', 168, 4n)).toEqual([sound, sub])
    expect(await ranked('volume', 168, BigInt(id))).toEqual([sub])
    expect([await ranked('volume', 168, 3n), await ranked('volume', 168, 999n)]).toEqual([[], []])
  })

  it('[RANK-02] are of the newest that have an item, with what was sold in the money of the question', async () => {
    const [old, young, bare] = await Promise.all(['4a', '4b', '4c'].map((digits) => book.collection(digits)))
    if (!old || !young || !bare) throw new Error('No collection')
    const { db } = server.context
    for (const [collection, created_at] of [
      [old, 4_000_000_000],
      [young, 4_000_000_001],
      [bare, 4_000_000_002],
    ] as const)
      await db.updateTable('collection').set({ created_at }).where('address', '=', bytes(collection)).execute()
    await book.mint({ collection: old, tokenId: 1n }, CAT, book.chain.now())
    await book.mint({ collection: young, tokenId: 1n }, ANN, book.chain.now())
    await book.sell({ item: { collection: young, tokenId: 1n }, seller: ANN, buyer: BEN, price: 7n, at: book.chain.now() })
    await book.refresh()
    const { list, next } = await api().rankings({ by: 'newest', hours: 24, limit: 2 })
    expect(list).toMatchObject([
      { collection: young, createdAt: 4_000_000_001, sales: 1, volume: 7n, owner: { address: ANN } },
      { collection: old, sales: 0, volume: 0n },
    ])
    expect(next).toMatch(/^4000000000\./)
    expect((await server.post('/statistics/rankings', { by: 'newest', hours: '1' })).errno).toBe(402)
  })

  it('are of people by what they bought and sold', async () => {
    const collection = await book.collection('45')
    const [rich, poor] = [personAt(0xaaaa), personAt(0xbbbb)]
    await book.sell({ item: { collection, tokenId: 1n }, seller: poor, buyer: rich, price: 10n ** 30n, at: now })
    await book.sell({ item: { collection, tokenId: 2n }, seller: rich, buyer: poor, price: 10n ** 29n, at: now })
    const names = async (by: 'bought' | 'sold' | 'made') =>
      (await readAll((cursor) => api().people({ by, limit: 1, cursor }))).map(({ account }) => account.address)
    expect((await names('bought')).slice(0, 2)).toEqual([rich, poor])
    expect((await names('sold')).slice(0, 2)).toEqual([poor, rich])
  })

  it('[RANK-02] are of people by what the works that they made were sold for, by any seller', async () => {
    const collection = await book.collection('4d')
    const [maker, seller, buyer] = [personAt(0xcccc), personAt(0xdddd), personAt(0xeeee)]
    const item = { collection, tokenId: 1n }
    await book.mint(item, maker, now)
    await book.sell({ item, seller: maker, buyer: seller, price: 10n ** 31n, at: now })
    await book.sell({ item, seller, buyer, price: 2n * 10n ** 31n, at: now + 1 })
    const of = async () => (await api().people({ by: 'made', limit: 1 })).list[0]
    expect(await of()).toMatchObject({ account: { address: maker }, made: 2, madeVolume: 3n * 10n ** 31n, sold: 1, bought: 0 })
    // Both sales turn out to be none.
    await book.send(item, buyer, maker, now + 2)
    expect((await of())?.account.address).not.toBe(maker)
    expect(await api().account({ account: maker })).toEqual([])
  })
})
