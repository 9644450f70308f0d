import { MAX_UINT256 } from './limits.ts'
import { type Order, quantityOf, unitPriceOf } from './orders.ts'
import { maxBuyerFeeOf, tradeSums } from './trades.ts'

/**
 * The most a bid can still draw from its maker, in base units: its unfilled part at the unit price, plus the highest
 * buyer fee its salt allows. Each fill rounds its fee down, so several together never draw more.
 */
export function bidDraw(order: Order, filledItems: bigint): bigint {
  const left = quantityOf(order) - filledItems
  if (left <= 0n) return 0n
  const terms = { unitPrice: unitPriceOf(order), quantity: left, sellerFeeBps: order.sellerFee, buyerFeeBps: maxBuyerFeeOf(order) }
  return tradeSums({ ...terms, royalties: [], seller: undefined }).pays
}

/**
 * The allowance that a payment needs on top of what the account's open bids in that token can still draw (decision 22).
 * At most the largest uint256, which tokens treat as "unlimited".
 */
export function allowanceNeed(payment: bigint, committed: bigint): bigint {
  const need = payment + committed
  return need < MAX_UINT256 ? need : MAX_UINT256
}
