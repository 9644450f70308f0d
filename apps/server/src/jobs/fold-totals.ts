import { transact } from '../db/database.ts'
import { foldAttributes } from '../state/items/attributes.ts'
import { foldTotals } from '../state/items/totals.ts'
import type { Job } from './job.ts'

export const foldTotalsJob: Job = {
  name: 'fold-totals',
  everyMs: 30_000,
  run: async ({ db }) => {
    const isMore = await transact(db, foldTotals)
    return (await transact(db, foldAttributes)) || isMore
  },
}
