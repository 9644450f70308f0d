import type { OrderRecord } from '@plinth/api'
import { priceText } from '../lib/numbers.ts'

/** Items of a bid that are not accepted yet; what is filled of it is counted in its money. */
export const bidLeft = ({ selling, buying, filled }: Pick<OrderRecord, 'selling' | 'buying' | 'filled'>): bigint =>
  buying - (filled * buying) / selling

/** Of one, with its symbol. */
export const bidPrice = ({ unitPrice, payTokenSymbol }: Pick<OrderRecord, 'unitPrice' | 'payTokenSymbol'>): string =>
  `${priceText(unitPrice)} ${payTokenSymbol}`
