import type { AuctionPhase, ItemRecord, Page } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Context, SharedContext } from '../../context.ts'
import { addressOf, bytes, type Db } from '../../db/database.ts'
import { fixed } from '../../db/fixed-text.ts'
import { gatedSearch } from '../../db/gate.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { isNear, keyName, partsOf, type Sort, type Source, selectAfter, selectKeys } from '../../db/keyset.ts'
import { DEEPEST, type PageOf, pageBounds } from '../../db/paging.ts'
import { type ItemSearch, MOST_OF_SHORT, type Search } from '../../db/search.ts'
import { isThere } from '../../state/items/store.ts'
import { madeTotal, marketTotal } from '../../state/items/totals.ts'
import { pageFromIndex } from '../explore/explore.ts'
import { hydrateItems, hydrateShown } from '../record.ts'
import { foundByAddress, foundByShortWord, foundByTransaction, foundByWords } from './found-items.ts'

export type HomeSort = 'update_time' | 'create_time' | 'price'

/** Restricts a list to one collection, or one item. */
type Among = { readonly chainIds: readonly number[]; readonly collection?: Address | undefined; readonly tokenId?: bigint | undefined }

/** The items of a list: the market's, an account's, a collection's, or a search's. */
export type ItemList =
  | { of: 'market'; chainIds: readonly number[]; categories: readonly bigint[]; sort: HomeSort; order: 'asc' | 'desc' }
  | ({ of: 'onSale' | 'offered' | 'held' | 'created' | 'liked'; address: Address; category: bigint | undefined } & Among)
  | { of: 'collection'; chainId: number; collection: Address; onlyOnSale: boolean }
  | {
      of: 'auctioned'
      chainIds: readonly number[]
      viewer: Address | undefined
      sort: 'create_time' | 'ending'
      /** All of them where it is undefined. */
      phase: AuctionPhase | undefined
    }
  | { of: 'found'; chainIds: readonly number[]; by: ItemSearch }

/** One page of records: a statement for keys and total, which beyond 5,000 rows begins at a stored key, and those of the records. */
export async function listItems(context: SharedContext, list: ItemList, page: PageOf): Promise<Page<ItemRecord>> {
  if (list.of === 'found') return listFound(context, list, page)
  const { total, refs } = await readPage(context, list, sourceOf(context, list), page)
  return pageOf(await hydrateItems(context, refs), total, page)
}

const pageOf = (list: ItemRecord[], total: number, page: PageOf): Page<ItemRecord> => ({ list, ...pageBounds(total, page).counts })

type ReadPage = { readonly total: number; readonly refs: readonly ItemRef[] }

async function readPage(context: SharedContext, list: ItemList, source: Source, page: PageOf): Promise<ReadPage> {
  const { db } = context
  const total = totalOf(context, list, source)
  const range = { offset: (page.page - 1) * page.limit, limit: page.limit }
  if (isNear(range)) return readRefs(db, source, total, await selectKeys(db, source, nameOf(list), range))
  // How far rows are sought is bounded by the total, which is asked first.
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(db)
  const count = rows[0]?.total ?? 0
  const keys = range.offset < count ? await selectKeys(db, source, nameOf(list), range) : undefined
  return keys ? readRefs(db, source, sql<number>`${count}::bigint`, keys) : { total: count, refs: [] }
}

type PageRow = { total: number; chain_id: number | null; collection: Uint8Array; token_id: bigint }

/** From here on pages of a search come from the item index, which has sorted it before. */
const DEEP = 1_000

/** @throws AppError LIST_NOT_READY */
async function listFound(context: SharedContext, list: Extract<ItemList, { of: 'found' }>, page: PageOf): Promise<Page<ItemRecord>> {
  const { by, chainIds } = list
  const range = { offset: (page.page - 1) * page.limit, limit: page.limit }
  const isDeepest = range.offset > DEEPEST
  if (range.offset >= DEEP && !isDeepest && isWords(by) && !by.isShort) {
    const kept = await pageFromIndex(context, by, { chainIds, ...range })
    if (kept) return pageOf(await hydrateShown(context, kept.refs), kept.total, page)
  }
  const hits = foundOnce(sourceOf(context, list))
  // Of pages behind the deepest the total alone.
  const keys = selectAfter(hits.source, undefined, isDeepest ? { offset: 0, limit: 0 } : range)
  const { total, refs } = await gatedSearch(context.db, (tx) => readRefs(tx, hits.source, hits.total, keys, hits.before))
  return pageOf(await hydrateItems(context, refs), total, page)
}

const isWords = (by: ItemSearch): by is Search => typeof by === 'object' && !('txHash' in by)

/** Rows of a search, which costs what it finds: sought once, for the total and for the page. */
function foundOnce({ from, where, order }: Source): { before: RawBuilder<unknown>; source: Source; total: RawBuilder<number> } {
  return {
    before: sql`with hits as materialized (select ${partsOf(order).columns} from ${from} where ${where})`,
    source: { from: sql`hits`, where: sql`true`, order: orderOfHits(order) },
    total: sql<number>`(select count(*) from hits)`,
  }
}

const orderOfHits = (order: readonly Sort[]): readonly Sort[] => order.map((sort, at) => ({ ...sort, by: sql.ref(`hits.${keyName(at)}`) }))

async function readRefs(
  db: Db,
  { order }: Source,
  total: RawBuilder<number>,
  keys: RawBuilder<unknown> | undefined,
  before: RawBuilder<unknown> = sql``,
): Promise<ReadPage> {
  if (!keys) return { total: 0, refs: [] }
  const key = (fromLast: number) => sql.ref(`keys.${keyName(order.length - fromLast)}`)
  const { rows } = await sql<PageRow>`${before}
    select counted.total, ${key(3)} as chain_id, ${key(2)} as collection, ${key(1)} as token_id
    from (select ${total} as total) counted
    left join (select found.*, row_number() over () as place from (${keys}) found) keys on true
    order by keys.place`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    refs: rows.flatMap(({ chain_id: chainId, collection, token_id: tokenId }) =>
      chainId === null ? [] : [{ chainId, collection: addressOf(collection), tokenId }],
    ),
  }
}

/** The key under which the list's keyset cursors are cached. */
function nameOf(list: ItemList): string {
  return JSON.stringify(list, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** Every order ends with the item's key. */
const KEY: readonly Sort[] = [
  { by: sql`item.chain_id`, direction: 'asc' },
  { by: sql`item.collection`, direction: 'asc', kind: 'bytes' },
  { by: sql`item.token_id`, direction: 'desc', kind: 'big' },
]

const NEWEST: Sort = { by: sql`item.created_at`, direction: 'desc' }
const BY_NEWEST: readonly Sort[] = [NEWEST, ...KEY]

/** What a list of the market may be sorted by; no input reaches the SQL. */
const MARKET_ORDERS = {
  update_time: eitherWay({ by: sql`item.traded_at` }, NEWEST),
  create_time: eitherWay({ by: sql`item.created_at` }),
  price: eitherWay({ by: sql`item.floor`, kind: 'big' }, NEWEST),
} as const satisfies Record<HomeSort, unknown>

function eitherWay(first: Omit<Sort, 'direction'>, ...then: Sort[]): Readonly<Record<'asc' | 'desc', readonly Sort[]>> {
  const inOrder = (direction: 'asc' | 'desc') => [{ ...first, direction }, ...then, ...KEY]
  return { asc: inOrder('asc'), desc: inOrder('desc') }
}

const IS_SHOWN = fixed(sql`item.is_visible and ${isThere}`)

const inChains = (chainIds: readonly number[]) => sql`item.chain_id in (${sql.join([...chainIds])})`
const inCategories = (categories: readonly bigint[]) =>
  categories.length === 0 ? sql`` : sql`and item.category_id in (${sql.join(categories.map(Number))})`

/** Rows named `item` that have the item's key, in the list's order. */
export function sourceOf(context: Pick<Context, 'chains' | 'clock'>, list: ItemList): Source {
  switch (list.of) {
    case 'market':
      return {
        from: sql`item`,
        where: sql`${IS_SHOWN} and item.is_on_sale and not item.is_trade_locked and ${inChains(list.chainIds)} ${inCategories(list.categories)}
          and (item.chain_id, item.collection, item.token_id) not in
            (select chain_id, collection, token_id from item_lock where until > ${context.clock.now()})`,
        order: MARKET_ORDERS[list.sort][list.order],
      }
    case 'collection':
      return {
        from: sql`item`,
        where: sql`${IS_SHOWN} and item.chain_id = ${list.chainId} and item.collection = ${bytes(list.collection)}
          ${list.onlyOnSale ? sql`and item.is_on_sale` : sql``}`,
        order: BY_NEWEST,
      }
    case 'created':
      return { from: sql`item`, where: sql`${IS_SHOWN} and item.creator = ${bytes(list.address)} and ${among(list)}`, order: BY_NEWEST }
    case 'held':
      return heldSource(list)
    case 'found':
      return foundSource(list)
    case 'auctioned':
      return auctionedSource(context, list)
    default:
      return ownSource(ownRows(context, { ...list, of: list.of }), sql`${IS_SHOWN} and ${among(list)}`)
  }
}

/** Items with such rows, by the newest of these. */
function ownSource(rows: RawBuilder<unknown>, where: RawBuilder<unknown>): Source {
  const newest = sql`(select chain_id, collection, token_id, max(created_at) as at from ${rows} own group by chain_id, collection, token_id)`
  return {
    from: sql`${newest} own join item using (chain_id, collection, token_id)`,
    where,
    order: [{ by: sql`own.at`, direction: 'desc' }, ...KEY],
  }
}

/**
 * Items at an auction that bids are or will be taken for, or that waits for its settlement: first those the viewer has won, then the
 * newest auction or the one that ends first. By their end, those that have ended come last.
 */
function auctionedSource(context: Pick<Context, 'chains'>, list: Extract<ItemList, { of: 'auctioned' }>): Source {
  const now = nowOf(context, list)
  const isWaiting = sql`own.end_time <= ${now} and own.highest_price > 0 and own.highest_price >= own.buying`
  const isWon = list.viewer ? sql`(${isWaiting} and own.highest_bidder = ${bytes(list.viewer)}) is true` : sql`false`
  const phases = {
    live: sql`own.start_time <= ${now} and own.end_time > ${now}`,
    soon: sql`own.start_time > ${now}`,
    ended: isWaiting,
  }
  const isListed = list.phase ? phases[list.phase] : sql`(own.end_time > ${now} or ${isWaiting})`
  const isByEnd = list.sort === 'ending'
  const at = isByEnd ? sql`coalesce(min(own.end_time) filter (where own.end_time > ${now}), 9007199254740991)` : sql`max(created_at)`
  return {
    from: sql`(select chain_id, collection, token_id, ${at} as at, bool_or(${isWon}) as is_won from auction own
      where own.is_live and own.expired_time > ${now} and ${isListed}
      group by chain_id, collection, token_id) own join item using (chain_id, collection, token_id)`,
    where: sql`${IS_SHOWN} and ${inChains(list.chainIds)}`,
    order: [{ by: sql`own.is_won`, direction: 'desc', kind: 'flag' }, { by: sql`own.at`, direction: isByEnd ? 'asc' : 'desc' }, ...KEY],
  }
}

const BY_RECEIVED: readonly Sort[] = [{ by: sql`item.received_at`, direction: 'desc' }, ...KEY]

/** A held item is minted and exists: only its category must be looked up, and hidden owners have an index of their own. */
function heldSource(list: OwnList): Source {
  const isOfCategory = sql`exists (select 1 from item of where of.chain_id = item.chain_id and of.collection = item.collection
    and of.token_id = item.token_id and of.category_id = ${Number(list.category)})`
  return {
    from: sql`holding item`,
    where: sql`item.owner = ${bytes(list.address)} and item.quantity > 0 and ${among({ ...list, category: undefined })}
      and (item.chain_id, item.collection, item.token_id) not in (select chain_id, collection, token_id from item where not is_visible)
      ${list.category === undefined ? sql`` : sql`and ${isOfCategory}`}`,
    order: BY_RECEIVED,
  }
}

function foundSource({ by, chainIds }: Extract<ItemList, { of: 'found' }>): Source {
  const where = sql`${IS_SHOWN} and ${inChains(chainIds)}`
  if (typeof by === 'string') return { from: sql`(${foundByAddress(by, where)}) item`, where: sql`true`, order: BY_NEWEST }
  if ('txHash' in by)
    return { from: sql`(${foundByTransaction(by)}) found join item using (chain_id, collection, token_id)`, where, order: BY_NEWEST }
  if (by.isShort) return shortSource(by, where)
  return {
    from: sql`(select chain_id, collection, token_id, min(rank) as rank from (${foundByWords(by, where)}) hits
      group by chain_id, collection, token_id) found join item using (chain_id, collection, token_id)`,
    where,
    order: BY_RANK,
  }
}

/** The first ones that a short word finds, and in each row whether there are more. */
function shortSource(by: Search, where: RawBuilder<unknown>): Source {
  const hits = sql`(select chain_id, collection, token_id, created_at, min(rank) as rank, count(*) over () > ${sql.lit(MOST_OF_SHORT)} as is_cut
    from (${foundByShortWord(by, where)}) hits group by chain_id, collection, token_id, created_at) item`
  const first = sql`(select * from ${hits} order by ${partsOf(BY_SHORT_RANK).sorted} limit ${sql.lit(MOST_OF_SHORT)}) item`
  return { from: first, where: sql`true`, order: BY_SHORT_RANK }
}

/** In each row of a search, whether it finds more than its list has. */
export const isCut = (by: ItemSearch): RawBuilder<boolean> => (isWords(by) && by.isShort ? sql<boolean>`item.is_cut` : sql<boolean>`false`)

/**
 * Whether an item's collection is verified; any account mints into an official one. `exists`, so that the planner may read the verified
 * collections once instead of looking for each item's.
 */
const ofVerified = sql<number>`case when exists (select 1 from collection where collection.chain_id = item.chain_id
  and collection.address = item.collection and is_verified and not is_official) then 1 else 0 end`

const BY_RANK: readonly Sort[] = [{ by: sql`found.rank`, direction: 'asc' }, { by: ofVerified, direction: 'desc' }, NEWEST, ...KEY]

const BY_SHORT_RANK: readonly Sort[] = [{ by: sql`item.rank`, direction: 'asc' }, ...BY_RANK.slice(1)]

type OwnList = Extract<ItemList, { address: Address }>

/** Restricts to these chains, this category, this collection or this item. */
function among({ chainIds, category, collection, tokenId }: Among & { category: bigint | undefined }) {
  return sql`${inChains(chainIds)} ${inCategories(category === undefined ? [] : [category])}
    ${collection === undefined ? sql`` : sql`and item.collection = ${bytes(collection)}`}
    ${tokenId === undefined ? sql`` : sql`and item.token_id = ${tokenId}`}`
}

type OwnRows = Omit<OwnList, 'of'> & { of: 'onSale' | 'offered' | 'liked' }

/** An account's items: rows with the item's key and `created_at`. */
function ownRows(context: Pick<Context, 'chains'>, list: OwnRows) {
  const columns = sql`select own.chain_id, own.collection, own.token_id, own.created_at`
  const person = bytes(list.address)
  const sale = sql`market_order own where own.maker = ${person} and own.side = ${sql.lit(ORDER_TYPE.SALE)}`
  const auction = sql`auction own where own.owner = ${person}`
  switch (list.of) {
    case 'onSale':
      return sql`(${columns} from ${sale} and own.is_live union all ${columns} from ${auction} and own.is_live)`
    case 'offered':
      return sql`(${columns} from ${sale} and own.status = ${sql.lit(ORDER_STATUS.OPEN)}
          and (own.valid_until = 0 or own.valid_until >= ${nowOf(context, list)})
        union all ${columns} from ${auction} and own.is_open)`
    case 'liked':
      return sql`(${columns} from item_like own where own.account = ${person})`
  }
}

/** Each chain has its clock (decision 15). */
function nowOf({ chains }: Pick<Context, 'chains'>, { chainIds }: { chainIds: readonly number[] }) {
  const clocks = chainIds.map((id) => sql`when ${sql.lit(id)} then ${sql.lit(chains.find(id)?.now() ?? 0)}::bigint`)
  return sql`case own.chain_id ${sql.join(clocks, sql` `)} end`
}

/** Maintained totals where there are any, else a count: of one account's or one collection's items, or of search results. */
function totalOf(context: SharedContext, list: ItemList, source: Source): RawBuilder<number> {
  if (list.of === 'market') return sql<number>`${marketTotal(list.chainIds, list.categories)} - ${lockedTotal(context, list)}`
  if (list.of === 'created' && list.category === undefined && list.collection === undefined && list.tokenId === undefined)
    return madeTotal(list.chainIds, list.address)
  return sql<number>`(select count(*) from ${source.from} where ${source.where})`
}

/** Items that are being bought just now, or whose trade the operator has stopped, are no part of the market. */
function lockedTotal({ clock }: SharedContext, list: Extract<ItemList, { of: 'market' }>): RawBuilder<number> {
  return sql<number>`(select count(*) from item
    where item.counted_category is not null and ${inChains(list.chainIds)} ${inCategories(list.categories)}
      and (item.chain_id, item.collection, item.token_id) in (
        select chain_id, collection, token_id from item_lock where until > ${clock.now()}
        union select chain_id, collection, token_id from item where is_trade_locked))`
}
