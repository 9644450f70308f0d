import type { Context } from '../../src/context.ts'
import type { Db } from '../../src/db/database.ts'
import { statisticChecks } from '../../src/jobs/recount-statistics.ts'
import { refreshStatisticsOf } from '../../src/jobs/refresh-statistics.ts'
import { CHAIN_ID } from './context.ts'

const CHECKS = statisticChecks('all')

/** @throws when a statistic differs from its recount */
export async function checkStatistics(db: Db, seed: number): Promise<void> {
  const wrong = await miscounts(db)
  if (wrong.length > 0) throw new Error(`Seed ${seed}: statistics differ from a recount\n${wrong.slice(0, 20).join('\n')}`)
}

/** Every statistic that differs from a recount of logs, orders and transfers. */
async function miscounts(db: Db): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, differences } of CHECKS) {
    const { rows } = await differences.execute(db)
    wrong.push(...rows.map((row) => `${name} says ${row.stored} instead of ${row.counted}: ${keyOf(row)}`))
  }
  return wrong
}

/** The job's turn: what the indexer marked, and what an hour has left. */
export async function refreshAll(context: Context): Promise<void> {
  while (await refreshStatisticsOf(context, context.chains.get(CHAIN_ID)));
}

function keyOf(row: Record<string, unknown>): string {
  return Object.entries(row)
    .filter(([name]) => name !== 'stored' && name !== 'counted')
    .map(([name, value]) => `${name} ${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)}`)
    .join(', ')
}
