const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** "2 min", in the largest unit that is reached. */
export function durationText(seconds: number, locale: string): string {
  const [unit, length] = UNITS.find(([, least]) => seconds >= least) ?? ['second', 1]
  const count = unit === 'second' ? seconds : Math.floor(seconds / length)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
}
