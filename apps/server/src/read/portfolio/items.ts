import type { Input, PortfolioItem, PortfolioSort } from '@plinth/api'
import { AppError, type Catalogue } from '@plinth/api'
import { type Address, BPS, ORDER_STATUS, ORDER_TYPE, TOKEN_STANDARD } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, int8s, numerics } from '../../db/columns.ts'
import { addressOf } from '../../db/database.ts'
import { fixed } from '../../db/fixed-text.ts'
import { readMoneys } from '../explore/present-moneys.ts'
import { givenNow } from '../offers.ts'
import type { Reads } from '../orders.ts'
import { collectionKey, type OwnFloor, readOwnFloors, readPriceOf } from './floors.ts'
import { heldBy } from './held.ts'
import { fittingOffers, type Held, readBest, readHeld } from './offers.ts'
import { isReceiver, readTrades, type Trade, type Whose } from './trades.ts'

export type ItemsOf = Input<Catalogue['portfolio']['items']>

/** Pages end here. */
const DEEPEST = 100_000

const here = (table: string) => sql`${sql.ref(`${table}.chain_id`)} = h.chain_id and ${sql.ref(`${table}.collection`)} = h.collection
  and ${sql.ref(`${table}.token_id`)} = h.token_id`
const mineOf = ({ accounts }: Whose) => sql`mine as materialized (select unnest(${byteas(accounts)}) as account)`
const MINE = sql`(select account from mine)`
const PURCHASE = fixed(sql`select s.at as paid_at, s.money as paid_money, div(s.amount, greatest(s.units, 1)) as paid_price,
    s.block_hash as paid_block, s.log_index as paid_log, div(s.amount, greatest(s.units, 1)) * money.weight as paid_worth
  from sale s left join money on money.money_chain = s.chain_id and money.token = s.pay_token
  where ${here('s')} and not (${isReceiver('buyer', MINE)})`)
const NEWEST = fixed(sql`order by s.at desc, s.block_number desc, s.log_index desc limit 1`)
/** The last purchase, where the work came by it; of an edition the last one. */
const PAID = fixed(sql`left join lateral (${PURCHASE}
  and s.buyer = h.owner and (s.at = h.received_at or h.standard = ${sql.lit(TOKEN_STANDARD.ERC1155)}) ${NEWEST}
) paid on true`)

/** Among several accounts the purchase from another that brought it to one of them, whichever holds it since. */
const PAID_AMONG = fixed(sql`left join lateral (${PURCHASE} and s.buyer in ${MINE} and s.seller not in ${MINE} and case
    when h.standard = ${sql.lit(TOKEN_STANDARD.ERC1155)} then s.buyer = h.owner or exists (select from item_transfer t
      where ${here('t')} and t.from_account = s.buyer and t.to_account = h.owner)
    else not exists (select from item_transfer t
      where ${here('t')} and t.to_account in ${MINE} and t.from_account not in ${MINE} and t.at > s.at) end ${NEWEST}
) paid on true`)
const paidOf = ({ accounts }: Whose) => (accounts.length === 1 ? PAID : PAID_AMONG)
const LAST = fixed(sql`left join lateral (
  select s.at as last_at, s.pay_token as last_token, div(s.amount, greatest(s.units, 1)) as last_price,
    div(s.amount, greatest(s.units, 1)) * money.weight as last_worth
  from sale s left join money on money.money_chain = s.chain_id and money.token = s.pay_token
  where ${here('s')} and s.is_counted order by s.at desc, s.block_number desc, s.log_index desc limit 1
) last_sale on true`)
const LISTED = fixed(sql`left join lateral (
  select o.pay_token as listed_token, div(o.total, o.quantity) as listed_price, o.valid_until as listed_until,
    div(o.total, o.quantity) * money.weight as listed_worth
  from market_order o join clock on clock.clock_chain = o.chain_id
    left join money on money.money_chain = o.chain_id and money.token = o.pay_token
  where ${here('o')} and o.maker = h.owner and o.side = ${sql.lit(ORDER_TYPE.SALE)} and o.status = ${sql.lit(ORDER_STATUS.OPEN)} and o.is_live
    and (o.valid_until = 0 or o.valid_until >= clock.seconds)
  order by o.id desc limit 1
) listed on true`)
const BEST = fixed(sql`left join best on ${here('best')}`)
const RANK = fixed(sql`left join item_rank ranked on ${here('ranked')}`)
const FLOOR = fixed(sql`left join own_floor on own_floor.floor_chain = h.chain_id and own_floor.floor_collection = h.collection`)

/** Without rates prices compare as numbers: most portfolios are in one money. */
type Sort = {
  readonly by: RawBuilder<unknown>
  readonly orElse?: RawBuilder<unknown>
  readonly needs: readonly RawBuilder<unknown>[]
  readonly isAscending?: true
}
const SORTS = {
  received: { by: sql`h.received_at`, needs: [] },
  name: { by: sql`lower(h.name)`, needs: [], isAscending: true },
  held: { by: sql`h.quantity`, needs: [] },
  paid: { by: sql`paid.paid_worth`, orElse: sql`paid.paid_price`, needs: [PAID] },
  bought: { by: sql`paid.paid_at`, needs: [PAID] },
  lastSale: { by: sql`last_sale.last_worth`, orElse: sql`last_sale.last_price`, needs: [LAST] },
  floor: { by: sql`own_floor.floor_worth`, orElse: sql`own_floor.floor_price`, needs: [FLOOR] },
  offer: { by: sql`best.worth`, orElse: sql`best.price`, needs: [BEST] },
  rarity: { by: sql`ranked.rank`, needs: [RANK], isAscending: true },
  listed: { by: sql`listed.listed_worth`, orElse: sql`listed.listed_price`, needs: [LISTED] },
  change: {
    by: sql`own_floor.floor_worth / nullif(paid.paid_worth, 0)`,
    orElse: sql`case when own_floor.floor_money = paid.paid_money then own_floor.floor_price / nullif(paid.paid_price, 0) end`,
    needs: [PAID, FLOOR],
  },
} as const satisfies Record<PortfolioSort, Sort>

type Key = { chain_id: number; collection: Uint8Array; token_id: bigint; owner: Uint8Array; shelf: PortfolioItem['hidden'] }

/** What accounts hold, sorted by any column over all of it. A cursor is a number of rows: rows come and go between two pages. */
export async function listOwnItems(
  context: Reads,
  whose: Whose,
  of: ItemsOf,
): Promise<{ list: PortfolioItem[]; total: number; next?: string }> {
  const offset = offsetOf(of.cursor)
  const floors = await readHeldFloors(context, whose)
  const { keys, total } = await readKeys(context, whose, of, { offset, floors })
  const list = await readRows(context, whose, keys, floors)
  const end = offset + keys.length
  return { list, total, ...(end < total && end < DEEPEST && keys.length > 0 && { next: String(end) }) }
}

/** @throws AppError BAD_ARGUMENT_VALUE */
function offsetOf(cursor = '0'): number {
  if (!/^\d{1,6}$/.test(cursor)) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'cursor', reason: 'not a cursor of this list' })
  return Number(cursor)
}

/** Floors of all collections of which they hold works. */
async function readHeldFloors(context: Reads, { accounts, chainIds }: Whose): Promise<Map<string, OwnFloor>> {
  const { rows } = await sql<{ chain_id: number; collection: Uint8Array }>`select distinct chain_id, collection from holding
    where owner = any(${byteas(accounts)}) and quantity > 0 and chain_id = any(${int8s(chainIds)})`.execute(context.db)
  return readOwnFloors(
    context,
    rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection) })),
  )
}

const SCOPE = sql`scope`

async function readKeys(
  context: Reads,
  whose: Whose,
  of: ItemsOf,
  { offset, floors }: { offset: number; floors: ReadonlyMap<string, OwnFloor> },
): Promise<{ keys: Key[]; total: number }> {
  const { sort = 'received', limit } = of
  const chosen: Sort = SORTS[sort]
  const isAscending = of.isAscending ?? chosen.isAscending ?? false
  const direction = isAscending ? sql`asc` : sql`desc`
  const onShelf = sql`shelf ${of.isHidden ? sql`<>` : sql`=`} 'no'`
  const usesOffers = sort === 'offer' || of.hasOffer !== undefined
  const isOnShelf = ({ shelf }: Held) => (shelf === 'no') !== (of.isHidden ?? false)
  const best = usesOffers ? await readBest(context, whose, (await readHeld(context, whose)).filter(isOnShelf)) : undefined
  const given = [...floors.values()]
  const ownFloor = givenRows({
    floor_chain: int8s(given.map(({ chainId }) => chainId)),
    floor_collection: byteas(given.map(({ collection }) => collection)),
    floor_money: byteas(given.map(({ money }) => money)),
    floor_price: numerics(given.map(({ unitPrice }) => unitPrice)),
    floor_worth: numerics(given.map(({ worth }) => worth ?? null)),
  })
  const needs = new Set<RawBuilder<unknown>>(chosen.needs)
  if (of.isListed !== undefined) needs.add(LISTED)
  if (of.hasOffer !== undefined) needs.add(BEST)
  const joins = [...needs].map((need) => (need === PAID ? paidOf(whose) : need))
  const wanted = [
    sql`h.${onShelf}`,
    ...(of.collection ? [sql`h.collection = ${byteas([of.collection])}[1]`] : []),
    ...(of.words ? [sql`strpos(lower(h.name || ' ' || h.collection_name || ' #' || h.token_id), lower(${of.words})) > 0`] : []),
  ]
  const isOne = (flag: boolean | undefined, column: RawBuilder<unknown>) =>
    flag === undefined ? [] : [sql`${column} is ${flag ? sql`not null` : sql`null`}`]
  const last = [sql`true`, ...isOne(of.isListed, sql`listed.listed_price`), ...isOne(of.hasOffer, sql`best.price`)]
  const { rows } = await sql<Key & { total: number }>`with ${await givenNow(context)}, ${mineOf(whose)}, ${heldBy(whose)},
    own_floor as materialized (select given.* from ${ownFloor}),
    scope as materialized (select h.* from held h where ${sql.join(wanted, sql` and `)})
    ${best ? sql`, best as materialized (select given.* from ${best})` : sql``}
    select h.chain_id, h.collection, h.token_id, h.owner, h.shelf, count(*) over () as total
    from ${SCOPE} h ${sql.join(joins, sql` `)} where ${sql.join(last, sql` and `)}
    order by ${chosen.by} ${direction} nulls last, ${chosen.orElse ?? sql`h.received_at`} ${direction} nulls last, h.chain_id, h.collection, h.token_id, h.owner
    limit ${limit} offset ${offset}`.execute(context.db)
  return { keys: rows, total: rows[0]?.total ?? 0 }
}

type Row = {
  readonly place: number
  readonly standard: number
  readonly name: string
  readonly image: string
  readonly media_kind: PortfolioItem['mediaKind']
  readonly width: number
  readonly height: number
  readonly collection_name: string
  readonly is_verified: boolean
  readonly quantity: bigint
  readonly supply: bigint
  readonly received_at: number
  readonly creator: Uint8Array
  readonly paid_block: Uint8Array | null
  readonly paid_log: number | null
  readonly last_at: number | null
  readonly last_token: Uint8Array | null
  readonly last_price: bigint | null
  readonly listed_token: Uint8Array | null
  readonly listed_price: bigint | null
  readonly listed_until: number | null
  readonly offer_token: Uint8Array | null
  readonly offer_price: bigint | null
  readonly rank: number | null
  readonly is_auctioned: boolean
}

async function readRows(
  context: Reads,
  whose: Whose,
  keys: readonly Key[],
  floors: ReadonlyMap<string, OwnFloor>,
): Promise<PortfolioItem[]> {
  if (keys.length === 0) return []
  const given = givenRows({
    place: int8s(keys.map((_, place) => place)),
    of_chain: int8s(keys.map((key) => key.chain_id)),
    of_collection: byteas(keys.map((key) => addressOf(key.collection))),
    of_token: numerics(keys.map((key) => key.token_id)),
    of_owner: byteas(keys.map((key) => addressOf(key.owner))),
  })
  const { rows } = await sql<Row>`with ${await givenNow(context)}, ${mineOf(whose)},
    scope as materialized (
      select given.place, h.chain_id, h.collection, h.token_id, h.owner, h.quantity, h.received_at, item.standard, item.name, item.image,
        item.media_kind, item.width, item.height, item.supply, item.creator, n.name as collection_name, n.is_verified
      from ${given}
      join holding h on h.chain_id = given.of_chain and h.collection = given.of_collection and h.token_id = given.of_token and h.owner = given.of_owner
      join item on item.chain_id = h.chain_id and item.collection = h.collection and item.token_id = h.token_id
      join collection n on n.chain_id = h.chain_id and n.address = h.collection
    ), ${fittingOffers(whose, 'scope')}
    select h.*, paid.*, last_sale.*, listed.*, best.pay_token as offer_token, best.price as offer_price, ranked.rank,
      exists (select from auction a join clock on clock.clock_chain = a.chain_id
        where ${here('a')} and a.owner = h.owner and a.is_live and a.expired_time > clock.seconds) as is_auctioned
    from scope h ${paidOf(whose)} ${LAST} ${LISTED} ${BEST} ${RANK} order by h.place`.execute(context.db)
  const [bought, priceOf, moneys] = await Promise.all([
    readPurchases(context, whose, rows, keys),
    readPriceOf(context),
    readMoneys(context),
  ])
  return rows.flatMap((row) => {
    const key = keys[row.place]
    if (!key) return []
    const [chainId, collection] = [key.chain_id, addressOf(key.collection)]
    const owner = addressOf(key.owner)
    const floor = floors.get(collectionKey({ chainId, collection }))
    const trade = bought.get(row.place)
    const paid = trade && { payToken: trade.payToken, unitPrice: trade.total / (trade.units || 1n) }
    const price = (token: Uint8Array | null, unitPrice: bigint | null) =>
      token && unitPrice !== null ? priceOf(chainId, addressOf(token), unitPrice) : undefined
    const [lastSale, offer, listed] = [
      price(row.last_token, row.last_price),
      price(row.offer_token, row.offer_price),
      price(row.listed_token, row.listed_price),
    ]
    const change = paid && floor && changeOf(paid, floor, (token) => moneys.find(chainId, token)?.weight)
    return [
      {
        chainId,
        collection,
        tokenId: key.token_id,
        standard: row.standard,
        name: row.name,
        image: row.image,
        mediaKind: row.media_kind,
        width: row.width,
        height: row.height,
        collectionName: row.collection_name,
        isVerified: row.is_verified,
        owner,
        held: row.quantity,
        supply: row.supply,
        receivedAt: row.received_at,
        how: trade ? 'bought' : whose.accounts.includes(addressOf(row.creator)) ? 'made' : 'gift',
        ...(trade && paid && { paid: priceOf(chainId, paid.payToken, paid.unitPrice), boughtAt: trade.at, txHash: trade.txHash }),
        ...(lastSale && { lastSale: { at: row.last_at ?? 0, price: lastSale } }),
        ...(floor && { floor: priceOf(chainId, floor.payToken, floor.unitPrice) }),
        ...(offer && { offer }),
        ...(row.rank !== null && { rank: row.rank }),
        ...(listed && { listed, listedUntil: row.listed_until ?? 0 }),
        isAuctioned: row.is_auctioned,
        ...(change !== undefined && { change }),
        hidden: key.shelf,
      },
    ]
  })
}

/** The purchases that the rows name, with their fees, by the place of the row. */
async function readPurchases(context: Reads, whose: Whose, rows: readonly Row[], keys: readonly Key[]): Promise<Map<number, Trade>> {
  const named = rows.flatMap(({ place, paid_block, paid_log }) => {
    const key = keys[place]
    return key && paid_block && paid_log !== null ? [{ place, chainId: key.chain_id, block: paid_block, log: paid_log }] : []
  })
  if (named.length === 0) return new Map()
  const given = givenRows({
    of_chain: int8s(named.map(({ chainId }) => chainId)),
    of_block: byteas(named.map(({ block }) => `0x${Buffer.from(block).toString('hex')}` as const)),
    of_log: int8s(named.map(({ log }) => log)),
  })
  const where = sql`(s.chain_id, s.block_hash, s.log_index) in (select of_chain, of_block, of_log from ${given})`
  const trades = await readTrades(context, whose, { where, sides: ['buy'], limit: named.length })
  const byPlace = new Map(trades.map((trade) => [`${trade.chainId}:${trade.blockHash}:${trade.index}`, trade]))
  return new Map(
    named.flatMap(({ place, chainId, block, log }) => {
      const trade = byPlace.get(`${chainId}:0x${Buffer.from(block).toString('hex')}:${log}`)
      return trade ? [[place, trade] as const] : []
    }),
  )
}

type Unit = { readonly payToken: Address; readonly unitPrice: bigint }

/** Bps that the floor is above what was paid, at the rates of now. */
function changeOf(paid: Unit, floor: OwnFloor, weightOf: (token: Address) => bigint | undefined): number | undefined {
  const weight = weightOf(paid.payToken)
  const [before, now] =
    weight !== undefined && floor.worth !== undefined
      ? [paid.unitPrice * weight, floor.worth]
      : paid.payToken === floor.payToken
        ? [paid.unitPrice, floor.unitPrice]
        : [0n, 0n]
  if (before === 0n) return undefined
  const change = (now * BPS) / before - BPS
  return change > MOST_CHANGE ? Number(MOST_CHANGE) : Number(change)
}

/** A hundred thousand times as much. */
const MOST_CHANGE = 1_000_000_000n
