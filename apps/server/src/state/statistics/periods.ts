import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows } from '../../db/columns.ts'
import { addressOf, type Db, type Tx } from '../../db/database.ts'
import { HOUR_S, hourOf } from './hours.ts'

/** Clock hours that a period has, the running one included; 0 for all time. */
const STORED_PERIODS = [24, 168, 720, 0] as const

/**
 * Computes the periods of these collections from their hours, as of the hour of `now`. A row is right until `stale_at`, unless sales
 * are added or taken back.
 */
export async function refreshPeriods(tx: Tx, chainId: number, collections: readonly Address[], now: number): Promise<void> {
  if (collections.length === 0) return
  const given = givenRows({ collection: byteas(collections) })
  await sql`delete from collection_period p using ${given} where p.chain_id = ${chainId} and p.collection = given.collection`.execute(tx)
  const running = sql`${hourOf(now)}::bigint`
  const length = sql`p.hours * ${sql.lit(HOUR_S)}`
  const isIn = sql`(p.hours = 0 or h.hour > ${running} - ${length})`
  const within = sql`filter (where ${isIn})`
  const before = sql`filter (where not ${isIn})`
  const isTotal = sql`grouping(h.money) = 1`
  await sql`insert into collection_period (chain_id, collection, hours, money, sales, volume, worth, sales_before, volume_before,
      worth_before, category_id, as_of, stale_at)
    select h.chain_id, h.collection, p.hours, case when ${isTotal} then ''::bytea else h.money end,
      coalesce(sum(h.ranked_sales) ${within}, 0), case when ${isTotal} then 0 else coalesce(sum(h.ranked_volume) ${within}, 0) end,
      coalesce(sum(h.ranked_worth) ${within}, 0),
      coalesce(sum(h.ranked_sales) ${before}, 0), case when ${isTotal} then 0 else coalesce(sum(h.ranked_volume) ${before}, 0) end,
      coalesce(sum(h.ranked_worth) ${before}, 0),
      (select k.category_id from collection k where k.chain_id = h.chain_id and k.address = h.collection),
      ${running},
      case when p.hours > 0 then min(h.hour + ${length} * case when ${isIn} then 1 else 2 end) end
    from ${given} cross join (values ${sql.join(STORED_PERIODS.map((hours) => sql`(${sql.lit(hours)})`))}) as p(hours)
    join collection_hour h on h.chain_id = ${chainId} and h.collection = given.collection and h.ranked_sales > 0
      and (p.hours = 0 or h.hour > ${running} - 2 * ${length})
    group by grouping sets ((h.chain_id, h.collection, p.hours, h.money), (h.chain_id, h.collection, p.hours))`.execute(tx)
}

/** Collections whose figures have changed by time alone: an hour has left one of their periods. */
export async function findStale(db: Db, chainId: number, now: number, most: number): Promise<Address[]> {
  const rows = await db
    .selectFrom('collection_period')
    .select('collection')
    .distinct()
    .where('chain_id', '=', chainId)
    .where('stale_at', '<=', hourOf(now))
    .limit(most)
    .execute()
  return rows.map((row) => addressOf(row.collection))
}
