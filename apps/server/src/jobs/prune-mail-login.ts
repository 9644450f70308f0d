import { pruneCaptchas } from '../modules/captcha/service.ts'
import { pruneCodes, pruneLinks } from '../modules/mail-login/service.ts'
import { pruneAttempts } from '../modules/rate-limits/service.ts'
import type { Job } from './job.ts'

/** Deletes captchas, mailed codes and links, and attempt counts that have expired. */
export const pruneMailLogin: Job = {
  name: 'prune mail log-in',
  everyMs: 3_600_000,
  run: async ({ db, clock }) => {
    const now = clock.now()
    await pruneCaptchas(db, now)
    await pruneCodes(db, now)
    await pruneLinks(db, now)
    await pruneAttempts(db, now)
    return false
  },
}
