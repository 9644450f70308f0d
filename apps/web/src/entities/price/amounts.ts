import { formatPays, formatReceives, formatUnits } from '@plinth/protocol'
import { groupDigits, priceText } from '../../lib/numbers.ts'

export type Money = { decimals: number; symbol: string }

/** Rounded as paid amounts are: 6 decimals (document B §9). */
export const paysText = (value: bigint, { decimals, symbol }: Money) => `${priceText(formatPays(value, decimals))} ${symbol}`
/** Cut, so that it never promises more. */
export const receivesText = (value: bigint, { decimals, symbol }: Money) => `${priceText(formatReceives(value, decimals))} ${symbol}`
/** To the last unit. */
export const exactText = (value: bigint, { decimals, symbol }: Money) => `${priceText(formatUnits(value, decimals))} ${symbol}`

/** Digits after the point that a column may be filled up to. */
const ALIGNED = 6

/** To the last unit, one under the other: with as many digits after the point as the longest, where that is not too long. */
export function columnTexts(values: readonly bigint[], { decimals, symbol }: Money): string[] {
  const texts = values.map((value) => formatUnits(value, decimals))
  const digits = Math.max(2, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
  return texts.map((text) => {
    const [whole = '', fraction = ''] = text.split('.')
    return `${groupDigits(`${whole}.${fraction.padEnd(digits > ALIGNED ? 2 : digits, '0')}`)} ${symbol}`
  })
}
