import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import { sql } from 'kysely'
import { connect } from '../../apps/server/src/db/database.ts'
import { openDatabase } from '../../apps/server/src/db/driver.ts'
import { type Market, startMarket } from '../../e2e/support/market.ts'
import { fillMarket } from '../market/fill.ts'
import { fillOnce, sizeOf } from '../market/place.ts'

async function fill(dataDir: string, items: number): Promise<void> {
  const opened = await openDatabase({ dataDir, log: () => undefined })
  const size = { ...sizeOf(items), chainId: LOCAL_CHAIN_ID }
  const db = connect(opened.dialect)
  const work = async (): Promise<void> => {
    await fillMarket(db, size, Math.floor(Date.now() / 1_000))
    // No contract stands behind these collections: each dry run would fail, and real floors wait for all of them.
    await sql`insert into floor_check (chain_id, collection) select chain_id, address from collection on conflict do nothing`.execute(db)
    await sql`delete from floor_due`.execute(db)
  }
  await fillOnce(join(dataDir, 'filled.json'), size, work).finally(() => opened.close())
}

/** The market of `npm start` without stories, filled between its first start and its second. */
export async function openFilled(dataDir: string, items: number): Promise<Market> {
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o711)
  const first = await startMarket({ dataDir, stories: false })
  await first.stop()
  await fill(dataDir, items)
  const market = await startMarket({ dataDir, stories: false })
  // While the index is being read, the database answers, or a list is refused.
  for (let took = Number.POSITIVE_INFINITY; took > 1_000; )
    took = await timeOf(() => market.api.explore.items({ limit: 1, withCounts: true })).catch(() => Number.POSITIVE_INFINITY)
  return market
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
