import type { Context } from '../context.ts'
import type { ItemRef } from '../db/item-keys.ts'
import { buildCards } from '../views/card-builder.ts'
import { differingCards, dropOrphans, sampleCards } from '../views/card-check.ts'
import type { Job } from './job.ts'

const SAMPLE = 1_000

/** Compares a random sample of cards with what is read without them. Every difference is our own fault: it is repaired and logged. */
export async function checkCards(context: Context): Promise<ItemRef[]> {
  const sample = await sampleCards(context.db, SAMPLE)
  await dropOrphans(context.db, sample)
  const differing = await differingCards({ ...context, caller: undefined }, sample)
  for (const { chainId, collection, tokenId } of differing)
    context.log.error('card differs', { chainId, collection, tokenId: tokenId.toString() })
  context.metrics.cardDifferences.inc(differing.length)
  if (differing.length > 0) await buildCards({ ...context, caller: undefined }, differing)
  return differing
}

export const checkCardsJob: Job = {
  name: 'check-cards',
  everyMs: 3_600_000,
  run: async (context) => {
    await checkCards(context)
    return false
  },
}
