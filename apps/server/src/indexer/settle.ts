import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows } from '../db/columns.ts'
import { bytes, type Tx } from '../db/database.ts'
import { refreshItems } from '../modules/items/state.ts'
import { type Announced, announce } from '../modules/news/service.ts'
import { ordersOfFunder } from '../modules/orders/funding.ts'
import { ordersConcerned, type RefreshedOrder, refreshOrder } from '../modules/orders/state.ts'
import type { Scope } from './scope.ts'

/**
 * The lock between a maker's new orders and the index: order.add holds the same row while it looks at his holdings, so
 * neither misses what the other is about to write. In one order, against deadlock.
 */
export async function lockMakers(tx: Tx, chainId: number, exchange: Address, makers: readonly Address[]): Promise<void> {
  const distinct = [...new Set(makers)]
  if (distinct.length === 0) return
  await sql`select s.maker from salt_counter s join ${givenRows({ maker: byteas(distinct) })} on s.maker = given.maker
    where s.chain_id = ${chainId} and s.exchange = ${bytes(exchange)} order by s.maker for update of s`.execute(tx)
}

/** Recomputes for the touched keys what follows from canonical logs and signed orders, and says what it was unless it is old. */
export async function settle(
  scope: Pick<Scope, 'tx' | 'chainId' | 'contracts' | 'block' | 'touched'>,
  { isOld = false }: { isOld?: boolean | undefined } = {},
): Promise<void> {
  const { tx, chainId, contracts, touched } = scope
  const concerned = await ordersConcerned(tx, chainId, contracts.exchange, {
    keys: [...touched.orders.values()],
    holders: [...touched.holders.values()],
    approvals: [...touched.approvals.values()],
  })
  const orderIds = new Set(concerned)
  for (const key of touched.funders.values()) for (const id of await ordersOfFunder(tx, chainId, key)) orderIds.add(id)
  const orders: RefreshedOrder[] = []
  for (const id of [...orderIds].sort((a, b) => a - b)) orders.push(await refreshOrder(tx, contracts, id, scope.block.timestamp))
  for (const order of orders) touched.item(order)
  await refreshItems(tx, chainId, touched.items.values())
  if (!isOld) await announce(tx, newsOf(scope, orders))
}

function newsOf({ chainId, touched }: Pick<Scope, 'chainId' | 'touched'>, orders: readonly RefreshedOrder[]): Announced[] {
  return [
    ...new Map([...touched.moves, ...touched.items]).values().map((item): Announced => ({ topic: 'item', chainId, ...item })),
    ...orders.map(
      ({ orderId, collection, tokenId, maker }): Announced => ({
        topic: 'order',
        ...{ chainId, orderId, collection, tokenId, maker },
      }),
    ),
    ...[...touched.collections].map((address): Announced => ({ topic: 'collection', chainId, address })),
    ...[...touched.transactions].map(([hash, status]): Announced => ({ topic: 'transaction', chainId, hash, status })),
  ]
}
