import { ITEM_SORTS, type ItemSort, MEDIA_KINDS } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Db } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { silentLogger } from '../../src/log.ts'
import type { Answer, Counts } from '../../src/views/explore/answer.ts'
import { askDatabase } from '../../src/views/explore/by-query.ts'
import { MemoryItemIndex } from '../../src/views/explore/index/item-index.ts'
import { writePosition } from '../../src/views/explore/position.ts'
import { type Asked, type Question, readQuestion } from '../../src/views/explore/question.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { Random } from '../simulator/random.ts'
import { type Filters, Oracle } from './oracle.ts'
import { ACCOUNTS, CATEGORIES, CHAINS, COLLECTIONS, keyOf, PAY_TOKENS, World } from './world.ts'

const [FIRST, LAST] = (process.env.PLINTH_SEEDS ?? (process.env.PLINTH_LONG ? '1-200' : '1-4')).split('-').map(Number) as [number, number]
const STEPS = 40

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await openTestDatabase({ name: 'plinth', prepare: (dialect) => migrate(connect(dialect), silentLogger) })
  db = connect(database.dialect)
})
afterAll(() => database.close())

type Way = (question: Question) => Promise<Answer>

/** As the fields of a call. */
function asked({ min, max, ...filters }: Filters, more: { sort: ItemSort; limit: number; cursor?: string | undefined }): Asked {
  const text = ({ above, below }: NonNullable<Filters['min']>) => {
    const digits = String(below).length - 1
    const padded = String(above).padStart(digits + 1, '0')
    return digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`
  }
  return {
    ...(filters as Asked),
    categories: filters.categories?.map(BigInt),
    minPrice: min && text(min),
    maxPrice: max && text(max),
    withCounts: more.cursor === undefined,
    ...more,
  }
}

function randomFilters(random: Random): Filters {
  const some = <T>(list: readonly T[], most = 2): T[] => [
    ...new Set(Array.from({ length: random.between(1, most) }, () => random.pick(list))),
  ]
  const maybe = <T>(probability: number, value: () => T): T | undefined => (random.chance(probability) ? value() : undefined)
  const collections = maybe(0.5, () => some(COLLECTIONS, random.chance(0.7) ? 1 : 2))
  const number = () => ({ above: BigInt(random.between(0, 3_000)), below: 10n ** BigInt(random.between(0, 3)) })
  const filters = {
    chains: maybe(0.2, () => some(CHAINS)),
    statuses: maybe(0.3, () => some(['onSale', 'auction', 'offers', 'new24', 'new7'] as const)),
    categories: maybe(0.15, () => some(CATEGORIES.slice(1))),
    collections,
    attributes:
      collections?.length === 1
        ? maybe(0.6, () =>
            some(['Colour', 'Size', 'Mood']).map((key) =>
              key === 'Size' || random.chance(0.2)
                ? { key, min: random.between(-3, 5), ...(random.chance(0.5) && { max: random.between(2, 12) }) }
                : { key, values: some(['red', 'green', '青', 'off white', '1', 'calm', '3'], 3) },
            ),
          )
        : undefined,
    payTokens: maybe(0.2, () => some(COLLECTIONS).map(({ chainId }) => ({ chainId, address: random.pick(PAY_TOKENS) }))),
    media: maybe(0.2, () => some(MEDIA_KINDS)),
    standards: maybe(0.2, () => some([2, 3])),
    creators: maybe(0.2, () => some(ACCOUNTS, 3)),
    money: maybe(0.5, () => ({
      chainId: random.pick(CHAINS),
      address: random.pick([ZERO_ADDRESS, PAY_TOKENS[2] ?? ZERO_ADDRESS, PAY_TOKENS[3] ?? ZERO_ADDRESS]),
    })),
    min: maybe(0.25, number),
    max: maybe(0.25, number),
    words: maybe(0.2, () => random.pick(['drift', '雪山', 'ue'])),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Filters
}

/** As the oracle names them. */
function plain(counts: Counts): Map<string, number> {
  const { prices } = counts
  return new Map(
    [
      ...(['chains', 'statuses', 'categories', 'collections', 'payTokens', 'media', 'standards', 'creators'] as const).flatMap((group) =>
        [...counts[group]].map(([value, count]) => [`${group} ${value}`, count] as const),
      ),
      ...counts.attributes.map(({ key, value, count }) => [`attributes ${key}=${value}`, count] as const),
      ...(prices
        ? ([
            ['unpriced', prices.unpriced],
            ['priced', prices.counts.reduce((sum, count) => sum + count, 0)],
            ['low', prices.min as never],
            ['high', prices.max as never],
          ] as const)
        : []),
    ].filter(([, count]) => (count as unknown) !== 0),
  )
}

const sorted = (counts: ReadonlyMap<string, number>) => [...counts].filter(([name]) => name !== 'unpriced').sort()

async function expectRight(world: World, oracle: Oracle, ways: readonly Way[]): Promise<void> {
  const { random } = world
  const filters = randomFilters(random)
  const isOfOne = filters.collections?.length === 1
  const sort = random.pick(ITEM_SORTS.filter((one) => isOfOne || (one !== 'token' && one !== 'rarity')))
  const [list, counts] = [oracle.list(filters, sort), oracle.counts(filters)]
  const question = (cursor?: string) => readQuestion(asked(filters, { sort, limit: 7, cursor }), world.times, () => world.moneys)
  const histograms: unknown[] = []
  for (const [place, way] of ways.entries()) {
    const about = JSON.stringify({ place, filters, sort }, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const found: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await way(question(cursor))
      found.push(...page.list.map(keyOf))
      expect(page.total, about).toBe(list.length)
      if (cursor === undefined && page.counts) {
        expect(sorted(plain(page.counts)), about).toEqual(sorted(counts))
        histograms.push(page.counts.prices?.counts)
      }
      const last = page.list.at(-1)
      if (page.list.length < 7 || !last) break
      cursor = writePosition(last, sort)
    }
    expect(found, about).toEqual(list.map(keyOf))
  }
  expect(histograms[1]).toEqual(histograms[0])
}

describe('explore.items', () => {
  for (let seed = FIRST; seed <= LAST; seed++)
    it(`[EXPL-02][EXPL-03][EXPL-04][EXPL-05][EXPL-08][MONEY-06][READ-05] lists and counts as a plain filter over all items does (seed ${seed})`, {
      timeout: 120_000,
    }, async () => {
      await clear()
      const world = new World(db, new Random(seed))
      await world.found()
      const oracle = new Oracle(world)
      const index = new MemoryItemIndex(db, 100_000_000)
      const ways: Way[] = [
        async (question) => {
          const answer = await index.ask(question)
          if (!answer) throw new Error('The index has no room')
          return answer
        },
        (question) => askDatabase(db, question),
      ]
      for (let step = 0; step < STEPS; step++) {
        for (let acts = world.random.between(0, 12); acts > 0; acts--) await world.act()
        await expectRight(world, oracle, ways)
      }
      expect(world.items.size).toBeGreaterThan(10)
    })
})

async function clear(): Promise<void> {
  for (const table of [
    'item_like',
    'item_lock',
    'sale',
    'account_stat',
    'auction',
    'market_order',
    'item',
    'account_search',
    'account',
    'collection',
    'chain_cursor',
  ] as const)
    await db.deleteFrom(table).execute()
}
