import { ORDER_TYPE, unpackSalt } from '@plinth/protocol'
import type { ChainFees } from '../../chain/fees.ts'
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

type Terms = Pick<StoredOrder, 'proof' | 'sellerFee'> & { readonly buyerFee: bigint }
type Fees = Pick<ChainFees, 'buyerFeeBps' | 'minSellerFeeBps' | 'nextBuyerFeeBps' | 'nextMinSellerFeeBps'>

/**
 * Whether the exchange fills an order at these fees only with the operator's fee signature (`Fees._checkFees`, `Makers._checkMaker`).
 * A scheduled change counts as well: it may be due in the block of the fill.
 */
export function isFeeSignatureNeeded({ proof, sellerFee, buyerFee }: Terms, fees: Fees): boolean {
  const { buyerFeeBps, minSellerFeeBps, nextBuyerFeeBps = buyerFeeBps, nextMinSellerFeeBps = minSellerFeeBps } = fees
  const isDefault = buyerFee === buyerFeeBps && buyerFee === nextBuyerFeeBps
  const isEnough = BigInt(sellerFee) >= minSellerFeeBps && BigInt(sellerFee) >= nextMinSellerFeeBps
  return proof === 'text' || !isDefault || !isEnough
}
