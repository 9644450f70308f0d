import { ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
let item: ItemId
beforeAll(async () => {
  market = await TestMarket.open()
  item = await market.minted('alice')
})
afterAll(() => market?.close())

/** How many statements wait for a table while all of these are asked; then all of them are answered. */
async function countWaiting(table: string, asked: readonly (() => Promise<unknown>)[]): Promise<number> {
  const { db } = market.server.context
  const countNow = async () =>
    (await sql<{ many: number }>`select count(*)::int as many from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)).rows[0]
      ?.many
  const release = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    isLocked.resolve()
    await release.promise
  })
  await isLocked.promise
  const answers = Promise.all(asked.map((ask) => ask()))
  await expect.poll(countNow).toBeGreaterThan(0)
  await new Promise((done) => setTimeout(done, 500))
  const waiting = await countNow()
  release.resolve()
  await Promise.all([holding, answers])
  return waiting ?? 0
}

describe('reads that look through all of an account or a market', () => {
  it('[PORT-01] takes one connection for the portfolio of an account and two for all, however many are asked for', async () => {
    const of = { year: 2_026, timeZone: 'UTC' }
    const askedBy = ({ api }: Awaited<ReturnType<TestMarket['session']>>) => [
      () => api.portfolio.summary({}),
      () => api.portfolio.trades({ ...of, limit: 50 }),
      () => api.portfolio.statement({ ...of, language: 'en' }),
    ]
    const [alice, bob, carol] = [await market.session('alice'), await market.session('bob'), await market.session('carol')]
    expect(await countWaiting('sale', askedBy(alice))).toBe(1)
    expect(await countWaiting('sale', [...askedBy(alice), ...askedBy(bob), ...askedBy(carol)])).toBe(2)
  })

  it('[CART-07] takes two connections at most for sweeps', async () => {
    const { api } = await market.session('bob')
    const { chainId } = market
    const sweep = () =>
      api.sweep.candidates({
        payToken: { chainId, address: ZERO_ADDRESS },
        collections: [{ chainId, address: item.collection }],
        tokenId: item.tokenId,
        units: 1n,
      })
    expect(await countWaiting('market_order', [sweep, sweep, sweep, sweep])).toBe(2)
  })
})
