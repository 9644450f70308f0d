import { type Currency, formatUnits, type Rate, worthOf } from '@plinth/protocol'
import { cached } from '../../lib/cached.ts'

/** Written so in both languages: a bare ¥ would be two currencies. */
const SYMBOLS: Readonly<Record<Currency, string>> = { USD: '$', EUR: '€', GBP: '£', CNY: 'CN¥', JPY: 'JP¥' }
/** From here on cents are left out. */
const WHOLE_FROM = 100n

/** "≈ $6,012", "≈ $0.42", "< JP¥1": what an amount in base units is worth, multiplied exactly and rounded once, for the eye. */
export function worthText(
  amount: bigint,
  tokenDecimals: number,
  rate: Rate,
  { currency, intl }: { currency: Currency; intl: string },
): string {
  // To its last digit, so that Intl rounds what no division has rounded before.
  const digits = tokenDecimals + rate.decimals
  const worth = worthOf(amount, tokenDecimals, rate, digits)
  const unit = 10n ** BigInt(digits)
  const cents = currency === 'JPY' ? 0 : 2
  const least = 10n ** BigInt(digits - Math.min(cents, digits))
  if (2n * worth < least) return `< ${written(formatUnits(least, digits), { currency, intl, digits: cents })}`
  const isWhole = worth >= WHOLE_FROM * unit
  return `≈ ${written(formatUnits(worth, digits), { currency, intl, digits: isWhole ? 0 : cents })}`
}

const WORTH_DECIMALS = 8

/** "≈ $38,900" of a recorded worth, in hundred-millionths of the currency. */
export function recordedWorthText(worth: bigint, { currency, intl }: { currency: Currency; intl: string }): string {
  const unit = 10n ** BigInt(WORTH_DECIMALS)
  const isWhole = worth >= WHOLE_FROM * unit || currency === 'JPY'
  return `≈ ${written(formatUnits(worth, WORTH_DECIMALS), { currency, intl, digits: isWhole ? 0 : 2 })}`
}

const moneyFormat = cached(
  (intl: string, currency: Currency, digits: number, notation: 'standard' | 'compact') =>
    new Intl.NumberFormat(intl, {
      style: 'currency',
      currency,
      notation,
      minimumFractionDigits: digits,
      maximumFractionDigits: notation === 'compact' ? 2 : digits,
    }),
)

function written(decimal: string, { currency, intl, digits }: { currency: Currency; intl: string; digits: number }): string {
  // Chinese counts by 万 and 亿, where the figure is rounded anyway (PORT-10).
  const isCompact = digits === 0 && intl.startsWith('zh') && /^\d{5}/.test(decimal)
  const format = moneyFormat(intl, currency, digits, isCompact ? 'compact' : 'standard')
  // Decimal text is formatted as it stands, without the loss of a floating number.
  const parts = format.formatToParts(decimal as Intl.StringNumericLiteral)
  return parts.map(({ type, value }) => (type === 'currency' ? SYMBOLS[currency] : value)).join('')
}
