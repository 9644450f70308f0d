import { feeOf, parseUnits } from '@plinth/protocol'
import type { TextKey } from '../../../i18n/translate.ts'
import { amountError } from '../sale-form.ts'

type BidFacts = {
  decimals: number
  quantity: bigint
  /** What the next bid has to reach, for the lot. */
  least: bigint
}

/** Validation errors of a bid for one, for this quantity (document B §5). */
export function auctionBidError(text: string, { decimals, quantity, least }: BidFacts): TextKey | undefined {
  const error = amountError(text, decimals)
  if (error) return error === 'form.lowPrice' ? 'form.lowBid' : error
  return parseUnits(text, decimals) * quantity < least ? 'form.lowBid' : undefined
}

/** In base units of the pay token. */
export type AuctionBidFigures = {
  total: bigint
  fee: bigint
  /** What the bidder pays on winning. */
  draw: bigint
}

/** Of what is typed so far; what can't be read counts as nothing. */
export function auctionBidFigures(
  text: string,
  { decimals, quantity, feeBps }: Pick<BidFacts, 'decimals' | 'quantity'> & { feeBps: bigint },
): AuctionBidFigures {
  return figuresOf(amountError(text, decimals) ? 0n : parseUnits(text, decimals) * quantity, feeBps)
}

export function figuresOf(total: bigint, feeBps: bigint): AuctionBidFigures {
  const fee = feeOf(total, feeBps)
  return { total, fee, draw: total + fee }
}
