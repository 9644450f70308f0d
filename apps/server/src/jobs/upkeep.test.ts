import { ORDER_STATUS } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { bytes } from '../db/database.ts'
import { revalidateSome } from '../modules/orders/service.ts'
import { expireOrders } from './expire-orders.ts'
import { gasPrices } from './gas-prices.ts'
import { recount } from './recount.ts'

let market: TestMarket
let item: ItemId
beforeAll(async () => {
  market = await TestMarket.open()
  item = await market.mint('alice')
  await market.sync()
  await market.approve('alice', item.collection)
  await market.sync()
  await market.list('alice', item)
  const { api } = await market.session('bob')
  await api.like.add({ ...item, chainId: market.chainId })
  await api.follow.add({ address: market.address('alice') })
})
afterAll(() => market.close())

const context = () => market.server.context
const order = () => context().db.selectFrom('market_order').selectAll().executeTakeFirstOrThrow()
const itemRow = () => context().db.selectFrom('item').selectAll().where('token_id', '=', item.tokenId).executeTakeFirstOrThrow()

describe('recount', () => {
  it('finds nothing in a market that has lived a little', async () => {
    expect(await recount(context())).toEqual([])
  })

  it('finds and repairs every maintained number that is wrong, and says so', async () => {
    const { db } = context()
    const before = { item: await itemRow(), holdings: await db.selectFrom('holding').selectAll().orderBy('owner').execute() }
    const counters = () => db.selectFrom('notice_counter').selectAll().orderBy('account').execute()
    const notices = await counters()
    const follows = () => db.selectFrom('follow_counter').selectAll().orderBy('account').execute()
    const followed = await follows()
    await db
      .updateTable('notice_counter')
      .set({ total: 99, unread: 98 })
      .where('account', '=', bytes(market.address('alice')))
      .execute()
    await db
      .deleteFrom('notice_counter')
      .where('account', '=', bytes(market.address('bob')))
      .execute()
    await db.updateTable('like_counter').set({ likes: 7 }).execute()
    await db
      .updateTable('follow_counter')
      .set({ followers: 3 })
      .where('account', '=', bytes(market.address('alice')))
      .execute()
    await db
      .deleteFrom('follow_counter')
      .where('account', '=', bytes(market.address('bob')))
      .execute()
    await db.updateTable('holding').set({ quantity: 5n }).execute()
    await db.updateTable('item').set({ supply: 9n }).where('token_id', '=', item.tokenId).execute()
    await db.updateTable('market_order').set({ filled_items: 1n }).execute()
    const names = new Set((await recount(context())).map(({ name }) => name))
    expect([...names].sort()).toEqual([
      'follow_counter',
      'holding',
      'item.supply',
      'like_counter',
      'market_order.filled_items',
      'notice_counter',
    ])
    expect(await recount(context())).toEqual([])
    expect({ item: await itemRow(), holdings: await db.selectFrom('holding').selectAll().orderBy('owner').execute() }).toEqual(before)
    expect(await counters()).toEqual(notices)
    expect(followed).toHaveLength(2)
    expect(await follows()).toEqual(followed)
    expect((await order()).filled_items).toBe(0n)
    await db.updateTable('item').set({ floor: 1n }).where('token_id', '=', item.tokenId).execute()
    expect((await recount(context())).map(({ name }) => name)).toEqual(['item.floor'])
    expect(await itemRow()).toEqual(before.item)
    expect(market.server.logged.join('\n')).toContain('recount differs')
  })
})

describe('revalidation', () => {
  it('leaves alone what the chain confirms, and puts right what it does not', async () => {
    const chain = context().chains.get(market.chainId)
    expect(await revalidateSome(context(), chain, 0)).toEqual({ lastId: 0, differences: 0 })
    await context().db.updateTable('market_order').set({ is_fundable: false, is_live: false }).execute()
    expect((await revalidateSome(context(), chain, 0)).differences).toBe(1)
    expect(await order()).toMatchObject({ is_fundable: true, is_live: true, status: ORDER_STATUS.OPEN })
    expect((await itemRow()).is_on_sale).toBe(true)
  })

  it('takes an order off sale when the index missed that the item left', async () => {
    const chain = context().chains.get(market.chainId)
    await market.indexers.stop()
    await market.transfer('alice', 'carol', item)
    // The state of an index that has lost these logs.
    const head = await market.testnet.publicClient.getBlock()
    await context()
      .db.updateTable('chain_cursor')
      .set({ number: Number(head.number) })
      .execute()
    expect((await revalidateSome(context(), chain, 0)).differences).toBe(1)
    expect(await order()).toMatchObject({ is_fundable: false, is_live: false })
    expect((await itemRow()).is_on_sale).toBe(false)
    expect(market.server.logged.join('\n')).toContain('order differs from the chain')
  })
})

describe('expire-orders', () => {
  it('does nothing by this machine’s clock before the chain’s own is known', async () => {
    const chain = context().chains.get(market.chainId)
    const { head } = chain
    Object.assign(chain, { head: () => undefined })
    await context().db.updateTable('market_order').set({ is_live: true, valid_until: 1 }).execute()
    await expireOrders.run(context())
    expect((await order()).is_live).toBe(true)
    Object.assign(chain, { head })
    await expireOrders.run(context())
    expect((await order()).is_live).toBe(false)
  })
})

describe('config.gasTracker', () => {
  it('[API-26] answers what the last blocks paid, and nothing before the first reading', async () => {
    await gasPrices.run(context())
    const { data } = await market.server.post('/config/gasTracker', { chainId: String(market.chainId) })
    expect(data).toEqual({
      low: expect.stringMatching(/^\d+$/),
      medium: expect.stringMatching(/^\d+$/),
      high: expect.stringMatching(/^\d+$/),
      lastBlock: expect.stringMatching(/^\d+$/),
    })
    const { low, medium, high, lastBlock } = data as Record<string, string>
    expect([BigInt(low ?? '') <= BigInt(medium ?? ''), BigInt(medium ?? '') <= BigInt(high ?? ''), Number(lastBlock) > 0]).toEqual([
      true,
      true,
      true,
    ])
    await context().db.deleteFrom('gas_price').execute()
    expect(await market.server.post('/config/gasTracker')).not.toHaveProperty('data')
  })

  it('[F-110] follows the head where blocks are empty, by what the node suggests', async () => {
    await market.testnet.mine(60)
    await gasPrices.run(context())
    const gas = await market.server.api().config.gasTracker({ chainId: market.chainId })
    const { publicClient } = market.testnet
    const [head, suggested] = await Promise.all([publicClient.getBlockNumber(), publicClient.getGasPrice()])
    expect(gas).toEqual({ low: suggested, medium: suggested, high: suggested, lastBlock: head })
  })
})
