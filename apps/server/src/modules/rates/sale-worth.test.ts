import { type FeedWriter, keepFeeds, localFeeds } from '@plinth/devnet'
import { type Currency, ZERO_ADDRESS } from '@plinth/protocol'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestMarket } from '../../../test/market/market.ts'
import { accept, allow, bid, wrap } from '../../../test/market/money.ts'
import { bytes, transact } from '../../db/database.ts'
import { readRates } from '../../jobs/read-rates.ts'
import { refreshStatisticsOf } from '../../jobs/refresh-statistics.ts'
import { markAllSold } from '../../state/statistics/due.ts'
import { setCurrency } from './service.ts'

let market: TestMarket
let writer: FeedWriter
/** Of a sale before any feed was read. */
let early: Hex
beforeAll(async () => {
  market = await TestMarket.open({ configure: (chain) => ({ ...chain, feeds: localFeeds(31337, 600), maxFutureS: 86_400 }) })
  await market.approve('alice', market.official)
  early = await market.buy('bob', (await market.listed('alice')).listing)
  await market.sync()
  writer = await keepFeeds({ rpcUrl: market.testnet.rpcUrl, chainId: 31337, heartbeatS: 600, lookMs: 3_600_000 })
  await market.sync()
  await readRates.run(context())
})
afterAll(async () => {
  await writer?.stop()
  await market?.close()
})

const context = () => market.server.context

/** What this transaction's sale was worth. */
async function worthOf(hash: Hex): Promise<{ currency: Currency; worth: bigint } | undefined> {
  await market.sync()
  const row = await context()
    .db.selectFrom('sale_worth')
    .innerJoin('order_event', (join) =>
      join
        .onRef('order_event.chain_id', '=', 'sale_worth.chain_id')
        .onRef('order_event.block_hash', '=', 'sale_worth.block_hash')
        .onRef('order_event.log_index', '=', 'sale_worth.log_index'),
    )
    .select(['sale_worth.currency', 'sale_worth.worth'])
    .where('order_event.tx_hash', '=', bytes(hash))
    .execute()
  expect(row.length).toBeLessThan(2)
  return row[0]
}

describe('a recorded sale', () => {
  it('[MONEY-08] has no worth where no rate was known at its time, also later', async () => {
    expect((await market.server.api().rates.list({})).rates).not.toEqual([])
    expect(await worthOf(early)).toBeUndefined()
  })

  it('[MONEY-08] keeps what it was worth at its time, whatever rates come after', async () => {
    const { listing } = await market.listed('alice')
    const hash = await market.buy('bob', listing)
    const sold = { currency: 'USD', worth: 1_560n * 10n ** 8n }
    expect(await worthOf(hash)).toEqual(sold)
    await context().db.updateTable('rate').set({ answer: 1n }).execute()
    expect(await worthOf(hash)).toEqual(sold)
    await context().db.updateTable('rate').set({ answer: 312_000_000_000n }).where('money', 'like', '0x%').execute()
  })

  it('[MONEY-08] of a bid is worth what the bidder pays without the fee', async () => {
    const item = await market.minted('alice')
    await wrap(market, 'bob', parseEther('2'))
    await allow(market, 'bob', market.testnet.contracts.wrappedCoin, parseEther('2'))
    const offer = await bid(market, 'bob', item, parseEther('0.1'), { payToken: market.testnet.contracts.wrappedCoin })
    const hash = await accept(market, 'alice', offer, 1n)
    expect(await worthOf(hash)).toEqual({ currency: 'USD', worth: 312n * 10n ** 8n })
  })

  it('[MONEY-08] loses its worth with its block, and none is left of a sale that never was', async () => {
    const { listing } = await market.listed('alice')
    const hash = await market.buy('bob', listing)
    expect(await worthOf(hash)).toBeDefined()
    const count = async () => (await context().db.selectFrom('sale_worth').select('log_index').execute()).length
    const before = await count()
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await count()).toBe(before - 1)
  })

  it('[MONEY-08] adds its worth to volumes, which say how many had none, also where the currency is another one later', async () => {
    const collection = market.official
    const sums = async () => {
      while (await refreshStatisticsOf(context(), context().chains.default));
      const { periods } = await market.server.api().statistics.collection({ collection })
      return periods.find(({ hours, money }) => hours === 0 && money === ZERO_ADDRESS)
    }
    const before = await sums()
    await market.buy('bob', (await market.listed('alice')).listing)
    await market.sync()
    const after = await sums()
    expect(after?.worth).toBe((before?.worth ?? 0n) + 1_560n * 10n ** 8n)
    expect(after?.withoutWorth).toBe(before?.withoutWorth)
    expect(before?.withoutWorth).toBeGreaterThan(0)
    // The site shows euros, of which no sale has a worth.
    await context().db.insertInto('site_setting').values({ name: 'currency', value: '"EUR"' }).execute()
    await transact(context().db, markAllSold)
    expect(await sums()).toMatchObject({ worth: 0n, withoutWorth: after?.sales })
    await setCurrency(context(), { who: 'olga', why: 'dollars again', role: undefined }, 'USD')
    expect(await sums()).toEqual(after)
  })
})
