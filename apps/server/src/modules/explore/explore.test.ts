import { ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'
import { bytes } from '../../db/database.ts'

/** As the requirement has it. */
const MOST_DAILY = 2_000
const refusal = (errno: number) => expect.objectContaining({ errno })

let market: TestMarket
let items: ItemId[]
beforeAll(async () => {
  market = await TestMarket.open()
  items = []
  for (const name of ['Drift #1', 'Drift #2', 'Harbour'])
    items.push(await market.mint('alice', { name, properties: { Mood: name.slice(0, 5) } }))
  await market.approve('alice', market.official)
  await market.sync()
})
afterAll(() => market.close())

const explore = () => market.server.api().explore
const collection = () => ({ chainId: market.chainId, address: market.official })
const names = (page: { list: readonly { name: string }[] }) => page.list.map(({ name }) => name)

describe('explore.items', () => {
  it('[EXPL-02][EXPL-03][EXPL-04] answers rows with the count of each value of each filter', async () => {
    const page = await explore().items({ collections: [collection()], sort: 'token', withCounts: true, limit: 2 })
    expect(names(page)).toHaveLength(2)
    expect(page).toMatchObject({ total: 3, hasUnrated: false })
    expect(page.list[0]).toMatchObject({ creator: { address: market.address('alice') }, supply: 1n, likes: 0 })
    const rest = await explore().items({ collections: [collection()], sort: 'token', cursor: page.next, limit: 2 })
    expect([...names(page), ...names(rest)].sort()).toEqual(['Drift #1', 'Drift #2', 'Harbour'])
    expect(rest.next).toBeUndefined()
    expect(page.counts?.collections).toEqual([{ value: collection(), name: expect.any(String), isVerified: expect.any(Boolean), count: 3 }])
    expect(page.counts?.attributes).toContainEqual({
      key: 'Mood',
      isNumeric: false,
      values: [
        { value: 'Drift', count: 2 },
        { value: 'Harbo', count: 1 },
      ],
    })
    expect(page.counts?.attributes.find(({ key }) => key === 'Year')).toMatchObject({ isNumeric: true })
    const chosen = await explore().items({ collections: [collection()], attributes: [{ key: 'Mood', values: ['Harbo'] }], limit: 5 })
    expect(names(chosen)).toEqual(['Harbour'])
    expect(names(await explore().items({ words: 'rift', limit: 5 })).sort()).toEqual(['Drift #1', 'Drift #2'])
  })

  it('[READ-05] shows a listing in the next answer, with its price among the counts', async () => {
    const onSale = () => explore().items({ statuses: ['onSale'], sort: 'priceLow', withCounts: true, limit: 5 })
    expect((await onSale()).total).toBe(0)
    const [first, second] = items
    if (!first || !second) throw new Error('Items were minted')
    await market.list('alice', first, parseEther('0.5'))
    expect(names(await onSale())).toEqual(['Drift #1'])
    await market.list('alice', second, parseEther('0.25'))
    const page = await onSale()
    expect(page.counts?.prices).toBeUndefined()
    expect(page.hasUnrated).toBe(true)
    const coin = { chainId: market.chainId, address: ZERO_ADDRESS }
    const cheap = await explore().items({ money: coin, maxPrice: '0.3', withCounts: true, limit: 5 })
    expect(names(cheap)).toEqual(['Drift #2'])
    // With the fee of 2.5 % that buyers pay on top (F-126).
    expect(cheap.counts?.prices).toMatchObject({ min: '0.25625', max: '0.5125', unpriced: 1 })
    expect(cheap.counts?.payTokens.find(({ count }) => count > 0)).toEqual({ value: coin, count: 1 })
  })

  it('refuses attributes and ranks without one collection, and the cursor of another list', async () => {
    const attributes = [{ key: 'Mood', values: ['Drift'] }]
    await expect(explore().items({ attributes, limit: 5 })).rejects.toEqual(refusal(402))
    await expect(explore().items({ sort: 'rarity', limit: 5 })).rejects.toEqual(refusal(402))
    const { next } = await explore().items({ sort: 'made', limit: 1 })
    await expect(explore().items({ sort: 'liked', cursor: next, limit: 1 })).rejects.toEqual(refusal(402))
    await expect(explore().items({ cursor: '1.2', limit: 1 })).rejects.toEqual(refusal(402))
  })

  it('[EXPL-18] counts the likes of accounts that once traded or minted, from then on', async () => {
    const [first] = items
    if (!first) throw new Error('Items were minted')
    const liked = async () => {
      const { rows } = await sql<{ is_counted: boolean }>`select is_counted from item_like order by account`.execute(
        market.server.context.db,
      )
      return rows.filter((row) => row.is_counted).length
    }
    await (await market.session('alice')).api.like.add({ ...first, chainId: market.chainId })
    await (await market.session('bob')).api.like.add({ ...first, chainId: market.chainId })
    expect(await liked()).toBe(1)
    await market.mint('bob', { name: 'By Bob' })
    await market.sync()
    expect(await liked()).toBe(2)
    expect(names(await explore().items({ sort: 'liked', limit: 1 }))).toEqual(['Drift #1'])
  })
})

describe('a day of an account', () => {
  it('[EXPL-18] places a sale that is listed again where it stood, and after a day in a new place', async () => {
    const { db } = market.server.context
    const places = async () => {
      const { rows } = await sql<{ created_at: number; placed_at: number }>`select created_at, placed_at from market_order
        where collection = ${bytes(market.official)} and token_id = 77 order by id`.execute(db)
      return rows.map((row) => [row.created_at, row.placed_at])
    }
    const copyAt = (time: number) =>
      sql`insert into market_order (chain_id, exchange, maker, sequence, side, collection, token_id, asset_type, quantity,
        pay_token, total, unit_value, seller_fee, salt, digest, signature, proof, valid_from, valid_until, version, status, filled_items, is_fundable,
        has_left, is_live, listed_block, created_at, updated_at)
      select chain_id, exchange, maker, ${time}, side, collection, 77, asset_type, quantity, pay_token, total, unit_value, seller_fee, ${time}, digest,
        signature, proof, 0, 0, 1, 2, 0, false, false, false, 0, ${time}, ${time} from market_order where side = 1 limit 1`.execute(db)
    for (const time of [1_000, 50_000, 87_399, 87_400, 90_000]) await copyAt(time)
    expect(await places()).toEqual([
      [1_000, 1_000],
      [50_000, 1_000],
      [87_399, 1_000],
      [87_400, 87_400],
      [90_000, 87_400],
    ])
    await sql`delete from market_order where token_id = 77`.execute(db)
  })

  it(`[EXPL-18] has at most ${MOST_DAILY} new orders`, async () => {
    const { db } = market.server.context
    const [, , third] = items
    if (!third) throw new Error('Items were minted')
    const alice = bytes(market.address('alice'))
    const now = market.server.context.chains.get(market.chainId).now()
    const { rows } = await sql<{ count: number }>`select count(*) as count from market_order where maker = ${alice}`.execute(db)
    await sql`insert into market_order (chain_id, exchange, maker, sequence, side, collection, token_id, asset_type, quantity, pay_token, total,
        unit_value, seller_fee, salt, digest, signature, proof, valid_from, valid_until, version, status, filled_items, is_fundable, has_left, is_live,
        listed_block, created_at, updated_at)
      select chain_id, exchange, maker, 1000000 + n, side, collection, 1000000 + n, asset_type, quantity, pay_token, total, unit_value, seller_fee,
        1000000 + n, digest, signature, proof, 0, 0, 1, 2, 0, false, false, false, 0, ${now}, ${now}
      from (select * from market_order where maker = ${alice} limit 1) one, generate_series(1, ${MOST_DAILY - Number(rows[0]?.count)}) n`.execute(
      db,
    )
    await expect(market.list('alice', third)).rejects.toEqual(refusal(4139))
    await sql`update market_order set created_at = created_at - 86400 where token_id = 1000001`.execute(db)
    await market.list('alice', third)
    await sql`delete from market_order where token_id > 1000000 and token_id < 2000000`.execute(db)
  })
})
