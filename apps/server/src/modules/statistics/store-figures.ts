import type { Chart, FloorPoint, PeriodFigures } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows } from '../../db/columns.ts'
import { addressOf, bytes, type Db } from '../../db/database.ts'
import { HOUR_S, hourOf } from '../../state/statistics/hours.ts'

type Named = { readonly chainId: number; readonly collection: Address }

const SUMS = ['sales', 'units', 'volume', 'worth', 'without_worth', 'left_out', 'left_out_volume'] as const
type Sums = Record<(typeof SUMS)[number], bigint | number>

/** Of collection_hour, or of rows of `sale` in its form. */
const summed = (filter: RawBuilder<unknown> = sql``) =>
  sql.join(SUMS.map((name) => sql`coalesce(sum(${sql.ref(`h.${name}`)}) ${filter}, 0) as ${sql.ref(name)}`))

const figuresOf = (row: Sums) => ({
  sales: Number(row.sales),
  units: BigInt(row.units),
  volume: BigInt(row.volume),
  worth: BigInt(row.worth),
  withoutWorth: Number(row.without_worth),
  leftOut: Number(row.left_out),
  leftOutVolume: BigInt(row.left_out_volume),
})

type PeriodRow = Sums & { hours: number; money: Uint8Array; sales_before: number; volume_before: bigint }

/** Sales of the last 60 minutes, of whole clock hours, and of all time, with those of the period before, by money. */
export async function readPeriods(db: Db, { chainId, collection }: Named, now: number): Promise<PeriodFigures[]> {
  const here = sql`chain_id = ${chainId} and collection = ${bytes(collection)}`
  const running = sql`${hourOf(now)}::bigint`
  const isIn = sql`(p.hours = 0 or h.hour > ${running} - p.hours * ${sql.lit(HOUR_S)})`
  const isRecent = sql`h.at > ${now - HOUR_S}`
  const before = (filter: RawBuilder<unknown>) =>
    sql`coalesce(sum(h.sales) ${filter}, 0)::bigint as sales_before, coalesce(sum(h.volume) ${filter}, 0) as volume_before`
  const { rows } = await sql<PeriodRow>`
    select p.hours, h.money, ${summed(sql`filter (where ${isIn})`)}, ${before(sql`filter (where not ${isIn})`)}
    from (values (24), (168), (720), (0)) as p(hours)
    join collection_hour h on ${here} and (p.hours = 0 or h.hour > ${running} - 2 * p.hours * ${sql.lit(HOUR_S)})
    group by p.hours, h.money
    union all
    select 1, h.money, ${summed(sql`filter (where ${isRecent})`)}, ${before(sql`filter (where not ${isRecent})`)}
    from (
      select money, at, is_counted::int as sales, case when is_counted then units else 0 end as units,
        case when is_counted then amount else 0 end as volume, case when is_counted then coalesce(worth, 0) else 0 end as worth,
        (is_counted and worth is null)::int as without_worth, (not is_counted)::int as left_out,
        case when is_counted then 0 else amount end as left_out_volume
      from sale where ${here} and at > ${now - 2 * HOUR_S}
    ) h group by h.money
    order by 1, 2`.execute(db)
  return rows.map((row) => ({
    hours: row.hours,
    money: addressOf(row.money),
    ...figuresOf(row),
    salesBefore: row.sales_before,
    volumeBefore: row.volume_before,
  }))
}

const MOST_POINTS = 200
/** Seconds from one point to the next, by the hours of a period: whole clock hours, at most 200 points. */
const STEPS: Readonly<Record<number, number>> = { 24: 1, 168: 1, 720: 6, 2160: 12, 8760: 48 }

type Prices = Record<'low' | 'high' | 'first' | 'last', bigint | null>

export async function readChart(
  db: Db,
  { chainId, collection, money }: Named & { readonly money: Address },
  hours: number,
  now: number,
): Promise<Chart> {
  const here = sql`h.chain_id = ${chainId} and h.collection = ${bytes(collection)} and h.money = ${bytes(money)}`
  const from = hours === 0 ? await firstHour(db, here, now) : hourOf(now) - (hours - 1) * HOUR_S
  const step = HOUR_S * (STEPS[hours] ?? Math.max(1, Math.ceil(((now - from) / HOUR_S + 2) / (MOST_POINTS - 1))))
  const point = sql`h.hour / ${step}::bigint * ${step}::bigint`
  const { rows } = await sql<Sums & Prices & { point: number }>`
    select ${point} as point, ${summed()}, min(h.low) as low, max(h.high) as high,
      (array_agg(h.first order by h.hour) filter (where h.first is not null))[1] as first,
      (array_agg(h.last order by h.hour desc) filter (where h.last is not null))[1] as last
    from collection_hour h where ${here} and h.hour >= ${from}::bigint group by 1 order by 1`.execute(db)
  return {
    step,
    floors: await readFloors(db, here, { from, step }),
    points: rows.map(({ point: at, low, high, first, last, ...sums }) => ({
      at,
      ...figuresOf(sums),
      low: low ?? undefined,
      high: high ?? undefined,
      first: first ?? undefined,
      last: last ?? undefined,
    })),
  }
}

type FloorRow = { at: number; floor: bigint | null }

/** The floor with which the period began, and the last of each step in which it changed. */
async function readFloors(db: Db, here: RawBuilder<unknown>, { from, step }: { from: number; step: number }): Promise<FloorPoint[]> {
  // Written out: as a parameter it would be another expression in each place.
  const part = sql.lit(step)
  const { rows } = await sql<FloorRow>`
    (select ${from}::bigint as at, h.floor from collection_floor h where ${here} and h.hour < ${from}::bigint order by h.hour desc limit 1)
    union all
    (select distinct on (h.hour / ${part}) h.hour as at, h.floor from collection_floor h where ${here} and h.hour >= ${from}::bigint
      order by h.hour / ${part}, h.hour desc)
    order by 1`.execute(db)
  return rows.map(({ at, floor }) => ({ at, unitPrice: floor ?? undefined }))
}

/** The hour of the first sale or floor. */
async function firstHour(db: Db, here: RawBuilder<unknown>, now: number): Promise<number> {
  const { rows } = await sql<{ first: number | null }>`select least((select min(h.hour) from collection_hour h where ${here}),
    (select min(h.hour) from collection_floor h where ${here})) as first`.execute(db)
  return rows[0]?.first ?? hourOf(now)
}

/** Parts of a sparkline. */
const PARTS = 24

type Line = { volumes: bigint[]; floors: (bigint | null)[] }

/** Volumes of collections over a period, in 24 parts of whole clock hours, and their floors at the end of each. */
export async function readSparklines(
  db: Db,
  { chainId, collections, money }: { readonly chainId: number; readonly collections: readonly Address[]; readonly money: Address },
  hours: number,
  now: number,
): Promise<Map<Address, Line>> {
  const firstOf = (table: string) => sql`(select min(hour) from ${sql.table(table)} a where a.chain_id = ${chainId}
    and a.money = ${bytes(money)} and a.collection = given.collection)`
  const begins =
    hours === 0
      ? sql`coalesce(least(${firstOf('collection_hour')}, ${firstOf('collection_floor')}), 0)`
      : sql`${hourOf(now) - (hours - 1) * HOUR_S}::bigint`
  const ends = sql`${hourOf(now) + HOUR_S}::bigint`
  const given = sql`(select given.collection, ${begins} as begins from ${givenRows({ collection: byteas([...new Set(collections)]) })}) s`
  const volumes = await sql<{ collection: Uint8Array; part: number; volume: bigint }>`
    select s.collection, least(${sql.lit(PARTS - 1)}, (h.hour - s.begins) * ${sql.lit(PARTS)} / greatest(${ends} - s.begins, 1)) as part,
      sum(h.volume) as volume
    from ${given}
    join collection_hour h on h.chain_id = ${chainId} and h.collection = s.collection and h.money = ${bytes(money)} and h.hour >= s.begins
    group by 1, 2`.execute(db)
  const floors = await sql<{ collection: Uint8Array; part: number; floor: bigint }>`
    select s.collection, part.part, f.floor from ${given}
    cross join generate_series(0, ${sql.lit(PARTS - 1)}) as part(part)
    cross join lateral (select h.floor from collection_floor h where h.chain_id = ${chainId} and h.collection = s.collection
      and h.money = ${bytes(money)} and h.hour < s.begins + (${ends} - s.begins) * (part.part + 1) / ${sql.lit(PARTS)}
      order by h.hour desc limit 1) f
    where f.floor is not null`.execute(db)
  const lines = new Map<Address, Line>(
    collections.map((collection) => [
      collection,
      { volumes: Array.from({ length: PARTS }, () => 0n), floors: Array.from({ length: PARTS }, () => null) },
    ]),
  )
  for (const { collection, part, volume } of volumes.rows) lines.get(addressOf(collection))?.volumes.splice(part, 1, volume)
  for (const { collection, part, floor } of floors.rows) lines.get(addressOf(collection))?.floors.splice(part, 1, floor)
  return lines
}

export async function readTotals(db: Db, { chainId, collection }: Named): Promise<{ items: number; units: bigint; owners: number }> {
  const row = await db
    .selectFrom('collection_stat')
    .select(['items', 'units', 'owners'])
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .executeTakeFirst()
  return row ?? { items: 0, units: 0n, owners: 0 }
}

const NEWEST = 200

/** The least and the most of what its newest items pay their makers. */
export async function readRoyalty(db: Db, { chainId, collection }: Named): Promise<{ low: number; high: number } | undefined> {
  const { rows } = await sql<{ low: number | null; high: number | null }>`select min(sum)::int as low, max(sum)::int as high from (
      select (select coalesce(sum(bps::int), 0) from jsonb_array_elements_text(newest.royalties) as bps) as sum from (
        select i.royalties from item i where i.chain_id = ${chainId} and i.collection = ${bytes(collection)} and i.is_visible
          and case when i.is_confirmed then i.supply > 0 else i.is_on_sale end
        order by i.created_at desc, i.token_id desc limit ${sql.lit(NEWEST)}) newest) each`.execute(db)
  const [{ low, high } = { low: null, high: null }] = rows
  return low === null || high === null ? undefined : { low, high }
}

/** Whether the job has yet to count the collection, whose old blocks have been read or are being read. */
export async function isUncounted(db: Db, { chainId, collection }: Named): Promise<boolean> {
  const row = await db
    .selectFrom('statistic_due')
    .select('collection')
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('is_whole', '=', true)
    .executeTakeFirst()
  return row !== undefined
}
