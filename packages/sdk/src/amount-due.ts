import { type Order, tradeSums } from '@plinth/protocol'

/** What a buyer of `amount` items of a sale pays in all, in base units. */
export function amountDue({ selling, buying }: Pick<Order, 'selling' | 'buying'>, amount: bigint, buyerFeeBps: bigint): bigint {
  const terms = { unitPrice: buying / selling, quantity: amount, sellerFeeBps: 0n, buyerFeeBps }
  return tradeSums({ ...terms, royalties: [], seller: undefined }).pays
}
