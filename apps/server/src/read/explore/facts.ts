import { ORDER_TERMS, ORDER_TYPE } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { isThere } from '../../state/items/store.ts'
import type { Times } from './question.ts'

/**
 * What an item is to filters and sorts. Each fact is read for all items together, or for single items by their key; both are one
 * definition, `read` of a fact.
 */

/** Rows of `item` that visitors see. */
export const isShownItem = sql<boolean>`item.is_visible and ${isThere}`

/** Neither being bought just now nor stopped by the operator; of `item`. */
export const isFree = ({ server }: Times): RawBuilder<boolean> => sql<boolean>`(not item.is_trade_locked and not exists (
  select from item_lock k where k.chain_id = item.chain_id and k.collection = item.collection and k.token_id = item.token_id
    and k.until > ${server}))`

/** Each chain's time, of the column that holds a chain. */
export function nowOf({ chains }: Times, chainId: RawBuilder<unknown>): RawBuilder<number> {
  const clocks = [...chains].map(([id, now]) => sql`when ${sql.lit(id)} then ${now}::bigint`)
  return clocks.length === 0 ? sql<number>`0::bigint` : sql<number>`(case ${chainId} ${sql.join(clocks, sql` `)} end)`
}

/** A sale `o` in its time that anybody may take. */
export const isAsk = (times: Times): RawBuilder<boolean> => sql<boolean>`(o.side = ${sql.lit(ORDER_TYPE.SALE)} and o.is_live
  and (o.valid_until = 0 or o.valid_until >= ${nowOf(times, sql`o.chain_id`)})
  and o.terms = ${sql.raw(String(ORDER_TERMS.PLAIN))})`

/** A bid `o` in its time. */
export const isBid = (times: Times): RawBuilder<boolean> => sql<boolean>`(o.side = ${sql.lit(ORDER_TYPE.BID)} and o.is_live
  and (o.valid_until = 0 or o.valid_until >= ${nowOf(times, sql`o.chain_id`)}))`

/** An auction `a` that bids are or will be taken for. */
export const isAuction = (times: Times): RawBuilder<boolean> => sql<boolean>`(a.is_live and a.end_time > ${nowOf(times, sql`a.chain_id`)})`

/** Price of a unit in base units, of `o`. */
export const UNIT_PRICE = sql<bigint>`div(o.total, o.quantity)`

export const DAY_S = 86_400
export const WEEK_S = 7 * DAY_S

/** The last sale comes first; sales that the published rule leaves out of the figures set no price (COLP-05). Of `s`. */
export const LAST_SALE = sql`s.at desc, s.block_number desc, s.log_index desc`
/** What a unit was worth at the time of the sale `s`; null where no rate was known. */
export const SALE_WORTH = sql<bigint | null>`div(s.worth, greatest(s.units, 1))`

/** Of `item`: its rank by rarity, 1 the rarest; null where its collection is not ranked. */
export const RANK = sql<number | null>`(select r.rank from item_rank r
  where r.chain_id = item.chain_id and r.collection = item.collection and r.token_id = item.token_id)`

/** Chain and address of verified collections. Any account mints into an official one, which vouches for nothing. */
export const VERIFIED = sql`select chain_id, address from collection where is_verified and not is_official and address is not null`
