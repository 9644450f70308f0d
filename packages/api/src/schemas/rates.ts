import { CURRENCIES } from '@plinth/protocol'
import { z } from 'zod'
import { record, type Schema } from './record.ts'
import { address, big, count, int, seconds } from './wire.ts'

export const RatesCurrency = z.enum(CURRENCIES)

/** One whole unit of a token is worth `answer` × 10^-`decimals`; the zero address is the chain's coin. */
export interface RateRecord extends z.output<typeof rateRecord> {}
const rateRecord = record({
  chainId: ['chainId', int],
  token: ['token', address],
  answer: ['rate', big],
  decimals: ['decimals', count],
  source: ['source', z.enum(['feed', 'operator'])],
  /** time of the feed's round, or of the operator's act */
  updatedAt: ['updateTime', seconds],
})
export const RateRecord: Schema<RateRecord> = rateRecord
