import type { Dashboard } from '@plinth/api'
import { TOKEN_STANDARD } from '@plinth/protocol'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bidOn, fund, offered, openAuctionMarket, passTo, settle, tick, usd } from '../../test/acts/auctions.ts'
import { mintEdition } from '../../test/chain/editions.ts'
import type { Session } from '../../test/market/harness.ts'
import type { TestMarket } from '../../test/market/market.ts'
import { operate } from '../../test/operator/operate.ts'

const WEEK_S = 7 * 86_400

let market: TestMarket
let eve: Session
beforeAll(async () => {
  market = await openAuctionMarket()
  eve = await market.session('eve')
  await market.approve('alice', market.official)
  await operate(market.server.context, 'roles', 'grant', '--wallet', eve.address, '--role', 'viewer', '--why', 'looks')
})
afterAll(() => market?.close())

const read = async (): Promise<Dashboard> => {
  await market.sync()
  return (await market.server.post('/operator/dashboard', {}, { token: eve.token })).data as Dashboard
}
const ageTrades = (seconds: number) => sql`update order_event set at = at - ${seconds}`.execute(market.server.context.db)

it('shows what was paid, by token and time: a sale of last week, a part of an edition, a settled auction', async () => {
  expect(await read()).toMatchObject({ volume: [], works: { items: 0, orders: 0, auctions: 0 } })
  const { listing } = await market.listed('alice')
  await market.buy('bob', listing)
  await market.sync()
  const eth = { chainId: 31337, symbol: 'ETH', decimals: 18, sales: 1 }
  const half = String(parseEther('0.5'))
  expect((await read()).volume).toEqual([{ ...eth, day: half, week: half, month: half }])
  await ageTrades(WEEK_S + 86_400)
  expect((await read()).volume).toEqual([{ ...eth, day: '0', week: '0', month: half }])

  await fund(market, 'carol')
  const prints = await mintEdition(market, 'alice', { supply: 10n })
  await market.approve('alice', prints.collection)
  await market.sync()
  const dollar = market.testnet.contracts.dollar
  const sale = await market.list('alice', { ...prints, standard: TOKEN_STANDARD.ERC1155 }, usd('4'), { quantity: 5n, payToken: dollar })
  await market.buy('carol', sale, 2n)
  const pusd = { chainId: 31337, symbol: 'PUSD', decimals: 6 }
  const paid = (amount: string, sales: number) => ({
    ...pusd,
    sales,
    day: String(usd(amount)),
    week: String(usd(amount)),
    month: String(usd(amount)),
  })
  const before = await read()
  expect(before.volume).toContainEqual(paid('8', 1))
  // The rest of the edition is still on offer.
  expect(before.works).toMatchObject({ items: 2, orders: 1, auctions: 0 })

  const lot = await offered(market, 'alice')
  await bidOn(market, 'carol', lot, usd('25'))
  expect((await read()).works).toMatchObject({ items: 3, auctions: 1 })
  await passTo(market, Number(lot.terms.endTime))
  await tick(market)
  await settle(market, 'alice', lot)
  const after = await read()
  expect(after.volume).toContainEqual(paid('33', 2))
  expect(after.volume).toContainEqual({ ...eth, day: '0', week: '0', month: half })
  expect(after.works.auctions).toBe(0)
  await sql`update auction_event set at = at - ${31 * 86_400}`.execute(market.server.context.db)
  expect((await read()).volume).toContainEqual(paid('8', 1))
})

it('[F-77] shows by day what the market earned of sales and auctions, rounded down as the exchange does', async () => {
  const { sellerFees } = await read()
  const pusd = sellerFees.find(({ symbol }) => symbol === 'PUSD')
  const { rows } = await sql<{ fee: number }>`select distinct seller_fee as fee from market_order`.execute(market.server.context.db)
  const [order] = rows
  expect(rows).toHaveLength(1)
  // The auction was moved 31 days back, the sale of two prints for 8 dollars was not.
  expect(pusd?.total).toBe(String((usd('8') * BigInt(order?.fee ?? 0)) / 10_000n))
  expect(pusd?.days).toHaveLength(30)
  expect(pusd?.days.at(-1)).toBe(pusd?.total)
  // Sold eight days ago.
  const eth = sellerFees.find(({ symbol }) => symbol === 'ETH')
  expect(eth?.days.findIndex((fees) => fees !== '0')).toBe(30 - 1 - 8)
  // 39 units more than 500 coins are 0.975 of a unit of fee, which PostgreSQL's `/` rounds up.
  const { db } = market.server.context
  const price = parseEther('500') + 39n
  await sql`update market_order set total = ${String(price)} where total = ${String(parseEther('0.5'))}`.execute(db)
  const now = (await read()).sellerFees.find(({ symbol }) => symbol === 'ETH')
  expect(now?.total).toBe(String((price * BigInt(order?.fee ?? 0)) / 10_000n))
})

it('counts each answer that was a fault of ours', async () => {
  const unexpected = async () => (await read()).process.unexpected
  expect(await unexpected()).toBe(0)
  const { db } = market.server.context
  await db.schema.alterTable('category').renameTo('category_away').execute()
  expect(await market.server.post('/category/list')).toMatchObject({ errno: 502 })
  await db.schema.alterTable('category_away').renameTo('category').execute()
  expect(await unexpected()).toBe(1)
})
