/** @module-tag more */
import { FOREIGN_ABI } from '@plinth/devnet'
import { type Address, ASSET_TYPE, ORDER_TERMS, ORDER_TYPE, withTerms, ZERO_ADDRESS } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { exchangeCall } from '@plinth/sdk'
import { type Abi, encodeFunctionData, parseEther, RpcRequestError } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployForeign, mintForeign } from '../../test/chain/foreign-contracts.ts'
import { checkFloors, checkOnce } from '../../test/market/floors.ts'
import { type ItemId, type Listing, TestMarket, type Who } from '../../test/market/market.ts'
import { operate } from '../../test/operator/operate.ts'
import type { Chain } from '../chain/chain.ts'
import { NodeFault } from '../chain/node-fault.ts'
import type { Node } from '../chain/pool.ts'
import { bytes, transact } from '../db/database.ts'
import { purchaseOf } from '../modules/items/service.ts'
import { examineFloors } from '../operator/doctor-floors.ts'
import { findOrder } from '../state/orders/store.ts'
import { recordFloors } from '../state/statistics/floor-history.ts'
import { checkFillsOf } from './check-fills.ts'

let market: TestMarket
let collection: Address
let next = 1n
const context = () => market.server.context
const chain = () => context().chains.get(market.chainId)

beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market?.close())

const imported = async (address: Address) =>
  operate(context(), 'collections', 'import', '--chain', String(market.chainId), '--collection', address, '--why', 'asked for')

/** Another collection for each test, of a contract that shuts when its owner likes. */
beforeEach(async () => {
  collection = await deployForeign(market, 'Turnstile')
  for (const who of ['alice', 'bob', 'carol', 'dan'] as const) await market.approve(who, collection)
  await imported(collection)
})

async function mintTo(who: Who, of = collection): Promise<ItemId> {
  const tokenId = next++
  await mintForeign(market, of, who, tokenId)
  await market.sync()
  return { collection: of, tokenId }
}

const offer = async (who: Who, price: bigint, options?: Parameters<TestMarket['list']>[3]): Promise<Listing> =>
  market.list(who, await mintTo(who), price, options)
const turn = async (functionName: 'shut' | 'admit', value: boolean | Address) => {
  const call = { address: collection, abi: FOREIGN_ABI as Abi, functionName, args: [value] }
  await market.mined(await market.wallet('carol').writeContract(call))
  await market.sync()
}
const figures = async (of = collection) => market.server.api().statistics.collection({ collection: of })
const floors = async (of = collection) => (await figures(of)).floors
const priceNow = async () => (await floors()).map(({ unitPrice }) => unitPrice)
const check = (asked?: Chain) => checkFloors(market, asked)
/** Past the time after which anything is checked again, or an hour less than that in which it counts. */
const later = (seconds: number) => market.server.clock.advance(seconds)
const rows = () => context().db.selectFrom('fill_check').selectAll().where('collection', '=', bytes(collection)).execute()
const orderIdOf = async ({ order }: Listing) =>
  (await context().db.selectFrom('market_order').select('id').where('salt', '=', order.salt).executeTakeFirstOrThrow()).id
const setOrder = async (listing: Listing, set: object) =>
  context()
    .db.updateTable('market_order')
    .set(set)
    .where('id', '=', await orderIdOf(listing))
    .execute()

describe('a floor', () => {
  it('[COLP-03] is the cheapest listing whose fill passed a dry run, and thin until three accounts have one', async () => {
    await offer('alice', 300n)
    await offer('alice', 500n)
    await offer('alice', 700n)
    expect(await floors()).toEqual([])
    await check()
    expect(await floors()).toEqual([{ money: ZERO_ADDRESS, payToken: ZERO_ADDRESS, unitPrice: 300n, isThin: true }])
    await offer('bob', 200n)
    await check()
    expect(await floors()).toMatchObject([{ unitPrice: 200n, isThin: true }])
    await offer('carol', 900n)
    await check()
    expect(await floors()).toMatchObject([{ unitPrice: 200n, isThin: false }])
    // The other two of alice were not needed for that.
    expect(await rows()).toHaveLength(3)
  })

  it('[COLP-03][F-113] is in each money, thin by that money’s accounts, of ERC20 and of works that their purchase mints, too', async () => {
    const { wrappedCoin, dollar } = market.testnet.contracts
    await offer('alice', 300n, { payToken: wrappedCoin })
    await offer('bob', 400n)
    await offer('carol', 7n, { payToken: dollar })
    await check()
    expect(await floors()).toEqual([
      { money: ZERO_ADDRESS, payToken: wrappedCoin, unitPrice: 300n, isThin: true },
      { money: dollar, payToken: dollar, unitPrice: 7n, isThin: true },
    ])

    const { api } = await market.session('alice')
    const { storageId } = await market.upload('alice')
    const of = market.official
    const { tokenId } = await api.dapp.sign({ collection: of, chainId: market.chainId })
    const terms = { name: 'To come', storageId, category: 1n, quantity: 1n, standard: 3 as const, chainId: market.chainId }
    await api.nft.add({ collection: of, tokenId, ...terms })
    await market.approve('alice', of)
    await market.list('alice', { collection: of, tokenId, standard: ASSET_TYPE.MINTED }, 900n)
    await check()
    expect(await floors(of)).toMatchObject([{ unitPrice: 900n }])
  })

  it('[COLP-03] is checked by the bytes that a buyer sends', async () => {
    const { order } = await offer('alice', 300n)
    const { api } = await market.session('bob')
    const { token, tokenId } = order.sellAsset
    const slot = { collection: token, tokenId, owner: order.owner, type: ORDER_TYPE.SALE, chainId: market.chainId }
    const record = await api.order.get(slot)
    const fee = await api.order.buyerFee({ ...slot, salt: order.salt, quantity: 1n })
    const call = exchangeCall(record, fee, 1n)
    const stored = await findOrder(context().db, Number(record.id))
    if (!stored) throw new Error('The order is not stored')
    const { fill, guard } = await purchaseOf(context(), chain(), stored)
    expect(fill).toMatchObject({ to: market.exchange, data: encodeFunctionData(call), value: call.value })
    expect(guard.data).toBe(encodeFunctionData({ abi: exchangeAbi, functionName: 'buyerFee' }))
  })

  it('[COLP-03] ends when its collection lets nothing through, and is there again when it does', async () => {
    await offer('alice', 300n)
    await check()
    await turn('shut', true)
    later(1_600)
    await check()
    expect(await floors()).toEqual([])
    expect(await rows()).toMatchObject([{ is_passed: false, fails: 1 }])
    // Not asked at once again.
    await check()
    expect(await rows()).toMatchObject([{ fails: 1 }])
    await turn('shut', false)
    later(700)
    await check()
    expect(await priceNow()).toEqual([300n])
  })

  it('[COLP-03] is there within seconds where the index reads the approval after the dry run', async () => {
    const item = await mintTo('bob')
    await market.approve('bob', collection, false)
    await market.sync()
    await market.indexers.stop()
    await market.approve('bob', collection)
    await market.list('bob', item, 300n)
    await check()
    expect(await rows()).toMatchObject([{ is_passed: false, fails: 1 }])
    await market.follow()
    later(10)
    await check()
    expect(await priceNow()).toEqual([300n])
  })

  it('[COLP-03] is none that passes for one address alone', async () => {
    await offer('alice', 300n)
    await turn('admit', market.address('dan'))
    const events = () => context().db.selectFrom('outbox').select('id').where('topic', '=', 'collection').execute()
    const before = (await events()).length
    await check()
    expect(await floors()).toEqual([])
    // Pages that show its price as the floor of a trait ask again.
    expect((await events()).length).toBeGreaterThan(before)
  })

  it('[COLP-03] is no private sale, nothing locked, hidden, expired, stopped or in a token that is not listed', async () => {
    await offer('bob', 400n)
    const cheap = await offer('alice', 300n, { validUntil: chain().now() + 3_000 })
    await check()
    const { db } = context()
    const which = (table: 'item') =>
      db.updateTable(table).where('collection', '=', bytes(collection)).where('token_id', '=', cheap.order.sellAsset.tokenId)
    const { salt } = cheap.order
    const secret = withTerms(salt, ORDER_TERMS.PRIVATE)
    const without: readonly [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ['hidden', () => which('item').set({ is_visible: false }).execute(), () => which('item').set({ is_visible: true }).execute()],
      [
        'locked',
        () => which('item').set({ is_trade_locked: true }).execute(),
        () => which('item').set({ is_trade_locked: false }).execute(),
      ],
      [
        'private',
        () => setOrder(cheap, { salt: secret }),
        () => db.updateTable('market_order').set({ salt }).where('salt', '=', secret).execute(),
      ],
    ]
    for (const [name, put, back] of without) {
      await put()
      expect([name, await priceNow()]).toEqual([name, [400n]])
      await back()
      expect([name, await priceNow()]).toEqual([name, [300n]])
    }
    await db.updateTable('pay_token').set({ is_listed: false }).where('address', '=', Buffer.alloc(20)).execute()
    expect(await floors()).toEqual([])
    await db.updateTable('pay_token').set({ is_listed: true }).execute()
    later(3_001)
    expect(await priceNow()).toEqual([400n])
  })

  it('[COLP-03] is none whose seller has no longer what it sells, whatever the index says', async () => {
    const [gone, unapproved] = [await offer('alice', 100n), await offer('bob', 200n)]
    await offer('dan', 900n)
    await market.transfer('alice', 'carol', { collection, tokenId: gone.order.sellAsset.tokenId })
    await market.approve('bob', collection, false)
    await market.sync()
    for (const one of [gone, unapproved]) await setOrder(one, { is_live: true, is_fundable: true, has_left: false })
    await check()
    expect(await priceNow()).toEqual([900n])
    expect((await rows()).filter((row) => row.is_passed === false)).toHaveLength(2)
  })

  it('[COLP-03] is none while the exchange is stopped, and there again when it goes on', async () => {
    await offer('alice', 300n)
    await check()
    const owner = market.testnet.operator
    await market.testnet.setBalance(owner.account.address, parseEther('1'))
    const call = (functionName: 'pause' | 'unpause', args: readonly unknown[]) =>
      owner.writeContract({ address: market.exchange, abi: exchangeAbi as Abi, functionName, args })
    await market.mined(await call('pause', [86_400n]))
    await market.sync()
    later(61)
    await checkOnce(market)
    expect(await floors()).toEqual([])
    await market.mined(await call('unpause', []))
    await market.sync()
    later(61)
    await check()
    expect(await priceNow()).toEqual([300n])
  })

  it('[COLP-03] is asked again when a reorganisation takes back the block of its dry run', async () => {
    await offer('alice', 300n)
    await mintForeign(market, collection, 'bob', next++)
    await market.sync()
    await check()
    await market.testnet.reorg(1)
    await market.testnet.mine(2)
    await market.sync()
    expect(await rows()).toEqual([])
    await check()
    expect(await priceNow()).toEqual([300n])
  })
})

describe('floods', () => {
  it('[COLP-03] of failing cheap listings keep neither the others of a collection nor other collections waiting', {
    tags: 'more',
  }, async () => {
    for (let price = 1n; price <= 30n; price++) await offer('alice', price)
    await market.approve('alice', collection, false)
    await market.sync()
    await context().db.updateTable('market_order').set({ is_live: true }).where('collection', '=', bytes(collection)).execute()
    await offer('bob', 400n)
    await offer('carol', 500n)
    const other = await deployForeign(market, 'Museum')
    await market.approve('dan', other)
    await imported(other)
    await market.list('dan', await mintTo('dan', other), 70n)
    const metered = { ...chain() }
    await checkFillsOf(context(), metered)
    expect(await floors()).toMatchObject([{ unitPrice: 400n }])
    expect(await floors(other)).toMatchObject([{ unitPrice: 70n }])
    // One of alice at a time, and none after twenty that failed.
    expect((await rows()).filter(({ is_passed }) => is_passed === false)).toHaveLength(1)
    await check()
    expect((await rows()).filter(({ is_passed }) => is_passed === false)).toHaveLength(20)
  })

  it('[COLP-03] stay within the calls of a minute, and of a collection’s part of it', { tags: 'more' }, async () => {
    for (let price = 1n; price <= 30n; price++) await offer('alice', price)
    await market.approve('alice', collection, false)
    await market.sync()
    await context().db.updateTable('market_order').set({ is_live: true }).where('collection', '=', bytes(collection)).execute()
    let requests = 0
    const count: Node['request'] = (method, params) => {
      requests++
      return chain().pool.request(method, params)
    }
    const counted = poolOf({ name: 'counted', request: count })
    // Listings of other tests that failed would be asked again.
    await context().db.updateTable('market_order').set({ is_live: false }).where('collection', '!=', bytes(collection)).execute()
    const few = { ...context(), config: { ...context().config, dryRunsPerMinute: 30 } }
    const rounds = 60
    for (let round = 0; round < rounds; round++) {
      await checkFillsOf(few, counted)
      later(2)
    }
    // The part of a collection: six calls at once, three more each minute, and the round that goes beyond.
    expect(requests).toBeGreaterThan(5)
    expect(requests).toBeLessThanOrEqual(6 + 3 * 2 + 10)
    expect((await rows()).length).toBeLessThan(5)
  })
})

/** The chain, asked through these nodes. */
function poolOf(...nodes: readonly Node[]): Chain {
  const { pool } = chain()
  return {
    ...chain(),
    pool: {
      ...pool,
      size: nodes.length,
      withNode: (work, { besides } = {}) => work(nodes.find((node) => node !== besides) ?? (nodes[0] as Node)),
    },
  }
}

const honest: Node = { name: 'honest', request: (method, params) => chain().pool.request(method, params) }
const isFill = (params: unknown): boolean =>
  JSON.stringify(params).includes(`"to":"${market.exchange}"`) && JSON.stringify(params).includes('"gas"')
const withAnswer = (name: string, answer: () => Promise<unknown>): Node => ({
  name,
  request: (method, params) => (method === 'eth_call' && isFill(params) ? answer() : honest.request(method, params)),
})
const revert = async () => {
  throw new RpcRequestError({ body: {}, error: { code: 3, message: 'execution reverted', data: '0x08c379a0' }, url: 'a node' })
}

describe('a node', () => {
  const silent: readonly (readonly [string, () => Node])[] = [
    ['is down', () => ({ name: 'down', request: async () => Promise.reject(new NodeFault('unreachable', 'a node')) })],
    ['is late', () => withAnswer('late', async () => Promise.reject(new NodeFault('late', 'a node')))],
    ['errs', () => withAnswer('err', async () => Promise.reject(new NodeFault('refused', 'a node')))],
    ['answers nonsense', () => withAnswer('nonsense', async () => 'yes')],
    [
      'ignores state overrides',
      () => ({
        name: 'plain',
        request: (method, params) => honest.request(method, method === 'eth_call' ? (params as unknown[]).slice(0, 2) : params),
      }),
    ],
    [
      'says that everything passes',
      () => ({
        name: 'yes',
        request: (method, params) => (method === 'eth_call' ? Promise.resolve('0x') : honest.request(method, params)),
      }),
    ],
  ]

  it.each(silent)('[COLP-03] that %s fails no listing and passes none', async (_, node) => {
    await offer('alice', 300n)
    const asked = poolOf(node())
    await check(asked)
    expect(await floors()).toEqual([])
    expect((await rows()).filter((row) => row.is_passed !== null)).toEqual([])
    later(61)
    await check()
    expect([await priceNow(), (await rows()).map(({ reason }) => reason)]).toEqual([[300n], ['']])
    // Nor does it end what passed within the hour.
    later(1_600)
    await check(asked)
    expect(await priceNow()).toEqual([300n])
  })

  it('[COLP-03] that lies about a revert fails no listing where another one says otherwise', async () => {
    await offer('alice', 300n)
    await check(poolOf(withAnswer('liar', revert), honest))
    expect(await rows()).toMatchObject([{ is_passed: null, silences: 1, reason: 'nodes differ' }])
    await turn('shut', true)
    later(61)
    await check(poolOf(honest, { ...honest, name: 'another' }))
    expect(await rows()).toMatchObject([{ is_passed: false }])
  })

  it('[COLP-03] that is silent for an hour leaves a floor unknown, which its metric says, and its history as it was', async () => {
    await offer('alice', 300n)
    await check()
    const record = () => transact(context().db, (tx) => recordFloors(tx, market.chainId, chain().now()))
    await record()
    const down = poolOf({ name: 'down', request: async () => Promise.reject(new NodeFault('unreachable', 'a node')) })
    const unanswered = async () => {
      await checkFillsOf(context(), down)
      return (
        (await context().metrics.floorsUnanswered.get()).values.find(({ labels }) => labels.chain === String(market.chainId))?.value ?? 0
      )
    }
    later(1_600)
    const before = await unanswered()
    expect(await priceNow()).toEqual([300n])
    later(3_700)
    expect(await unanswered()).toBeGreaterThan(before)
    const [finding] = await examineFloors(context(), chain())
    expect(finding).toMatchObject({ state: 'worry', says: { en: expect.stringContaining('no floor') } })
    expect(await figures()).toMatchObject({ floors: [], listed: 1 })
    await record()
    const { floors: line } = await market.server.api().statistics.chart({ collection, hours: 24 })
    expect(line.map(({ unitPrice }) => unitPrice)).toEqual([300n])
    later(200)
    await check()
    expect(await priceNow()).toEqual([300n])
  })
})
