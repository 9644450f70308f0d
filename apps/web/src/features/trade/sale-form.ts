import { type Address, belowMinimum, findAmountProblem, ORDER_LIFE_S, parseUnits } from '@plinth/protocol'
import type { TextKey } from '../../i18n/translate.ts'
import { addressError } from './address-form.ts'

export type SaleForm = {
  price: string
  quantity: string
  life: 'day' | 'week' | 'month' | 'pick'
  /** Local date and time of the browser, for `pick`. */
  pick: string
  /** The only account that can buy, as it was typed; empty for any. */
  taker: string
}

export type SaleFacts = {
  owned: bigint
  decimals: number
  /** Of one, in base units: what the exchange pays at least. */
  least: bigint
  /** Base units of one, while an open sale is edited. */
  currentUnitPrice: bigint | undefined
  /** A higher price is possible too: the sale is cancelled and listed again. */
  mayRaise?: boolean
  /** Unix seconds of the chain. */
  now: number
  /** Who sells, and what: a private sale is to neither. */
  seller?: { me: Address | undefined; collection: Address }
}

export type SaleErrors = Partial<Record<'price' | 'quantity' | 'life' | 'taker', TextKey>>

export const EMPTY_SALE: SaleForm = { price: '', quantity: '1', life: 'month', pick: '', taker: '' }
const LIVES = { day: 86_400, week: 7 * 86_400, month: ORDER_LIFE_S } as const

/** Validation errors of this sale, by field (document B §5). */
export function findSaleErrors(form: SaleForm, facts: SaleFacts): SaleErrors {
  const price = priceError(form.price, facts)
  const quantity = quantityError(form.quantity, facts.owned)
  const until = validUntilOf(form, facts.now)
  const taker = form.taker.trim() !== '' && facts.seller ? addressError(form.taker, facts.seller) : undefined
  return {
    ...(price ? { price } : {}),
    ...(quantity ? { quantity } : {}),
    ...(taker ? { taker } : {}),
    ...(until === undefined || until <= facts.now ? { life: 'trade.badTime' as const } : {}),
  }
}

function priceError(text: string, { decimals, least, currentUnitPrice, mayRaise }: SaleFacts): TextKey | undefined {
  const error = amountError(text, decimals)
  if (error) return error
  const price = parseUnits(text, decimals)
  if (price < least) return 'form.lowPrice'
  if (currentUnitPrice === undefined || price < currentUnitPrice) return undefined
  if (!mayRaise) return 'form.granterPrice'
  return price === currentUnitPrice ? 'trade.samePrice' : undefined
}

/** An amount of a pay token above zero. */
export function amountError(text: string, decimals: number): TextKey | undefined {
  const problem = findAmountProblem(text, decimals)
  if (problem === 'TOO_MANY_DIGITS') return 'form.highPrice'
  if (problem === 'TOO_MANY_DECIMALS') return belowMinimum(text, decimals) ? 'form.lowPrice' : 'form.tooManyDecimals'
  return problem !== undefined || parseUnits(text, decimals) === 0n ? 'form.noPrice' : undefined
}

/** A quantity above zero and within what there is. */
export function quantityError(text: string, most: bigint): TextKey | undefined {
  const quantity = typedQuantity(text)
  if (quantity === 0n) return 'form.noQuantity'
  return quantity > most ? 'form.exceedValue' : undefined
}

/** 0 where nothing readable is typed. */
export const typedQuantity = (text: string): bigint => (/^\d{1,78}$/.test(text) ? BigInt(text) : 0n)

/** Unix seconds, undefined for an unreadable pick. */
export function validUntilOf(form: Pick<SaleForm, 'life' | 'pick'>, now: number): number | undefined {
  if (form.life !== 'pick') return now + LIVES[form.life]
  const picked = Date.parse(form.pick)
  return Number.isNaN(picked) ? undefined : Math.floor(picked / 1_000)
}
