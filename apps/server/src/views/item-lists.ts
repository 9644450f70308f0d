import type { ItemRecord, Page } from '@plinth/api'
import { type Address, ORDER_TYPE } from '@plinth/protocol'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { RequestContext } from '../context.ts'
import { bytes, type Database } from '../db/database.ts'
import { readItem } from '../modules/items/store.ts'
import { hydrateItems } from './items.ts'

export type HomeSort = 'update_time' | 'create_time' | 'price'

/** Which items: the market, what one person has, or one collection. */
export type ItemList =
  | { of: 'market'; chainIds: readonly number[]; categories: readonly bigint[]; sort: HomeSort; order: 'asc' | 'desc' }
  | { of: 'onSale' | 'held' | 'created' | 'liked'; chainIds: readonly number[]; address: Address; category: bigint | undefined }
  | { of: 'collection'; chainId: number; collection: Address; onlyOnSale: boolean }

type PageOf = { readonly page: number; readonly limit: number }

/** Rows a page may skip; deeper pages are empty (architecture: OFFSET never beyond 10,000). */
const DEEPEST = 10_000

/** One page: which rows, then everything about them, in a bounded number of queries whatever the page. */
export async function listItems(context: RequestContext, list: ItemList, { page, limit }: PageOf): Promise<Page<ItemRecord>> {
  const offset = (page - 1) * limit
  const { total } = await skeleton(context, list)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const isThere = offset < total && offset <= DEEPEST
  const rows = isThere ? await ordered(skeleton(context, list), list).selectAll('item').limit(limit).offset(offset).execute() : []
  return { list: await hydrateItems(context, rows.map(readItem)), total, page, limit, pages: Math.ceil(total / limit) }
}

type Items = SelectQueryBuilder<Database, 'item', unknown>

function skeleton(context: RequestContext, list: ItemList): Items {
  const items = context.db
    .selectFrom('item')
    .where('item.is_confirmed', '=', true)
    .where('item.is_visible', '=', true)
    .where('item.supply', '>', 0n)
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
    case 'collection': {
      const own = items.where('item.chain_id', '=', list.chainId).where('item.collection', '=', bytes(list.collection))
      return list.onlyOnSale ? own.where('item.is_on_sale', '=', true) : own
    }
    default: {
      const own = inCategories(items.where('item.chain_id', 'in', [...list.chainIds]), list.category === undefined ? [] : [list.category])
      return list.of === 'created' ? own.where('item.creator', '=', bytes(list.address)) : own.where(ownRow(list.of, list.address))
    }
  }
}

function inCategories(items: Items, categories: readonly bigint[]): Items {
  return categories.length === 0 ? items : items.where('item.category_id', 'in', categories.map(Number))
}

const OWN_TABLES = {
  onSale: sql`select 1 from market_order own where own.side = ${ORDER_TYPE.SALE} and own.is_live`,
  held: sql`select 1 from holding own where own.quantity > 0`,
  liked: sql`select 1 from item_like own where true`,
} as const
const PERSON = { onSale: 'own.maker', held: 'own.owner', liked: 'own.account' } as const

function ownRow(of: keyof typeof OWN_TABLES, address: Address) {
  return sql<boolean>`exists (${OWN_TABLES[of]} and own.chain_id = item.chain_id and own.collection = item.collection and own.token_id = item.token_id and ${sql.ref(PERSON[of])} = ${bytes(address)})`
}

/** Columns a list may be sorted by; nothing a caller sends reaches the SQL. */
const SORT_COLUMNS = { update_time: 'item.traded_at', create_time: 'item.created_at', price: 'item.floor' } as const satisfies Record<
  HomeSort,
  string
>

function ordered(items: Items, list: ItemList): Items {
  const sorted =
    list.of === 'market' ? items.orderBy(SORT_COLUMNS[list.sort], list.order).orderBy('item.created_at', 'desc') : orderedOwn(items, list)
  return sorted.orderBy('item.chain_id').orderBy('item.collection').orderBy('item.token_id', 'desc')
}

function orderedOwn(items: Items, list: Exclude<ItemList, { of: 'market' }>): Items {
  if (list.of === 'collection' || list.of === 'created') return items.orderBy('item.created_at', 'desc')
  const at = { onSale: sql`created_at`, held: sql`received_at`, liked: sql`created_at` }[list.of]
  const table = { onSale: sql`market_order`, held: sql`holding`, liked: sql`item_like` }[list.of]
  const person = { onSale: 'own.maker', held: 'own.owner', liked: 'own.account' }[list.of]
  const filter = list.of === 'onSale' ? sql`and own.is_live` : sql``
  return items.orderBy(
    sql`(select max(own.${at}) from ${table} own where own.chain_id = item.chain_id and own.collection = item.collection and own.token_id = item.token_id and ${sql.ref(person)} = ${bytes(list.address)} ${filter})`,
    'desc',
  )
}
