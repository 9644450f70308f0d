import { readDueCollections } from '../modules/collections/service.ts'
import { readDueMetadata } from '../modules/items/service.ts'
import { isMetadataDue, sweepRanges } from '../state/items/metadata-due.ts'
import type { Job } from './job.ts'

/** Reads token URIs of minted or refreshed items, and collections' contract metadata. */
export const readMetadataJob: Job = {
  name: 'read-metadata',
  everyMs: 1_000,
  run: async (context) => {
    if (!(await isMetadataDue(context.db, context.clock.now()))) return false
    await sweepRanges(context.db)
    const isMore = await readDueCollections(context)
    return (await readDueMetadata(context)) >= 50 || isMore
  },
}
