import { sendDueLetters } from '../modules/mail/service.ts'
import type { Job } from './job.ts'

/** Empties the outbox of letters. */
export const sendMailJob: Job = { name: 'send mail', everyMs: 1_000, run: sendDueLetters }
