import type { BoxCreditRecord, BoxRecord } from '@plinth/api'
import { ASSET_TYPE, type BoxTimes, boxPhase, formatUnits, MAX_BOXES_PER_OPEN, mostBoxes as mostDrawn } from '@plinth/protocol'
import { priceText } from '../lib/numbers.ts'

type Stock = BoxTimes & Pick<BoxRecord, 'amount' | 'opened' | 'isStopped' | 'requestsLeft'>

/**
 * What the footer says (document A §2): before its time, open, sold out, over; or stopped, where nothing secures the next
 * draw.
 */
export type BoxState = 'begin' | 'open' | 'soldOut' | 'stopped' | 'finished'

export function boxState(box: Stock, now: number): BoxState {
  const phase = boxPhase(box, now)
  if (phase === 'begin') return 'begin'
  if (phase === 'expired') return 'finished'
  if (leftOf(box) === 0) return 'soldOut'
  return box.isStopped || box.requestsLeft === 0 ? 'stopped' : 'open'
}

/** Boxes without a request. */
export const leftOf = ({ amount, opened }: Pick<BoxRecord, 'amount' | 'opened'>): number => Math.max(0, amount - opened)

/** Boxes that can be opened at once. */
export const mostBoxes = ({ nftAmount: opening, isRepetition: repeat, order }: MostFacts): number =>
  Math.min(MAX_BOXES_PER_OPEN, mostDrawn({ opening, repeat, kinds: order.sellAssets.length }))

type MostFacts = Pick<BoxRecord, 'nftAmount' | 'isRepetition'> & { order: Pick<BoxRecord['order'], 'sellAssets'> }

/** What a box is paid in, where that is no ticket. */
export const moneyOfBox = (box: Pick<BoxRecord, 'chainId' | 'payTokenAddress' | 'payTokenDecimals'>) => ({
  chainId: box.chainId,
  address: box.payTokenAddress,
  decimals: box.payTokenDecimals,
})

export const isTicket = ({ payTokenType }: Pick<BoxRecord, 'payTokenType'>): boolean => payTokenType > ASSET_TYPE.ERC20

/** "0.08 ETH", "1 × Opening night". */
export function boxPrice(box: Pick<BoxRecord, 'price' | 'payTokenSymbol' | 'payTokenType'>): string {
  return isTicket(box) ? `${box.price} × ${box.payTokenSymbol}` : `${priceText(box.price)} ${box.payTokenSymbol}`
}

/** "16.20 PUSD" that waits in the contract. */
export const creditText = ({ amount, decimals, symbol }: Pick<BoxCreditRecord, 'amount' | 'decimals' | 'symbol'>): string =>
  `${priceText(formatUnits(amount, decimals))} ${symbol}`
