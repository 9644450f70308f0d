/** Currencies in which a site may show what prices are worth; the first is the default, the others need a pair feed. */
export const CURRENCIES = ['USD', 'EUR', 'CNY', 'JPY', 'GBP'] as const
export type Currency = (typeof CURRENCIES)[number]
export type PairCurrency = Exclude<Currency, 'USD'>

/** What one whole coin or token is worth in some currency, as a whole number of its smallest part: 10^-decimals. */
export type Rate = { readonly answer: bigint; readonly decimals: number }

/** Digits after the point of the worth that is kept beside a sale. */
const WORTH_DECIMALS = 8

/** What an amount in base units is worth, in 10^-digits of the rate's currency, rounded half up. */
export function worthOf(amount: bigint, tokenDecimals: number, { answer, decimals }: Rate, digits: number = WORTH_DECIMALS): bigint {
  const [above, below] = [amount * answer * pow10(digits), pow10(tokenDecimals + decimals)]
  return (above + below / 2n) / below
}

/** A cross rate has as many digits after the point: enough for a token of which a million buy a cent. */
const CROSS_DECIMALS = 18

/** The rate in another currency, by what one unit of that is worth in the first: ETH in USD and EUR in USD give ETH in EUR. */
export function crossRate(rate: Rate, pair: Rate): Rate {
  const answer = (rate.answer * pow10(CROSS_DECIMALS + pair.decimals)) / (pair.answer * pow10(rate.decimals))
  return { answer, decimals: CROSS_DECIMALS }
}

/** Whether a rate is more than 50 % above or below the one before. */
export function isJump(before: Rate, after: Rate): boolean {
  const [from, to] = [before.answer * pow10(after.decimals), after.answer * pow10(before.decimals)]
  const moved = to > from ? to - from : from - to
  return 2n * moved > from
}

const pow10 = (exponent: number): bigint => 10n ** BigInt(exponent)
