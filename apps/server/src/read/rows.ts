import type { ItemCard } from '@plinth/api'
import { ASSET_TYPE, ORDER_STATUS, ORDER_TERMS, ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import type { SharedContext } from '../context.ts'
import { byteas, givenRows, int8s, numerics } from '../db/columns.ts'
import { addressOf } from '../db/database.ts'
import { fixed } from '../db/fixed-text.ts'
import { givenPage, type ItemRef, isOfKey, KEY_OF_ITEM, refKey } from '../db/item-keys.ts'
import { isThere } from '../state/items/store.ts'
import { readMoneys } from './explore/present-moneys.ts'
import { payTokenOf, payTokensOf, presentFees } from './orders.ts'

type Reads = Pick<SharedContext, 'db' | 'chains' | 'clock'>
type Bytes = Uint8Array
type Maybe<T> = { readonly [K in keyof T]: T[K] | null }

type Person = { readonly nickname: string; readonly avatar: string }
type Ask = { ask_maker: Bytes; ask_token: Bytes; ask_price: bigint; ask_since: number; listings: number; units_on_sale: bigint }
type Bid = { bid_token: Bytes; bid_price: bigint }
type Lot = {
  lot_token: Bytes
  lot_start: number
  lot_end: number
  lot_expires: number
  lot_start_price: bigint
  lot_highest: bigint
  lot_reserve: bigint
}
type Sale = { sale_at: number; sale_money: Bytes; sale_price: bigint }
type Row = {
  readonly chain_id: number
  readonly collection: Bytes
  readonly token_id: bigint
  readonly standard: number
  readonly supply: bigint
  readonly name: string
  readonly image: string
  readonly media_kind: ItemCard['mediaKind']
  readonly width: number
  readonly height: number
  readonly collection_name: string | null
  readonly is_verified: boolean | null
  readonly creator: Bytes
  readonly creator_nickname: string | null
  readonly creator_avatar: string | null
  readonly owner: Bytes | null
  readonly owner_nickname: string | null
  readonly owner_avatar: string | null
  readonly likes: number
  readonly rank: number | null
  readonly is_locked: boolean
  readonly is_trade_locked: boolean
  readonly created_at: number
} & Maybe<Ask & Bid & Lot & Sale>

const here = (table: string) => isOfKey(table, KEY_OF_ITEM)
/** Unit prices of several moneys compare by worth. Moneys without a rate come last. */
const MONEY = fixed(sql`left join money on money.money_chain = o.chain_id and money.token = o.pay_token`)
/**
 * Found by item, side and status. `case` hides the flag from the planner: by statistics that count no live orders it would read all of
 * them for each item.
 */
const IS_LIVE = fixed(sql`o.status = ${sql.lit(ORDER_STATUS.OPEN)} and case when o.is_live then true end`)
const IN_TIME = fixed(sql`(o.valid_until = 0 or o.valid_until >= coalesce(clock.seconds, 0))`)
/** What the maker holds, found by the whole key: an edition may have thousands of holders. */
const held = (table: string, maker: string) => sql`(select h.quantity from holding h
  where ${here('h')} and h.owner = ${sql.ref(`${table}.${maker}`)})`
const UNIT_PRICE = fixed(sql`div(o.total, greatest(o.quantity, 1))`)

const COLUMNS = fixed(sql`item.chain_id, item.collection, item.token_id, item.standard,
  case when item.is_confirmed then item.supply else item.declared_supply end as supply, item.name, item.image, item.media_kind,
  item.width, item.height, item.is_trade_locked, item.created_at, item.creator,
  named.name as collection_name, named.is_verified, maker.nickname as creator_nickname, maker.avatar as creator_avatar,
  holder.owner, holds.nickname as owner_nickname, holds.avatar as owner_avatar,
  ask.*, bid.*, lot.*, last_sale.*, coalesce(liked.likes, 0) as likes, ranked.rank`)

const SOURCES = fixed(sql`left join clock on clock.clock_chain = item.chain_id
  left join collection named on named.chain_id = item.chain_id and named.address = item.collection
  left join account maker on maker.address = item.creator
  left join lateral (
    select case when count(*) = 1 then (array_agg(h.owner))[1] end as owner
    from (select owner from holding where ${here('holding')} and quantity > 0 limit 2) h
  ) holder on true
  left join account holds on holds.address = holder.owner
  left join lateral (
    select o.maker as ask_maker, o.pay_token as ask_token, ${UNIT_PRICE} as ask_price, o.created_at as ask_since,
      count(*) over () as listings, sum(least(o.quantity - o.filled_items,
        coalesce(${held('o', 'maker')}, case when o.asset_type = ${sql.lit(ASSET_TYPE.MINTED)} then o.quantity else 0 end))) over () as units_on_sale
    from market_order o ${MONEY}
    where ${here('o')} and o.side = ${sql.lit(ORDER_TYPE.SALE)} and ${IS_LIVE} and o.terms = ${sql.lit(String(ORDER_TERMS.PLAIN))}::numeric and ${IN_TIME}
    order by ${UNIT_PRICE} * money.weight nulls last, o.unit_value, o.created_at, o.id limit 1
  ) ask on true
  left join lateral (
    select o.pay_token as bid_token, ${UNIT_PRICE} as bid_price
    from market_order o ${MONEY}
    where ${here('o')} and o.side = ${sql.lit(ORDER_TYPE.BID)} and ${IS_LIVE} and not o.shares_money and ${IN_TIME}
    order by ${UNIT_PRICE} * money.weight desc nulls last, o.unit_value desc, o.created_at, o.id limit 1
  ) bid on true
  left join lateral (
    select a.pay_token as lot_token, a.start_time as lot_start, a.end_time as lot_end, a.expired_time as lot_expires,
      a.start_price as lot_start_price, coalesce(a.sold_for, a.highest_price) as lot_highest, a.buying as lot_reserve
    from auction a where ${here('a')} and a.is_live and a.expired_time > coalesce(clock.seconds, 0)
      and a.is_fundable and not a.has_left and ${held('a', 'owner')} >= a.quantity
    order by a.end_time, a.id limit 1
  ) lot on true
  left join lateral (
    select s.at as sale_at, s.money as sale_money, div(s.amount, greatest(s.units, 1)) as sale_price
    from sale s where ${here('s')} and s.is_counted order by s.at desc, s.block_number desc, s.log_index desc limit 1
  ) last_sale on true
  left join item_lock on ${here('item_lock')}
  left join item_likes liked on ${here('liked')}
  left join item_rank ranked on ${here('ranked')}
  where item.is_visible and ${isThere}`)

/**
 * The items as lists show them, in their order, without hidden ones. One fixed statement serves every list, so that PostgreSQL keeps
 * one plan of it. `(select …)` around the arrays hides their length from the planner.
 */
export async function rowsOf(context: Reads, refs: readonly ItemRef[]): Promise<ItemCard[]> {
  if (refs.length === 0) return []
  const { db, chains, clock } = context
  const moneys = await readMoneys(context)
  const payTokens = await payTokensOf(
    context,
    chains.all.map(({ id }) => id),
  )
  const feeOf = await presentFees(context)
  const rated = moneys.tokens.filter(({ weight }) => weight !== undefined)
  const money = givenRows({
    money_chain: int8s(rated.map(({ chainId }) => chainId)),
    token: byteas(rated.map(({ address }) => address)),
    weight: numerics(rated.map(({ weight = 0n }) => weight)),
  })
  const clocks = givenRows({ clock_chain: int8s(chains.all.map(({ id }) => id)), seconds: int8s(chains.all.map((chain) => chain.now())) })
  const { rows } = await sql<Row>`
    with money as materialized (select given.* from ${money}), clock as materialized (select given.* from ${clocks})
    select ${COLUMNS}, item.is_trade_locked or coalesce(item_lock.until > ${clock.now()}, false) as is_locked
    from ${givenPage(refs)}
    join item on item.chain_id = given.given_chain and item.collection = given.collection and item.token_id = given.token_id
    ${SOURCES}`.execute(db)
  const priceOf = (chainId: number, token: Bytes, unitPrice: bigint) => {
    const payToken = addressOf(token)
    const { symbol, decimals } = payTokenOf(payTokens, chainId, payToken)
    return { payToken, symbol, decimals, unitPrice }
  }
  const byKey = new Map(
    rows.map((row) => {
      const card = presentRow(row, priceOf, feeOf)
      return [refKey(card), card]
    }),
  )
  return refs.flatMap((ref) => byKey.get(refKey(ref)) ?? [])
}

type FeeOf = Awaited<ReturnType<typeof presentFees>>
type PriceOf = (chainId: number, token: Bytes, unitPrice: bigint) => NonNullable<ItemCard['price']>

function presentRow(row: Row, priceOf: PriceOf, feeOf: FeeOf): ItemCard {
  const collection = addressOf(row.collection)
  return {
    chainId: row.chain_id,
    collection,
    tokenId: row.token_id,
    standard: row.standard,
    supply: row.supply,
    name: row.name,
    image: row.image,
    mediaKind: row.media_kind,
    width: row.width,
    height: row.height,
    collectionName: row.collection_name ?? '',
    isVerified: row.is_verified ?? false,
    creator: person(row.creator, { nickname: row.creator_nickname, avatar: row.creator_avatar }),
    ...(row.owner && { owner: person(row.owner, { nickname: row.owner_nickname, avatar: row.owner_avatar }) }),
    ...askOf(row, priceOf, feeOf),
    listings: row.listings ?? 0,
    unitsOnSale: row.units_on_sale ?? 0n,
    ...(row.bid_token && { bid: priceOf(row.chain_id, row.bid_token, row.bid_price ?? 0n) }),
    ...auctionOf(row, priceOf),
    ...(row.sale_money && {
      lastSale: { at: row.sale_at ?? 0, money: addressOf(row.sale_money), unitPrice: row.sale_price ?? 0n },
    }),
    isLocked: row.is_locked,
    isTradeLocked: row.is_trade_locked,
    createdAt: row.created_at,
    likes: row.likes,
    ...(row.rank !== null && { rank: row.rank }),
  }
}

function person(account: Bytes, { nickname, avatar }: Maybe<Person>): ItemCard['creator'] {
  return { address: addressOf(account), nickname: nickname ?? '', avatar: avatar ?? '' }
}

function askOf(row: Row, priceOf: PriceOf, feeOf: FeeOf): Pick<ItemCard, 'price' | 'seller' | 'listedAt'> {
  if (!row.ask_maker || !row.ask_token) return {}
  const [collection, maker] = [addressOf(row.collection), addressOf(row.ask_maker)]
  const buyerFee = feeOf({ chainId: row.chain_id, side: ORDER_TYPE.SALE, salt: 0n, collection, maker })
  return {
    price: { ...priceOf(row.chain_id, row.ask_token, row.ask_price ?? 0n), ...(buyerFee > 0 && { buyerFee }) },
    seller: maker,
    listedAt: row.ask_since ?? 0,
  }
}

function auctionOf(row: Row, priceOf: PriceOf): Pick<ItemCard, 'auction'> {
  if (!row.lot_token) return {}
  const { unitPrice: startPrice, ...token } = priceOf(row.chain_id, row.lot_token, row.lot_start_price ?? 0n)
  return {
    auction: {
      ...token,
      startPrice,
      startsAt: row.lot_start ?? 0,
      endsAt: row.lot_end ?? 0,
      expiresAt: row.lot_expires ?? 0,
      highestPrice: row.lot_highest ?? 0n,
      reserve: row.lot_reserve ?? 0n,
    },
  }
}
