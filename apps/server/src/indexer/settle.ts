import type { Address } from '@plinth/protocol'
import { bytes, type Tx } from '../db/database.ts'
import { refreshHoldings } from '../modules/items/holdings.ts'
import { refreshItems } from '../modules/items/state.ts'
import { ordersOfApproval, ordersOfHolder, ordersOfKey, refreshOrder } from '../modules/orders/state.ts'
import type { Scope } from './scope.ts'

/**
 * The lock between a maker's new orders and the index: order.add holds the same row while it looks at his holdings, so
 * neither misses what the other is about to write. In one order, against deadlock.
 */
export async function lockMakers(tx: Tx, chainId: number, exchange: Address, makers: readonly Address[]): Promise<void> {
  const distinct = [...new Set(makers)].sort()
  if (distinct.length === 0) return
  await tx
    .selectFrom('salt_counter')
    .select('maker')
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('maker', 'in', distinct.map(bytes))
    .orderBy('maker')
    .forUpdate()
    .execute()
}

/** Recomputes for the touched keys what follows from canonical logs and signed orders. */
export async function settle(scope: Pick<Scope, 'tx' | 'chainId' | 'contracts' | 'block' | 'touched'>): Promise<void> {
  const { tx, chainId, contracts, touched } = scope
  await refreshHoldings(tx, chainId, touched.holders.values())
  const orderIds = new Set<number>()
  for (const key of touched.orders.values()) for (const id of await ordersOfKey(tx, chainId, contracts.exchange, key)) orderIds.add(id)
  for (const key of touched.holders.values()) for (const id of await ordersOfHolder(tx, chainId, key)) orderIds.add(id)
  for (const key of touched.approvals.values()) for (const id of await ordersOfApproval(tx, chainId, key)) orderIds.add(id)
  for (const id of [...orderIds].sort((a, b) => a - b)) touched.item(await refreshOrder(tx, contracts, id, scope.block.timestamp))
  await refreshItems(tx, chainId, touched.items.values())
}
