import type { AttributeChoice, OfferRecord, Page } from '@plinth/api'
import { type Address, ANY_ID, ORDER_STATUS, ORDER_TYPE, unitsCovered } from '@plinth/protocol'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { byteas, givenRows, int8s, numerics } from '../db/columns.ts'
import { bytes } from '../db/database.ts'
import type { ItemRef } from '../db/item-keys.ts'
import { type PageOf, pageBounds } from '../db/paging.ts'
import type { MarketTables } from '../db/schema/market.ts'
import { type Drift, hasChoices, isOfferable } from '../modules/orders/service.ts'
import { namedPerson, type PersonColumns } from '../modules/users/service.ts'
import { newestSpendable } from '../state/offers/funding.ts'
import { idOfRoot, isForSet, rootOf } from '../state/orders/criteria.ts'
import { readOrder, type StoredOrder, signedOrderOf } from '../state/orders/store.ts'
import { readMoneys } from './explore/present-moneys.ts'
import { isExpired, payTokenOf, payTokensOf, presentFees, type Reads } from './orders.ts'

export type OfferRow = Selectable<MarketTables['market_order']> &
  PersonColumns & { size: number | null; attributes: string | null } & Partial<Drift>
type Row = OfferRow & { total_rows: number }

export const numeric = (value: bigint) => sql`${String(value)}::text::numeric`
export const ANY_STORED = idOfRoot(ANY_ID)
export const IS_FOR_SET = sql`market_order.token_id >= ${sql.lit(String(ANY_STORED))}::numeric`
export const IS_LIVE = sql`market_order.is_live and (market_order.valid_until = 0 or market_order.valid_until >= clock.seconds)
  and not exists (select from paused_chain z where z.chain_id = market_order.chain_id)
  and exists (select from collection c where c.chain_id = market_order.chain_id and c.address = market_order.collection
    and not c.is_hidden and not c.is_locked)`

export type OfferFilter = {
  readonly chainIds: readonly number[]
  readonly collection?: Address | undefined
  readonly owner?: Address | undefined
  /** Also those that can't be filled now. */
  readonly withResting?: boolean
}

/** Open offers for sets, best worth first. */
export function listOffers(context: Reads, filter: OfferFilter, page: PageOf): Promise<Page<OfferRecord>> {
  const { chainIds, collection, owner, withResting } = filter
  const where = [
    sql`market_order.chain_id = any(${int8s(chainIds)}) and ${IS_FOR_SET}`,
    ...(collection ? [sql`market_order.collection = ${bytes(collection)}`] : []),
    ...(owner ? [sql`market_order.maker = ${bytes(owner)}`] : []),
    ...(withResting ? [] : [IS_LIVE]),
  ]
  return readOffers(context, sql.join(where, sql` and `), page)
}

/**
 * What an item can be sold to: bids for it, and offers for a set that it is in, by others than its only holder. None where visitors
 * may not trade it (COFF-06).
 */
export function offersForItem(context: Reads, { chainId, collection, tokenId }: ItemRef, page: PageOf): Promise<Page<OfferRecord>> {
  const here = (table: string) =>
    sql`${sql.ref(`${table}.chain_id`)} = ${chainId} and ${sql.ref(`${table}.collection`)} = ${bytes(collection)}`
  const id = numeric(tokenId)
  const where = sql`${here('market_order')} and ${IS_LIVE}
    and (market_order.token_id in (${id}, ${numeric(ANY_STORED)})
      or market_order.token_id in (select fit.token_id from offer_set fit where ${here('fit')} and fit.ids @> array[${id}]
        and exists (select from item where ${here('item')} and item.token_id = ${id} and ${hasChoices(sql`fit.choices`)})))
    and exists (select from item where ${here('item')} and item.token_id = ${id} and ${isOfferable})
    and exists (select from holding where ${here('holding')} and holding.token_id = ${id} and holding.quantity > 0
      and holding.owner <> market_order.maker)`
  return readOffers(context, where, page)
}

export const OFFER_COLUMNS = sql`market_order.*, account.nickname, account.avatar, s.size, s.attributes, s.joined, s.gone`
export const OFFER_SOURCES = sql`left join offer_set s on s.chain_id = market_order.chain_id and s.collection = market_order.collection
      and s.token_id = market_order.token_id
    left join account on account.address = market_order.maker`

/** Moneys with a rate, and the time of each chain, as two tables of a statement. */
export async function givenNow(context: Reads): Promise<RawBuilder<unknown>> {
  const { chains } = context
  const rated = (await readMoneys(context)).tokens.filter(({ weight }) => weight !== undefined)
  const money = givenRows({
    money_chain: int8s(rated.map(({ chainId }) => chainId)),
    token: byteas(rated.map(({ address }) => address)),
    kind: byteas(rated.map((token) => token.money)),
    weight: numerics(rated.map(({ weight = 0n }) => weight)),
  })
  const clock = givenRows({ clock_chain: int8s(chains.all.map(({ id }) => id)), seconds: int8s(chains.all.map((chain) => chain.now())) })
  return sql`money as materialized (select given.* from ${money}), clock as materialized (select given.* from ${clock})`
}

async function readOffers(context: Reads, where: RawBuilder<unknown>, page: PageOf): Promise<Page<OfferRecord>> {
  const { db } = context
  const { offset } = pageBounds(Number.MAX_SAFE_INTEGER, page)
  const { rows } = await sql<Row>`with ${await givenNow(context)}
    select ${OFFER_COLUMNS}, count(*) over () as total_rows
    from market_order join clock on clock.clock_chain = market_order.chain_id
    left join money on money.money_chain = market_order.chain_id and money.token = market_order.pay_token
    ${OFFER_SOURCES}
    where market_order.side = ${sql.lit(ORDER_TYPE.BID)} and market_order.status = ${sql.lit(ORDER_STATUS.OPEN)} and ${where}
    order by div(market_order.total, market_order.quantity) * money.weight desc nulls last, market_order.unit_value desc,
      market_order.created_at, market_order.id
    limit ${page.limit} offset ${offset}`.execute(db)
  return { list: await presentOffers(context, rows), ...pageBounds(rows[0]?.total_rows ?? 0, page).counts }
}

export async function presentOffers(context: Reads, rows: readonly OfferRow[]): Promise<OfferRecord[]> {
  const orders = rows.map(readOrder)
  const [tokens, feeOf, covered] = await Promise.all([
    payTokensOf(
      context,
      orders.map(({ chainId }) => chainId),
    ),
    presentFees(context),
    coveredUnits(context, orders),
  ])
  return rows.map((row, at) => {
    const order = readOrder(row)
    return {
      ...kindOf(order, row),
      id: BigInt(order.id),
      chainId: order.chainId,
      collection: order.collection,
      maker: order.maker,
      user: namedPerson(order.maker, row),
      assetType: order.assetType,
      payToken: payTokenOf(tokens, order.chainId, order.payToken),
      unitPrice: order.total / order.quantity,
      quantity: order.quantity,
      left: order.quantity - order.filledItems,
      covered: covered[at] ?? 0n,
      sharesMoney: row.shares_money,
      sellerFee: order.sellerFee,
      buyerFee: feeOf(order),
      salt: order.salt,
      signature: order.signature,
      proof: order.proof,
      digest: order.digest,
      status: order.status,
      isExpired: isExpired(context, order),
      isFundable: order.isFundable,
      validFrom: order.validFrom,
      validUntil: order.validUntil,
      createdAt: order.createdAt,
      updatedAt: order.updatedAt,
    }
  })
}

function kindOf(
  order: StoredOrder,
  { size, attributes, joined, gone }: OfferRow,
): Pick<OfferRecord, 'kind' | 'tokenId' | 'root' | 'attributes' | 'items' | 'joined' | 'gone'> {
  if (!isForSet(order)) return { kind: 'item', tokenId: order.tokenId }
  const chosen: AttributeChoice[] = JSON.parse(attributes ?? '[]')
  return {
    kind: chosen.length > 0 ? 'attributes' : 'collection',
    root: rootOf(order.tokenId),
    ...(chosen.length > 0 && { attributes: chosen, joined, gone }),
    ...(size !== null && { items: size }),
  }
}

/** Units of each that its maker's money pays, by the newest that the index has read; one where it has read none since the signature. */
async function coveredUnits({ db, chains }: Reads, orders: readonly StoredOrder[]): Promise<bigint[]> {
  const known = new Map<string, bigint>()
  for (const [key, some] of Map.groupBy(orders, ({ chainId, payToken }) => `${chainId}:${payToken}`)) {
    const [first] = some
    const spender = first && chains.find(first.chainId)?.config.contracts.transferProxy
    if (!first || !spender) continue
    const makers = [...new Set(some.map(({ maker }) => maker))]
    const seen = await newestSpendable(db, { chainId: first.chainId, spender }, first.payToken, makers)
    for (const order of some) {
      const { block = -1, balance = 0n, allowance = 0n } = seen.get(order.maker) ?? {}
      const money = balance < allowance ? balance : allowance
      const units = block < order.listedBlock ? 1n : unitsCovered(signedOrderOf(order), order.filledItems, money)
      known.set(`${key}:${order.id}`, units)
    }
  }
  return orders.map(({ id, chainId, payToken }) => known.get(`${chainId}:${payToken}:${id}`) ?? 0n)
}
