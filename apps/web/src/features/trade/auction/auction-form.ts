import { ASSET_TYPE, BPS, findAmountProblem, formatUnits, leastUnitPrice, MOST_BUY_NOW, parseUnits } from '@plinth/protocol'
import type { TextKey } from '../../../i18n/translate.ts'
import { amountError, quantityError, typedQuantity } from '../sale-form.ts'

export type AuctionForm = {
  start: 'now' | 'pick'
  /** Local date and time of the browser, as are all picks. */
  startPick: string
  length: 'day' | 'threeDays' | 'week' | 'pick'
  endPick: string
  /** Of one, as are all three prices. */
  startPrice: string
  lowest: string
  step: string
  /** Percent of the price, two digits after the point at most. */
  dividend: string
  quantity: string
  /** Minutes by which late bids move the end. */
  late: '0' | '5' | '10' | '15'
  /** Of one; empty for none. */
  buyNow: string
}

export type AuctionFacts = {
  owned: bigint
  decimals: number
  /** Unix seconds of the chain. */
  now: number
}

export type AuctionErrors = Partial<
  Record<'start' | 'end' | 'startPrice' | 'lowest' | 'step' | 'dividend' | 'quantity' | 'buyNow', TextKey>
>

/** What is typed: a lowest price and a step that are not follow the start price. */
export type TypedAuction = Omit<AuctionForm, 'lowest' | 'step'> & Partial<Pick<AuctionForm, 'lowest' | 'step'>>

export const EMPTY_AUCTION: TypedAuction = {
  start: 'now',
  startPick: '',
  length: 'threeDays',
  endPick: '',
  startPrice: '',
  dividend: '0',
  quantity: '1',
  late: '0',
  buyNow: '',
}

/** One twentieth of the start price. */
const STEPS = 20n

/** The whole form: the reserve is the start price, and a step 5 % of it, until another is typed (F-128). */
export function filledAuction(typed: TypedAuction, decimals: number): AuctionForm {
  const { startPrice, lowest = startPrice, step = stepOf(startPrice, decimals) } = typed
  return { ...typed, lowest, step }
}

function stepOf(startPrice: string, decimals: number): string {
  if (amountError(startPrice, decimals)) return ''
  const step = parseUnits(startPrice, decimals) / STEPS
  return formatUnits(step > 0n ? step : 1n, decimals)
}

const DAY_S = 86_400
const LENGTHS_S = { day: DAY_S, threeDays: 3 * DAY_S, week: 7 * DAY_S } as const
const LEAST = leastUnitPrice({ assetType: ASSET_TYPE.ERC20 })

/** Validation errors of this auction, by field (document B §5). */
export function findAuctionErrors(form: AuctionForm, { owned, decimals, now }: AuctionFacts): AuctionErrors {
  const found = {
    start: startError(form, now),
    end: endError(form, now),
    startPrice: priceError(form.startPrice, decimals, 'form.noStartPrice'),
    lowest: lowestError(form, decimals),
    step: stepError(form.step, decimals),
    dividend: dividendError(form.dividend),
    quantity: quantityError(form.quantity, owned),
    buyNow: buyNowError(form, decimals),
  }
  return Object.fromEntries(Object.entries(found).filter(([, key]) => key !== undefined))
}

function startError(form: AuctionForm, now: number): TextKey | undefined {
  const start = startTimeOf(form, now)
  if (start === undefined) return 'form.noStartTime'
  return start < now ? 'trade.badTime' : undefined
}

function endError(form: AuctionForm, now: number): TextKey | undefined {
  const [start, end] = [startTimeOf(form, now), endTimeOf(form, now)]
  if (end === undefined) return form.length === 'pick' ? 'form.noEndTime' : undefined
  if (end <= now) return 'trade.badTime'
  return start !== undefined && end <= start ? 'form.endBeforeStart' : undefined
}

/** `missing` is said of none and of zero. */
function priceError(text: string, decimals: number, missing: TextKey): TextKey | undefined {
  const error = amountError(text, decimals)
  if (error) return error === 'form.noPrice' ? missing : error
  return parseUnits(text, decimals) < LEAST ? 'form.lowPrice' : undefined
}

function lowestError({ lowest, startPrice }: AuctionForm, decimals: number): TextKey | undefined {
  const error = priceError(lowest, decimals, 'form.noLowestAcceptPrice')
  if (error || amountError(startPrice, decimals)) return error
  return parseUnits(lowest, decimals) < parseUnits(startPrice, decimals) ? 'form.limitLowestAcceptPrice' : undefined
}

/** The contract refuses one below the lowest accepted price, and has 88 bits for it. */
function buyNowError({ buyNow, lowest, quantity }: AuctionForm, decimals: number): TextKey | undefined {
  if (buyNow === '') return undefined
  const error = amountError(buyNow, decimals)
  if (error) return error
  const each = parseUnits(buyNow, decimals)
  if (each * typedQuantity(quantity) > MOST_BUY_NOW) return 'auction.buyNowHigh'
  return !amountError(lowest, decimals) && each < parseUnits(lowest, decimals) ? 'auction.buyNowLow' : undefined
}

function stepError(text: string, decimals: number): TextKey | undefined {
  const error = amountError(text, decimals)
  if (error === 'form.noPrice') return 'form.noMinBidIncrement'
  // A step has no least amount but the token's last digit.
  return error === 'form.lowPrice' ? 'form.tooManyDecimals' : error
}

function dividendError(text: string): TextKey | undefined {
  if (text === '') return 'form.noDividend'
  return encourageOf(text) === undefined ? 'form.dividendRange' : undefined
}

/** 0 to 100 percent, in hundredths of a percent (document B §9). */
export function encourageOf(text: string): bigint | undefined {
  if (findAmountProblem(text, 2) !== undefined) return undefined
  const bps = parseUnits(text, 2)
  return bps <= BPS ? bps : undefined
}

/** Unix seconds; undefined where nothing readable is picked. */
export function startTimeOf({ start, startPick }: Pick<AuctionForm, 'start' | 'startPick'>, now: number): number | undefined {
  return start === 'now' ? now : secondsOf(startPick)
}

/** Unix seconds; a length counts from the start. */
export function endTimeOf(form: Pick<AuctionForm, 'start' | 'startPick' | 'length' | 'endPick'>, now: number): number | undefined {
  if (form.length === 'pick') return secondsOf(form.endPick)
  const start = startTimeOf(form, now)
  return start === undefined ? undefined : start + LENGTHS_S[form.length]
}

function secondsOf(pick: string): number | undefined {
  const picked = Date.parse(pick)
  return Number.isNaN(picked) ? undefined : Math.floor(picked / 1_000)
}

/** What an auction is signed with: totals for the lot in base units of the pay token (decision 28), times in unix seconds. */
export type AuctionFigures = {
  quantity: bigint
  startPrice: bigint
  lowest: bigint
  step: bigint
  /** In bps. */
  encourage: bigint
  /** Seconds. */
  extension: number
  /** A total, 0 for none. */
  buyNow: bigint
}

/** Of what is typed so far; what can't be read counts as nothing. */
export function auctionFigures(form: AuctionForm, decimals: number): AuctionFigures {
  const quantity = typedQuantity(form.quantity)
  const totalOf = (text: string) => (amountError(text, decimals) ? 0n : parseUnits(text, decimals) * quantity)
  return {
    quantity,
    startPrice: totalOf(form.startPrice),
    lowest: totalOf(form.lowest),
    step: totalOf(form.step),
    encourage: encourageOf(form.dividend) ?? 0n,
    extension: Number(form.late) * 60,
    buyNow: totalOf(form.buyNow),
  }
}
