import type { AuctionRecord, OrderRecord, Person } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TYPE, type OrderType } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import { int8s } from '../db/columns.ts'
import { addressOf, bytes, type Db } from '../db/database.ts'
import { fixed } from '../db/fixed-text.ts'
import { GIVEN, givenPage, type ItemRef, isOfKey, refKey } from '../db/item-keys.ts'
import type { AuctionTables } from '../db/schema/auctions.ts'
import type { MarketTables } from '../db/schema/market.ts'
import { namedPerson, type PersonColumns } from '../modules/users/service.ts'
import { readAuction } from '../state/auctions/store.ts'
import { isOfBurnt } from '../state/items/store.ts'
import { readOrder } from '../state/orders/store.ts'
import { presentReadAuctions, type ReadAuction } from './lists/auctions.ts'
import { canBeFilled, isAtRest, isExpired, presentReadOrders, type ReadOrder, type Reads } from './orders.ts'

/** By the whole key: an edition may have thousands of holders, and a join might read them for each maker. */
const heldBy = (owner: string) =>
  sql`(select quantity from holding where ${isOfKey('holding', GIVEN)} and holding.owner = ${sql.ref(owner)}) as held`

type OrderRow = Selectable<MarketTables['market_order']> & PersonColumns & { held: bigint | null }

const HELD_BY_MAKER = fixed(heldBy('market_order.maker'))
/** `case` hides the flag of live orders from the planner, as in rows.ts. */
const LIVE_ORDERS = fixed(sql`join market_order on ${isOfKey('market_order', GIVEN)} and market_order.status = ${sql.lit(ORDER_STATUS.OPEN)}
    and case when ${canBeFilled} then true end
  left join account on account.address = market_order.maker`)
const BY_PRICE = fixed(sql`market_order.side,
  case market_order.side when ${sql.lit(ORDER_TYPE.SALE)} then market_order.unit_value else -market_order.unit_value end,
  market_order.created_at, market_order.id`)

export async function readLiveOrders(context: Reads, refs: readonly ItemRef[], sides: readonly OrderType[]): Promise<OrderRecord[]> {
  return presentReadOrders(context, await findLiveOrders(context.db, refs, sides))
}

/** Live orders of these sides, in one statement: sales by rising, bids by falling unit price. */
export async function findLiveOrders(db: Db, refs: readonly ItemRef[], sides: readonly OrderType[]): Promise<ReadOrder[]> {
  if (refs.length === 0) return []
  const { rows } = await sql<OrderRow>`select market_order.*, ${HELD_BY_MAKER}, account.nickname, account.avatar
    from ${givenPage(refs)} ${LIVE_ORDERS} where market_order.side = any(${int8s(sides)}) order by ${BY_PRICE}`.execute(db)
  return rows.map((row) => {
    const order = readOrder(row)
    return { order, maker: namedPerson(order.maker, row), held: row.held ?? undefined, isBurnt: false }
  })
}

type AuctionRow = Selectable<AuctionTables['auction']> &
  PersonColumns & { held: bigint | null; best_nickname: string | null; best_avatar: string | null }

const HELD_BY_OWNER = fixed(heldBy('auction.owner'))
const LIVE_AUCTIONS = fixed(sql`join auction on ${isOfKey('auction', GIVEN)} and auction.is_live
  left join account on account.address = auction.owner
  left join account best on best.address = coalesce(auction.winner, auction.highest_bidder)`)

export async function readLiveAuctions(context: Reads, refs: readonly ItemRef[]): Promise<AuctionRecord[]> {
  return presentLiveAuctions(context, await findLiveAuctions(context.db, refs))
}

/** In one statement: those that end soonest first. */
export async function findLiveAuctions(db: Db, refs: readonly ItemRef[]): Promise<ReadAuction[]> {
  if (refs.length === 0) return []
  const { rows } = await sql<AuctionRow>`select auction.*, ${HELD_BY_OWNER}, account.nickname, account.avatar,
      best.nickname as best_nickname, best.avatar as best_avatar
    from ${givenPage(refs)} ${LIVE_AUCTIONS} order by auction.end_time, auction.id`.execute(db)
  return rows.map((row) => {
    const auction = readAuction(row)
    const best = auction.winner ?? auction.highestBidder
    return {
      auction,
      user: namedPerson(auction.maker, row),
      best: best && namedPerson(best, { nickname: row.best_nickname, avatar: row.best_avatar }),
      held: row.held ?? 0n,
    }
  })
}

/** Auctions until the chain's clock has passed their expiry, even before the job has recorded it. */
export function presentLiveAuctions(context: Reads, known: readonly ReadAuction[]): Promise<AuctionRecord[]> {
  return presentReadAuctions(
    context,
    known.filter(({ auction }) => auction.expiredTime > (context.chains.find(auction.chainId)?.now() ?? 0)),
  )
}

/** What an account holds of an item. */
export type HeldItem = ItemRef & { readonly owner: Address; readonly user: Person; readonly quantity: bigint; readonly receivedAt: number }

/** What a viewer's own rows add to an item. */
export type ViewersRows = {
  readonly isLiked: boolean
  /**
   * Open orders that cannot be filled now: the viewer may revive, raise or cancel them (decision 23). Also an item's last orders that
   * ended because the market moved to other contracts: they can be signed again.
   */
  readonly resting: readonly ReadOrder[]
  readonly held: HeldItem | undefined
}

/** Columns of the order are null where there is none. */
type ViewerRow = OrderRow & {
  given_chain: number
  given_collection: Uint8Array
  given_token: bigint
  is_liked: boolean
  received_at: number | null
  is_burnt: boolean
}

const VIEWERS_COLUMNS = fixed(sql`given.given_chain, given.collection as given_collection, given.token_id as given_token,
  item_like.account is not null as is_liked, holding.quantity as held, holding.received_at, market_order.*, account.nickname, account.avatar,
  market_order.id is not null and ${isOfBurnt('market_order')} as is_burnt`)
const IS_LIKE = fixed(isOfKey('item_like', GIVEN))
const IS_HOLDING = fixed(isOfKey('holding', GIVEN))
const IS_RESTING = fixed(sql`${isOfKey('market_order', GIVEN)} and ${isAtRest}`)
const IS_THERE = sql.raw('item_like.account is not null or holding.quantity is not null or market_order.id is not null')

/** The viewer's rows of those of these items that have any, in one statement. */
export async function readViewersRows(
  context: Reads,
  viewer: Address | undefined,
  refs: readonly ItemRef[],
): Promise<Map<string, ViewersRows>> {
  const found = new Map<string, ViewersRows>()
  if (viewer === undefined || refs.length === 0) return found
  const person = bytes(viewer)
  const { rows } = await sql<ViewerRow>`select ${VIEWERS_COLUMNS} from ${givenPage(refs)}
    left join item_like on ${IS_LIKE} and item_like.account = ${person}
    left join holding on ${IS_HOLDING} and holding.owner = ${person}
    left join market_order on ${IS_RESTING} and market_order.maker = ${person}
    left join account on account.address = ${person}
    where ${IS_THERE} order by market_order.id`.execute(context.db)
  for (const [key, [first, ...more]] of Map.groupBy(rows, (row) => refKey(refOf(row)))) {
    if (!first) continue
    const { held: quantity, received_at: receivedAt } = first
    found.set(key, {
      isLiked: first.is_liked,
      resting: [first, ...more].flatMap((row) => restingOf(context, row)),
      held: quantity
        ? { ...refOf(first), owner: viewer, user: namedPerson(viewer, first), quantity, receivedAt: receivedAt ?? 0 }
        : undefined,
    })
  }
  return found
}

function refOf(row: ViewerRow): ItemRef {
  return { chainId: row.given_chain, collection: addressOf(row.given_collection), tokenId: row.given_token }
}

function restingOf(context: Reads, row: ViewerRow): ReadOrder[] {
  if (row.id === null) return []
  const order = readOrder(row)
  if (isExpired(context, order)) return []
  const isBurnt = order.side === ORDER_TYPE.BID && row.is_burnt
  return [{ order, maker: namedPerson(order.maker, row), held: row.held ?? undefined, isBurnt }]
}
