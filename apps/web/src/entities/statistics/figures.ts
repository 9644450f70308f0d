import type { CollectionStatistics, PeriodFigures } from '@plinth/api'
import { type Address, formatUnits, ZERO_ADDRESS } from '@plinth/protocol'

/** "1.234", and "1.235万" in Chinese: four digits that count, and never more than the amount; exact digits are in titles and tables. */
export function shortAmount(amount: bigint, decimals: number, intl: string): string {
  const digits = formatUnits(amount, decimals)
  const notation = intl.startsWith('zh') ? 'compact' : 'standard'
  return new Intl.NumberFormat(intl, { maximumSignificantDigits: 4, minimumFractionDigits: 0, useGrouping: true, notation }).format(
    digits as Intl.StringNumericLiteral,
  )
}

/** "+12.4%" of two amounts, "−3.1%", "0.0%"; nothing where there was nothing before. */
export function changeText(now: bigint, before: bigint, intl: string): string | undefined {
  if (before === 0n) return undefined
  return bpsText(Number(((now - before) * 10_000n) / before), intl)
}

export function bpsText(bps: number, intl: string): string {
  const format = new Intl.NumberFormat(intl, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  return format.format(bps / 10_000).replace('-', '−')
}

/** "11.3%" of a whole; nothing of nothing. */
export function shareText(part: bigint | number, whole: bigint | number, intl: string): string | undefined {
  if (BigInt(whole) === 0n) return undefined
  const [some, all] = [BigInt(part), BigInt(whole)]
  const thousandths = Number((some * 2_000n + all) / (2n * all))
  return new Intl.NumberFormat(intl, { style: 'percent', maximumFractionDigits: 1 }).format(thousandths / 1_000)
}

export type PeriodSum = {
  sales: number
  worth: bigint
  withoutWorth: number
  leftOut: number
  /** In the money in which most was sold, coin before others; then the others. */
  volumes: readonly { money: Address; volume: bigint }[]
  leftOutVolumes: readonly { money: Address; volume: bigint }[]
}

/** All moneys of a period together: amounts of two moneys are never added. */
export function sumOf({ periods }: Pick<CollectionStatistics, 'periods'>, hours: number): PeriodSum {
  const of = periods.filter((period) => period.hours === hours)
  const total = (value: (period: PeriodFigures) => number) => of.reduce((sum, period) => sum + value(period), 0)
  const sorted = of.toSorted((a, b) => rank(b) - rank(a) || b.sales - a.sales)
  return {
    sales: total(({ sales }) => sales),
    worth: of.reduce((sum, { worth }) => sum + worth, 0n),
    withoutWorth: total(({ withoutWorth }) => withoutWorth),
    leftOut: total(({ leftOut }) => leftOut),
    volumes: sorted.filter(({ volume }) => volume > 0n).map(({ money, volume }) => ({ money, volume })),
    leftOutVolumes: sorted
      .filter(({ leftOutVolume }) => leftOutVolume > 0n)
      .map(({ money, leftOutVolume }) => ({ money, volume: leftOutVolume })),
  }
}

const rank = ({ money }: PeriodFigures): number => (money === ZERO_ADDRESS ? 1 : 0)
