import { clockText, countdownParts, relativeTime } from '@plinth/protocol'
import { cached } from './cached.ts'

const FORMAT_UNITS = { seconds: 'second', minutes: 'minute', hours: 'hour', days: 'day', months: 'month', years: 'year' } as const

const relativeFormat = cached((locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }))
const dateFormat = cached((locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))

/**
 * "5 minutes ago" in the reader's language. Lists stop at days, the item page goes up to months of 30 and years of 365 days.
 * Both times in unix seconds.
 */
export function timeAgo(at: number, now: number, locale: string, largest: 'days' | 'years' = 'days'): string {
  const { unit, count } = relativeTime(at, now, largest)
  return relativeFormat(locale).format(-count, FORMAT_UNITS[unit])
}

/** Whole days and the hh:mm:ss behind them; seconds below zero count as zero. */
export function splitDuration(seconds: number): { days: number; clock: string } {
  const parts = countdownParts(seconds)
  return { days: parts.days, clock: clockText(parts) }
}

/** "27 November at 10:28"; of another year than `now`'s "27 November 2025 at 10:28". */
export function dayAndTime(at: number, locale: string, now = Date.now() / 1_000): string {
  const [date, today] = [new Date(at * 1_000), new Date(now * 1_000)]
  const year = date.getFullYear() === today.getFullYear() ? undefined : 'numeric'
  // `hour12: false` means hours 1 to 24 in some locales: half past midnight would be 24:30.
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return dateFormat(locale, { day: 'numeric', month: 'long', year, ...time }).format(date)
}

/** "27 November 2026 at 10:28", as a title behind a time that is said in a shorter way. */
export const exactTime = (at: number, locale: string): string =>
  dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at * 1_000)

/** "27 November 2026" */
export function dayOf(at: number, locale: string): string {
  return dateFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(at * 1_000)
}

/** The value of an `<input type="datetime-local">`, in the browser's own time; to the second where it is no whole minute. */
export function dateTimeInputValue(at: number): string {
  const date = new Date(at * 1_000)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString()
  return local.slice(0, at % 60 === 0 ? 16 : 19)
}
