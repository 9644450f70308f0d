import { ORDER_TYPE, unpackSalt } from '@plinth/protocol'
import type { OfficialSender } from '../../config.ts'
import type { StoredOrder } from '../../state/orders/store.ts'

/**
 * Bps that the item's buyer pays on top: a bid never more than its salt says, nothing for what an official sender sells.
 * `current` is what the exchange takes of anybody.
 */
export function buyerFeeOf(officialSenders: readonly OfficialSender[], order: StoredOrder, current: bigint): bigint {
  if (order.side === ORDER_TYPE.BID) {
    const most = BigInt(unpackSalt(order.salt).maxBuyerFeeBps)
    return current < most ? current : most
  }
  const isOfficial = officialSenders.some(({ collection, sender }) => collection === order.collection && sender === order.maker)
  return isOfficial ? 0n : current
}
