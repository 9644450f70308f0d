import { readDueMetadata } from '../modules/items/metadata.ts'
import { sweepRanges } from '../modules/items/metadata-due.ts'
import type { Job } from './job.ts'

/** Token URIs of what was minted or refreshed. */
export const readMetadataJob: Job = {
  name: 'read-metadata',
  everyMs: 1_000,
  run: async (context) => {
    await sweepRanges(context.db)
    return (await readDueMetadata(context)) >= 50
  },
}
