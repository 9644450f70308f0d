import { pruneSessions } from '../modules/sessions/service.ts'
import type { Job } from './job.ts'

/** Deletes expired sessions and sign-ins that can't be sent again. */
export const pruneSessionsJob: Job = {
  name: 'prune sessions',
  everyMs: 3_600_000,
  run: async ({ db, clock }) => {
    await pruneSessions(db, clock.now())
    return false
  },
}
