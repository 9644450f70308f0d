import type { BidWithItem, OrderRecord, Page } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TERMS, ORDER_TYPE, type OrderStatus, type OrderType } from '@plinth/protocol'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { SharedContext } from '../../context.ts'
import { bytes, type Database } from '../../db/database.ts'
import { refKey } from '../../db/item-keys.ts'
import { type PageOf, pageBounds } from '../../db/paging.ts'
import type { MarketTables } from '../../db/schema/market.ts'
import { namedPerson, type PersonColumns } from '../../modules/users/service.ts'
import { isOfBurnt } from '../../state/items/store.ts'
import { PRIVATE_SIDE } from '../../state/orders/private.ts'
import { readOrder } from '../../state/orders/store.ts'
import { canBeFilled, presentOrders, presentReadOrders, type ReadOrder } from '../orders.ts'
import { hydrateItems } from '../record.ts'

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
  const { offset, isThere } = pageBounds(Number.MAX_SAFE_INTEGER, page)
  const found = orders
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(isThere ? page.limit : 0)
    .offset(isThere ? offset : 0)
  const { rows } = await sql<BidRow>`select counted.bids, market_order.*, account.nickname, account.avatar, holding.quantity as held,
      ${isOfBurnt('market_order')} as is_burnt
    from (select (${orders.select(({ fn }) => fn.countAll().as('bids'))}) as bids) counted
    left join (${found}) market_order on true
    left join account on account.address = market_order.maker
    left join holding on holding.chain_id = market_order.chain_id and holding.collection = market_order.collection
      and holding.token_id = market_order.token_id and holding.owner = market_order.maker
    order by market_order.created_at desc, market_order.id desc`.execute(context.db)
  const bids = rows.flatMap((row): ReadOrder[] => {
    if (row.id === null) return []
    const order = readOrder(row)
    return [{ order, maker: namedPerson(order.maker, row), held: row.held ?? undefined, isBurnt: row.is_burnt === true }]
  })
  const [records, items] = await Promise.all([
    presentReadOrders(context, bids),
    hydrateItems(
      context,
      bids.map(({ order }) => order),
    ),
  ])
  const byKey = new Map(items.map((item) => [refKey(item), item]))
  const list = records.flatMap((record) => {
    const nft = byKey.get(refKey({ chainId: record.chainId, collection: record.item, tokenId: record.buyTokenId }))
    return nft ? [{ ...record, nft }] : []
  })
  return { list, ...pageBounds(rows[0]?.bids ?? 0, page).counts }
}

type BidRow = Selectable<MarketTables['market_order']> &
  PersonColumns & { readonly bids: number; readonly held: bigint | null; readonly is_burnt: boolean | null }

/** Only its owner sees an open order that can't be filled, now or any more (decision 23). */
function seenBy({ db, caller }: SharedContext, chainIds: readonly number[]): Orders {
  return db
    .selectFrom('market_order')
    .where('chain_id', 'in', [...chainIds])
    .where('terms', '!=', ORDER_TERMS.CRITERIA)
    .where('side', '!=', PRIVATE_SIDE)
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
