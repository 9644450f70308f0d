import { isCriteriaBid } from './criteria.ts'
import { BPS } from './fees.ts'
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
 * What its maker must have for a bid to be shown: all that a bid for an item can still draw; one unit of a criteria bid,
 * of which holders of many items each take a part.
 */
export function leastDraw(order: Order, filledItems: bigint): bigint {
  const isPart = isCriteriaBid(order) && filledItems < quantityOf(order)
  return bidDraw(order, isPart ? quantityOf(order) - 1n : filledItems)
}

/** How many of a bid's units this much money pays, with the highest buyer fee that its salt allows. */
export function unitsCovered(order: Order, filledItems: bigint, money: bigint): bigint {
  const left = quantityOf(order) - filledItems
  const paid = unitsPaid(unitPriceOf(order), maxBuyerFeeOf(order), money)
  return paid < left ? paid : left > 0n ? left : 0n
}

/** How many units at this price the money pays, the fee included. */
export const unitsPaid = (unitPrice: bigint, feeBps: bigint, money: bigint): bigint =>
  ((money + 1n) * BPS - 1n) / (unitPrice * (BPS + feeBps))

/**
 * The allowance that a payment needs on top of what the account's open bids in that token can still draw (decision 22).
 * At most the largest uint256, which tokens treat as "unlimited".
 */
export function allowanceNeed(payment: bigint, committed: bigint): bigint {
  const need = payment + committed
  return need < MAX_UINT256 ? need : MAX_UINT256
}
