import { readDueCollections } from '../modules/collections/service.ts'
import { readDueMetadata } from '../modules/items/service.ts'
import { isMetadataDue } from '../state/items/metadata-due.ts'
import type { Job } from './job.ts'

/** Reads token URIs of minted or refreshed items. */
export const readMetadataJob: Job = {
  name: 'read-metadata',
  everyMs: 1_000,
  run: async (context) => {
    if (await isMetadataDue(context.db, context.clock.now())) await readDueMetadata(context)
    return false
  },
}

/** Reads the contract metadata of collections: a queue of their own, which no item waits for. */
export const readCollectionsJob: Job = {
  name: 'read-collections',
  everyMs: 1_000,
  run: async (context) => {
    await readDueCollections(context)
    return false
  },
}
