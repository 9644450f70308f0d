import type { ListingWarning, Page, PortfolioListing } from '@plinth/api'
import { ASSET_TYPE, ORDER_STATUS, ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import { byteas, givenRows, int8s } from '../../db/columns.ts'
import { addressOf, bytes } from '../../db/database.ts'
import { type PageOf, pageBounds } from '../../db/paging.ts'
import type { MarketTables } from '../../db/schema/market.ts'
import { readOrder } from '../../state/orders/store.ts'
import { isOpenToAll, isPassed } from '../../state/statistics/floors.ts'
import { presentOrders, type Reads } from '../orders.ts'
import { readPriceOf } from './floors.ts'
import type { Whose } from './trades.ts'

const DAY_S = 86_400

type Row = Selectable<MarketTables['market_order']> & {
  readonly item_name: string | null
  readonly item_image: string | null
  readonly collection_name: string | null
  readonly fault: ListingWarning | null
  readonly ends_soon: boolean
  readonly floor_token: Uint8Array | null
  readonly floor_price: bigint | null
  readonly total_rows: number
}

const left = sql`o.quantity - o.filled_items`
const held = sql`coalesce((select h.quantity from holding h where h.chain_id = o.chain_id and h.collection = o.collection
  and h.token_id = o.token_id and h.owner = o.maker), 0)`
/** As `allowed.signatures` says it. */
const FAULT = sql`case when o.has_left and ${held} >= ${left} then 'returned'
  when o.has_left then 'moved'
  when not o.is_proven or not o.is_fundable and o.asset_type = ${sql.lit(ASSET_TYPE.MINTED)} then 'refused'
  when not o.is_fundable and ${held} >= ${left} then 'unapproved'
  when not o.is_fundable then 'moved' end`
const money = (
  token: string,
) => sql`case when exists (select from wrapped_coin w where w.chain_id = o.chain_id and w.address = ${sql.ref(token)})
  then ${bytes(ZERO_ADDRESS)} else ${sql.ref(token)} end`

/**
 * Open listings of the accounts, those with a warning first. A floor warns where others ask more than the listing now, and asked no more when its
 * price was set: who was the cheapest then meant to be.
 */
export async function listOwnListings(context: Reads, { accounts, chainIds }: Whose, page: PageOf): Promise<Page<PortfolioListing>> {
  const chains = context.chains.all.filter(({ id }) => chainIds.includes(id))
  const clock = givenRows({ clock_chain: int8s(chains.map(({ id }) => id)), seconds: int8s(chains.map((chain) => chain.now())) })
  const { offset } = pageBounds(Number.MAX_SAFE_INTEGER, page)
  // Each chain has its time, which the conditions of floors take as a number.
  const floors = chains.map(
    (chain) => sql`select c.collection, p.maker, p.token, p.price, ${chain.id}::bigint as chain_id from places c cross join lateral (
      select o.maker, ${money('o.pay_token')} as token, min(div(o.total, o.quantity)) as price
      from fill_check f join market_order o on o.id = f.order_id and o.version = f.version
      where f.chain_id = ${chain.id} and f.collection = c.collection and ${isPassed(chain.now())} and ${isOpenToAll(chain.now())}
        and o.maker <> all(${byteas(accounts)})
      group by o.maker, token
    ) p where c.chain_id = ${chain.id}`,
  )
  const { rows } = await sql<Row>`with clock as materialized (select given.* from ${clock}),
    open as materialized (
      select o.*, clock.seconds as now, ${money('o.pay_token')} as money, ${FAULT} as fault,
        o.valid_until > 0 and o.valid_until < clock.seconds + ${sql.lit(DAY_S)} as ends_soon,
        coalesce((select max(v.created_at) from order_version v where v.order_id = o.id), o.created_at) as priced_at
      from market_order o join clock on clock.clock_chain = o.chain_id
      where o.maker = any(${byteas(accounts)}) and o.side = ${sql.lit(ORDER_TYPE.SALE)} and o.status = ${sql.lit(ORDER_STATUS.OPEN)} and not o.has_moved
        and (o.valid_until = 0 or o.valid_until >= clock.seconds)
    ),
    places as materialized (select distinct chain_id, collection from open),
    others as materialized (select chain_id, collection, token, min(price) as price from (${sql.join(floors, sql` union all `)}) p
      group by chain_id, collection, token),
    warned as (
      select open.*, others.price as floor_price from open
      left join others on others.chain_id = open.chain_id and others.collection = open.collection and others.token = open.money
        and open.fault is null and div(open.total, open.quantity) < others.price
        and coalesce((select h.floor from collection_floor h where h.chain_id = open.chain_id and h.collection = open.collection
          and h.money = open.money and h.hour <= open.priced_at order by h.hour desc limit 1) <= div(open.total, open.quantity), true)
    )
    select o.*, case when o.floor_price is not null then o.money end as floor_token, item.name as item_name, item.image as item_image,
      n.name as collection_name, count(*) over () as total_rows
    from warned o
    left join item on item.chain_id = o.chain_id and item.collection = o.collection and item.token_id = o.token_id and item.is_visible
    left join collection n on n.chain_id = o.chain_id and n.address = o.collection and not n.is_hidden
    order by (o.fault is not null or o.floor_price is not null or o.ends_soon) desc, o.created_at desc, o.id desc
    limit ${page.limit} offset ${offset}`.execute(context.db)
  const [orders, priceOf] = await Promise.all([presentOrders(context, rows.map(readOrder)), readPriceOf(context)])
  const list = rows.flatMap((row, at): PortfolioListing[] => {
    const order = orders[at]
    if (!order) return []
    const isBelow = row.floor_token !== null && row.floor_price !== null
    return [
      {
        order,
        name: row.item_name ?? '',
        image: row.item_image ?? '',
        collectionName: row.collection_name ?? '',
        warnings: [
          ...(row.fault ? [row.fault] : []),
          ...(isBelow ? (['belowFloor'] as const) : []),
          ...(row.ends_soon ? (['endsSoon'] as const) : []),
        ],
        ...(isBelow && { floor: priceOf(row.chain_id, addressOf(row.floor_token as Uint8Array), row.floor_price ?? 0n) }),
      },
    ]
  })
  return { list, ...pageBounds(rows[0]?.total_rows ?? 0, page).counts }
}
