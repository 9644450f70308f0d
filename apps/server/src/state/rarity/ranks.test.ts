import { type Address, rankByRarity, toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../../test/market/harness.ts'
import { bytes, transact } from '../../db/database.ts'
import { checkRanks } from '../../jobs/check-ranks.ts'
import { refreshRanksJob } from '../../jobs/refresh-ranks.ts'
import { digestOf, kindOf, recountAllAttributes, recountAttributes } from '../items/attributes.ts'

type Attribute = { readonly trait_type: string; readonly value: string | number }

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

let places = 0
const newCollection = (): Address => toAddress(`0x${(++places).toString(16).padStart(40, '0')}`)
const chainId = () => server.context.chains.default.id

/** An item that lists hold, as blocks write it; its metadata comes as the job writes it. */
async function place(collection: Address, tokenId: bigint, attributes: readonly Attribute[] | undefined): Promise<void> {
  const metadata = attributes === undefined ? '' : JSON.stringify({ name: 'A work', attributes })
  const key = { chain_id: chainId(), collection: bytes(collection), token_id: tokenId }
  await transact(server.context.db, async (tx) => {
    await tx
      .insertInto('item')
      .values({
        ...key,
        standard: 3,
        supply: 1n,
        creator: bytes(collection),
        name: '',
        metadata_url: '',
        metadata,
        media_kind: 'unknown',
        width: 0,
        height: 0,
        royalties: '[]',
        declared_royalties: '[]',
        is_declared: false,
        declared_at: 0,
        is_confirmed: true,
        is_visible: true,
        created_at: 1,
        traded_at: 0,
        is_on_sale: false,
        counted_maker: bytes(collection),
      })
      .onConflict((conflict) => conflict.columns(['chain_id', 'collection', 'token_id']).doUpdateSet({ metadata }))
      .execute()
    await recountAttributes(tx, { chainId: chainId(), collection, tokenId })
  })
}

const placeAll = async (lists: readonly (readonly Attribute[] | undefined)[]): Promise<Address> => {
  const collection = newCollection()
  for (const [at, attributes] of lists.entries()) await place(collection, BigInt(at), attributes)
  return collection
}

async function ranksOf(collection: Address): Promise<(number | undefined)[]> {
  while (await refreshRanksJob.run(server.context));
  const rows = await server.context.db
    .selectFrom('item')
    .leftJoin('item_rank', (join) =>
      join
        .onRef('item_rank.chain_id', '=', 'item.chain_id')
        .onRef('item_rank.collection', '=', 'item.collection')
        .onRef('item_rank.token_id', '=', 'item.token_id'),
    )
    .select('rank')
    .where('item.collection', '=', bytes(collection))
    .orderBy('item.token_id')
    .execute()
  return rows.map(({ rank }) => rank ?? undefined)
}

const one = (value: string | number, kind = 'Palette'): Attribute => ({ trait_type: kind, value })
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

/**
 * The rule a second time, by another way: for each pair of items, which of the two products of shares is smaller, cancelled kind by
 * kind. An item's rank is one more than the number of items before it.
 */
function ranksByPairs(lists: readonly (readonly Attribute[])[]): (number | undefined)[] {
  const none = lists.map(() => undefined)
  const texts = lists.map((list) => {
    const kinds: Record<string, string[]> = {}
    for (const { trait_type: kind, value } of list) kinds[`kind ${kind}`] = [...(kinds[`kind ${kind}`] ?? []), String(value)]
    return Object.fromEntries(Object.entries(kinds).map(([kind, values]) => [kind, [...new Set(values)].sort().join('\0')]))
  })
  if (lists.length < 20 || lists.filter((list) => list.length > 0).length < lists.length / 2) return none
  const kinds = [...new Set(texts.flatMap((text) => Object.keys(text)))]
  const rows = texts.map((text) => [...kinds.map((kind) => text[kind] ?? '\0missing'), `${Object.keys(text).length} kinds`])
  const count = (column: number, value: string | undefined) => BigInt(rows.filter((row) => row[column] === value).length)
  const counts = rows.map((row) => row.map((value, column) => count(column, value)))
  const isBefore = (first: number, second: number): boolean => {
    let [left, right] = [1n, 1n]
    for (const [column, value] of (counts[first] ?? []).entries())
      if (value !== counts[second]?.[column]) [left, right] = [left * value, right * (counts[second]?.[column] ?? 0n)]
    return left < right
  }
  const ranks = rows.map((_, at) => 1 + rows.filter((_, other) => isBefore(other, at)).length)
  return ranks.every((rank) => rank === 1) ? none : ranks
}

function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Kinds of few and of many values, numbers, repeated and missing kinds, items without attributes. */
function randomLists(seed: number): Attribute[][] {
  const below = randomNumbers(seed * 7_919 + 1)
  const kinds = 1 + below(6)
  const lacking = below(3) === 0 ? below(6) : 1
  return times(15 + below(40), () =>
    below(10) < lacking
      ? []
      : times(kinds, (kind) => kind).flatMap((kind) =>
          times([1, 1, 1, 0, 1, 2][below(6)] ?? 1, () =>
            one(below(2) === 0 ? below(2 + kind * 3) : String(below(2 + kind * 3)), `Kind ${kind}`),
          ),
        ),
  )
}

describe('ranks by rarity', () => {
  it('[RARE-01][RARE-03] equal those of a second implementation on 12 random collections', { timeout: 60_000 }, () => equalPairs(0, 12))

  it('equal them on 188 more', { timeout: 240_000, tags: 'more' }, () => equalPairs(12, 200))

  async function equalPairs(from: number, to: number): Promise<void> {
    const rows: { collection: Address; lists: Attribute[][] }[] = []
    for (const seed of times(to - from, (at) => from + at)) {
      const lists = randomLists(seed)
      rows.push({ collection: await placeAll(lists), lists })
    }
    let ranked = 0
    for (const { collection, lists } of rows) {
      const expected = ranksByPairs(lists)
      expect(await ranksOf(collection)).toEqual(expected)
      const named = lists.map((list) => list.map(({ trait_type: kind, value }) => ({ kind, value: String(value) })))
      expect(rankByRarity(named) ?? lists.map(() => undefined)).toEqual(expected)
      if (expected[0] !== undefined) ranked++
    }
    expect(ranked).toBeGreaterThan((to - from) * 0.6)
    expect(ranked).toBeLessThan(to - from)
  }

  it('[RARE-01] compares exactly where sums of logarithms differ in the last bit', async () => {
    // 2 × 15 = 3 × 10, while the sums of their logarithms differ as floats.
    const lists = [
      ...times(2, () => [one('a'), one('x', 'Wind')]),
      ...times(3, () => [one('c'), one('y', 'Wind')]),
      ...times(7, () => [one('e'), one('y', 'Wind')]),
      ...times(13, () => [one('e'), one('x', 'Wind')]),
    ]
    expect(Math.log2(2) + Math.log2(15)).not.toBe(Math.log2(3) + Math.log2(10))
    expect(await ranksOf(await placeAll(lists))).toEqual([...times(5, () => 1), ...times(7, () => 6), ...times(13, () => 13)])
  })

  it('[RARE-01] gives equal items the better rank, and counts a missing attribute as a value', async () => {
    const lists = [...times(18, () => [one('Tide'), one('Calm', 'Wind')]), [one('Tide')], [one('Ember'), one('Calm', 'Wind')]]
    // Without wind: 1 of 20 has no wind, and 1 of 20 has one attribute. Ember: 1 of 20.
    expect(await ranksOf(await placeAll(lists))).toEqual([...times(18, () => 3), 1, 2])
  })

  it('[RARE-02] joins repeated attributes of a kind in any order, and takes numbers for their text', async () => {
    const both = [one('Hat'), one('Scarf')]
    const lists = [...times(17, () => [one('Hat')]), both, both.toReversed(), [one('Hat'), one('Hat')]]
    expect(await ranksOf(await placeAll(lists))).toEqual([...times(17, () => 3), 1, 1, 3])
    const numbers = [...times(18, () => [one('6')]), [one(7)], [one('7')]]
    expect(await ranksOf(await placeAll(numbers))).toEqual([...times(18, () => 3), 1, 1])
  })

  it('[RARE-02] ranks from 20 items on, of which half have attributes', async () => {
    const rare = [one('Ember')]
    const of = (items: number, attributed: number) => [
      rare,
      ...times(attributed - 1, () => [one('Tide')]),
      ...times(items - attributed, () => []),
    ]
    expect(await ranksOf(await placeAll(of(19, 19)))).toEqual(times(19, () => undefined))
    expect((await ranksOf(await placeAll(of(20, 10))))[0]).toBe(1)
    expect(await ranksOf(await placeAll(of(20, 9)))).toEqual(times(20, () => undefined))
  })

  it('[RARE-04] ranks nothing before a reveal, when all are alike, nor an item whose metadata is unknown', async () => {
    expect(await ranksOf(await placeAll(times(25, () => [one('Sealed')])))).toEqual(times(25, () => undefined))
    const unread = [...times(20, (at) => [one(at)]), undefined]
    expect((await ranksOf(await placeAll(unread))).at(-1)).toBeUndefined()
  })

  it('[RARE-03][COLP-13] follows new metadata, new items and items that leave', async () => {
    const collection = await placeAll([[one('Ember')], ...times(18, () => [one('Tide')])])
    expect((await ranksOf(collection))[0]).toBeUndefined()
    server.clock.advance(60)
    await place(collection, 19n, [one('Tide')])
    expect(await ranksOf(collection)).toEqual([1, ...times(19, () => 2)])
    server.clock.advance(60)
    await place(collection, 5n, [one('Rose')])
    expect(await ranksOf(collection)).toEqual([1, ...times(4, () => 3), 1, ...times(14, () => 3)])
    server.clock.advance(60)
    await server.context.db
      .updateTable('item')
      .set({ counted_maker: null })
      .where('collection', '=', bytes(collection))
      .where('token_id', '=', 0n)
      .execute()
    await transact(server.context.db, (tx) => recountAttributes(tx, { chainId: chainId(), collection, tokenId: 0n }))
    expect(await ranksOf(collection)).toEqual(times(20, () => undefined))
  })

  it('[RARE-03] is computed again by a rebuild, and found by the hourly check where it is wrong', async () => {
    const collection = await placeAll([[one('Ember')], ...times(19, () => [one('Tide')])])
    const right = await ranksOf(collection)
    await server.context.db.updateTable('item_rank').set({ rank: 9 }).where('collection', '=', bytes(collection)).execute()
    const all: string[] = []
    for (let tries = 0; tries < 60 && !all.includes(collection); tries++)
      all.push(...(await checkRanks(server.context)).map((of) => of.collection))
    expect([...new Set(all)]).toEqual([collection])
    server.clock.advance(60)
    expect(await ranksOf(collection)).toEqual(right)
    for (const table of ['item_rank', 'collection_rank', 'rank_kind', 'rank_value'] as const)
      await server.context.db.deleteFrom(table).where('chain_id', '=', chainId()).execute()
    await transact(server.context.db, (tx) => recountAllAttributes(tx, chainId()))
    expect(await ranksOf(collection)).toEqual(right)
  })

  it('[RARE-03] lets a collection rest nine times as long as its ranks took', async () => {
    const collection = await placeAll([[one('Ember')], ...times(19, () => [one('Tide')])])
    await ranksOf(collection)
    await place(collection, 7n, [one('Rose')])
    await server.context.db
      .updateTable('collection_rank')
      .set({ rest_until: server.clock.now() + 30 })
      .where('collection', '=', bytes(collection))
      .execute()
    expect((await ranksOf(collection))[7]).toBe(2)
    server.clock.advance(30)
    expect((await ranksOf(collection))[7]).toBe(1)
  })

  it('[RARE-03] compares 200 kinds at most, whatever one item brings', async () => {
    const kinds = (from: number) => times(100, (at) => one('x', `Kind ${from + at}`))
    const lists = [kinds(0), kinds(100), kinds(200), ...times(22, (at) => [one(at % 3)])]
    const collection = await placeAll(lists)
    const digests = lists.map((list) =>
      list.map(({ trait_type: key, value }) => ({ kind: kindOf(key), value: digestOf({ key, value: String(value) }) })),
    )
    expect(await ranksOf(collection)).toEqual(rankByRarity(digests))
    const kept = await server.context.db.selectFrom('rank_kind').select('name').where('collection', '=', bytes(collection)).execute()
    expect(kept).toHaveLength(200)
    expect(kept.map(({ name }) => name)).toContain('Palette')
  })
})
