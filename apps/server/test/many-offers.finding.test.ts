import { ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket } from './market.ts'
import { allow, bid, takeDollars } from './money.ts'

const MANY = 5_000

let market: TestMarket
let item: ItemId
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('dan', market.official)
  item = (await market.listed('dan')).item
  await takeDollars(market, 'eve', parseUnits('1000', 6))
  await allow(market, 'eve', dollar(), parseUnits('1000', 6))
  await bid(market, 'eve', item, parseUnits('40', 6), { payToken: dollar() })
  await market.sync()
  for (const table of ['item', 'holding', 'market_order']) await repeat(table)
})
afterAll(() => market.close())

const dollar = () => market.testnet.contracts.dollar

/** What one block can touch is bounded by its gas; what stands on one approval is not. Each row again under other numbers. */
async function repeat(table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = ${table} and table_schema = current_schema() and is_identity = 'NO'`.execute(market.server.context.db)
  const numbered = (name: string) => (name === 'token_id' || name === 'sequence' ? sql`${sql.ref(name)} + n` : sql.ref(name))
  await sql`insert into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    select ${sql.join(rows.map(({ name }) => numbered(name)))} from ${sql.table(table)}, generate_series(10, ${MANY + 8}) n
    where token_id = ${item.tokenId}`.execute(market.server.context.db)
}

async function countLive(side: number): Promise<{ orders: number; fundable: number; live: number }> {
  await market.sync()
  const { rows } = await sql<{ orders: number; fundable: number; live: number }>`select count(*)::int as orders,
    count(*) filter (where is_fundable)::int as fundable, count(*) filter (where is_live)::int as live
    from market_order where side = ${side}`.execute(market.server.context.db)
  return rows[0] ?? { orders: 0, fundable: 0, live: 0 }
}

const ALL = { orders: MANY, fundable: MANY, live: MANY }
const NONE = { orders: MANY, fundable: 0, live: 0 }

/** Recomputed one by one they took the index ten seconds a block, which their maker can ask for in every block. */
describe('thousands of offers of one maker', () => {
  it('follow his approval within a block, however often he turns it', async () => {
    expect(await countLive(ORDER_TYPE.SALE)).toEqual(ALL)
    for (let turn = 0; turn < 3; turn++) {
      await market.approve('dan', market.official, false)
      expect(await countLive(ORDER_TYPE.SALE)).toEqual(NONE)
      await market.approve('dan', market.official)
      expect(await countLive(ORDER_TYPE.SALE)).toEqual(ALL)
    }
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    expect(await countLive(ORDER_TYPE.SALE)).toEqual(NONE)
  })

  it('follow his means', async () => {
    expect(await countLive(ORDER_TYPE.BID)).toEqual(ALL)
    for (let turn = 0; turn < 3; turn++) {
      await allow(market, 'eve', dollar(), 0n)
      expect(await countLive(ORDER_TYPE.BID)).toEqual(NONE)
      await allow(market, 'eve', dollar(), parseUnits('100', 6))
      expect(await countLive(ORDER_TYPE.BID)).toEqual(ALL)
    }
  })
})
