import { afterAll, beforeAll, expect, it } from 'vitest'
import { detailOf, drawAll, offerBox, openBoxes, openBoxMarket } from '../../../test/acts/boxes.ts'
import type { TestMarket } from '../../../test/market/market.ts'
import { drawBoxes } from '../../jobs/draw-boxes.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openBoxMarket()
})
afterAll(() => market?.close())

/** The draw of the oldest opening is not shown in time, and the jobs refund it. */
async function missDraw(): Promise<void> {
  await market.sync()
  const { timestamp } = await market.testnet.publicClient.getBlock()
  await market.testnet.setNextBlockTimestamp(Number(timestamp) + 1_801)
  await market.testnet.mine(1)
  await market.sync()
  await drawBoxes.run(market.server.context)
  await market.sync()
}

it('[F-87] counts the missed draws of an owner over all its series, so that a new one hides none', { timeout: 90_000 }, async () => {
  const { api } = await market.session('bob')
  const first = await offerBox(market)
  await openBoxes(market, 'bob', first)
  await missDraw()
  const second = await offerBox(market)
  expect(second.owner).toBe(first.owner)
  await openBoxes(market, 'bob', second)
  await drawAll(market)
  expect((await detailOf(market, second)).missed).toBe(0)
  expect(await api.blind['owner.draws']({ owner: second.owner })).toEqual({ series: 2, draws: 2, missed: 1 })
  expect(await api.blind['owner.draws']({ owner: market.address('alice') })).toEqual({ series: 0, draws: 0, missed: 0 })
})
