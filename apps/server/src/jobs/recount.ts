import type { Context } from '../context.ts'
import { type Db, transact } from '../db/database.ts'
import type { Job } from './job.ts'
import type { Check, Row } from './recount-check.ts'
import { CHECKS } from './recount-checks.ts'

export type Difference = { readonly name: string; readonly stored: string; readonly counted: string }

/** Recounts maintained totals. Every difference is our own fault: it is repaired and logged. */
export async function recount(context: Context): Promise<Difference[]> {
  const all: Difference[] = []
  for await (const { name, repair, rows } of findDifferences(context.db)) {
    for (const row of rows) {
      const difference = { name, stored: String(row.stored), counted: String(row.counted) }
      context.log.error('recount differs', { ...difference, key: keyOf(row) })
      all.push(difference)
      await transact(context.db, (tx) => repair(tx, row, context))
    }
  }
  context.metrics.recountDifferences.inc(all.length)
  return all
}

/** The present differences, check by check; changes nothing. */
export async function* findDifferences(db: Db): AsyncGenerator<Omit<Check, 'differences'> & { readonly rows: readonly Row[] }> {
  for (const { differences, ...check } of CHECKS) yield { ...check, rows: (await differences.execute(db)).rows }
}

/** Bytes as hex, for the log. */
function keyOf(row: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)]),
  )
}

export const recountJob: Job = {
  name: 'recount',
  everyMs: 6 * 3_600_000,
  run: async (context) => {
    await recount(context)
    return false
  },
}
