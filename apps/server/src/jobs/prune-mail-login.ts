import { pruneCodes } from '../modules/mail-login/service.ts'
import { prunePictures } from '../modules/pictures/service.ts'
import { pruneTries } from '../modules/tries/service.ts'
import type { Job } from './job.ts'

/** Forgets pictures, mailed codes and counts of tries that are of no use any more. */
export const pruneMailLogin: Job = {
  name: 'prune mail log-in',
  everyMs: 3_600_000,
  run: async ({ db, clock }) => {
    const now = clock.now()
    await prunePictures(db, now)
    await pruneCodes(db, now)
    await pruneTries(db, now)
    return false
  },
}
