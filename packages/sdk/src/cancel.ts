import type { OrderRecord } from '@plinth/api'
import { type Address, type OrderType, orderKeyOf } from '@plinth/protocol'
import { EXCHANGE_ABI } from './abi.ts'
import { isGone } from './errors.ts'
import type { ContractCall, Market } from './market.ts'
import { tradableOrderOf } from './order-calls.ts'

/** An account's open sale or bid of an item. */
export type OrderSlot = { collection: Address; tokenId: bigint; owner: Address; type: OrderType }

/** Throws ORDER_NOT_FOUND where none is open. */
export const fetchOrder = ({ api, chainId }: Market, slot: OrderSlot): Promise<OrderRecord> => api.order.get({ ...slot, chainId })

/** The `cancel` call that ends an order in all its versions. */
export function cancelCall({ chainId, config }: Market, order: OrderRecord): ContractCall {
  const args = [orderKeyOf(tradableOrderOf(order))]
  return { chainId, address: config.contract.exchange, abi: EXCHANGE_ABI, functionName: 'cancel', args }
}

/** Whether the server no longer has this order as the open one. */
export const isCancelled = (market: Market, slot: OrderSlot, { salt }: Pick<OrderRecord, 'salt'>): Promise<boolean> =>
  fetchOrder(market, slot).then((open) => open.salt !== salt, isGone)
