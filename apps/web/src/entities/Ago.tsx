import { useLocale } from '../i18n/index.ts'
import { chainNow } from '../lib/clock.ts'
import { exactTime, timeAgo } from '../lib/time.ts'

type Props = {
  /** unix seconds */
  at: number
  /** where something else counts by the same clock */
  now?: number
  largest?: 'days' | 'years'
}

/** How long ago, and for who points at it exactly when. */
export function Ago({ at, now = chainNow(), largest }: Props) {
  const { intl } = useLocale()
  return (
    <time dateTime={new Date(at * 1_000).toISOString()} title={exactTime(at, intl)}>
      {timeAgo(at, now, intl, largest)}
    </time>
  )
}
