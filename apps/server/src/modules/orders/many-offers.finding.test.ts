/** @module-tag more */
import { ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, type Lot, offered, openAuctionMarket, usd } from '../../../test/acts/auctions.ts'
import type { TestMarket } from '../../../test/market/market.ts'
import { allow, bid } from '../../../test/market/money.ts'

const MANY = 5_000
/** Eight blocks of them take 19 to 29 s; with statistics of bids that are too old, 60. */
const BLOCKS_MS = 180_000

let market: TestMarket
let lot: Lot
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['carol', 'eve'] as const) await fund(market, who, usd('1000'))
  await market.approve('dan', market.official)
  const { item } = await market.listed('dan')
  await bid(market, 'eve', item, usd('40'), { payToken: dollar() })
  lot = await offered(market, 'bob')
  await bidOn(market, 'carol', lot, usd('30'))
  await bidOn(market, 'eve', lot, usd('50'))
  await market.sync()
  for (const table of ['item', 'holding', 'market_order', 'auction']) await repeat(table)
  await sql`insert into auction_bid (${sql.join(await columnsOf('auction_bid', ['auction_id']))}, auction_id)
    select ${sql.join(await columnsOf('auction_bid', ['auction_id']))}, other.id
    from auction_bid, (select id from auction where token_id <> ${lot.item.tokenId}) other`.execute(db())
})
afterAll(() => market.close())

const db = () => market.server.context.db
const dollar = () => market.testnet.contracts.dollar

async function columnsOf(table: string, except: readonly string[] = []) {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = ${table} and table_schema = current_schema() and is_identity = 'NO' and is_generated = 'NEVER'`.execute(db())
  return rows.filter(({ name }) => !except.includes(name)).map(({ name }) => sql.ref(name))
}

/** Copies of each row, with other ids. Gas limits the changes of one block, but not the offers that depend on one approval. */
async function repeat(table: string): Promise<void> {
  const numbers = ['token_id', 'sequence']
  const alike = await columnsOf(table, numbers)
  const numbered = (await columnsOf(table)).length - alike.length === 2 ? numbers : ['token_id']
  const columns = sql.join([...alike, ...numbered.map((name) => sql.ref(name))])
  const others = sql.join([...alike, ...numbered.map((name) => sql`${sql.ref(name)} + n * 10`)])
  await sql`insert into ${sql.table(table)} (${columns}) select ${others} from ${sql.table(table)}, generate_series(1, ${MANY - 1}) n`.execute(
    db(),
  )
}

type Count = { orders: number; fundable: number; live: number }

/** The statistics that PostgreSQL collects then decide the next round's plan: of live offers there are none, or all. */
async function count(from: ReturnType<typeof sql>): Promise<Count | undefined> {
  await market.sync()
  await sql`analyze market_order, auction, auction_bid`.execute(db())
  const { rows } = await sql<Count>`select count(*)::int as orders, count(*) filter (where is_fundable)::int as fundable,
    count(*) filter (where is_live)::int as live from ${from}`.execute(db())
  return rows[0]
}

const sales = () => count(sql`market_order where side = ${ORDER_TYPE.SALE}`)
const bids = () => count(sql`market_order where side = ${ORDER_TYPE.BID}`)
const auctions = () => count(sql`auction`)

/** The highest bids, each with the number of auctions it leads. */
async function leading() {
  await market.sync()
  const { rows } = await sql<{ price: bigint; count: number }>`
    select highest_price as price, count(*)::int as count from auction group by highest_price`.execute(db())
  return rows.map(({ price, count: number }) => [price, number])
}

const ALL = { orders: MANY, fundable: MANY, live: MANY }
const NONE = { orders: MANY, fundable: 0, live: 0 }

/** Recomputed one by one they took the index ten seconds a block, which their maker can cause in every block. */
describe('thousands of offers of one maker', { timeout: BLOCKS_MS }, () => {
  it('are updated from its approval within a block, however often it changes', async () => {
    expect(await sales()).toEqual(ALL)
    for (let turn = 0; turn < 3; turn++) {
      await market.approve('dan', market.official, false)
      expect(await sales()).toEqual(NONE)
      await market.approve('dan', market.official)
      expect(await sales()).toEqual(ALL)
    }
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    expect(await sales()).toEqual(NONE)
  })

  it('are updated from the balance and allowance of their bidder', async () => {
    expect(await bids()).toEqual(ALL)
    for (let turn = 0; turn < 4; turn++) {
      await allow(market, 'eve', dollar(), usd('10'))
      expect(await bids()).toEqual(NONE)
      await allow(market, 'eve', dollar(), usd('100'))
      expect(await bids()).toEqual(ALL)
    }
  })

  it('are updated from both where they are auctions', async () => {
    expect(await auctions()).toEqual(ALL)
    await market.approve('bob', market.official, false)
    expect(await auctions()).toEqual(NONE)
    await market.approve('bob', market.official)
    expect(await auctions()).toEqual(ALL)
    expect(await leading()).toEqual([[usd('50'), MANY]])
    await allow(market, 'eve', dollar(), 0n)
    expect(await leading()).toEqual([[usd('30'), MANY]])
    await allow(market, 'carol', dollar(), 0n)
    expect(await leading()).toEqual([[0n, MANY]])
    await allow(market, 'eve', dollar(), usd('100'))
    expect(await leading()).toEqual([[usd('50'), MANY]])
  })
})
