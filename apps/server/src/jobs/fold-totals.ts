import { transact } from '../db/database.ts'
import { foldAttributes } from '../state/items/attributes.ts'
import { foldRowTotals } from '../state/items/row-totals.ts'
import { foldTotals } from '../state/items/totals.ts'
import type { Job } from './job.ts'

export const foldTotalsJob: Job = {
  name: 'fold-totals',
  everyMs: 30_000,
  run: async ({ db }) => {
    let isMore = false
    for (const fold of [foldTotals, foldRowTotals, foldAttributes]) isMore = (await transact(db, fold)) || isMore
    return isMore
  },
}
