import type { Page, PrivateSaleOfItem, PrivateSaleRecord } from '@plinth/api'
import { type Address, ORDER_STATUS } from '@plinth/protocol'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { RequestContext } from '../context.ts'
import { givenRows, int8s } from '../db/columns.ts'
import { bytes } from '../db/database.ts'
import { type ItemRef, refKey } from '../db/item-keys.ts'
import { type PageOf, pageBounds } from '../db/paging.ts'
import type { MarketTables } from '../db/schema/market.ts'
import { peopleOf, personOf } from '../modules/users/service.ts'
import { PRIVATE_SIDE } from '../state/orders/private.ts'
import { readOrder } from '../state/orders/store.ts'
import { presentOrders } from './orders.ts'
import { hydrateItems } from './record.ts'

type Row = Selectable<MarketTables['market_order']> & { total_rows: number }

/** A buyer sees only fillable sales of visible items. */
const CAN_BE_BOUGHT = sql<boolean>`o.is_live and exists (select from item i where i.chain_id = o.chain_id and i.collection = o.collection
  and i.token_id = o.token_id and i.is_visible and not i.is_trade_locked)`

/** Open private sales of an item by the caller, and those to it that it can buy now. */
export async function privateSalesOf(context: RequestContext, { chainId, collection, tokenId }: ItemRef): Promise<PrivateSaleRecord[]> {
  const viewer = bytes(context.requireCaller().address)
  const ofItem = sql`o.chain_id = ${chainId} and o.collection = ${bytes(collection)} and o.token_id = ${String(tokenId)}::text::numeric`
  const rows = await read(context, sql`${ofItem} and (o.maker = ${viewer} or o.taker = ${viewer} and ${CAN_BE_BOUGHT})`, sql``)
  return present(context, rows)
}

/** Open private sales by an account, newest first. */
export async function listPrivateSales(
  context: RequestContext,
  { chainIds, maker }: { readonly chainIds: readonly number[]; readonly maker: Address },
  page: PageOf,
): Promise<Page<PrivateSaleOfItem>> {
  const { offset } = pageBounds(Number.MAX_SAFE_INTEGER, page)
  const where = sql`o.chain_id = any(${int8s(chainIds)}) and o.maker = ${bytes(maker)}`
  const rows = await read(context, where, sql`limit ${page.limit} offset ${offset}`)
  const sales = await present(context, rows)
  const items = await hydrateItems(context, rows.map(readOrder))
  const byKey = new Map(items.map((item) => [refKey(item), item]))
  const list = sales.flatMap((sale) => {
    const nft = byKey.get(refKey({ chainId: sale.chainId, collection: sale.item, tokenId: sale.sellTokenId }))
    return nft ? [{ ...sale, nft }] : []
  })
  return { list, ...pageBounds(rows[0]?.total_rows ?? 0, page).counts }
}

/** The only read of stored private sales. Each chain has its clock (decision 15). */
async function read({ db, chains }: RequestContext, where: RawBuilder<unknown>, limit: RawBuilder<unknown>): Promise<Row[]> {
  const clock = givenRows({ clock_chain: int8s(chains.all.map(({ id }) => id)), seconds: int8s(chains.all.map((chain) => chain.now())) })
  const { rows } = await sql<Row>`select o.*, count(*) over () as total_rows
    from market_order o join (select given.* from ${clock}) clock on clock.clock_chain = o.chain_id
    where o.side = ${sql.lit(PRIVATE_SIDE)} and o.status = ${sql.lit(ORDER_STATUS.OPEN)}
      and (o.valid_until = 0 or o.valid_until >= clock.seconds) and ${where}
    order by o.created_at desc, o.id desc ${limit}`.execute(db)
  return rows
}

async function present(context: RequestContext, rows: readonly Row[]): Promise<PrivateSaleRecord[]> {
  const orders = rows.map(readOrder)
  const takers = orders.flatMap(({ taker }) => taker ?? [])
  const [records, people] = await Promise.all([presentOrders(context, orders), peopleOf(context.db, takers)])
  return records.flatMap((record, at) => {
    const taker = takers[at]
    return taker ? [{ ...record, taker, buyer: personOf(people, taker) }] : []
  })
}
