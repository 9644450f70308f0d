import { ZERO_ADDRESS } from '@plinth/protocol'
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, offered, openAuctionMarket, passTo, settle, tick } from '../../../test/acts/auctions.ts'
import { checkFloors } from '../../../test/market/floors.ts'
import type { ItemId, TestMarket } from '../../../test/market/market.ts'
import { accept, allow, bid, wrap } from '../../../test/market/money.ts'
import { operate } from '../../../test/operator/operate.ts'
import { recount } from '../../jobs/recount.ts'
import { statisticChecks } from '../../jobs/recount-statistics.ts'
import { refreshStatisticsOf } from '../../jobs/refresh-statistics.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
})
afterAll(() => market.close())

const context = () => market.server.context
const chain = () => context().chains.get(market.chainId)
const statisticsOf = async ({ collection }: Pick<ItemId, 'collection'>) => market.server.api().statistics.collection({ collection })
const allTime = async (item: ItemId) => (await statisticsOf(item)).periods.filter(({ hours }) => hours === 0)

async function refresh(): Promise<void> {
  while (await refreshStatisticsOf(context(), chain()));
}

async function differences(): Promise<unknown[]> {
  const found = await Promise.all(statisticChecks('all').map(({ differences }) => differences.execute(context().db)))
  return found.flatMap(({ rows }) => rows)
}

const TABLES = ['sale', 'collection_hour', 'collection_period', 'collection_stat', 'collection_holder', 'account_stat'] as const

async function readAll(): Promise<Record<string, string[]>> {
  const tables = await Promise.all(
    TABLES.map(async (table) => {
      const rows = await context().db.selectFrom(table).selectAll().execute()
      // The hour in which the job ran may have turned in between.
      const texts = rows.map((row) =>
        JSON.stringify({ ...row, as_of: 0 }, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      )
      return [table, texts.sort()] as const
    }),
  )
  return Object.fromEntries(tables)
}

describe('sales on a chain', () => {
  let item: ItemId
  beforeAll(async () => {
    item = await market.mint('alice')
    await market.approve('alice', item.collection)
    await market.sync()
    await market.buy('bob', await market.list('alice', item, parseEther('0.5')))
    await market.sync()
    const wrapped = market.testnet.contracts.wrappedCoin
    await wrap(market, 'carol', parseEther('10'))
    await allow(market, 'carol', wrapped, parseEther('10'))
    await market.approve('bob', item.collection)
    await market.sync()
    await accept(market, 'bob', await bid(market, 'carol', item, parseEther('2'), { payToken: wrapped }))
    await market.sync()
    const lot = await offered(market, 'alice')
    await fund(market, 'bob')
    await market.sync()
    await bidOn(market, 'bob', lot, parseUnits('30', 6))
    await passTo(market, lot.terms.endTime + 1)
    await tick(market)
    await settle(market, 'bob', lot)
    await market.sync()
    await refresh()
  })

  it('[COLP-04] are purchases, accepted bids and settled auctions, by money and without buyer fees', async () => {
    expect(await allTime(item)).toMatchObject([
      { money: ZERO_ADDRESS, sales: 2, units: 2n, volume: parseEther('2.5') },
      { money: market.testnet.contracts.dollar, sales: 1, units: 1n, volume: parseUnits('30', 6) },
    ])
    const kinds = await context().db.selectFrom('sale').select(['kind', 'has_fee', 'worth']).orderBy('block_number').execute()
    expect(kinds).toEqual(['sale', 'bid', 'auction'].map((kind) => ({ kind, has_fee: true, worth: null })))
    const { items, owners } = await statisticsOf(item)
    expect({ items, owners }).toEqual({ items: 2, owners: 2 })
  })

  it('[COLP-06] equal a recount from logs, and are the same when recounted from the history', async () => {
    expect(await differences()).toEqual([])
    const before = await readAll()
    for (const table of TABLES) await context().db.deleteFrom(table).execute()
    const found = await recount(context())
    expect(found.map(({ name }) => name)).toEqual(['sale', 'sale', 'sale'])
    await refresh()
    expect(await readAll()).toEqual(before)
  })

  it('[COLP-06] are found and put right where they are wrong', async () => {
    const before = await readAll()
    const { db } = context()
    await db.updateTable('collection_hour').set({ volume: 1n }).execute()
    await db.updateTable('account_stat').set({ sold: 9 }).execute()
    await db.updateTable('collection_holder').set({ units: 9n }).execute()
    await db.updateTable('collection_period').set({ sales: 9 }).execute()
    await db.updateTable('collection_stat').set({ owners: 9 }).execute()
    await db.updateTable('sale').set({ amount: 9n }).execute()
    const names = new Set((await recount(context())).map(({ name }) => name))
    expect([...names].sort()).toEqual(['account_stat', 'sale'])
    await refresh()
    expect(await recount(context())).toEqual([])
    expect(await readAll()).toEqual(before)
  })

  it('[COLP-06] stay as they are when the blocks of the collection are read again', async () => {
    const before = await readAll()
    const named = ['--chain', String(market.chainId), '--collection', item.collection, '--why', 'asked for']
    await operate(context(), 'collections', 'reread', ...named)
    await expect
      .poll(async () => (await context().db.selectFrom('backfill_range').select('state').execute()).length, { timeout: 20_000 })
      .toBe(0)
    await refresh()
    expect(await readAll()).toEqual(before)
    expect(await differences()).toEqual([])
    expect(await context().db.selectFrom('chain_log').select('fault').where('fault', 'is not', null).execute()).toEqual([])
  })
})

describe('floors', () => {
  it('are of the cheapest sale that anybody may buy now, and thin below 3 listings by 3 accounts', async () => {
    const collection = await market.collection('alice')
    const works = []
    for (const who of ['alice', 'bob', 'carol'] as const) {
      const work = await market.mint('alice', { collection })
      if (who === 'alice') await market.approve('alice', collection)
      else await market.transfer('alice', who, work)
      if (who !== 'alice') await market.approve(who, collection)
      works.push({ who, work })
    }
    await market.sync()
    const [first, second, third] = works
    if (!first || !second || !third) throw new Error('There are three works')
    await market.list(first.who, first.work, 300n)
    await market.list(second.who, second.work, 100n, { validUntil: chain().now() + 3_600 })
    await checkFloors(market)
    const floors = async () => (await statisticsOf({ collection })).floors
    expect(await floors()).toEqual([{ money: ZERO_ADDRESS, payToken: ZERO_ADDRESS, unitPrice: 100n, isThin: true }])
    await market.list(third.who, third.work, 200n)
    await checkFloors(market)
    expect(await floors()).toMatchObject([{ unitPrice: 100n, isThin: false }])
    expect((await statisticsOf({ collection })).listed).toBe(3)

    const { db } = context()
    const where = { chain_id: market.chainId, collection: Buffer.from(collection.slice(2), 'hex'), token_id: second.work.tokenId }
    const change = (set: object) =>
      db.updateTable('item').set(set).where('collection', '=', where.collection).where('token_id', '=', where.token_id).execute()
    for (const [is, not] of [
      [{ is_visible: false }, { is_visible: true }],
      [{ is_trade_locked: true }, { is_trade_locked: false }],
    ] as const) {
      await change(is)
      expect([is, await floors()]).toMatchObject([is, [{ unitPrice: 200n, isThin: true }]])
      await change(not)
    }
    const lock = { ...where, buyer: where.collection, tx_hash: where.collection, until: chain().now() + 60 }
    await db.insertInto('item_lock').values(lock).execute()
    expect(await floors()).toMatchObject([{ unitPrice: 200n }])
    await db.deleteFrom('item_lock').execute()
    await db.updateTable('pay_token').set({ is_listed: false }).where('address', '=', Buffer.alloc(20)).execute()
    expect(await floors()).toEqual([])
    await db.updateTable('pay_token').set({ is_listed: true }).execute()
    // The job that ends orders has not run yet.
    market.server.clock.advance(4_000)
    await checkFloors(market)
    expect(await floors()).toMatchObject([{ unitPrice: 200n, isThin: true }])
  })
})
