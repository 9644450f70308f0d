import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { isThere } from '../../state/items/store.ts'
import { hasChoices } from './has-choices.ts'
import { isOfferable } from './offer-sets.ts'

/** A set is compared with the items once in this time. */
const LOOK_S = 300
/** Its makers hear of changes once in this time. */
const NOTIFIED_S = 86_400

export type DriftedSet = { readonly chainId: number; readonly collection: Address; readonly tokenId: bigint }
/** Items with the chosen attributes that are not in the set, and items of the set without them. */
export type Drift = { readonly joined: number; readonly gone: number }

/** Sets by attributes with an open offer, the longest unseen first. */
export async function listDueSets(db: Db, now: number, limit: number): Promise<DriftedSet[]> {
  const { rows } = await sql<{ chain_id: number; collection: Uint8Array; token_id: bigint }>`
    select s.chain_id, s.collection, s.token_id from offer_set s
    where cardinality(s.choices) > 0 and s.looked_at <= ${now - LOOK_S}::bigint and ${isAskedFor}
    order by s.looked_at limit ${limit}`.execute(db)
  return rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }))
}

const OPEN_OFFERS = sql`market_order o where o.chain_id = s.chain_id and o.collection = s.collection and o.token_id = s.token_id and o.status = 0`
const isAskedFor = sql<boolean>`exists (select from ${OPEN_OFFERS})`

const isSet = ({ chainId, collection, tokenId }: DriftedSet) =>
  sql`s.chain_id = ${chainId} and s.collection = ${bytes(collection)} and s.token_id = ${String(tokenId)}::text::numeric`

/** Compares a set with the items of today. An item whose metadata is not known yet counts nowhere. */
export async function countDrift(db: Db, set: DriftedSet): Promise<Drift> {
  const { rows } = await sql<Drift>`with s as materialized (select * from offer_set s where ${isSet(set)}),
    listed as materialized (select unnest(s.ids) as token_id from s)
    select count(*) filter (where listed.token_id is null and ${isOfferable} and ${hasChoices(sql`s.choices`)})::int as joined,
      count(*) filter (where listed.token_id is not null and ${isThere} and item.counted_attributes is not null
        and not ${hasChoices(sql`s.choices`)})::int as gone
    from s join item on item.chain_id = s.chain_id and item.collection = s.collection
    left join listed on listed.token_id = item.token_id`.execute(db)
  return rows[0] ?? { joined: 0, gone: 0 }
}

/** Stores the counts; answers the makers of its open offers, if they hear of it: of each change once, of all once a day. */
export async function storeDrift(tx: Tx, set: DriftedSet, { joined, gone }: Drift, now: number): Promise<Address[]> {
  const { rows } = await sql<{ is_notified: boolean }>`update offer_set s set joined = ${joined}, gone = ${gone}, looked_at = ${now},
      notified_at = case when ${isNews(joined, gone, now)} then ${now} else notified_at end,
      notified_joined = case when ${isNews(joined, gone, now)} then ${joined} else least(notified_joined, ${joined}) end,
      notified_gone = case when ${isNews(joined, gone, now)} then ${gone} else least(notified_gone, ${gone}) end
    where ${isSet(set)} returning notified_at = ${now} as is_notified`.execute(tx)
  if (!rows[0]?.is_notified) return []
  const { rows: makers } = await sql<{
    maker: Uint8Array
  }>`select distinct o.maker from offer_set s, ${OPEN_OFFERS} and ${isSet(set)}`.execute(tx)
  return makers.map(({ maker }) => addressOf(maker))
}

const isNews = (joined: number, gone: number, now: number) =>
  sql`((${joined} > notified_joined or ${gone} > notified_gone) and notified_at <= ${now - NOTIFIED_S}::bigint)`
