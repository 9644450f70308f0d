import { sendDueLetters } from '../modules/mail/service.ts'
import type { Job } from './job.ts'

/** Sends the letters of the outbox. */
export const sendMailJob: Job = { name: 'send mail', everyMs: 1_000, run: sendDueLetters }
