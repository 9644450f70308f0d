import { ProtocolError, type ProtocolErrorCode } from './errors.ts'
import { MAX_DIGITS, MAX_UINT256 } from './limits.ts'

const DECIMAL = /^(\d+)(?:\.(\d*))?$|^\.(\d+)$/

/** How `formatUnits` treats digits beyond `maxDecimals`. */
export type Rounding = 'down' | 'half'

/**
 * Parses a typed amount exactly into base units: never rounded, no exponents, no separators. Leading and trailing zeros
 * are valid.
 * @param decimals of the pay token
 * @throws ProtocolError BAD_NUMBER, NEGATIVE_NUMBER, TOO_MANY_DECIMALS, TOO_MANY_DIGITS (above uint256; 78 digits,
 * document A §9)
 */
export function parseUnits(text: string, decimals: number): bigint {
  const parts = splitDecimal(text)
  if (parts.fraction.length > decimals) throw new ProtocolError('TOO_MANY_DECIMALS', `At most ${decimals} digits after the point`)
  const digits = `${parts.whole}${parts.fraction.padEnd(decimals, '0')}`
  const value = digits.length > MAX_DIGITS ? undefined : BigInt(digits || '0')
  if (value === undefined || value > MAX_UINT256) throw new ProtocolError('TOO_MANY_DIGITS', 'The number is too large')
  return value
}

/** Error code with which `parseUnits` would refuse the text, undefined for a valid one. */
export function findAmountProblem(text: string, decimals: number): ProtocolErrorCode | undefined {
  try {
    parseUnits(text, decimals)
    return undefined
  } catch (error) {
    if (error instanceof ProtocolError) return error.code
    throw error
  }
}

/**
 * Base units as a decimal text without trailing zeros.
 * @param maxDecimals most digits after the point; the rest is cut ('down') or rounded ('half')
 */
export function formatUnits(value: bigint, decimals: number, maxDecimals: number = decimals, rounding: Rounding = 'down'): string {
  if (value < 0n) return `-${formatUnits(-value, decimals, maxDecimals, rounding)}`
  const shown = Math.min(decimals, maxDecimals)
  const unit = 10n ** BigInt(decimals - shown)
  const kept = rounding === 'half' ? (value + unit / 2n) / unit : value / unit
  const digits = kept.toString().padStart(shown + 1, '0')
  const point = digits.length - shown
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0*$/, '')
}

/** Seller's proceeds, 6 decimals, cut so that the text never exceeds the amount (document B §9). */
export function formatReceives(value: bigint, decimals: number): string {
  return formatUnits(value, decimals, 6)
}

/** Buyer's payment, 6 decimals, rounded (document B §9: "default rounding"). */
export function formatPays(value: bigint, decimals: number): string {
  return formatUnits(value, decimals, 6, 'half')
}

/** A balance in dialogs, 4 decimals, cut (document A §9). */
export function formatBalance(value: bigint, decimals: number): string {
  return formatUnits(value, decimals, 4)
}

/** A balance in the header, 3 decimals, cut (document A §9). */
export function formatHeaderBalance(value: bigint, decimals: number): string {
  return formatUnits(value, decimals, 3)
}

/**
 * Whether a typed price times 10^decimals is below 1, so it cannot be paid (document A §5). Compares the text, without
 * loss of precision. What the exchange pays out at the least, `leastUnitPrice`, is more in a token (decision 20a).
 * @throws ProtocolError BAD_NUMBER, NEGATIVE_NUMBER
 */
export function belowMinimum(text: string, decimals: number): boolean {
  const { whole, fraction } = splitDecimal(text)
  return !/[1-9]/.test(whole + fraction.slice(0, decimals))
}

/** Unit price as a human decimal text, `singlePrice` of the records; exact where the total divides, else cut (decision 11). */
export function singlePrice(total: bigint, quantity: bigint, decimals: number): string {
  return formatUnits(quantity > 0n ? total / quantity : 0n, decimals)
}

function splitDecimal(text: string): { whole: string; fraction: string } {
  if (/^-[\d.]/.test(text)) throw new ProtocolError('NEGATIVE_NUMBER', 'The number must not be negative')
  const match = DECIMAL.exec(text)
  if (!match) throw new ProtocolError('BAD_NUMBER', 'Not a decimal number')
  return { whole: (match[1] ?? '').replace(/^0+/, ''), fraction: (match[2] ?? match[3] ?? '').replace(/0+$/, '') }
}
