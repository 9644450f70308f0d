import { sql } from 'kysely'
import type { Chain } from '../../src/chain/chain.ts'
import type { Db } from '../../src/db/database.ts'
import { BURST_S, checkFillsOf } from '../../src/jobs/check-fills.ts'
import { findDueFloors } from '../../src/state/statistics/fill-checks.ts'
import type { TestMarket } from './market.ts'

/** One round of the job, with as many calls as it takes. */
export async function checkOnce({ server, chainId }: TestMarket, chain: Chain = server.context.chains.get(chainId)): Promise<void> {
  const { config } = server.context
  await checkFillsOf({ ...server.context, config: { ...config, dryRunsPerMinute: 1_000_000 } }, chain)
}

/** Runs the job until no collection is due. */
export async function checkFloors(market: TestMarket, chain?: Chain): Promise<void> {
  const { db, clock } = market.server.context
  for (let rounds = 0; rounds < 100; rounds++) {
    await checkOnce(market, chain)
    const due = await findDueFloors(db, market.chainId, { now: clock.now(), mostSpent: BURST_S, limit: 1 })
    if (due.length === 0) return
  }
  throw new Error('A floor stays due')
}

/** Where listings are rows without a chain behind them: as if the dry run of each had passed at this time. */
export async function passFills(db: Db, at: number): Promise<void> {
  await sql`insert into fill_check
      (order_id, chain_id, collection, maker, version, block_number, asked_at, silences, checked_at, is_passed, fails, reason)
    select id, chain_id, collection, maker, version, 1, ${at}::bigint, 0, ${at}::bigint, true, 0, '' from market_order
    where side = 1 and is_live
    on conflict (order_id) do update set version = excluded.version, checked_at = excluded.checked_at, is_passed = true`.execute(db)
}
