import type { FittingItem, InboxRow } from '@plinth/api'
import { type Address, BPS, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { givenRows, int8s } from '../db/columns.ts'
import { addressOf, bytes } from '../db/database.ts'
import { DEEPEST, type PageOf } from '../db/paging.ts'
import { hasChoices, isOfferable } from '../modules/orders/service.ts'
import { ANY_STORED, givenNow, numeric, OFFER_COLUMNS, OFFER_SOURCES, type OfferRow, presentOffers } from './offers.ts'
import type { Reads } from './orders.ts'

/** Whose inbox; without `viewer` as visitors see it. */
export type InboxOf = {
  readonly account: Address
  readonly chainIds: readonly number[]
  /** Leaves out declined offers, blocked makers, and offers below this percentage of the floor. */
  readonly viewer?: { readonly least: number }
}

/** Works beside each offer. */
const MOST_ITEMS = 20

const ANY = numeric(ANY_STORED)
const isItem = (
  table: string,
) => sql`item.chain_id = ${sql.ref(`${table}.chain_id`)} and item.collection = ${sql.ref(`${table}.collection`)}
  and item.token_id = ${sql.ref(`${table}.token_id`)}`
const KEY = sql`o.id, o.chain_id, o.collection, o.token_id, o.maker, o.pay_token, o.total, o.quantity, o.unit_value, o.created_at, o.valid_until`
const IS_LIVE_BID = sql`o.chain_id = mine.chain_id and o.collection = mine.collection and o.side = ${sql.lit(ORDER_TYPE.BID)} and o.is_live`
const SET_OF_C = sql`from offer_set s where s.chain_id = c.chain_id and s.collection = c.collection and s.token_id = c.token_id`
const HAS_CHOICES = hasChoices(sql`(select s.choices ${SET_OF_C})`)
/** Whether offer `c` takes one of the works `c.ids` that visitors may trade. */
const IS_FITTING = sql`exists (
  select from (
    select one.id from unnest(c.ids) as one (id) where case when c.token_id = ${ANY} then true when c.token_id < ${ANY} then one.id = c.token_id
      else one.id in (select unnest(s.ids) ${SET_OF_C}) end
    offset 0
  ) one where exists (select from item where item.chain_id = c.chain_id and item.collection = c.collection and item.token_id = one.id
    and ${isOfferable} and ${HAS_CHOICES}))`
const IS_OPEN = sql`(c.valid_until = 0 or c.valid_until >= (select clock.seconds from clock where clock.clock_chain = c.chain_id))
  and not exists (select from paused_chain z where z.chain_id = c.chain_id)
  and exists (select from collection n where n.chain_id = c.chain_id and n.address = c.collection and not n.is_hidden and not n.is_locked)`

type Key = { readonly id: number; readonly worth: bigint | null; readonly floor: bigint | null }

/**
 * What an account's items can be sold to now, best worth first. Offers are looked into in that order until the page is full: most
 * stand in sets, and each is a list of up to 65,536 ids. `offset 0` keeps the planner from looking earlier.
 */
export async function readInbox(context: Reads, of: InboxOf, page: PageOf): Promise<{ list: InboxRow[]; hasMore: boolean }> {
  const offset = (page.page - 1) * page.limit
  if (offset > DEEPEST) return { list: [], hasMore: false }
  const keys = await readKeys(context, of, page.limit + 1, offset)
  const shown = keys.slice(0, page.limit)
  return { list: await readRows(context, of.account, shown), hasMore: keys.length > page.limit }
}

async function readKeys(context: Reads, { account, chainIds, viewer }: InboxOf, limit: number, offset: number): Promise<Key[]> {
  const me = bytes(account)
  const isWanted = viewer
    ? sql`and not exists (select from maker_block b where b.account = ${me} and b.maker = c.maker)
      and not exists (select from offer_decline d where d.account = ${me} and d.order_id = c.id)
      and coalesce(c.worth * 100 >= c.floor * ${viewer.least}, true)`
    : sql``
  const { rows } = await sql<Key>`with ${await givenNow(context)},
    mine as materialized (
      select h.chain_id, h.collection, array_agg(h.token_id) as ids from holding h
      where h.owner = ${me} and h.quantity > 0 and h.chain_id = any(${int8s(chainIds)}) group by h.chain_id, h.collection
    )
    select c.id, c.worth, c.floor from (
      select best.*, (
        select min(f.floor * money.weight) from floor_change f join money on money.money_chain = f.chain_id and money.kind = f.money
        where f.chain_id = best.chain_id and f.collection = best.collection and f.floor is not null
      ) as floor from (
        select o.id, o.chain_id, o.collection, o.token_id, o.maker, o.valid_until, mine.ids, div(o.total, o.quantity) * money.weight as worth
        from mine cross join lateral (
          select ${KEY} from market_order o where ${IS_LIVE_BID} and o.token_id >= ${sql.lit(String(ANY_STORED))}::numeric
          union all
          select bid.* from unnest(mine.ids) as one (id) cross join lateral (select ${KEY} from market_order o
            where ${IS_LIVE_BID} and o.token_id = one.id and o.status = ${sql.lit(ORDER_STATUS.OPEN)} offset 0) bid
        ) o left join money on money.money_chain = o.chain_id and money.token = o.pay_token
        where o.maker <> ${me}
        order by worth desc nulls last, o.unit_value desc, o.created_at, o.id
      ) best offset 0
    ) c
    where ${IS_OPEN} ${isWanted} and ${IS_FITTING}
    limit ${limit} offset ${offset}`.execute(context.db)
  return rows
}

async function readRows(context: Reads, account: Address, keys: readonly Key[]): Promise<InboxRow[]> {
  if (keys.length === 0) return []
  const ids = keys.map(({ id }) => id)
  const { rows } = await sql<OfferRow & { collection_name: string }>`select ${OFFER_COLUMNS}, n.name as collection_name
    from ${givenRows({ id: int8s(ids) })} join market_order on market_order.id = given.id
      join collection n on n.chain_id = market_order.chain_id and n.address = market_order.collection
    ${OFFER_SOURCES}`.execute(context.db)
  const names = new Map(rows.map(({ id, collection_name }) => [BigInt(id), collection_name]))
  const [offers, items] = await Promise.all([presentOffers(context, rows), readFitting(context, account, ids)])
  const offerOf = new Map(offers.map((offer) => [offer.id, offer]))
  return keys.flatMap(({ id, worth, floor }) => {
    const offer = offerOf.get(BigInt(id))
    const fitting = items.get(id)
    // It may have been filled, or its item sent away, between two statements.
    if (!offer || !fitting) return []
    const toFloor = worth !== null && floor ? Number((worth * BPS) / floor - BPS) : undefined
    return [{ offer, collectionName: names.get(offer.id) ?? '', items: fitting, ...(toFloor !== undefined && { toFloor }) }]
  })
}

type ItemRow = {
  order_id: number
  token_id: bigint
  name: string
  image: string
  media_kind: FittingItem['mediaKind']
  royalties: number[]
  creator: Uint8Array
  quantity: bigint
}

/** The account's works that each of these takes, the newest first. */
async function readFitting({ db }: Reads, account: Address, ids: readonly number[]): Promise<Map<number, FittingItem[]>> {
  const { rows } = await sql<ItemRow>`select given.id as order_id, fit.*
    from ${givenRows({ id: int8s(ids) })} join market_order o on o.id = given.id
      cross join lateral (
        select h.token_id, item.name, item.image, item.media_kind, item.royalties, item.creator, h.quantity from holding h join item on ${isItem('h')} and ${isOfferable}
        where h.owner = ${bytes(account)} and h.quantity > 0 and h.chain_id = o.chain_id and h.collection = o.collection
          and (o.token_id = h.token_id or o.token_id = ${ANY} or h.token_id in (select unnest(s.ids) from offer_set s
            where s.chain_id = o.chain_id and s.collection = o.collection and s.token_id = o.token_id))
          and ${hasChoices(sql`(select s.choices from offer_set s
            where s.chain_id = o.chain_id and s.collection = o.collection and s.token_id = o.token_id)`)}
        order by h.received_at desc, h.token_id limit ${MOST_ITEMS}
      ) fit`.execute(db)
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map(
    byOrder.entries().map(([id, fitting]) => [
      id,
      fitting.map((row) => ({
        tokenId: row.token_id,
        name: row.name,
        image: row.image,
        mediaKind: row.media_kind,
        held: row.quantity,
        royalties: row.royalties,
        creator: addressOf(row.creator),
      })),
    ]),
  )
}
