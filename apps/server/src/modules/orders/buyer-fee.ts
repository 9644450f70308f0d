import { ORDER_TYPE, unpackSalt } from '@plinth/protocol'
import type { OfficialSender } from '../../config/config.ts'
import type { StoredOrder } from '../../state/orders/store.ts'

type Priced = Pick<StoredOrder, 'side' | 'salt' | 'collection' | 'maker'>

/**
 * Bps that the item's buyer pays on top: for a bid at most what its salt says, nothing for sales of an official sender. `current`
 * is the exchange's general fee.
 */
export function buyerFeeOf(officialSenders: readonly OfficialSender[], order: Priced, current: bigint): bigint {
  if (order.side === ORDER_TYPE.BID) {
    const most = BigInt(unpackSalt(order.salt).maxBuyerFeeBps)
    return current < most ? current : most
  }
  const isOfficial = officialSenders.some(({ collection, sender }) => collection === order.collection && sender === order.maker)
  return isOfficial ? 0n : current
}
