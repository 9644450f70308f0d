import type { Context } from '../context.ts'
import { bytes, transact } from '../db/database.ts'
import { findDue, noteUnranked, type OfCollection, takeDue } from '../state/rarity/due.ts'
import { refreshRanks } from '../state/rarity/ranks.ts'
import type { Job } from './job.ts'

/** Collections of one run. */
const BATCH = 50
/** A collection rests so many times as long as its ranks took: however large it is, it costs a tenth of one core. */
const REST = 9
const MOST_REST_S = 3_600

/** Ranks collections whose items or attributes have changed, each in a transaction of its own. */
export const refreshRanksJob: Job = {
  name: 'refresh-ranks',
  everyMs: 5_000,
  run: async (context) => {
    const { ranks } = context.jobs
    if (!ranks.areLooked) {
      await noteUnranked(context.db)
      ranks.areLooked = true
    }
    for (let done = 0; done < BATCH; done++) {
      const due = await findDue(context.db, context.clock.now())
      if (!due) return false
      await rankCollection(context, due)
    }
    return true
  },
}

async function rankCollection({ db, clock }: Context, { chainId, collection }: OfCollection): Promise<void> {
  const began = performance.now()
  await transact(db, async (tx) => {
    if (!(await takeDue(tx, { chainId, collection }))) return
    const items = await refreshRanks(tx, { chainId, collection })
    const restS = Math.min(MOST_REST_S, Math.ceil(((performance.now() - began) / 1_000) * REST))
    const until = { items, rest_until: clock.now() + restS }
    await tx
      .insertInto('collection_rank')
      .values({ chain_id: chainId, collection: bytes(collection), ...until })
      .onConflict((conflict) => conflict.columns(['chain_id', 'collection']).doUpdateSet(until))
      .execute()
  })
}
