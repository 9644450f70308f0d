import { ItemCard, type ItemRecord } from '@plinth/api'
import { ORDER_TERMS, withTerms, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { usd } from '../../test/acts/auctions.ts'
import {
  at,
  context,
  counted,
  db,
  dollar,
  everyItem,
  forgetCopies,
  lockUntil,
  lot,
  market,
  openItems,
  own,
  ref,
  repeat,
  sold,
} from '../../test/acts/items.ts'
import { bothWays } from '../../test/acts/plain-rows.ts'
import { HALF_ETHER, type ItemId, type Who } from '../../test/market/market.ts'
import type { Context } from '../context.ts'
import { bytes } from '../db/database.ts'
import type { ItemRef } from '../db/item-keys.ts'
import { recount } from '../jobs/recount.ts'
import { metadataColumns } from '../state/items/metadata-columns.ts'
import { readRecord } from './record.ts'
import { rowsOf } from './rows.ts'

beforeAll(openItems)
/** Rates and pay tokens are kept for half a second, which a busy machine may take between two statements. */
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(performance.now()))
afterEach(() => void vi.restoreAllMocks())
afterAll(() => market.close())

const read = async (refs: readonly ItemRef[], over: Context = context()) => {
  const rows = await rowsOf(over, refs)
  // Every field is a documented one.
  for (const row of rows) expect(z.decode(ItemCard, JSON.parse(JSON.stringify(z.encode(ItemCard, row))))).toEqual(row)
  return rows
}

/** As it is now, by one statement, and as its record says. */
async function cardOf(item: ItemId): Promise<ItemCard> {
  const { context: over, statements } = counted()
  await read([ref(item)], over)
  statements.length = 0
  const [row] = await read([ref(item)], over)
  expect(statements).toHaveLength(1)
  const [rows, plain] = await bothWays({ ...context(), caller: undefined })
  expect(rows).toEqual(plain)
  if (!row) throw new Error('The item has no row')
  return row
}

/** Another order of the item, otherwise as the one of this side. */
async function copyOrder(side: number, over: Record<string, unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'market_order' and table_schema = current_schema() and is_identity = 'NO' and is_generated = 'NEVER'`.execute(db())
  const values = rows.map(({ name }) =>
    name === 'sequence' ? sql`sequence + 900000 * side` : name in over ? sql`${over[name]}` : sql.ref(name),
  )
  await sql`insert into market_order (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from market_order where ${at(sold)} and side = ${side}`.execute(db())
}

const like = async (who: Who, item: ItemId, isLiked = true) => {
  const { api } = await market.session(who)
  await (isLiked ? api.like.add : api.like.remove)({ ...item, chainId: market.chainId })
}

async function recordOf(item: ItemId): Promise<ItemRecord> {
  const record = await readRecord({ ...context(), caller: undefined }, ref(item))
  if (!record) throw new Error('The item has no record')
  return record
}

describe('a row of a list', () => {
  it('[READ-05] says what the item’s record says', async () => {
    const [listed, auctioned, hidden] = [await cardOf(sold), await cardOf(lot.item), await cardOf(own)]
    const record = await recordOf(sold)
    expect(listed).toMatchObject({
      chainId: market.chainId,
      ...sold,
      standard: 3,
      supply: 1n,
      name: 'Five bottles',
      image: expect.stringMatching(/^ipfs:\/\//),
      mediaKind: 'image',
      width: record.width,
      height: record.height,
      collectionName: 'Plinth Works',
      isVerified: true,
      creator: record.creator,
      owner: { address: market.address('alice') },
      price: { payToken: ZERO_ADDRESS, symbol: 'ETH', decimals: 18, unitPrice: HALF_ETHER },
      seller: market.address('alice'),
      listings: 1,
      unitsOnSale: 1n,
      listedAt: record.listings[0]?.createdAt,
      bid: { payToken: dollar(), decimals: 6, unitPrice: usd('40') },
      likes: 1,
      isLocked: false,
      isTradeLocked: false,
      createdAt: record.createdAt,
    })
    expect([listed.auction, listed.lastSale, listed.rank]).toEqual([undefined, undefined, undefined])
    expect(auctioned).toMatchObject({
      auction: {
        payToken: dollar(),
        decimals: 6,
        startPrice: usd('10'),
        highestPrice: usd('30'),
        reserve: usd('20'),
        startsAt: lot.terms.startTime,
        endsAt: lot.terms.endTime,
      },
    })
    expect(auctioned.auction?.expiresAt).toBeGreaterThan(lot.terms.endTime)
    // Its maker’s listing can’t be bought.
    expect(hidden).toMatchObject({ listings: 0, unitsOnSale: 0n, likes: 0 })
    expect(hidden.price).toBeUndefined()
  })

  it('[READ-04] costs one statement at 1, 20 and 200 rows', async () => {
    await repeat(sold, 220)
    const all = await everyItem()
    const { context: over, statements } = counted()
    await read(all, over)
    for (const limit of [1, 20, 200]) {
      statements.length = 0
      const refs = all.slice(-limit)
      const rows = await read(refs, over)
      expect(statements).toHaveLength(1)
      expect(rows.map(({ chainId, collection, tokenId }) => ({ chainId, collection, tokenId }))).toEqual(refs)
    }
    await forgetCopies()
  })

  it('[READ-04] is left out for an item that is hidden, burnt or unknown, and comes in the order asked', async () => {
    const refs: ItemRef[] = [ref(own), { ...ref(sold), tokenId: 999_999n }, ref(sold), ref(lot.item), ref(own)]
    const ids = async () => (await read(refs)).map(({ tokenId }) => tokenId)
    expect(await ids()).toEqual([own.tokenId, sold.tokenId, lot.item.tokenId, own.tokenId])
    await sql`update item set is_visible = false where ${at(sold)}`.execute(db())
    await sql`update item set supply = 0 where ${at(lot.item)}`.execute(db())
    expect(await ids()).toEqual([own.tokenId, own.tokenId])
    await sql`update item set is_visible = true, supply = 1`.execute(db())
    expect(await read([])).toEqual([])
  })

  it('[READ-05] shows likes at once', async () => {
    for (const who of ['bob', 'carol'] as const) await like(who, sold)
    expect((await cardOf(sold)).likes).toBe(3)
    await like('bob', sold, false)
    expect((await cardOf(sold)).likes).toBe(2)
    // A merge of accounts moves a like.
    await sql`update item_like set account = ${bytes(market.address('eve'))} where account = ${bytes(market.address('carol'))} and ${at(sold)}`.execute(
      db(),
    )
    expect((await cardOf(sold)).likes).toBe(2)
    expect((await recount(context())).map(({ name }) => name)).not.toContain('item_likes')
    await sql`update item_likes set likes = 9`.execute(db())
    expect((await recount(context())).map(({ name }) => name)).toEqual(['item_likes'])
    expect((await cardOf(sold)).likes).toBe(2)
  })

  it('[READ-05] shows the last sale that counts, and forgets one that a reorganisation took', { timeout: 60_000 }, async () => {
    const { item, listing } = await market.listed('alice')
    await market.buy('carol', listing)
    await market.sync()
    const { timestamp } = await market.testnet.publicClient.getBlock()
    expect((await cardOf(item)).lastSale).toEqual({ at: Number(timestamp), money: ZERO_ADDRESS, unitPrice: HALF_ETHER })
    expect(await cardOf(item)).toMatchObject({ owner: { address: market.address('carol') }, listings: 0 })
    await sql`update sale set is_counted = false where ${at(item)}`.execute(db())
    expect((await cardOf(item)).lastSale).toBeUndefined()
    await sql`update sale set is_counted = true where ${at(item)}`.execute(db())
    expect((await cardOf(item)).lastSale).toBeDefined()
    await market.testnet.reorg(1)
    await market.testnet.mine(2)
    await market.sync()
    expect((await cardOf(item)).lastSale).toBeUndefined()
  })

  it('[READ-05] shows the cheapest of several moneys by worth, and the dearest bid, as rates are now', async () => {
    await copyOrder(1, {
      maker: bytes(market.address('bob')),
      pay_token: bytes(dollar()),
      total: usd('600'),
      unit_value: parseEther('600'),
    })
    const tenth = parseEther('0.1')
    await copyOrder(2, { maker: bytes(market.address('bob')), pay_token: bytes(ZERO_ADDRESS), total: tenth, unit_value: tenth })
    const rate = async (money: string, answer: bigint) => {
      await sql`delete from rate where money = ${money}`.execute(db())
      await sql`insert into rate (chain_id, money, since, source, currency, answer, decimals)
        values (${market.chainId}, ${money}, 1, 'operator', 'USD', ${answer}, 0)`.execute(db())
    }
    const prices = async () => {
      const { price, seller, bid, listings } = await cardOf(sold)
      expect(listings).toBe(2)
      return [price?.symbol, price?.unitPrice, seller, bid?.symbol, bid?.unitPrice]
    }
    const coin = ['ETH', HALF_ETHER, market.address('alice')]
    const dollars = ['PUSD', usd('600'), market.address('bob')]
    // Without rates by the number alone.
    expect(await prices()).toEqual([...coin, 'PUSD', usd('40')])
    await rate(ZERO_ADDRESS, 2_000n)
    expect(await prices()).toEqual([...coin, 'ETH', tenth])
    await rate(dollar(), 1n)
    expect(await prices()).toEqual([...dollars, 'ETH', tenth])
    await rate(ZERO_ADDRESS, 100n)
    expect(await prices()).toEqual([...coin, 'PUSD', usd('40')])
    await sql`delete from rate`.execute(db())
    await sql`delete from market_order where sequence > 900000`.execute(db())
  })

  it('[READ-05] shows no price that only one account may pay', async () => {
    const { rows } = await sql<{ salt: bigint }>`select salt from market_order where ${at(sold)} and side = 1`.execute(db())
    const salt = rows[0]?.salt ?? 0n
    await sql`update market_order set salt = ${withTerms(salt, ORDER_TERMS.PRIVATE)} where ${at(sold)} and side = 1`.execute(db())
    expect(await cardOf(sold)).toMatchObject({ listings: 0, unitsOnSale: 0n, bid: { unitPrice: usd('40') } })
    await sql`update market_order set salt = ${salt} where ${at(sold)} and side = 1`.execute(db())
    expect(await cardOf(sold)).toMatchObject({ listings: 1 })
  })

  it('[READ-05] is not older than the end of a lock', async () => {
    const { clock } = market.server
    await lockUntil(sold, clock.now() + 60)
    expect(await cardOf(sold)).toMatchObject({ isLocked: true, isTradeLocked: false })
    clock.advance(61)
    expect(await cardOf(sold)).toMatchObject({ isLocked: false })
    await sql`delete from item_lock`.execute(db())
  })

  const HOSTILE = '{"$p":"0x00"} \\{"$v":"liked"} $& $1 "}],"likes":9 {"$l":"1:0x"} </script> \u2028 \\u0000 {"$'

  it('[READ-05] can’t be forged by names, and shortens what is too long', async () => {
    const texts = metadataColumns(JSON.stringify({ name: `${HOSTILE}${'\u{1f33b}'.repeat(200)}`, image: HOSTILE }))
    await db().updateTable('item').set(texts).where('token_id', '=', sold.tokenId).execute()
    await sql`update account set nickname = ${HOSTILE}`.execute(db())
    await sql`update collection set name = ${HOSTILE}`.execute(db())
    await sql`update pay_token set symbol = ${HOSTILE}`.execute(db())
    const card = await cardOf(sold)
    expect(card).toMatchObject({
      image: HOSTILE,
      collectionName: HOSTILE,
      price: { symbol: HOSTILE },
      owner: { nickname: HOSTILE },
      likes: 2,
    })
    expect(card.name).toHaveLength(200)
    expect(card.name.isWellFormed()).toBe(true)
    const long = metadataColumns(JSON.stringify({ name: 'A', image: `data:${'x'.repeat(3_000)}` }))
    await db().updateTable('item').set(long).where('token_id', '=', sold.tokenId).execute()
    expect(await cardOf(sold)).toMatchObject({ name: 'A', image: '' })
  })
})
