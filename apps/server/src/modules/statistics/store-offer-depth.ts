import type { DepthStep } from '@plinth/api'
import { type Address, ANY_ID, maxBuyerFeeOf, ORDER_STATUS, ORDER_TYPE, payAmount, unitPriceOf, unitsCovered } from '@plinth/protocol'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Chain } from '../../chain/chain.ts'
import { bytes, type Db } from '../../db/database.ts'
import type { MarketTables } from '../../db/schema/market.ts'
import { newestSpendable } from '../../state/offers/funding.ts'
import { idOfRoot } from '../../state/orders/criteria.ts'
import { readOrder, type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'

/** Offers that are looked at, best first. */
const MOST_OFFERS = 500

/**
 * Units that offers for all items of a collection pay, by price, the highest first. The money of a maker counts once, for the best of
 * the maker's offers first. An offer for items with some attributes is no depth: other items can't be sold to it.
 */
export async function readOfferDepth(db: Db, chain: Chain, collection: Address, paid: RawBuilder<unknown>): Promise<DepthStep[]> {
  const now = chain.now()
  const any = sql.lit(String(idOfRoot(ANY_ID)))
  const { rows } = await sql<Selectable<MarketTables['market_order']>>`select o.* from market_order o
    left join offer_set s on s.chain_id = o.chain_id and s.collection = o.collection and s.token_id = o.token_id
    where o.chain_id = ${chain.id} and o.collection = ${bytes(collection)} and ${paid}
      and o.side = ${sql.lit(ORDER_TYPE.BID)} and o.status = ${sql.lit(ORDER_STATUS.OPEN)} and o.token_id >= ${any}::numeric
      and (o.token_id = ${any}::numeric or s.attributes = '[]')
      and o.is_live and o.valid_from <= ${now} and (o.valid_until = 0 or o.valid_until >= ${now})
      and not exists (select from paused_chain z where z.chain_id = o.chain_id)
    order by div(o.total, o.quantity) desc, o.created_at, o.id limit ${MOST_OFFERS}`.execute(db)
  return stepsOf(await coveredUnits(db, chain, rows.map(readOrder)))
}

type Covered = { readonly unitPrice: bigint; readonly units: bigint }

async function coveredUnits(db: Db, chain: Chain, orders: readonly StoredOrder[]): Promise<Covered[]> {
  const spender = chain.config.contracts.transferProxy
  const purses = new Map<string, { block: number; money: bigint }>()
  for (const [token, some] of Map.groupBy(orders, ({ payToken }) => payToken)) {
    const makers = [...new Set(some.map(({ maker }) => maker))]
    for (const [maker, { block, balance, allowance }] of await newestSpendable(db, { chainId: chain.id, spender }, token, makers))
      purses.set(`${token}:${maker}`, { block, money: balance < allowance ? balance : allowance })
  }
  return orders.map((order) => {
    const signed = signedOrderOf(order)
    const unitPrice = unitPriceOf(signed)
    const purse = purses.get(`${order.payToken}:${order.maker}`)
    // Since the signature the index has read no balance: the offer was taken for one unit.
    if (!purse || purse.block < order.listedBlock) return { unitPrice, units: 1n }
    const units = unitsCovered(signed, order.filledItems, purse.money)
    purse.money -= payAmount(unitPrice, units, maxBuyerFeeOf(signed))
    return { unitPrice, units }
  })
}

function stepsOf(covered: readonly Covered[]): DepthStep[] {
  const known = covered.filter(({ units }) => units > 0n)
  return [...Map.groupBy(known, ({ unitPrice }) => unitPrice)].map(([unitPrice, some]) => ({
    unitPrice,
    units: some.reduce((sum, { units }) => sum + units, 0n),
    orders: some.length,
  }))
}
