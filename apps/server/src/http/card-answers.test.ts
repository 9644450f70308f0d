import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, type Lot, offered, usd } from '../../test/acts/auctions.ts'
import { HALF_ETHER, type ItemId, type Listing, TestMarket } from '../../test/market/market.ts'
import { bid } from '../../test/market/money.ts'
import { addressOf } from '../db/database.ts'
import { buildCards, cardsBuilt } from '../views/card-builder.ts'
import { createApp } from './app.ts'

let market: TestMarket
let item: ItemId
let listing: Listing
let offer: Listing
let lot: Lot
beforeAll(async () => {
  market = await TestMarket.open()
  for (const who of ['bob', 'carol'] as const) await fund(market, who)
  await market.approve('alice', market.official)
  ;({ item, listing } = await market.listed('alice'))
  offer = await bid(market, 'bob', item, usd('3'), { payToken: market.testnet.contracts.dollar })
  lot = await offered(market, 'alice')
  await bidOn(market, 'bob', lot, usd('10'))
  await market.sync()
})
afterAll(() => market.close())

const context = () => market.server.context
const db = () => context().db

/** Knows no answer, and reads its first one from cards: reading without them names every table that they are made of. */
async function openFromCards(): Promise<FastifyInstance> {
  await cardsBuilt(db())
  const rows = await db().selectFrom('item').select(['chain_id', 'collection', 'token_id']).execute()
  const refs = rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }))
  await buildCards({ ...context(), caller: undefined }, refs)
  return createApp(context())
}

async function ask(app: FastifyInstance, path: string, form: Record<string, string>): Promise<string> {
  const response = await app.inject({
    method: 'POST',
    url: `${context().config.prefix}${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  expect((JSON.parse(response.body) as { errno?: number }).errno, response.body).toBeUndefined()
  return response.body
}

async function keptCount(): Promise<number> {
  const { values } = await context().metrics.sharedAnswers.get()
  return values.find(({ labels }) => labels.outcome === 'kept')?.value ?? 0
}

/** Asks until the answer is a kept one: seconds pass meanwhile. */
async function askKept(app: FastifyInstance, path: string, form: Record<string, string>): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const before = await keptCount()
    const text = await ask(app, path, form)
    if ((await keptCount()) > before) return text
  }
  throw new Error(`${path} is never kept`)
}

let count = 0
const page = { page: '1', limit: '20' }
const one = ({ collection, tokenId }: ItemId) => ({ token: collection, tokenId: String(tokenId) })
const editPrice = async () => {
  const price = HALF_ETHER - BigInt(++count)
  listing = await market.list('alice', item, price, { edit: true, salt: listing.order.salt })
  return String(price)
}
const editBid = async () => {
  const price = usd('3') + BigInt(++count)
  offer = await bid(market, 'bob', item, price, { payToken: market.testnet.contracts.dollar, edit: true, salt: offer.order.salt })
  return String(price)
}
const raise = async () => {
  const total = usd(String(10 + ++count))
  await bidOn(market, count % 2 === 0 ? 'bob' : 'carol', lot, total)
  return `"highestPrice":"${total}"`
}
const lock = async () => {
  const until = context().clock.now() + 1_000
  const key = { chain_id: market.chainId, collection: Buffer.from(item.collection.slice(2), 'hex'), token_id: item.tokenId }
  const { numDeletedRows } = await db().deleteFrom('item_lock').executeTakeFirstOrThrow()
  if (numDeletedRows === 0n)
    await db()
      .insertInto('item_lock')
      .values({ ...key, buyer: Buffer.alloc(20), tx_hash: Buffer.alloc(32), until })
      .execute()
  return `"isLock":${numDeletedRows === 0n}`
}

describe('an answer from cards', () => {
  it.each([
    ['a price', '/home/list', () => page, editPrice],
    ['a price', '/nft/detail', () => one(item), editPrice],
    ['a bid', '/home/list', () => page, editBid],
    ['a bid', '/nft/detail', () => one(item), editBid],
    ['a bid at auction', '/auction/newlist', () => page, raise],
    ['a bid at auction', '/nft/detail', () => one(lot.item), raise],
    ['a lock', '/nft/detail', () => one(item), lock],
  ])('[READ-05] shows %s at once in %s, however often it changes', { timeout: 90_000 }, async (_, path, form, change) => {
    for (let times = 0; times < 6; times++) {
      const app = await openFromCards()
      const before = await askKept(app, path, form())
      const shown = await change()
      expect(before).not.toContain(shown)
      expect(await ask(app, path, form())).toContain(shown)
      await app.close()
    }
    await db().deleteFrom('item_lock').execute()
  })

  it('[READ-05] is shown on by the process that reads cards all the time', { timeout: 90_000 }, async () => {
    for (let times = 0; times < 20; times++) {
      await ask(market.server.app, '/home/list', page)
      const price = await editPrice()
      expect(await ask(market.server.app, '/home/list', page)).toContain(price)
    }
  })
})
