import { pruneNews } from '../modules/news/service.ts'
import type { Job } from './job.ts'

/** News that nobody can resume from any more. */
export const pruneNewsJob: Job = {
  name: 'prune-news',
  everyMs: 60_000,
  run: async ({ db, clock }) => {
    await pruneNews(db, clock.now())
    return false
  },
}
