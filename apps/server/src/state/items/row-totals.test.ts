import { collection721Abi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf, context, db, market, openItems, ref, sold } from '../../../test/acts/items.ts'
import type { ItemId, Who } from '../../../test/market/market.ts'
import { operate } from '../../../test/operator/operate.ts'
import { bytes, transact } from '../../db/database.ts'
import { foldTotalsJob } from '../../jobs/fold-totals.ts'
import { recount } from '../../jobs/recount.ts'
import { refreshStatisticsOf } from '../../jobs/refresh-statistics.ts'
import { markWhole } from '../statistics/due.ts'
import { recountRowTotals } from './row-totals.ts'

beforeAll(openItems)
afterAll(() => market.close())

const statOf = async (who: Who) => {
  const { address } = await market.session(who)
  return { likeCount: 0, saleCount: 0, collectionCount: 0, ...((await market.server.post('/user/stat', { address })).data as object) }
}
const ofCollection = async () => (await market.server.post('/contract/stat', { address: market.official })).data
const like = async (who: Who, item: ItemId) => (await market.session(who)).api.like.add(ref(item))
const burn = async (item: ItemId) => {
  const call = { address: item.collection, abi: collection721Abi, functionName: 'burn', args: [item.tokenId] } as const
  await market.mined(await market.wallet('alice').writeContract(call))
  await market.sync()
}
const undo = async () => {
  await market.testnet.reorg(1)
  await market.testnet.mine(1)
  await market.sync()
}

describe('what an account or a collection has', () => {
  it.each(['/user/stat', '/contract/stat'])('[F-52][READ-06] is answered by %s without counting its rows', async (path) => {
    const address = path === '/user/stat' ? (await market.session('alice')).address : market.official
    const { statements, data } = await answerOf(path, { address })
    expect(data).toMatchObject(path === '/user/stat' ? { saleCount: 1, collectionCount: 1 } : { saleCount: 1, collectionCount: 3 })
    const unbounded = ['item', 'item_like', 'holding', 'market_order', 'auction', 'follow', 'notice']
    const read = statements.flatMap((statement) => statement.match(/[a-z_]+/g) ?? []).filter((name) => unbounded.includes(name))
    expect(read).toEqual([])
  })

  it('[F-52] leaves a burnt item out of the likes of each who likes it, until the chain takes that back', async () => {
    const item = await market.mint('alice')
    await market.sync()
    const before = [(await statOf('carol')).likeCount, (await statOf('dan')).likeCount]
    const likes = async () => [(await statOf('carol')).likeCount - (before[0] ?? 0), (await statOf('dan')).likeCount - (before[1] ?? 0)]
    for (const who of ['carol', 'dan'] as const) await like(who, item)
    expect(await likes()).toEqual([1, 1])
    await burn(item)
    expect(await likes()).toEqual([0, 0])
    await undo()
    expect(await likes()).toEqual([1, 1])
    await burn(item)
    await (await market.session('dan')).api.like.remove(ref(item))
    await undo()
    expect(await likes()).toEqual([1, 0])
    expect(await recount(context())).toEqual([])
  })

  it('[F-52] counts a like that is given while its item is burnt', async () => {
    const item = await market.mint('alice')
    await market.sync()
    const { likeCount } = await statOf('bob')
    const set = (supply: number) =>
      sql`update item set supply = ${supply} where collection = ${bytes(item.collection)} and token_id = ${item.tokenId}`
    let liking: Promise<unknown> = Promise.resolve()
    await transact(db(), async (tx) => {
      await set(0).execute(tx)
      liking = like('bob', item)
      // The like waits for the item.
      const waits = sql<{ n: number }>`select count(*) as n from pg_locks where not granted`
      await expect.poll(async () => (await waits.execute(db())).rows[0]?.n).toBeGreaterThan(0)
    })
    await liking
    expect((await statOf('bob')).likeCount).toBe(likeCount)
    await set(1).execute(db())
    expect((await statOf('bob')).likeCount).toBe(likeCount + 1)
    expect(await recount(context())).toEqual([])
  })

  it('follows sales, transfers, what is hidden, and reorgs', async () => {
    const stats = async () => [await statOf('alice'), await statOf('carol'), await ofCollection()]
    const { item } = await market.listed('alice')
    const before = await stats()
    await market.transfer('alice', 'carol', item)
    await market.sync()
    const after = await stats()
    expect(after).toMatchObject([
      { saleCount: (before[0] as { saleCount: number }).saleCount - 1 },
      { collectionCount: (before[1] as { collectionCount: number }).collectionCount + 1 },
      { saleCount: (before[2] as { saleCount: number }).saleCount - 1 },
    ])
    await undo()
    expect(await stats()).toEqual(before)
    const of = ['--chain', String(market.chainId), '--collection', sold.collection, '--token', String(sold.tokenId), '--why', 'a copy']
    const shown = (await ofCollection()) as { saleCount: number; collectionCount: number }
    await operate(context(), 'items', 'hide', ...of)
    expect(await ofCollection()).toMatchObject({ saleCount: shown.saleCount - 1, collectionCount: shown.collectionCount - 1 })
    await operate(context(), 'items', 'show', ...of)
    expect(await ofCollection()).toEqual(shown)
    expect(await recount(context())).toEqual([])
  })

  it('[F-52][READ-06] is right while the holders of a collection are still to be counted', async () => {
    const before = [await statOf('alice'), await statOf('bob')]
    expect(before.map(({ collectionCount }) => collectionCount)).not.toEqual([0, 0])
    const again = async () => [await statOf('alice'), await statOf('bob')]
    await transact(db(), async (tx) => {
      await sql`delete from collection_holder where collection = ${bytes(market.official)}`.execute(tx)
      await markWhole(tx, market.chainId, [market.official])
    })
    expect(await again()).toEqual(before)
    while (await refreshStatisticsOf(context(), context().chains.get(market.chainId)));
    expect(await db().selectFrom('statistic_due').selectAll().execute()).toEqual([])
    expect(await again()).toEqual(before)
    expect(await recount(context())).toEqual([])
  })

  it('[READ-05] is the same folded and recounted, and is put right where it is wrong', async () => {
    const stats = async () => [await statOf('alice'), await statOf('carol'), await ofCollection()]
    const before = await stats()
    while (await foldTotalsJob.run(context()));
    const { rows } = await sql<{ n: number }>`select count(*) as n from row_total group by list, chain_id, subject`.execute(db())
    expect(new Set(rows.map(({ n }) => n))).toEqual(new Set([1]))
    expect(await stats()).toEqual(before)
    await sql`update row_total set change = change + 3 where list = 'offered'`.execute(db())
    expect(await stats()).not.toEqual(before)
    expect([...new Set((await recount(context())).map(({ name }) => name))]).toEqual(['row_total'])
    expect(await stats()).toEqual(before)
    await db().deleteFrom('row_total').execute()
    await transact(db(), (tx) => recountRowTotals(tx, market.chainId))
    expect(await stats()).toEqual(before)
  })
})
