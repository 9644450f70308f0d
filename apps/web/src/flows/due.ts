import { breakdown, type Order } from '@plinth/protocol'

/** What a buyer of `amount` items pays in all, in base units: part of the total, and the buyer fee on top, rounded as on chain. */
export function dueFor(order: Pick<Order, 'selling' | 'buying'>, amount: bigint, buyerFeeBps: bigint): bigint {
  const price = (order.buying * amount) / order.selling
  return breakdown({ price, sellerFeeBps: 0n, buyerFeeBps, royaltyBps: 0n }).pays
}
