import type { Address } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../../../test/market/harness.ts'
import { type ItemId, type Listing, TestMarket } from '../../../test/market/market.ts'
import { operate } from '../../../test/operator/operate.ts'
import { bytes, transact } from '../../db/database.ts'
import { foldTotalsJob } from '../../jobs/fold-totals.ts'
import { recount } from '../../jobs/recount.ts'
import { recountAllAttributes } from '../../state/items/attributes.ts'
import { recountTotals } from '../../state/items/totals.ts'

let market: TestMarket
let alice: Session
const listings: Listing[] = []
beforeAll(async () => {
  market = await TestMarket.open()
  alice = await market.session('alice')
  await market.approve('alice', market.official)
  for (const category of [1n, 2n, 2n]) {
    const item = await market.mint('alice', { category })
    await market.sync()
    listings.push(await market.list('alice', item, parseEther('0.1')))
  }
})
afterAll(() => market.close())

const context = () => market.server.context

/** Totals of the lists, each with its recount. */
async function totals(): Promise<Record<string, number>> {
  const page = { page: 1, limit: 100 }
  const lists = {
    market: await alice.api.home.list(page),
    second: await alice.api.home.list({ ...page, categories: [2n] }),
    made: await alice.api.user.created({ ...page, address: alice.address }),
  }
  for (const { list, total } of Object.values(lists)) expect(total).toBe(list.length)
  return Object.fromEntries(Object.entries(lists).map(([name, { total }]) => [name, total]))
}

const [first, second] = [() => listings[0] as Listing, () => listings[1] as Listing]

describe('totals of lists', () => {
  it('follow what is listed, sold and cancelled, and take it back when the chain does', async () => {
    expect(await totals()).toEqual({ market: 3, second: 2, made: 3 })
    await market.buy('bob', second())
    await market.sync()
    expect(await totals()).toEqual({ market: 2, second: 1, made: 3 })
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await totals()).toEqual({ market: 3, second: 2, made: 3 })
    await market.cancel('alice', first())
    await market.sync()
    expect(await totals()).toEqual({ market: 2, second: 2, made: 3 })
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await totals()).toEqual({ market: 3, second: 2, made: 3 })
    expect(await recount(context())).toEqual([])
  })

  it('follow a mint that is undone and comes again', async () => {
    await market.mint('alice', { category: 2n })
    await market.sync()
    expect(await totals()).toEqual({ market: 3, second: 2, made: 4 })
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await totals()).toEqual({ market: 3, second: 2, made: 3 })
    await market.mint('alice', { category: 1n })
    await market.sync()
    expect(await totals()).toEqual({ market: 3, second: 2, made: 4 })
    expect(await recount(context())).toEqual([])
  })

  it('leave out what is burnt, until the chain takes that back', async () => {
    const { collection, tokenId } = await market.mint('alice', { category: 1n })
    await market.sync()
    expect(await totals()).toMatchObject({ made: 5 })
    const call = { address: collection, abi: collection721Abi, functionName: 'burn', args: [tokenId] } as const
    await market.mined(await market.wallet('alice').writeContract(call))
    await market.sync()
    expect(await totals()).toMatchObject({ made: 4 })
    expect(await recount(context())).toEqual([])
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await totals()).toMatchObject({ made: 5 })
    await market.mined(await market.wallet('alice').writeContract(call))
    await market.sync()
    expect((await totals()).made).toBe(4)
    expect(await recount(context())).toEqual([])
  })

  it('leave out items with a purchase under way', async () => {
    const { db, clock } = context()
    const { collection, token_id, chain_id } = await db
      .selectFrom('item')
      .selectAll()
      .where('category_id', '=', 2)
      .where('is_on_sale', '=', true)
      .limit(1)
      .executeTakeFirstOrThrow()
    const lock = { chain_id, collection, token_id, buyer: collection, tx_hash: collection, until: clock.now() + 600 }
    await db.insertInto('item_lock').values(lock).execute()
    expect(await totals()).toEqual({ market: 2, second: 1, made: 4 })
    await db.deleteFrom('item_lock').execute()
  })

  it('are the same after their changes were folded, a row for each', async () => {
    const { db } = context()
    const rows = () => db.selectFrom('item_total').select(['list', 'account', 'category_id', 'change']).execute()
    const before = await totals()
    expect((await rows()).length).toBeGreaterThan(3)
    while (await foldTotalsJob.run(context()));
    expect((await rows()).map(({ list, category_id, change }) => `${list} ${category_id}: ${change}`).sort()).toEqual([
      'made 0: 4',
      'market 1: 1',
      'market 2: 2',
    ])
    expect(await totals()).toEqual(before)
  })

  it('are corrected when they are wrong, and reported', async () => {
    const { db } = context()
    const before = await totals()
    await db
      .insertInto('item_total')
      .values({ list: 'market', chain_id: market.chainId, account: Buffer.alloc(0), category_id: 2, change: 5 })
      .execute()
    await db.updateTable('item').set({ counted_category: null }).where('category_id', '=', 1).execute()
    const found = (await recount(context())).map(({ name }) => name)
    expect([...new Set(found)].sort()).toEqual(['item.counted', 'item_total'])
    expect(await recount(context())).toEqual([])
    expect(await totals()).toEqual(before)
    await db.deleteFrom('item_total').execute()
    await transact(db, (tx) => recountTotals(tx, market.chainId))
    expect(await totals()).toEqual(before)
  })
})

describe('shares of attributes', () => {
  let collection: Address
  const items: ItemId[] = []
  beforeAll(async () => {
    collection = await market.collection('alice', 'Shares', 'SHR')
    for (const Light of ['Morning', 'Morning', 'Noon'])
      items.push(await market.mint('alice', { collection, properties: { Light, Unsaid: '' } }))
    await market.sync()
  })

  /** For each attribute value of an item the number of items with it, and the number of all. */
  async function shares(of: number): Promise<Record<string, string>> {
    const { total, list } = await alice.api.nft.attributes({ ...itemAt(of), chainId: market.chainId })
    return Object.fromEntries(list.map(({ key, value, count }) => [`${key} ${value}`, `${count} of ${total}`]))
  }
  const itemAt = (at: number) => items[at] as ItemId
  const inThree = { 'Year 2026': '3 of 3', 'Light Morning': '2 of 3' }

  it('say how many items of the collection have the same, also after a reorg', async () => {
    expect(await shares(0)).toEqual(inThree)
    expect(await shares(2)).toEqual({ 'Year 2026': '3 of 3', 'Light Noon': '1 of 3' })
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await shares(0)).toEqual({ 'Year 2026': '2 of 2', 'Light Morning': '2 of 2' })
    expect(await recount(context())).toEqual([])
    items[2] = await market.mint('alice', { collection, properties: { Light: 'Noon' } })
    await market.sync()
    expect(await shares(0)).toEqual(inThree)
  })

  it('leave out what is burnt or hidden', async () => {
    const hide = (act: 'hide' | 'show', ...more: string[]) =>
      operate(context(), 'items', act, '--chain', String(market.chainId), '--collection', collection, ...more, '--why', 'a copy')
    await hide('hide', '--token', String(itemAt(1).tokenId))
    expect(await shares(0)).toEqual({ 'Year 2026': '2 of 2', 'Light Morning': '1 of 2' })
    expect(await recount(context())).toEqual([])
    await hide('show', '--token', String(itemAt(1).tokenId))
    expect(await shares(0)).toEqual(inThree)
    const call = { address: collection, abi: collection721Abi, functionName: 'burn', args: [itemAt(1).tokenId] } as const
    await market.mined(await market.wallet('alice').writeContract(call))
    await market.sync()
    expect(await shares(0)).toEqual({ 'Year 2026': '2 of 2', 'Light Morning': '1 of 2' })
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await shares(0)).toEqual(inThree)
    expect(await recount(context())).toEqual([])
  })

  it('are the same folded and recounted, and are corrected when wrong', async () => {
    const { db } = context()
    const rows = () => db.selectFrom('attribute_total').select('change').where('collection', '=', bytes(collection)).execute()
    while (await foldTotalsJob.run(context()));
    expect((await rows()).map(({ change }) => change).sort()).toEqual([1, 2, 3, 3])
    expect(await shares(0)).toEqual(inThree)
    await db.updateTable('attribute_total').set({ change: 7 }).where('collection', '=', bytes(collection)).execute()
    await db.updateTable('item').set({ counted_attributes: null }).where('token_id', '=', itemAt(2).tokenId).execute()
    const found = (await recount(context())).map(({ name }) => name)
    expect([...new Set(found)].sort()).toEqual(['attribute_total', 'item.counted_attributes'])
    expect(await recount(context())).toEqual([])
    expect(await shares(0)).toEqual(inThree)
    await db.deleteFrom('attribute_total').execute()
    await transact(db, (tx) => recountAllAttributes(tx, market.chainId))
    expect(await shares(0)).toEqual(inThree)
  })
})
