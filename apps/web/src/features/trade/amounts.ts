import { formatPays, formatReceives, formatUnits } from '@plinth/protocol'
import { groupDigits } from '../../lib/numbers.ts'

export type Money = { decimals: number; symbol: string }

/** Rounded as paid amounts are: 6 decimals (document B §9). */
export const paysText = (value: bigint, { decimals, symbol }: Money) => `${groupDigits(formatPays(value, decimals))} ${symbol}`
/** Cut, so that it never promises more. */
export const receivesText = (value: bigint, { decimals, symbol }: Money) => `${groupDigits(formatReceives(value, decimals))} ${symbol}`
/** To the last unit. */
export const exactText = (value: bigint, { decimals, symbol }: Money) => `${groupDigits(formatUnits(value, decimals))} ${symbol}`
