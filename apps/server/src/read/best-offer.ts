import type { OfferRecord } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes } from '../db/database.ts'
import { ANY_STORED, givenNow, IS_FOR_SET, IS_LIVE, numeric, OFFER_COLUMNS, OFFER_SOURCES, type OfferRow, presentOffers } from './offers.ts'
import type { Reads } from './orders.ts'

export type BestOffer = {
  readonly offer: OfferRecord
  readonly version: number
  /** Of one unit, in the weights of the moneys. */
  readonly worth: bigint
  /** Of the collection's floor; undefined where nothing is on sale, or without a rate. */
  readonly percent: number | undefined
}

/** The dearest offer for any work of a collection whose maker's money reaches it. Without a rate offers do not compare. */
export async function findBestOffer(context: Reads, chainId: number, collection: Address): Promise<BestOffer | undefined> {
  const { rows } = await sql<OfferRow & { worth: bigint; percent: number | null }>`with ${await givenNow(context)},
    floor as materialized (select min(f.floor * money.weight) as worth from floor_change f
      join money on money.money_chain = f.chain_id and money.kind = f.money
      where f.chain_id = ${chainId} and f.collection = ${bytes(collection)} and f.floor > 0)
    select ${OFFER_COLUMNS}, div(market_order.total, market_order.quantity) * money.weight as worth,
      least(div(div(market_order.total, market_order.quantity) * money.weight * 100, floor.worth), 1000000)::int as percent
    from market_order join clock on clock.clock_chain = market_order.chain_id
      join money on money.money_chain = market_order.chain_id and money.token = market_order.pay_token
      cross join floor
    ${OFFER_SOURCES}
    where market_order.side = ${sql.lit(ORDER_TYPE.BID)} and market_order.status = ${sql.lit(ORDER_STATUS.OPEN)}
      and market_order.chain_id = ${chainId} and market_order.collection = ${bytes(collection)}
      and ${IS_FOR_SET} and ${IS_LIVE} and not market_order.shares_money
      and (market_order.token_id = ${numeric(ANY_STORED)} or s.attributes = '[]')
    order by worth desc, market_order.created_at, market_order.id limit 1`.execute(context.db)
  const [row] = rows
  const [offer] = await presentOffers(context, rows)
  if (!row || !offer) return undefined
  return { offer, version: row.version, worth: row.worth, percent: row.percent ?? undefined }
}
