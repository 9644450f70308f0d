import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { bytes, type Db } from '../../db/database.ts'
import { HOUR_S } from '../../state/statistics/hours.ts'
import type { After } from './store-lists.ts'

export type RankingBy = 'volume' | 'sales' | 'worth' | 'floor'

export type Ranking = {
  /** Each with the time of its chain. */
  readonly chains: readonly { readonly id: number; readonly now: number }[]
  readonly by: RankingBy
  readonly hours: number
  readonly money: Address
}

export type RankedRow = {
  readonly chain_id: number
  readonly collection: Uint8Array
  readonly name: string
  readonly cover: string
  readonly is_verified: boolean
  readonly items: number
  readonly owners: number
  readonly sales: number
  readonly sales_before: number
  readonly volume: bigint
  readonly volume_before: bigint
  readonly worth: bigint
  readonly worth_before: bigint
  readonly floor_change: bigint | null
}

const VALUES: Readonly<Record<RankingBy, RawBuilder<unknown>>> = {
  volume: sql.ref('p.volume'),
  sales: sql.ref('p.sales'),
  worth: sql.ref('p.worth'),
  floor: sql.ref('p.change'),
}

/** Collections after (value, chain, collection), the highest first; those that the operator hides or locks are in none (RANK-05). */
export async function listRanked(db: Db, ranking: Ranking, after: After | undefined, limit: number): Promise<RankedRow[]> {
  const { chains, by, hours, money } = ranking
  const value = VALUES[by]
  const [last, chain, collection] = after ?? []
  const isAfter = after
    ? sql`and ${value} <= ${last}::numeric and (${value} < ${last}::numeric
        or (p.chain_id, p.collection) > (${chain}::bigint, decode(${collection}, 'hex')))`
    : sql``
  const given = sql`(values ${sql.join(chains.map(({ id, now }) => sql`(${id}::bigint, ${now}::bigint)`))}) as c(chain_id, now)`
  const rows = by === 'floor' ? changed(hours, money) : hours === 1 ? recent(by, money) : stored(by, hours, money)
  // The limit of one keeps PostgreSQL from reading all collections for a page of some.
  const ranked = await sql<RankedRow>`
    select p.chain_id, p.collection, p.name, p.cover, p.is_verified, p.sales, p.sales_before, p.volume, p.volume_before, p.worth,
      p.worth_before, p.change as floor_change, coalesce(s.items, 0) as items, coalesce(s.owners, 0) as owners
    from (
      select p.* from ${given} cross join lateral (
        select p.*, k.name, k.cover, k.is_verified from ${rows} p
        cross join lateral (select k.name, k.cover, k.is_verified from collection k where k.chain_id = p.chain_id and k.address = p.collection
          and k.is_confirmed and not k.is_hidden and not k.is_locked limit 1) k
        where ${by === 'floor' ? sql`p.change is not null` : sql`${value} > 0`} ${isAfter} order by ${value} desc, p.collection limit ${limit}
      ) p order by ${value} desc, p.chain_id, p.collection limit ${limit}
    ) p left join collection_stat s on s.chain_id = p.chain_id and s.collection = p.collection
    order by ${value} desc, p.chain_id, p.collection`.execute(db)
  return ranked.rows
}

/** With the conditions that the indexes of collection_period hold. */
function stored(by: RankingBy, hours: number, money: Address): RawBuilder<unknown> {
  return sql`(select p.*, null::numeric as change from collection_period p where p.chain_id = c.chain_id and p.hours = ${hours}
    and p.money = ${by === 'volume' ? bytes(money) : Buffer.alloc(0)})`
}

/** As the job saw the floors last. */
function changed(hours: number, money: Address): RawBuilder<unknown> {
  const change = sql.ref(`f.change_${hours}`)
  const of = (name: string) => sql`coalesce(${sql.ref(`p.${name}`)}, 0) as ${sql.ref(name)}`
  const figures = sql.join(['sales', 'sales_before', 'volume', 'volume_before', 'worth', 'worth_before'].map(of))
  return sql`(select f.chain_id, f.collection, ${change} as change, ${figures} from floor_change f
    left join collection_period p on p.chain_id = f.chain_id and p.collection = f.collection and p.hours = ${hours} and p.money = f.money
    where f.chain_id = c.chain_id and f.money = ${bytes(money)} and ${change} is not null)`
}

/** Sorted before their collections are looked up: a page needs few of them. */
const RECENT: Readonly<Record<Exclude<RankingBy, 'floor'>, RawBuilder<unknown>>> = {
  volume: sql.ref('volume'),
  sales: sql.ref('sales'),
  worth: sql.ref('worth'),
}

/** The last 60 minutes and the 60 before, from the sales themselves. */
function recent(by: Exclude<RankingBy, 'floor'>, money: Address): RawBuilder<unknown> {
  const inMoney = by === 'volume' ? sql`and sale.money = ${bytes(money)}` : sql``
  const isIn = sql`sale.at > c.now - ${sql.lit(HOUR_S)}`
  const sums = (filter: RawBuilder<unknown>, suffix: string) => sql`count(*) ${filter} as ${sql.ref(`sales${suffix}`)},
    ${by === 'volume' ? sql`coalesce(sum(sale.amount) ${filter}, 0)` : sql`0::numeric`} as ${sql.ref(`volume${suffix}`)},
    coalesce(sum(sale.worth) ${filter}, 0) as ${sql.ref(`worth${suffix}`)}`
  return sql`(select sale.chain_id, sale.collection, null::numeric as change, ${sums(sql`filter (where ${isIn})`, '')}, ${sums(sql`filter (where not ${isIn})`, '_before')}
    from sale where sale.chain_id = c.chain_id and sale.at > c.now - 2 * ${sql.lit(HOUR_S)} and sale.is_counted and sale.has_fee ${inMoney}
    group by sale.chain_id, sale.collection order by ${RECENT[by]} desc, sale.collection)`
}
