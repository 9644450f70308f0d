import type { ItemRecord, Page } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { RequestContext } from '../context.ts'
import { bytes, type Database } from '../db/database.ts'
import { type PageOf, placeOf } from '../db/paging.ts'
import { isFound, rankOf, type Search } from '../db/search.ts'
import { isThere } from '../modules/items/service.ts'
import { readItem } from '../modules/items/store.ts'
import { hydrateItems } from './items.ts'

export type HomeSort = 'update_time' | 'create_time' | 'price'

/** Of all that is there only one collection, or one item. */
type Among = { readonly chainIds: readonly number[]; readonly collection?: Address | undefined; readonly tokenId?: bigint | undefined }

/** Which items: the market, what one person has, one collection, or what somebody looks for. */
export type ItemList =
  | { of: 'market'; chainIds: readonly number[]; categories: readonly bigint[]; sort: HomeSort; order: 'asc' | 'desc' }
  | ({ of: 'onSale' | 'offered' | 'held' | 'created' | 'liked'; address: Address; category: bigint | undefined } & Among)
  | { of: 'collection'; chainId: number; collection: Address; onlyOnSale: boolean }
  | { of: 'auctioned'; chainIds: readonly number[] }
  | { of: 'found'; chainIds: readonly number[]; by: Search | Address }

/** One page: which rows, then everything about them, in a bounded number of queries whatever the page. */
export async function listItems(context: RequestContext, list: ItemList, page: PageOf): Promise<Page<ItemRecord>> {
  const { total } = await skeleton(context, list)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { offset, isThere: hasRows, counts } = placeOf(total, page)
  const rows = hasRows ? await ordered(context, list).selectAll('item').limit(page.limit).offset(offset).execute() : []
  return { list: await hydrateItems(context, rows.map(readItem)), ...counts }
}

type Items = SelectQueryBuilder<Database, 'item', unknown>

function skeleton(context: RequestContext, list: ItemList): Items {
  const items = context.db.selectFrom('item').where('item.is_visible', '=', true).where(isThere)
  switch (list.of) {
    case 'market':
      return inCategories(items, list.categories)
        .where('item.chain_id', 'in', [...list.chainIds])
        .where('item.is_on_sale', '=', true)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('item_lock')
                .select('until')
                .whereRef('item_lock.chain_id', '=', 'item.chain_id')
                .whereRef('item_lock.collection', '=', 'item.collection')
                .whereRef('item_lock.token_id', '=', 'item.token_id')
                .where('item_lock.until', '>', context.clock.now()),
            ),
          ),
        )
    case 'auctioned':
      return items
        .where('item.chain_id', 'in', [...list.chainIds])
        .where(sql<boolean>`exists (select 1 from ${auctionRows(context, list)})`)
    case 'collection': {
      const own = items.where('item.chain_id', '=', list.chainId).where('item.collection', '=', bytes(list.collection))
      return list.onlyOnSale ? own.where('item.is_on_sale', '=', true) : own
    }
    case 'found': {
      const { by } = list
      // What is burnt has a page and a history, but nobody looks for it.
      const here = items
        .where('item.chain_id', 'in', [...list.chainIds])
        .where(({ eb, or }) => or([eb('item.supply', '>', 0n), eb('item.is_confirmed', '=', false)]))
      return typeof by === 'string'
        ? here.where(({ eb, or }) => or([eb('item.collection', '=', bytes(by)), eb('item.creator', '=', bytes(by))]))
        : here.where(sql<boolean>`(item.chain_id, item.collection, item.token_id) in
            (select chain_id, collection, token_id from item_search where ${isFound('item_search', by)})`)
    }
    default: {
      const { collection, tokenId } = list
      const own = inCategories(items.where('item.chain_id', 'in', [...list.chainIds]), list.category === undefined ? [] : [list.category])
        .$if(collection !== undefined, (query) => query.where('item.collection', '=', bytes(collection ?? '0x')))
        .$if(tokenId !== undefined, (query) => query.where('item.token_id', '=', tokenId ?? 0n))
      return list.of === 'created'
        ? own.where('item.creator', '=', bytes(list.address))
        : own.where(sql<boolean>`exists (select 1 from ${ownRows(context, { ...list, of: list.of })})`)
    }
  }
}

function inCategories(items: Items, categories: readonly bigint[]): Items {
  return categories.length === 0 ? items : items.where('item.category_id', 'in', categories.map(Number))
}

type OwnList = Extract<ItemList, { address: Address }>
type OwnRows = Omit<OwnList, 'of'> & { of: Exclude<OwnList['of'], 'created'> }

/** An item's auctions that take bids or are about to, as `own`. */
function auctionRows(context: RequestContext, list: { chainIds: readonly number[] }) {
  return sql`auction own where own.is_live and own.end_time > ${nowOf(context, list)} and own.chain_id = item.chain_id
    and own.collection = item.collection and own.token_id = item.token_id`
}

/** What a person has of an item: a table and its rows, as `own`. */
function ownRows(context: RequestContext, list: OwnRows) {
  const ofItem = sql`own.chain_id = item.chain_id and own.collection = item.collection and own.token_id = item.token_id`
  const sale = sql`market_order own where own.maker = ${bytes(list.address)} and own.side = ${sql.lit(ORDER_TYPE.SALE)} and ${ofItem}`
  const auction = sql`auction own where own.owner = ${bytes(list.address)} and ${ofItem}`
  switch (list.of) {
    case 'onSale':
      return sql`(select created_at from ${sale} and own.is_live union all select created_at from ${auction} and own.is_live) own`
    case 'offered':
      return sql`(select created_at from ${sale} and own.status = ${sql.lit(ORDER_STATUS.OPEN)}
          and (own.valid_until = 0 or own.valid_until >= ${nowOf(context, list)})
        union all select created_at from ${auction} and own.is_open) own`
    case 'held':
      return sql`holding own where own.owner = ${bytes(list.address)} and own.quantity > 0 and ${ofItem}`
    case 'liked':
      return sql`item_like own where own.account = ${bytes(list.address)} and ${ofItem}`
  }
}

/** Each chain has its clock (decision 15). */
function nowOf({ chains }: RequestContext, { chainIds }: { chainIds: readonly number[] }) {
  const clocks = chainIds.map((id) => sql`when ${sql.lit(id)} then ${sql.lit(chains.find(id)?.now() ?? 0)}::bigint`)
  return sql`case own.chain_id ${sql.join(clocks, sql` `)} end`
}

/** Columns a list may be sorted by; nothing a caller sends reaches the SQL. */
const SORT_COLUMNS = { update_time: 'item.traded_at', create_time: 'item.created_at', price: 'item.floor' } as const satisfies Record<
  HomeSort,
  string
>

function ordered(context: RequestContext, list: ItemList): Items {
  const items = skeleton(context, list)
  return inOrder(items, context, list).orderBy('item.chain_id').orderBy('item.collection').orderBy('item.token_id', 'desc')
}

function inOrder(items: Items, context: RequestContext, list: ItemList): Items {
  switch (list.of) {
    case 'market':
      return items.orderBy(SORT_COLUMNS[list.sort], list.order).orderBy('item.created_at', 'desc')
    case 'auctioned':
      return items.orderBy(sql`(select max(own.created_at) from ${auctionRows(context, list)})`, 'desc')
    case 'collection':
    case 'created':
      return items.orderBy('item.created_at', 'desc')
    case 'found':
      return (typeof list.by === 'string' ? items : items.orderBy(rankOfItem(list.by))).orderBy('item.created_at', 'desc')
    default: {
      const at = list.of === 'held' ? sql`own.received_at` : sql`own.created_at`
      return items.orderBy(sql`(select max(${at}) from ${ownRows(context, { ...list, of: list.of })})`, 'desc')
    }
  }
}

const rankOfItem = (by: Search) => sql`(select ${rankOf('item_search', by)} from item_search
  where item_search.chain_id = item.chain_id and item_search.collection = item.collection and item_search.token_id = item.token_id)`
