import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { splitDuration } from '../lib/time.ts'

export type CountdownProps = {
  /** Unix seconds of the chain. */
  until: number
  /** The chain's clock in unix seconds (decision 15). */
  now: () => number
  /** Called once when it runs out. */
  onEnd?: () => void
}

/** Ticks every second; says time.expired when it has run out (WIDG-06 to WIDG-08). */
export function Countdown({ until, now, onEnd }: CountdownProps) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(() => until - now())
  useEffect(() => {
    const tick = () => {
      const next = until - now()
      setLeft(next)
      if (next > 0) return
      clearInterval(timer)
      onEnd?.()
    }
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [until, now, onEnd])
  if (left <= 0) return <>{t('time.expired')}</>
  const { days, clock } = splitDuration(left)
  return <span className="num">{days > 0 ? t('time.daysAndClock', { count: days, clock }) : clock}</span>
}
