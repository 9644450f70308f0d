import { MAX_UINT256 } from './limits.ts'
import { type Order, quantityOf, unitPriceOf } from './orders.ts'
import { maxBuyerFeeOf, tradeSums } from './trades.ts'

/**
 * The most a bid can still draw from its maker, in base units: what is not filled yet at its unit price, and the highest
 * buyer fee its salt allows. Each fill rounds its fee down, so several together never draw more.
 */
export function bidDraw(order: Order, filledItems: bigint): bigint {
  const left = quantityOf(order) - filledItems
  if (left <= 0n) return 0n
  const terms = { unitPrice: unitPriceOf(order), quantity: left, sellerFeeBps: order.sellerFee, buyerFeeBps: maxBuyerFeeOf(order) }
  return tradeSums({ ...terms, royalties: [], seller: undefined }).pays
}

/**
 * The allowance that a payment needs beside all else the account's open bids in that token can still draw (decision 22).
 * Never more than a uint256, which tokens take for "unlimited".
 */
export function allowanceNeed(payment: bigint, committed: bigint): bigint {
  const need = payment + committed
  return need < MAX_UINT256 ? need : MAX_UINT256
}
