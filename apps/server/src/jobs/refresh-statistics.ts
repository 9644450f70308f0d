import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/database.ts'
import { findWhole, takeDue } from '../state/statistics/due.ts'
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
  everyMs: 500,
  run: async (context) => {
    let isMore = false
    for (const chain of context.chains.all) if (await refreshStatisticsOf(context, chain)) isMore = true
    return isMore
  },
}

/** Returns whether there is more to do. */
export async function refreshStatisticsOf({ db }: Context, chain: Chain): Promise<boolean> {
  const now = chain.now()
  const isWhole = await transact(db, async (tx) => {
    const collection = await findWhole(tx, chain.id)
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
