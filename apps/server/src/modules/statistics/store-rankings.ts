import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { bytes, type Db } from '../../db/database.ts'
import { HOUR_S } from '../../state/statistics/hours.ts'
import type { After } from './store-lists.ts'

export type RankingBy = 'volume' | 'sales' | 'worth'

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
}

const VALUES: Readonly<Record<RankingBy, RawBuilder<unknown>>> = {
  volume: sql.ref('p.volume'),
  sales: sql.ref('p.sales'),
  worth: sql.ref('p.worth'),
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
  // The conditions that indexes of collection_period hold.
  const rows =
    hours === 1
      ? recent(by, money)
      : sql`(select * from collection_period p where p.chain_id = c.chain_id and p.hours = ${hours}
    and p.money = ${by === 'volume' ? bytes(money) : Buffer.alloc(0)})`
  const ranked = await sql<RankedRow>`
    select p.chain_id, p.collection, p.name, p.cover, p.is_verified, p.sales, p.sales_before, p.volume, p.volume_before, p.worth,
      p.worth_before, coalesce(s.items, 0) as items, coalesce(s.owners, 0) as owners
    from (
      select p.* from ${given} cross join lateral (
        select p.*, k.name, k.cover, k.is_verified from ${rows} p
        join collection k on k.chain_id = p.chain_id and k.address = p.collection and k.is_confirmed and not k.is_hidden and not k.is_locked
        where ${value} > 0 ${isAfter} order by ${value} desc, p.collection limit ${limit}
      ) p order by ${value} desc, p.chain_id, p.collection limit ${limit}
    ) p left join collection_stat s on s.chain_id = p.chain_id and s.collection = p.collection
    order by ${value} desc, p.chain_id, p.collection`.execute(db)
  return ranked.rows
}

/** The last 60 minutes and the 60 before, from the sales themselves. */
function recent(by: RankingBy, money: Address): RawBuilder<unknown> {
  const inMoney = by === 'volume' ? sql`and sale.money = ${bytes(money)}` : sql``
  const isIn = sql`sale.at > c.now - ${sql.lit(HOUR_S)}`
  const sums = (filter: RawBuilder<unknown>, suffix: string) => sql`count(*) ${filter} as ${sql.ref(`sales${suffix}`)},
    ${by === 'volume' ? sql`coalesce(sum(sale.amount) ${filter}, 0)` : sql`0::numeric`} as ${sql.ref(`volume${suffix}`)},
    coalesce(sum(sale.worth) ${filter}, 0) as ${sql.ref(`worth${suffix}`)}`
  return sql`(select sale.chain_id, sale.collection, ${sums(sql`filter (where ${isIn})`, '')}, ${sums(sql`filter (where not ${isIn})`, '_before')}
    from sale where sale.chain_id = c.chain_id and sale.at > c.now - 2 * ${sql.lit(HOUR_S)} and sale.is_counted and sale.has_fee ${inMoney}
    group by sale.chain_id, sale.collection)`
}
