import type { Context } from '../context.ts'
import { refKey } from '../db/item-keys.ts'
import { dropStaleCollections, listStaleCollections } from '../modules/collections/service.ts'
import { dropStaleItems, listStaleItems } from '../modules/items/service.ts'
import { OperatorRefused } from '../modules/operators/service.ts'
import { dropUnsignedSets } from '../modules/orders/service.ts'
import { refuseUnreadChain, removeUnusedTexts } from '../modules/uploads/service.ts'
import type { Job } from './job.ts'

/** So long what was prepared waits for its transaction. */
export const DRAFT_DAYS = 30

const DAY_S = 86_400
const EVERY_S = 21_600

/** Deletes items and collections that were prepared and never got on chain, then metadata that nothing names. */
export const pruneDraftsJob: Job = {
  name: 'prune-drafts',
  everyMs: EVERY_S * 1_000,
  run: async (context) => {
    try {
      await pruneDrafts(context)
    } catch (error) {
      // What an unread block names is not known: the next run sees.
      if (!(error instanceof OperatorRefused)) throw error
      context.log.info('drafts not pruned', { why: error.message })
    }
    return false
  },
}

export async function pruneDrafts(context: Context): Promise<void> {
  await refuseUnreadChain(context)
  const { db, clock, log, jobs } = context
  const before = clock.now() - DRAFT_DAYS * DAY_S
  const [items, collections] = [await listStaleItems(db, before), await listStaleCollections(db, before)]
  const seen = jobs.drafts.stale
  jobs.drafts.stale = new Set([...items.map(refKey), ...collections.map(String)])
  const gone = {
    items: await dropStaleItems(
      db,
      items.filter((item) => seen.has(refKey(item))),
      before,
    ),
    collections: await dropStaleCollections(
      db,
      collections.filter((id) => seen.has(String(id))),
      before,
    ),
    sets: await dropUnsignedSets(db, before),
    texts: await removeUnusedTexts(context, DRAFT_DAYS),
  }
  if (gone.items + gone.collections + gone.sets + gone.texts > 0) log.info('drafts pruned', gone)
}
