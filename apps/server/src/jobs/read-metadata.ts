import { readDueMetadata } from '../modules/items/metadata.ts'
import type { Job } from './job.ts'

/** Token URIs of what was minted or refreshed. */
export const readMetadataJob: Job = {
  name: 'read-metadata',
  everyMs: 1_000,
  run: async (context) => (await readDueMetadata(context)) >= 50,
}
