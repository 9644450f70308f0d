import type { Context } from '../context.ts'
import { transact } from '../db/database.ts'
import { differingRanks, sampleRanked } from '../state/rarity/check.ts'
import { noteRanks, type OfCollection } from '../state/rarity/due.ts'
import type { Job } from './job.ts'

const SAMPLE = 20

/** Ranks a random sample of collections again by the rule's other implementation. Every difference is our own fault: logged, and ranked again. */
export async function checkRanks(context: Context): Promise<OfCollection[]> {
  const differing: OfCollection[] = []
  for (const of of await sampleRanked(context.db, SAMPLE)) {
    const items = await differingRanks(context.db, of)
    if (items.length === 0) continue
    differing.push(of)
    context.log.error('ranks differ', { ...of, items: items.length, tokenId: String(items[0]) })
    await transact(context.db, (tx) => noteRanks(tx, of.chainId, [of.collection]))
  }
  context.metrics.recountDifferences.inc(differing.length)
  return differing
}

export const checkRanksJob: Job = {
  name: 'check-ranks',
  everyMs: 3_600_000,
  run: async (context) => {
    await checkRanks(context)
    return false
  },
}
