import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFloors } from '../../../test/market/floors.ts'
import { TestMarket } from '../../../test/market/market.ts'
import { transact } from '../../db/database.ts'
import { fillFloorsJob } from '../../jobs/refresh-statistics.ts'
import { recordFloors } from './floor-history.ts'
import { hourOf } from './hours.ts'

const DAY = 86_400
const PRICE = {
  low: parseEther('0.2'),
  short: parseEther('0.3'),
  cut: parseEther('0.4'),
  first: parseEther('0.5'),
  last: parseEther('0.6'),
}

describe('floors of before the job recorded them', () => {
  let market: TestMarket
  let begun = 0
  beforeAll(async () => {
    market = await TestMarket.open()
    begun = now()
  })
  afterAll(() => market?.close())

  const chain = () => market.server.context.chains.get(market.chainId)
  const now = () => chain().now()
  /** Lets the chain's clock come to this many days after the beginning. */
  const untilDay = async (day: number) => {
    await market.testnet.setNextBlockTimestamp(begun + day * DAY)
    await market.testnet.mine(1)
    await market.sync()
  }
  const record = async () => {
    await checkFloors(market)
    await transact(market.server.context.db, (tx) => recordFloors(tx, market.chainId, now()))
  }
  const fill = async () => {
    while (await fillFloorsJob.run(market.server.context));
  }
  const line = async () => {
    const { floors } = await market.server.api().statistics.chart({ collection: market.official, hours: 720 })
    return floors.map(({ at, unitPrice }) => [Math.round((at - hourOf(begun)) / DAY), unitPrice])
  }

  it('[F-123] are the cheapest listing of each time, from when it was listed until it was cancelled, expired, sent away or filled', async () => {
    await market.approve('alice', market.official)
    const mint = () => market.mint('alice', { collection: market.official })
    const items = [await mint(), await mint(), await mint(), await mint()] as const
    await market.sync()
    const first = await market.list('alice', items[0], PRICE.first)
    const low = await market.list('alice', items[1], PRICE.low)
    await market.list('alice', items[2], PRICE.short, { validUntil: begun + 3 * DAY - 1 })
    await market.list('alice', items[3], PRICE.first - 1n)
    await untilDay(1)
    await market.cancel('alice', low)
    await untilDay(3)
    await untilDay(4)
    await market.transfer('alice', 'carol', items[3])
    await untilDay(5)
    const cut = await market.list('alice', items[0], PRICE.cut, { salt: first.order.salt, edit: true })
    await untilDay(6)
    await market.buy('bob', cut)
    await untilDay(8)
    await market.list('alice', items[1], PRICE.last)
    await record()
    const recorded = [[8, PRICE.last]]
    expect(await line()).toEqual(recorded)
    await fill()
    const filled = [[0, PRICE.low], [1, PRICE.short], [3, PRICE.first - 1n], [4, PRICE.first], [5, PRICE.cut], [6, undefined], ...recorded]
    expect(await line()).toEqual(filled)
    await untilDay(9)
    await fill()
    expect(await line()).toEqual(filled)
  })
  it('[F-123] end where the job would have seen them, where it never did', async () => {
    const { db } = market.server.context
    await db.deleteFrom('collection_floor').execute()
    await db.updateTable('floor_change').set({ floor: null, is_filled: false }).execute()
    await fill()
    expect((await line()).slice(-2)).toEqual([
      [8, PRICE.last],
      [9, undefined],
    ])
  })
})
