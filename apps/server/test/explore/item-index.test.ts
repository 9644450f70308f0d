/** @module-tag more */
import { ITEM_SORTS, type ItemSort } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect, DatabaseAway, type Db } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { silentLogger } from '../../src/process/log.ts'
import { DAY_S } from '../../src/read/explore/facts.ts'
import { fromDatabase } from '../../src/read/explore/from-database.ts'
import { MemoryItemIndex } from '../../src/read/explore/memory/item-index.ts'
import { openItemIndex } from '../../src/read/explore/memory/open-index.ts'
import { createMoneys } from '../../src/read/explore/moneys.ts'
import { type Position, writePosition } from '../../src/read/explore/position.ts'
import { type Asked, readQuestion } from '../../src/read/explore/question.ts'
import { askDatabase } from '../../src/read/explore/sql.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { Random } from '../simulator/random.ts'
import { clear, type Way, waysOf } from './asking.ts'
import type { Item } from './rows.ts'
import { at, keyOf, World } from './world.ts'

let database: TestDatabase
let db: Db
let world: World
beforeAll(async () => {
  database = await openTestDatabase({ name: 'plinth', prepare: (dialect) => migrate(connect(dialect), silentLogger) })
  db = connect(database.dialect)
})
afterAll(() => database.close())
beforeEach(async () => {
  await clear(db)
  world = new World(db, new Random(77))
  await world.found()
  for (let count = 0; count < 30; count++) await world.mint()
})

const question = (asked: Partial<Asked> = {}) => readQuestion({ limit: 200, ...asked }, world.times, () => world.moneys)
const shownItems = (): [Item, Item] => {
  const [first, second] = world.shown
  if (!first || !second) throw new Error('Items were minted')
  return [first, second]
}

describe('the item index', () => {
  it('[READ-05] sees a transaction that commits after later ones', async () => {
    const index = new MemoryItemIndex(db, 100_000_000)
    const widths = async () => {
      const list = (await index.ask(question({ categories: [99n] })))?.list ?? []
      return list.map(keyOf).sort()
    }
    expect(await widths()).toEqual([])
    const [first, second] = shownItems()
    await db.transaction().execute(async (early) => {
      await sql`update item set category_id = 99 where ${at(first)}`.execute(early)
      await sql`update item set category_id = 99 where ${at(second)}`.execute(db)
      expect(await widths()).toEqual([keyOf(second)])
    })
    expect(await widths()).toEqual([keyOf(first), keyOf(second)].sort())
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`update item set category_id = null where ${at(first)}`.execute(tx)
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await widths()).toEqual([keyOf(first), keyOf(second)].sort())
  })

  it('[READ-05] answers each of many at once with all that was committed before it was asked', async () => {
    const index = new MemoryItemIndex(db, 100_000_000)
    await index.ask(question())
    const asks = world.shown.slice(0, 12).map(async (item, place) => {
      await sql`update item set category_id = ${100 + place} where ${at(item)}`.execute(db)
      const answer = await index.ask(question({ categories: [BigInt(100 + place)] }))
      return answer?.list.map(keyOf)
    })
    expect(await Promise.all(asks)).toEqual(world.shown.slice(0, 12).map((item) => [keyOf(item)]))
  })

  it('[EXPL-03][EXPL-04] counts under as many as fifty attributes at once', async () => {
    const [item] = world.shown.filter(({ attributes }) => attributes.length > 0)
    const [attribute] = item?.attributes ?? []
    if (!item || !attribute) throw new Error('Items have attributes')
    const none = Array.from({ length: 49 }, (_, place) => ({ key: `No ${place}`, values: ['x'] }))
    const filters = { collections: [{ chainId: item.chainId, address: item.collection }], withCounts: true }
    const [here, there] = await Promise.all(
      waysOf(db).map((way) => way(question({ ...filters, attributes: [{ key: attribute.key, values: [attribute.value] }, ...none] }))),
    )
    expect(here).toMatchObject({ total: 0, list: [] })
    const byDigest = (answer: typeof here) => answer?.counts?.attributes.toSorted((one, other) => (one.digest < other.digest ? -1 : 1))
    expect({ ...here?.counts, attributes: byDigest(here) }).toEqual({ ...there?.counts, attributes: byDigest(there) })
    expect(here?.counts?.collections.size).toBe(0)
  })

  it('[EXPL-08] reads a market of many prices and pages through it in every order as the database does', { tags: 'more' }, async () => {
    for (let count = 0; count < 30; count++) await world.mint()
    for (let count = 0; count < 240; count++) await world.offer(true)
    for (let count = 0; count < 60; count++) await world.sell()
    world.moveRates()
    const walk = async (way: Way, sort: ItemSort) => {
      const positions: Position[] = []
      for (let cursor: string | undefined; ; ) {
        const { list } = await way(question({ sort, limit: 5, cursor }))
        positions.push(...list)
        const last = list.at(-1)
        if (!last || list.length < 5) return positions
        cursor = writePosition(last, sort)
      }
    }
    const [index, byDatabase] = waysOf(db) as [Way, Way]
    for (const sort of ITEM_SORTS.filter((one) => one !== 'token' && one !== 'rarity' && one !== 'match')) {
      const found = await walk(index, sort)
      expect(found, sort).toEqual(await walk(byDatabase, sort))
      expect(found, sort).toHaveLength(world.shown.length)
    }
  })

  it('[EXPL-08] pages through thousands of rows, some of which have changed since they were read', { tags: 'more' }, async () => {
    const [item] = shownItems()
    const made = world.nowOf(item.chainId) + 1
    await sql`insert into item select (jsonb_populate_record(item, jsonb_build_object('token_id', 100000 + n,
      'created_at', ${made}::bigint + n * 8, 'category_id', 1 + n % 3))).* from item cross join generate_series(1, 6000) n where ${at(item)}`.execute(
      db,
    )
    const [index, byDatabase] = waysOf(db) as [Way, Way]
    const expectAlike = async () => {
      let cursor: string | undefined
      for (let page = 0; page < 4; page++) {
        const [here, there] = await Promise.all([index, byDatabase].map((way) => way(question({ sort: 'made', limit: 20, cursor }))))
        expect(here?.list).toEqual(there?.list)
        cursor = writePosition(here?.list.at(-1) as Position, 'made')
      }
    }
    await expectAlike()
    const change = (from: number, to: number, by: number) =>
      sql`update item set created_at = created_at + ${by} where token_id between ${from} and ${to}`.execute(db)
    await change(101_000, 101_004, 60_000)
    await expectAlike()
    await change(101_002, 101_004, -70_000)
    await change(104_000, 104_003, 60_001)
    await expectAlike()
    await expectAlike()
  })

  it('[EXPL-03][EXPL-04] lists and counts once what a collection and a creator find that are named twice', async () => {
    const [item] = shownItems()
    const collection = { chainId: item.chainId, address: item.collection }
    for (const filters of [{ collections: [collection, collection] }, { creators: [item.creator, item.creator] }]) {
      const [here, there] = await Promise.all(waysOf(db).map((way) => way(question({ ...filters, withCounts: true }))))
      expect(here?.list.map(keyOf)).toEqual(there?.list.map(keyOf))
      expect(here?.total).toBe(here?.list.length)
      expect(here?.counts).toEqual(there?.counts)
    }
  })

  it('[READ-05][EXPL-12] answers many more searches at once than it keeps', { tags: 'more' }, async () => {
    const names = world.shown.map(({ name }) => name.toLowerCase()).flatMap((name) => name.split(' '))
    const parts = new Set(names.flatMap((name) => [1, 2, 3, 4].flatMap((end) => [name.slice(0, end), name.slice(1, end + 1)])))
    const single = [...parts].filter((one) => one !== '')
    const asked = [...single, ...single.flatMap((one) => single.slice(0, 4).map((other) => `${one} ${other}`))]
    expect(asked.length).toBeGreaterThan(100)
    const index = new MemoryItemIndex(db, 100_000_000)
    await index.warm(world.times)
    const answers = await Promise.all(asked.map((words) => index.ask(question({ words }))))
    // It leaves some of them to the database.
    expect(answers.filter((answer) => answer !== undefined).length).toBeGreaterThan(16)
    for (const [place, words] of asked.entries()) {
      const { list } = await askDatabase(db, question({ words }))
      const here = answers[place]
      if (here) expect(here.list.map(keyOf), words).toEqual(list.map(keyOf))
    }
  })

  it('[EXPL-04] counts what is new as days go by, and when a clock is set back by days', async () => {
    const ways = waysOf(db)
    for (const days of [0, 1, 3, 5, -9, 2, 9]) {
      world.now += days * DAY_S
      if (days < 9) await world.mint()
      for (const filters of [{}, { categories: [1n] }, { minPrice: '0' }, { creators: [shownItems()[0].creator] }]) {
        const [here, there] = await Promise.all(ways.map((way) => way(question({ ...filters, withCounts: true }))))
        expect(here?.counts?.statuses, `${days} days, ${Object.keys(filters)}`).toEqual(there?.counts?.statuses)
      }
    }
  })

  it('leaves a market that has no room to the database', async () => {
    expect(await new MemoryItemIndex(db, 10 * 300).ask(question())).toBeUndefined()
    expect((await new MemoryItemIndex(db, 31 * 300).ask(question()))?.total).toBe(world.shown.length)
  })

  it('leaves questions to the database while it reads a market for longer than they wait', async () => {
    const index = new MemoryItemIndex(db, 100_000_000, { patienceMs: 0 })
    expect(await index.ask(question())).toBeUndefined()
    await expect.poll(async () => (await index.ask(question()))?.total).toBe(world.shown.length)
  })

  it('is replaced by the database for two questions at once, while others wait, and for no longer than a visitor does', async () => {
    const notReady = expect.objectContaining({ code: 'LIST_NOT_READY' })
    const asked = (mostMs: number) => fromDatabase(db, question(), mostMs)
    const reasons = async (all: Promise<PromiseSettledResult<unknown>[]>) =>
      (await all).map((one) => (one.status === 'rejected' ? one.reason : 'answered'))
    await db.transaction().execute(async (tx) => {
      await sql`lock table item in access exclusive mode`.execute(tx)
      const three = Promise.allSettled([asked(300), asked(300), asked(200)])
      expect(await reasons(three)).toEqual([notReady, notReady, notReady])
    })
    let release = (): void => undefined
    const locked = new Promise<void>((done) => {
      release = done
    })
    const holding = db.transaction().execute(async (tx) => {
      await sql`lock table item in access exclusive mode`.execute(tx)
      await locked
    })
    const four = Promise.allSettled([asked(20_000), asked(20_000), asked(20_000), asked(20_000)])
    release()
    await holding
    expect(await reasons(four)).toEqual(['answered', 'answered', 'answered', 'answered'])
  })

  it('is read before the first question, which finds all in it', async () => {
    const index = new MemoryItemIndex(db, 100_000_000, { patienceMs: 0 })
    await index.warm(world.times)
    expect((await index.ask(question()))?.total).toBe(world.shown.length)
  })

  it('is not read to its end by a process that stops', async () => {
    const index = new MemoryItemIndex(db, 100_000_000, { signal: AbortSignal.abort() })
    await index.warm(world.times)
    expect(await index.ask(question())).toBeUndefined()
  })

  describe('in a thread of its own', () => {
    let stop: AbortController
    beforeEach(() => {
      stop = new AbortController()
    })
    afterEach(() => stop.abort())
    const open = (large: number, connectionString = database.url) =>
      openItemIndex(db, 100_000_000, { connection: { config: { connectionString } }, large, signal: stop.signal })

    it('[READ-05] answers as here, with all that was committed before it was asked', async () => {
      const [here, there] = [new MemoryItemIndex(db, 100_000_000), open(10)]
      await there.warm(world.times)
      for (let step = 0; step < 5; step++) {
        for (let acts = 0; acts < 8; acts++) await world.act()
        const asked = question({ withCounts: true, sort: 'priceLow', words: step % 2 === 0 ? undefined : 'drift' })
        expect(await there.ask(asked)).toEqual(await here.ask(asked))
      }
    })

    it('leaves questions to the database once its thread has ended', async () => {
      const index = open(10)
      expect((await index.ask(question()))?.total).toBe(world.shown.length)
      stop.abort()
      await expect.poll(() => index.ask(question())).toBeUndefined()
    })

    it('has none in a small market', async () => {
      const nowhere = 'postgres://none@127.0.0.1:1/none'
      await expect(open(10, nowhere).ask(question())).rejects.toThrow(DatabaseAway)
      expect((await open(1_000, nowhere).ask(question()))?.total).toBe(world.shown.length)
    })
  })

  it('[MONEY-07] finds the same items by bounds in the currency and in a money that are worth the same', async () => {
    for (let count = 0; count < 80; count++) await world.offer(true)
    const coin = { chainId: 1, address: ZERO_ADDRESS }
    const [dollar] = world.moneys.tokens.filter(({ chainId, decimals }) => chainId === 1 && decimals === 6)
    if (!dollar) throw new Error('There is a dollar')
    // 3 of the currency for a coin, 1 for a dollar.
    const rated = world.moneys.tokens.map((token) => {
      const answer = token.decimals === 18 ? 3n : token.decimals === 6 ? 1n : undefined
      return { ...token, paid: 10_000n, weight: answer && answer * 10n ** BigInt(26 - token.decimals) }
    })
    world.moneys = createMoneys(rated, 26)
    for (const way of waysOf(db))
      for (const [inCoins, inCurrency] of [
        ['1', '3'],
        ['0.5', '1.5'],
        ['0.000000000000000001', '0.000000000000000003'],
      ] as const) {
        const found = async (asked: Omit<Asked, 'limit'>) => (await way(question({ ...asked, sort: 'priceLow' }))).list.map(keyOf)
        const byCoin = await found({ money: coin, minPrice: inCoins, maxPrice: '3' })
        expect(byCoin.length).toBeGreaterThan(0)
        expect(await found({ minPrice: inCurrency, maxPrice: '9' })).toEqual(byCoin)
        expect(await found({ money: dollar, minPrice: inCurrency, maxPrice: '9' })).toEqual(byCoin)
      }
  })

  it('[F-126] finds by what a buyer pays: a bound leaves a price that is above it with the fee', async () => {
    for (let count = 0; count < 80; count++) await world.offer(true)
    const paidOf = ({ chainId }: { chainId: number }) => (chainId === 31337 ? 10_250n : 10_000n)
    for (const hasRates of [true, false]) {
      const tokens = world.moneys.tokens.map((token) => {
        const paid = paidOf(token)
        return { ...token, paid, weight: hasRates ? paid * 10n ** BigInt(26 - token.decimals) : undefined }
      })
      world.moneys = createMoneys(tokens, 30)
      await sql`update market_order set total = quantity * 1000000000000000000 where side = 1 and pay_token = ${Buffer.alloc(20)}`.execute(
        db,
      )
      await sql`update market_order set total = quantity * 2000000000000000000 where side = 1 and pay_token <> ${Buffer.alloc(20)}`.execute(
        db,
      )
      for (const way of waysOf(db)) {
        const found = async (chainId: number, maxPrice: string) =>
          (await way(question({ chains: [chainId], money: { chainId, address: ZERO_ADDRESS }, minPrice: '0.5', maxPrice }))).list.length
        expect(await found(1, '1')).toBeGreaterThan(0)
        expect(await found(31337, '1.025')).toBeGreaterThan(0)
        expect(await found(31337, '1.024999999999999999')).toBe(0)
      }
    }
  })

  it('[MONEY-06] compares prices to the last unit where floats are equal', async () => {
    const [first, second] = shownItems()
    const price = 10n ** 30n
    for (const [item, unit] of [
      [first, price + 1n],
      [second, price],
    ] as const) {
      await world.offer(true)
      await sql`update market_order set chain_id = ${item.chainId}, collection = ${Buffer.from(item.collection.slice(2), 'hex')},
        token_id = ${item.tokenId}, total = ${unit}, quantity = 1, pay_token = ${Buffer.alloc(20)}, is_live = true, valid_until = 0, salt = 1
        where id = (select max(id) from market_order)`.execute(db)
    }
    await sql`update item set is_trade_locked = false`.execute(db)
    world.moneys = createMoneys(
      world.moneys.tokens.map((token) => ({ ...token, weight: 3n })),
      26,
    )
    for (const way of waysOf(db)) {
      const list = async (sort: 'priceLow' | 'priceHigh') => (await way(question({ statuses: ['onSale'], sort }))).list.map(keyOf)
      expect(await list('priceLow')).toEqual([keyOf(second), keyOf(first)])
      expect(await list('priceHigh')).toEqual([keyOf(first), keyOf(second)])
    }
  })
})
