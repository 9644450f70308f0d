import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { bytes, type Db } from '../../db/database.ts'
import { HOUR_S } from '../../state/statistics/hours.ts'
import type { After } from './store-lists.ts'

export type RankingBy = 'volume' | 'sales' | 'worth' | 'floor' | 'newest'

export type Ranking = {
  /** Each with the time of its chain. */
  readonly chains: readonly { readonly id: number; readonly now: number }[]
  readonly by: RankingBy
  readonly hours: number
  readonly money: Address
  /** Any of these; of all collections where it is absent. */
  readonly categories?: readonly number[] | undefined
}

export type RankedRow = {
  readonly chain_id: number
  readonly collection: Uint8Array
  readonly owner: Uint8Array
  readonly name: string
  readonly cover: string
  readonly is_verified: boolean
  readonly is_official: boolean
  readonly created_at: number
  readonly items: number
  readonly owners: number
  readonly sales: number
  readonly sales_before: number
  readonly volume: bigint
  readonly volume_before: bigint
  readonly worth: bigint
  readonly worth_before: bigint
  readonly floor_change: bigint | null
  readonly listed: number
}

const VALUES: Readonly<Record<RankingBy, RawBuilder<unknown>>> = {
  volume: sql.ref('p.volume'),
  sales: sql.ref('p.sales'),
  worth: sql.ref('p.worth'),
  floor: sql.ref('p.change'),
  newest: sql.ref('p.since'),
}
const HAS_VALUE: Readonly<Record<RankingBy, RawBuilder<unknown>>> = {
  volume: sql`p.volume > 0`,
  sales: sql`p.sales > 0`,
  worth: sql`p.worth > 0`,
  floor: sql`p.change is not null`,
  newest: sql`exists (select from collection_stat n where n.chain_id = p.chain_id and n.collection = p.collection and n.items > 0)`,
}

const SHOWN = sql`k.is_confirmed and not k.is_hidden and not k.is_locked`
const FIGURES = ['sales', 'sales_before', 'volume', 'volume_before', 'worth', 'worth_before'] as const

/** Collections after (value, chain, collection), the highest first; those that the operator hides or locks are in none (RANK-05). */
export async function listRanked(db: Db, ranking: Ranking, after: After | undefined, limit: number): Promise<RankedRow[]> {
  const { chains, by, hours, money, categories } = ranking
  const value = VALUES[by]
  const [last, chain, collection] = after ?? []
  const isAfter = after
    ? sql`and ${value} <= ${last}::numeric and (${value} < ${last}::numeric
        or (p.chain_id, p.collection) > (${chain}::bigint, decode(${collection}, 'hex')))`
    : sql``
  const given = sql`(values ${sql.join(chains.map(({ id, now }) => sql`(${id}::bigint, ${now}::bigint)`))}) as c(chain_id, now)`
  // One walk of an index for each category, as for each chain.
  const each = categories
    ? sql`${given} cross join (values ${sql.join(categories.map((id) => sql`(${id}::bigint)`))}) as g(category_id)`
    : given
  const rows = sourceOf(ranking)
  // The limit of one keeps PostgreSQL from reading all collections for a page of some.
  const ranked = await sql<RankedRow>`with page as (
      select p.* from ${each} cross join lateral (
        select p.*, k.owner, k.name, k.cover, k.is_verified, k.is_official, k.created_at from ${rows} p
        cross join lateral (select k.owner, k.name, k.cover, k.is_verified, k.is_official, k.created_at from collection k
          where k.chain_id = p.chain_id and k.address = p.collection and ${SHOWN}
            ${categories ? sql`and k.category_id = g.category_id` : sql``} limit 1) k
        where ${HAS_VALUE[by]} ${isAfter} order by ${value} desc, p.collection limit ${limit}
      ) p order by ${value} desc, p.chain_id, p.collection limit ${limit}
    )
    select p.chain_id, p.collection, p.owner, p.name, p.cover, p.is_verified, p.is_official, p.created_at, p.change as floor_change,
      ${sql.join(FIGURES.map((name) => figureOf(name, ranking)))}, coalesce(s.items, 0) as items, coalesce(s.owners, 0) as owners,
      coalesce(l.listed, 0) as listed
    from page p left join collection_stat s on s.chain_id = p.chain_id and s.collection = p.collection
    left join collection_listed l on l.chain_id = p.chain_id and l.collection = p.collection
    left join collection_period m on m.chain_id = p.chain_id and m.collection = p.collection and m.hours = ${hours} and m.money = ${bytes(money)}
    left join collection_period a on a.chain_id = p.chain_id and a.collection = p.collection and a.hours = ${hours} and a.money = ''
    ${isOfSales(ranking) ? sql`left join ${hourBefore(ranking, given)} b on b.chain_id = p.chain_id and b.collection = p.collection` : sql``}
    order by ${value} desc, p.chain_id, p.collection`.execute(db)
  return ranked.rows
}

/** Summed from the sales themselves: what is stored for an hour is as old as the last run of the job. */
const isOfSales = ({ by, hours }: Ranking): boolean => hours === 1 && by !== 'floor' && by !== 'newest'

/** Volumes are in the money of the question in every ranking; the newest ones have their figures from the periods alone. */
function figureOf(name: (typeof FIGURES)[number], ranking: Ranking): RawBuilder<unknown> {
  const { by, hours } = ranking
  if (isOfSales(ranking))
    return name.endsWith('_before') ? sql`coalesce(${sql.ref(`b.${name}`)}, 0) as ${sql.ref(name)}` : sql.ref(`p.${name}`)
  const isStored = hours !== 1 && by !== 'volume' && by !== 'floor'
  if (isStored && name.startsWith('volume')) return sql`coalesce(${sql.ref(`m.${name}`)}, 0) as ${sql.ref(name)}`
  if (by === 'newest') return sql`coalesce(${sql.ref(`a.${name}`)}, 0) as ${sql.ref(name)}`
  return sql.ref(`p.${name}`)
}

function sourceOf({ by, hours, money, categories }: Ranking): RawBuilder<unknown> {
  if (by === 'newest') return newest(categories !== undefined)
  if (by === 'floor') return changed(hours, money, categories !== undefined)
  return hours === 1 ? recent(by, money) : stored(by, hours, money, categories !== undefined)
}

/** With the conditions that the indexes of collection_period hold. */
function stored(by: 'volume' | 'sales' | 'worth', hours: number, money: Address, isOfCategory: boolean): RawBuilder<unknown> {
  const ofCategory = isOfCategory ? sql`and p.category_id = g.category_id` : sql``
  const paid = by === 'volume' ? bytes(money) : Buffer.alloc(0)
  return sql`(select p.*, null::numeric as change, null::bigint as since from collection_period p where p.chain_id = c.chain_id and p.hours = ${hours}
    and p.money = ${paid} ${ofCategory})`
}

/** As the job saw the floors last. */
function changed(hours: number, money: Address, isOfCategory: boolean): RawBuilder<unknown> {
  const change = sql.ref(`f.change_${hours}`)
  const of = (name: string) => sql`coalesce(${sql.ref(`p.${name}`)}, 0) as ${sql.ref(name)}`
  // Those of a category are found through it: of few floors that changed, fewer are left.
  const from = isOfCategory
    ? sql`collection k2 join floor_change f on f.chain_id = k2.chain_id and f.collection = k2.address and k2.category_id = g.category_id`
    : sql`floor_change f`
  return sql`(select f.chain_id, f.collection, ${change} as change, null::bigint as since, ${sql.join(FIGURES.map(of))} from ${from}
    left join collection_period p on p.chain_id = f.chain_id and p.collection = f.collection and p.hours = ${hours} and p.money = f.money
    where f.chain_id = c.chain_id and f.money = ${bytes(money)} and ${change} is not null)`
}

function newest(isOfCategory: boolean): RawBuilder<unknown> {
  return sql`(select k.chain_id, k.address as collection, k.created_at as since, null::numeric as change from collection k
    where k.chain_id = c.chain_id and k.address is not null and ${SHOWN} ${isOfCategory ? sql`and k.category_id = g.category_id` : sql``})`
}

/** Sorted before their collections are looked up: a page needs few of them. */
const RECENT: Readonly<Record<'volume' | 'sales' | 'worth', RawBuilder<unknown>>> = {
  volume: sql.ref('volume'),
  sales: sql.ref('sales'),
  worth: sql.ref('worth'),
}

const isCounted = (by: RankingBy, isMoney: RawBuilder<unknown>) =>
  sql`sale.is_counted and sale.has_fee ${by === 'volume' ? sql`and ${isMoney}` : sql``}`

/** The last 60 minutes, from the sales themselves. */
function recent(by: 'volume' | 'sales' | 'worth', money: Address): RawBuilder<unknown> {
  const isMoney = sql`sale.money = ${bytes(money)}`
  return sql`(select sale.chain_id, sale.collection, null::numeric as change, null::bigint as since, ${sums(isMoney, '')}
    from sale where sale.chain_id = c.chain_id and sale.at > c.now - ${sql.lit(HOUR_S)} and ${isCounted(by, isMoney)}
    group by sale.chain_id, sale.collection order by ${RECENT[by]} desc, sale.collection)`
}

/** The 60 minutes before these, of the collections of the page alone. */
function hourBefore({ by, money }: Ranking, chains: RawBuilder<unknown>): RawBuilder<unknown> {
  const isMoney = sql`sale.money = ${bytes(money)}`
  return sql`(select sale.chain_id, sale.collection, ${sums(isMoney, '_before')}
    from ${chains} join sale on sale.chain_id = c.chain_id and sale.at > c.now - 2 * ${sql.lit(HOUR_S)} and sale.at <= c.now - ${sql.lit(HOUR_S)}
    where ${isCounted(by, isMoney)} and (sale.chain_id, sale.collection) in (select chain_id, collection from page)
    group by sale.chain_id, sale.collection)`
}

function sums(isMoney: RawBuilder<unknown>, suffix: string): RawBuilder<unknown> {
  return sql`count(*) as ${sql.ref(`sales${suffix}`)}, coalesce(sum(sale.amount) filter (where ${isMoney}), 0) as ${sql.ref(`volume${suffix}`)},
    coalesce(sum(sale.worth), 0) as ${sql.ref(`worth${suffix}`)}`
}
