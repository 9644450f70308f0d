import { transact } from '../db/database.ts'
import { foldTotals } from '../modules/items/totals.ts'
import type { Job } from './job.ts'

export const foldTotalsJob: Job = {
  name: 'fold-totals',
  everyMs: 30_000,
  run: ({ db }) => transact(db, foldTotals),
}
