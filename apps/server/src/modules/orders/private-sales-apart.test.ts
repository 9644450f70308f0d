/** @module-tag more */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CATALOGUE, type Call } from '@plinth/api'
import { V1, type V1Name } from '@plinth/api/v1'
import { ORDER_TYPE } from '@plinth/protocol'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bidOn, fund, named, offered, usd } from '../../../test/acts/auctions.ts'
import { pathFor, type V1World } from '../../../test/acts/resources.ts'
import { EventReader } from '../../../test/market/event-reader.ts'
import { HALF_ETHER, type ItemId, type Listing, TestMarket } from '../../../test/market/market.ts'
import { bid } from '../../../test/market/money.ts'
import { makeOffer } from '../../../test/market/offers.ts'
import { OPEN_RULES } from '../../../test/matrix/open-rules.ts'
import type { CallName } from '../../../test/matrix/rule.ts'
import type { World } from '../../../test/matrix/world.ts'
import { refreshStatisticsJob } from '../../jobs/refresh-statistics.ts'

/** Its digits stand in no other number. */
const PRICE = 123_456_789_012_345_678n
const LOWER = 123_456_789_012_345_677n
/** Differ in each response, or write. */
const OTHERS: readonly string[] = [
  'config.fetch',
  'config.gasTracker',
  'user.nonce',
  'user.kaptcha',
  'user.login',
  'user.reload',
  'nft.refreshmeta',
]

const webDir = mkdtempSync(join(tmpdir(), 'plinth-private-'))
let market: TestMarket
let item: ItemId
let world: World
let v1: V1World
beforeAll(async () => {
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><html><head><title>Plinth</title></head><body></body></html>')
  market = await TestMarket.open({ webDir })
  await market.server.app.listen({ host: '127.0.0.1', port: 0 })
  await market.approve('alice', market.official)
  for (const who of ['bob', 'carol', 'dan'] as const) await fund(market, who)
  item = await market.minted('alice')
  const lot = await offered(market, 'alice')
  await bidOn(market, 'bob', lot, usd('10'))
  await bid(market, 'carol', item, usd('3'), { payToken: market.testnet.contracts.dollar })
  const offer = await makeOffer(market, 'bob', usd('2'))
  const { api } = await market.session('dan')
  await api.like.add(item)
  await api.follow.add({ address: market.address('alice') })
  await api.user.setprofile({ nickname: 'Dan', brief: '' })
  const [alice, bob, carol, dan] = (['alice', 'bob', 'carol', 'dan'] as const).map((who) => market.address(who))
  // All that each rule asks for is this one item.
  world = {
    market,
    item,
    left: item,
    wished: item,
    listed: item,
    bought: item,
    unminted: item,
    alice,
    bob,
    carol,
    dan,
    lot: named(lot),
    root: offer.root,
    reserved: { collection: item.collection, tokenId: item.tokenId, owner: alice, salt: 1n },
    dollar: market.testnet.contracts.dollar,
    boxId: 1n,
    collection: market.official,
    notices: {},
  } as unknown as World
  v1 = { market, item, lot, offer, listing: undefined as unknown as Listing }
  // Only she may know the cost.
  await market.approve('bob', market.official)
  await market.buy('alice', await market.list('bob', await market.minted('bob'), HALF_ETHER))
  await market.sync()
})
afterAll(async () => {
  await market?.close()
  rmSync(webDir, { recursive: true, force: true })
})

/** Every call that needs no token, with valid arguments about the item, its collection or its owner. */
function publicCalls(): { name: string; path: string; fields: Record<string, string> }[] {
  return Object.entries(OPEN_RULES).flatMap(([name, rule]) => {
    if (OTHERS.includes(name)) return []
    const [segment = '', ...rest] = name.split('.')
    const call = (CATALOGUE as unknown as Record<string, Record<string, Call>>)[segment]?.[rest.join('.')]
    if (!call || call.auth === 'login') throw new Error(name)
    const wire = z.encode(call.request, (rule.anybody as (of: World) => unknown)(world) as never) as Record<string, unknown>
    const fields = Object.entries(wire).flatMap(([field, value]) => (value === undefined ? [] : [[field, String(value)]]))
    return [{ name, path: call.path, fields: Object.fromEntries(fields) }]
  })
}

/** The same of reads that only an account has: what a buyer or a seller of another item asks. */
const ownCalls = (salt: bigint): readonly [CallName, Record<string, string>][] => {
  const { collection, tokenId } = item
  const place = { collection, tokenId: String(tokenId) }
  const guess = { owner: market.address('alice'), salt: String(salt) }
  const type = String(ORDER_TYPE.SALE)
  return [
    ['privateSale.forItem', place],
    ['privateSale.mine', { page: '1', limit: '20' }],
    ['privateSale.buyerFee', { ...place, ...guess }],
    ['order.buyerFee', { ...guess, sellToken: collection, sellTokenId: String(tokenId), type }],
    ['order.get', { caddress: collection, tokenId: String(tokenId), owner: guess.owner, type }],
    ['offer.buyerFee', { ...place, ...guess }],
    ['notices.list', { page: '1', limit: '50' }],
    ['notices.unread', {}],
    ['offer.mine', { page: '1', limit: '20' }],
    ['auction.buyerFee', { ...place, ...guess, type: '1' }],
  ]
}

const PAGES = (): string[] => {
  const ids = `${item.collection}:${item.tokenId}?chain=${market.chainId}`
  const page = `https://market.example/detail/${ids}`
  return [
    `/detail/${ids}`,
    `/collection/${item.collection}?chain=${market.chainId}`,
    `/account/${market.address('alice')}`,
    '/',
    '/explore',
    `/embed/${ids}`,
    `/oembed?${new URLSearchParams({ url: page })}`,
    '/sitemap.xml',
    '/robots.txt',
  ]
}

/** Every read there is, as a stranger and without a token. */
async function readAll(salt: bigint): Promise<Map<string, string>> {
  await market.sync()
  await refreshStatisticsJob.run(market.server.context)
  const { token } = await market.session('dan')
  const answers = new Map<string, string>()
  for (const { name, path, fields } of publicCalls())
    for (const who of [token, undefined])
      answers.set(`${name} ${who ? 'dan' : ''}`, (await market.server.post(path, fields, { token: who })).text)
  for (const [name, fields] of ownCalls(salt)) {
    const [segment = '', call = ''] = name.split('.')
    answers.set(name, (await market.server.post(`/${segment}/${call}`, fields, { token })).text)
  }
  const get = async (url: string) => (await market.server.app.inject({ url, headers: { accept: 'text/html,application/json' } })).body
  for (const name of Object.keys(V1) as V1Name[]) answers.set(`v1 ${name}`, await get(pathFor(name, v1)))
  for (const url of PAGES()) answers.set(url, await get(url))
  return answers
}

/** Spellings of the secret terms. */
const secretsOf = ({ order, signature }: Listing): string[] => [
  order.salt.toString(),
  toHex(order.salt),
  String(PRICE),
  String(LOWER),
  '0.12345678901234567',
  signature,
]

/** What Alice alone may know of her portfolio: she has paid, sold and gained. */
async function privateSums(): Promise<string[]> {
  const { moneys } = await (await market.session('alice')).api.portfolio.summary({})
  const sums = moneys.flatMap(({ spent, earned, gas, cost, realised }) => [spent, earned, gas, cost, realised])
  // A short number may stand anywhere.
  return sums.filter((sum) => sum > 10n ** 12n).map(String)
}

describe('a private sale and a portfolio, to every account but their own', () => {
  it('[PRIV-02] [PORT-09] are in no answer of the whole API, page, preview or event, open, edited or cancelled', async () => {
    const { port } = market.server.app.server.address() as { port: number }
    const { token } = await market.session('dan')
    const readers = [await EventReader.open(`http://127.0.0.1:${port}`, { token }), await EventReader.open(`http://127.0.0.1:${port}`)]
    const guess = 1n
    const alice = await market.session('alice')
    const before = await readAll(guess)
    // A hidden work, the least offer and a blocked account show no more than a private sale.
    await alice.api.portfolio.hide({ items: [{ chainId: market.chainId, collection: item.collection, tokenId: item.tokenId }] })
    await alice.api.offer.setLeast({ least: 77 })
    await alice.api.offer.block({ address: market.address('eve') })
    const sale = await market.list('alice', item, PRICE, { taker: market.address('bob') })
    const bob = await market.session('bob')
    expect(await bob.api.privateSale.forItem(item)).toHaveLength(1)
    expect(Object.fromEntries(await readAll(guess))).toEqual(Object.fromEntries(before))

    // An account that has come to know its salt gets nothing for it.
    const known = await readAll(sale.order.salt)
    const sums = await privateSums()
    expect(sums.length).toBeGreaterThan(1)
    const secrets = [...secretsOf(sale), ...sums]
    const leaks = [...known].flatMap(([name, text]) => secrets.filter((secret) => text.includes(secret)).map((secret) => [name, secret]))
    expect(leaks).toEqual([])
    const codes = ownCalls(sale.order.salt).filter(([name]) => name.endsWith('buyerFee') || name === 'order.get')
    for (const [name] of codes) expect([name, known.get(name)]).toEqual([name, before.get(name)])

    const { order } = await market.list('alice', item, LOWER, { taker: market.address('bob'), salt: sale.order.salt, edit: true })
    expect(Object.fromEntries(await readAll(guess))).toEqual(Object.fromEntries(before))
    expect(readers.map(({ events }) => events.filter(({ topic }) => topic !== 'head'))).toEqual([[], []])

    await market.cancel('alice', { order, signature: '0x' })
    const after = await readAll(guess)
    expect(await bob.api.privateSale.forItem(item)).toEqual([])
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before))
    // A cancel is a transaction of the chain, which every account sees there.
    const topics = readers.map(({ events }) => new Set(events.map(({ topic }) => topic)))
    for (const seen of topics) for (const topic of ['item', 'order', 'collection', 'notice'] as const) expect(seen.has(topic)).toBe(false)
    for (const reader of readers) await reader.close()
  })

  it('[PRIV-02] is no sale of the documented reads to its seller and its buyer either', async () => {
    const one = await market.minted('alice')
    const { order } = await market.list('alice', one, PRICE, { taker: market.address('bob') })
    for (const who of ['alice', 'bob'] as const) {
      const { api, address } = await market.session(who)
      expect(await api.nft.detail(one)).toMatchObject({ isOnSale: false, listings: [], bids: [] })
      expect(
        (await api.order.list({ page: 1, limit: 50, owner: order.owner, collection: one.collection, tokenId: one.tokenId })).total,
      ).toBe(0)
      expect((await api.user.onsales({ page: 1, limit: 50, address })).list.filter(({ tokenId }) => tokenId === one.tokenId)).toEqual([])
      await expect(api.order.get({ ...one, owner: order.owner, type: ORDER_TYPE.SALE })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    }
  })
})
