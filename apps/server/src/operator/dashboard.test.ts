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

it('counts each answer that was a fault of ours', async () => {
  const unexpected = async () => (await read()).process.unexpected
  expect(await unexpected()).toBe(0)
  const { db } = market.server.context
  await db.schema.alterTable('category').renameTo('category_away').execute()
  expect(await market.server.post('/category/list')).toMatchObject({ errno: 502 })
  await db.schema.alterTable('category_away').renameTo('category').execute()
  expect(await unexpected()).toBe(1)
})
