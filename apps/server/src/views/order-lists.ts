import { type BidWithItem, Encoded, type OrderRecord, type Page } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TYPE, type OrderStatus, type OrderType } from '@plinth/protocol'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { SharedContext } from '../context.ts'
import { bytes, type Database } from '../db/database.ts'
import { type PageOf, pageBounds } from '../db/paging.ts'
import type { MarketTables } from '../db/schema/market.ts'
import { isOfBurnt } from '../state/items/store.ts'
import { readOrder } from '../state/orders/store.ts'
import { arrayText, orderWire } from './card-text.ts'
import { CARD_COLUMNS, type CardRow, type ItemInList, joinCards, readRecords } from './cards.ts'
import { canBeFilled, presentOrder, presentOrders, UNNAMED } from './orders.ts'

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

/** An account's open bids with their items, as JSON text: see `listItems`. */
export async function listBids(
  context: SharedContext,
  { chainIds, address, category }: { chainIds: readonly number[]; address: Address; category: bigint | undefined },
  page: PageOf,
): Promise<Encoded<Page<BidWithItem>>> {
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
  const columns = {
    chainId: 'market_order.chain_id',
    collection: 'market_order.collection',
    tokenId: 'market_order.token_id',
  }
  const { rows } = await sql<BidRow>`
    select market_order.*, counted.bids, holding.quantity as held, ${isOfBurnt('market_order')} as is_burnt, ${CARD_COLUMNS}
    from (select (${orders.select(({ fn }) => fn.countAll().as('bids'))}) as bids) counted
    left join (${found}) market_order on true
    left join holding on holding.chain_id = market_order.chain_id and holding.collection = market_order.collection
      and holding.token_id = market_order.token_id and holding.owner = market_order.maker
    ${joinCards(columns)}
    order by market_order.created_at desc, market_order.id desc`.execute(context.db)
  const bids = await readRecords(
    context,
    rows.flatMap((row) => (row.id === null ? [] : bidBefore(context, row))),
  )
  const counts = JSON.stringify(pageBounds(rows[0]?.bids ?? 0, page).counts)
  return new Encoded(`{"list":${arrayText(bids.map((bid) => `${bid}}`))},${counts.slice(1)}`)
}

type BidRow = Selectable<MarketTables['market_order']> & CardRow & { bids: number; held: bigint | null; is_burnt: boolean }

/** A bid whose last field is its item. Names, pay token and fee come into its holes. */
function bidBefore(context: SharedContext, row: BidRow): ItemInList {
  const order = readOrder(row)
  const { card, fresh_from, fresh_until, locked_until, is_burnt: isBurnt } = row
  const record = presentOrder(context, order, { ...UNNAMED, held: row.held ?? undefined, isBurnt })
  const text = JSON.stringify(orderWire(record))
  const { chainId, collection, tokenId } = order
  return { chainId, collection, tokenId, card, fresh_from, fresh_until, locked_until, before: `${text.slice(0, -1)},"nft":` }
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
