import { feeOf, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket, type Who } from '../../../test/market/market.ts'
import { accept, allow, bid, takeDollars } from '../../../test/market/money.ts'
import { bytes } from '../../db/database.ts'

const PRICE = parseEther('0.5')
const PAID = PRICE + feeOf(PRICE, 250n)
const BID = 4_000_000n

let market: TestMarket
let [given, own]: ItemId[] = []
let timeZone = { year: 0, timeZone: 'UTC' }
beforeAll(async () => {
  market = await TestMarket.open()
  const collection = await market.collection('alice')
  for (const who of ['alice', 'bob'] as const) await market.approve(who, collection)
  const mint = () => market.mint('alice', { collection })
  ;[given, own] = [await mint(), await mint()]
  await market.sync()
  // Carol buys a work for Bob, whose transactions the index has read, and one for Dan, who has sent none.
  for (const [item, who] of [
    [given, 'bob'],
    [own, 'dan'],
  ] as const)
    await market.buy('carol', await market.list('alice', item, PRICE), 1n, market.address(who))
  await market.sync()
  timeZone = { year: new Date(1_000 * market.server.context.chains.get(market.chainId).now()).getUTCFullYear(), timeZone: 'UTC' }
})
afterAll(() => market?.close())

const apiOf = async (who: Who) => (await market.session(who)).api.portfolio
const coinOf = async (who: Who) => (await (await apiOf(who)).summary({})).moneys.find(({ money }) => money === ZERO_ADDRESS)
const tradesOf = async (who: Who) => (await (await apiOf(who)).trades({ ...timeZone, limit: 50 })).list

describe('a purchase for another account', () => {
  it('[PORT-01] costs the account that paid it, and is a gift to its receiver', async () => {
    const bob = await coinOf('bob')
    expect(bob).toMatchObject({ spent: 0n, bought: 0n, fees: 0n, cost: 0n })
    const carol = await coinOf('carol')
    expect(carol).toMatchObject({ spent: PAID, bought: 1n, fees: PAID - PRICE, cost: 0n, realised: 0n })
    expect(await tradesOf('bob')).toEqual([])
    expect(await tradesOf('carol')).toMatchObject([{ side: 'buy', tokenId: given?.tokenId, total: PAID, gas: expect.any(BigInt) }])
    expect((await (await apiOf('bob')).statement({ ...timeZone, language: 'en' })).rows).toBe(0)
  })

  it('[PORT-07] shows no work of an unknown collection among those of its receiver', async () => {
    const api = await apiOf('bob')
    expect((await api.items({ limit: 50 })).list).toEqual([])
    expect((await api.items({ limit: 50, isHidden: true })).list).toMatchObject([
      { tokenId: given?.tokenId, how: 'gift', hidden: 'unknown' },
    ])
    await api.unhide({ items: [{ chainId: market.chainId, collection: given?.collection ?? ZERO_ADDRESS, tokenId: given?.tokenId ?? 0n }] })
    expect((await api.items({ limit: 50, sort: 'paid' })).list[0]?.paid).toBeUndefined()
    expect(await api.summary({})).toMatchObject({ works: 1, gifts: 1 })
  })

  it('[PORT-01] is one of its receiver where that has sent nothing, as a contract', async () => {
    expect(await coinOf('dan')).toMatchObject({ spent: PAID, bought: 1n, cost: PAID })
    expect(await tradesOf('dan')).toMatchObject([{ side: 'buy', tokenId: own?.tokenId, gas: 0n }])
  })

  it('[PORT-01] has its mirror: who accepts a bid for another has sold', async () => {
    const { dollar } = market.testnet.contracts
    await takeDollars(market, 'eve', BID)
    await allow(market, 'eve', dollar, BID)
    const offered = await bid(market, 'eve', given as ItemId, BID / 2n, { payToken: dollar })
    await accept(market, 'bob', offered, 1n, market.address('carol'))
    await market.sync()
    const soldBy = async (who: Who) => (await (await apiOf(who)).summary({})).moneys.find(({ money }) => money === dollar)?.sold ?? 0n
    expect([await soldBy('bob'), await soldBy('carol')]).toEqual([1n, 0n])
  })
})

describe('works of unknown collections that others send', () => {
  it('[PORT-07] keep no account from its sums, however many there are', { tags: 'more' }, async () => {
    const { db } = market.server.context
    const sent = await market.minted('carol')
    await sql`update collection set is_official = false, is_verified = false where address = ${bytes(sent.collection)}`.execute(db)
    await market.transfer('carol', 'eve', sent)
    await market.sync()
    await sql`insert into item_transfer select t.chain_id, sha256(int4send(n)), t.log_index, t.block_number, t.at, t.tx_hash, t.collection,
        t.token_id, t.from_account, t.to_account, t.quantity, t.is_trade, t.part
      from item_transfer t, generate_series(1, 50000) n where t.to_account = ${bytes(market.address('eve'))} and not t.is_trade`.execute(db)
    const api = await apiOf('eve')
    expect((await api.summary({})).isComplete).toBe(true)
    await sql`update collection set is_verified = true where address = ${bytes(sent.collection)}`.execute(db)
    expect((await api.summary({})).isComplete).toBe(false)
  })
})
