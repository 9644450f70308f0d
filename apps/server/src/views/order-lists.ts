import type { BidWithItem, ItemRecord, OrderRecord, Page } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TYPE, type OrderStatus, type OrderType } from '@plinth/protocol'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { SharedContext } from '../context.ts'
import { bytes, type Database } from '../db/database.ts'
import { refKey } from '../db/item-keys.ts'
import { type PageOf, pageBounds } from '../db/paging.ts'
import { findItems } from '../state/items/store.ts'
import { readOrder, type StoredOrder } from '../state/orders/store.ts'
import { hydrateItems } from './items.ts'
import { canBeFilled, presentOrders } from './orders.ts'

type Orders = SelectQueryBuilder<Database, 'market_order', unknown>

export type OrderFilter = {
  readonly chainIds: readonly number[]
  readonly owner?: Address | undefined
  readonly collection?: Address | undefined
  readonly tokenId?: bigint | undefined
  readonly type?: OrderType | undefined
  readonly status?: OrderStatus | undefined
}

/** Orders of these chains by a filter, newest first. */
export async function listOrders(context: SharedContext, filter: OrderFilter, page: PageOf): Promise<Page<OrderRecord>> {
  const { owner, collection, tokenId, type, status } = filter
  const orders = seenBy(context, filter.chainIds)
    .$if(owner !== undefined, (query) => query.where('maker', '=', bytes(owner ?? '0x')))
    .$if(collection !== undefined, (query) => query.where('collection', '=', bytes(collection ?? '0x')))
    .$if(tokenId !== undefined, (query) => query.where('token_id', '=', tokenId ?? 0n))
    .$if(type !== undefined, (query) => query.where('side', '=', type ?? 0))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 0))
  const { rows, ...counts } = await pageOf(orders, page)
  return { list: await presentOrders(context, rows), ...counts }
}

/** An account's open bids with their items. */
export async function listBids(
  context: SharedContext,
  { chainIds, address, category }: { chainIds: readonly number[]; address: Address; category: bigint | undefined },
  page: PageOf,
): Promise<Page<BidWithItem>> {
  const orders = seenBy(context, chainIds)
    .where('maker', '=', bytes(address))
    .where('side', '=', ORDER_TYPE.BID)
    .where('status', '=', ORDER_STATUS.OPEN)
    .where(
      sql<boolean>`exists (select 1 from item i where i.chain_id = market_order.chain_id and i.collection = market_order.collection
        and i.token_id = market_order.token_id and (i.is_confirmed or i.is_on_sale) and i.is_visible
        ${category === undefined ? sql`` : sql`and i.category_id = ${Number(category)}`})`,
    )
  const { rows, ...counts } = await pageOf(orders, page)
  return { list: await besideItems(context, rows), ...counts }
}

/** Only its owner sees an open order that can't be filled, now or any more (decision 23). */
function seenBy({ db, caller }: SharedContext, chainIds: readonly number[]): Orders {
  return db
    .selectFrom('market_order')
    .where('chain_id', 'in', [...chainIds])
    .where(({ eb, or }) =>
      or([eb('status', '!=', ORDER_STATUS.OPEN), canBeFilled, ...(caller ? [eb('maker', '=', bytes(caller.address))] : [])]),
    )
}

async function pageOf(orders: Orders, page: PageOf) {
  const { total } = await orders.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { offset, isThere, counts } = pageBounds(total, page)
  const rows = isThere
    ? await orders.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).offset(offset).execute()
    : []
  return { rows: rows.map(readOrder), ...counts }
}

async function besideItems(context: SharedContext, orders: readonly StoredOrder[]): Promise<BidWithItem[]> {
  const items = new Map<string, ItemRecord>()
  for (const item of await hydrateItems(context, await findItems(context.db, orders))) items.set(refKey(item), item)
  const records = await presentOrders(context, orders)
  return records.flatMap((record) => {
    const nft = items.get(refKey({ chainId: record.chainId, collection: record.buyToken, tokenId: record.buyTokenId }))
    return nft ? [{ ...record, nft }] : []
  })
}
