import { FACET_NAMES, ITEM_SORTS } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Db } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { silentLogger } from '../../src/process/log.ts'
import type { Counts } from '../../src/read/explore/answer.ts'
import { writePosition } from '../../src/read/explore/position.ts'
import { readQuestion } from '../../src/read/explore/question.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { Random } from '../simulator/random.ts'
import { asked, byIndex, clear, randomFilters, type Way, waysOf } from './asking.ts'
import { type Filters, Oracle } from './oracle.ts'
import { keyOf, World } from './world.ts'

const [FIRST, LAST] = (process.env.PLINTH_SEEDS ?? (process.env.PLINTH_LONG ? '1-200' : '1-4')).split('-').map(Number) as [number, number]
const STEPS = 40

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await openTestDatabase({ name: 'plinth', prepare: (dialect) => migrate(connect(dialect), silentLogger) })
  db = connect(database.dialect)
})
afterAll(() => database.close())

/** As the oracle names them. */
function plain(counts: Counts): Map<string, number> {
  const { prices } = counts
  return new Map(
    [
      ...FACET_NAMES.flatMap((group) => [...counts[group]].map(([value, count]) => [`${group} ${value}`, count] as const)),
      ...counts.attributes.map(({ key, value, count }) => [`attributes ${key}=${value}`, count] as const),
      ...(prices
        ? ([
            ['unpriced', prices.unpriced],
            ['priced', prices.counts.reduce((sum, count) => sum + count, 0)],
            // Amounts stand beside counts: they are only compared.
            ['low', prices.min as never],
            ['high', prices.max as never],
          ] as const)
        : []),
    ].filter(([, count]) => (count as unknown) !== 0),
  )
}

const sorted = (counts: ReadonlyMap<string, number>) => [...counts].filter(([name]) => name !== 'unpriced').sort()

/** `past`: what was asked before, of which counts may be kept, is asked again. */
async function expectRight(world: World, oracle: Oracle, ways: readonly Way[], past: Filters[]): Promise<void> {
  const { random } = world
  const filters = past.length > 0 && random.chance(0.5) ? random.pick(past) : randomFilters(random)
  past.push(filters)
  const isOfOne = filters.collections?.length === 1
  const sorts = ITEM_SORTS.filter((one) =>
    one === 'match' ? filters.words !== undefined : isOfOne || (one !== 'token' && one !== 'rarity'),
  )
  const sort = filters.words !== undefined && random.chance(0.4) ? 'match' : random.pick(sorts)
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
  for (const histogram of histograms) expect(histogram).toEqual(histograms[0])
}

describe('explore.items', () => {
  for (let seed = FIRST; seed <= LAST; seed++)
    it(`[EXPL-02][EXPL-03][EXPL-04][EXPL-05][EXPL-08][EXPL-12][MONEY-06][READ-05][READ-08] lists and counts as a plain filter over all items does (seed ${seed})`, {
      timeout: 120_000,
    }, async () => {
      await clear(db)
      const world = new World(db, new Random(seed))
      await world.found()
      const oracle = new Oracle(world)
      const ways = waysOf(db)
      const past: Filters[] = []
      for (let step = 0; step < STEPS; step++) {
        for (let acts = world.random.between(0, 12); acts > 0; acts--) await world.act()
        // Sometimes by an index beside it that has just been read, and has seen no change.
        await expectRight(world, oracle, world.random.chance(0.3) ? [...ways, byIndex(db)] : ways, past)
      }
      expect(world.items.size).toBeGreaterThan(5)
      for (const way of ways) for (let walk = 0; walk < 5; walk++) await expectNothingLost(world, oracle, way)
    })
})

/** Pages of a list while things happen between them (READ-08). */
async function expectNothingLost(world: World, oracle: Oracle, way: Way): Promise<void> {
  const sort = world.random.pick(ITEM_SORTS.filter((one) => one !== 'token' && one !== 'rarity' && one !== 'match'))
  const filters = world.random.chance(0.5) ? {} : { statuses: ['onSale' as const] }
  const placesNow = () => new Map(oracle.list(filters, sort).map((item) => [keyOf(item), oracle.placeOf(item, sort)]))
  const found: string[] = []
  let stood = placesNow()
  for (let cursor: string | undefined; ; ) {
    const page = await way(readQuestion(asked(filters, { sort, limit: 3, cursor }), world.times, () => world.moneys))
    found.push(...page.list.map(keyOf))
    const last = page.list.at(-1)
    if (page.list.length < 3 || !last) break
    cursor = writePosition(last, sort)
    await world.act({ withRates: false })
    const now = placesNow()
    stood = new Map([...stood].filter(([key, place]) => now.get(key) === place))
  }
  const order = oracle.list(filters, sort).map(keyOf)
  expect(
    found.filter((key) => stood.has(key)),
    sort,
  ).toEqual(order.filter((key) => stood.has(key)))
}
