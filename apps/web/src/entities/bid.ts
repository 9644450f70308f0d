import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, type TradeSums, tradeSums } from '@plinth/protocol'
import { priceText } from '../lib/numbers.ts'
import { royaltiesOf } from './price/royalty.ts'

/** Items of a bid that are not accepted yet; what is filled of it is counted in its money. */
export const bidLeft = ({ selling, buying, filled }: Pick<OrderRecord, 'selling' | 'buying' | 'filled'>): bigint =>
  buying - (filled * buying) / selling

/** Of one, with its symbol. */
export const bidPrice = ({ unitPrice, payTokenSymbol }: Pick<OrderRecord, 'unitPrice' | 'payTokenSymbol'>): string =>
  `${priceText(unitPrice)} ${payTokenSymbol}`

/** What a holder gets who sells so many to a bid; the seller fee is the one that it was signed with (ACCEPT-08). */
export function acceptSums(item: ItemRecord, bid: OrderRecord, amount: bigint, seller: Address | undefined): TradeSums {
  const unitPrice = bid.selling / bid.buying
  const fees = { sellerFeeBps: BigInt(bid.sellerFee), buyerFeeBps: 0n, royalties: royaltiesOf(item) }
  return tradeSums({ unitPrice, quantity: amount, ...fees, seller })
}
