import { pruneEvents } from '../state/outbox/outbox.ts'
import type { Job } from './job.ts'

/** Deletes events that are too old to resume from. */
export const pruneEventsJob: Job = {
  name: 'prune-news',
  everyMs: 60_000,
  run: async ({ db, clock }) => {
    await pruneEvents(db, clock.now())
    return false
  },
}
