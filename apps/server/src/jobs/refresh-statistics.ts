import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/database.ts'
import { isReadingOld } from '../state/chain/ranges.ts'
import { chainsWithDue, findWhole, takeDue } from '../state/statistics/due.ts'
import { fillFloors } from '../state/statistics/floor-fills.ts'
import { recordFloors } from '../state/statistics/floor-history.ts'
import { hourOf } from '../state/statistics/hours.ts'
import { recordListed } from '../state/statistics/listed.ts'
import { findStale, refreshPeriods } from '../state/statistics/periods.ts'
import { rebuildCollection } from '../state/statistics/rebuild.ts'
import type { Job } from './job.ts'

/** Collections of one transaction. */
const BATCH = 200

/**
 * Computes the periods of collections with new sales, and of those that an hour has left; one whole collection at a time of those
 * whose history has not been counted.
 */
export const refreshStatisticsJob: Job = {
  name: 'refresh-statistics',
  everyMs: 1_000,
  run: async (context) => {
    const due = await chainsWithDue(context.db)
    const { hours } = context.jobs.statistics
    let isMore = false
    for (const chain of context.chains.all) {
      const hour = hourOf(chain.now())
      if (!due.has(chain.id) && hours.get(chain.id) === hour) continue
      if (await refreshStatisticsOf(context, chain)) isMore = true
      else if (chain.head()) hours.set(chain.id, hour)
    }
    return isMore
  },
}

/** Looking at every live sale takes a hundredth of the time at most, and no longer than these pauses. */
const REST_FACTOR = 100
const LONGEST_REST_MS = 300_000

/** Keeps floors and what is on sale of collections, for charts and rankings. */
export const recordFloorsJob: Job = {
  name: 'record-floors',
  everyMs: 15_000,
  run: async ({ chains, db, jobs }) => {
    const restUntil = jobs.statistics.floorsRestUntil
    for (const chain of chains.all) {
      const begun = performance.now()
      if (!chain.head() || begun < (restUntil.get(chain.id) ?? 0)) continue
      await transact(db, async (tx) => {
        await recordFloors(tx, chain.id, chain.now())
        await recordListed(tx, chain.id, chain.now())
      })
      const ended = performance.now()
      restUntil.set(chain.id, ended + Math.min(LONGEST_REST_MS, (ended - begun) * REST_FACTOR))
    }
    return false
  },
}

/** Adds the floors of before the first record, one collection and money at a time. */
export const fillFloorsJob: Job = {
  name: 'fill-floors',
  everyMs: 5_000,
  run: async ({ chains, db }) => {
    let isMore = false
    for (const chain of chains.all) if (chain.head() && (await transact(db, (tx) => fillFloors(tx, chain.id, chain.now())))) isMore = true
    return isMore
  },
}

/** Returns whether there is more to do. */
export async function refreshStatisticsOf({ db }: Context, chain: Chain): Promise<boolean> {
  const now = chain.now()
  const isWhole = await transact(db, async (tx) => {
    // Old blocks that are still to come would have it counted again.
    const collection = (await isReadingOld(tx, chain.id)) ? undefined : await findWhole(tx, chain.id)
    if (collection) await rebuildCollection(tx, chain.id, collection, now)
    return collection !== undefined
  })
  const due = await transact(db, async (tx) => {
    const collections = await takeDue(tx, chain.id, BATCH)
    await refreshPeriods(tx, chain.id, collections, now)
    return collections.length
  })
  // After a start the chain's clock is known with its first head; this machine's own may differ.
  const stale = chain.head() ? await findStale(db, chain.id, now, BATCH) : []
  await transact(db, (tx) => refreshPeriods(tx, chain.id, stale, now))
  return isWhole || due === BATCH || stale.length === BATCH
}
