import type { BoxRecord } from '@plinth/api'
import { useTranslation } from '../../i18n/translate.ts'
import { splitDuration } from '../../lib/time.ts'
import { useChainNow } from '../../lib/use-chain-now.ts'
import { type BoxState, boxState } from '../box.ts'

const WORDS = { soldOut: 'box.soldOut', stopped: 'box.stopped', finished: 'box.finished' } as const satisfies Partial<
  Record<BoxState, string>
>

/** "Closes in 07:52:33", and what comes before and after, by the chain's clock. */
export function BoxClock({ box }: { box: BoxRecord }) {
  const { t } = useTranslation()
  const now = useChainNow()
  const state = boxState(box, now)
  if (state !== 'begin' && state !== 'open') return <>{t(WORDS[state])}</>
  return (
    <>
      {state === 'open' && <span className="dot live" />}
      {t(state === 'begin' ? 'box.startsIn' : 'box.closesIn')}{' '}
      <TimeLeft until={state === 'begin' ? box.startTime : box.endTime} now={now} />
    </>
  )
}

export function TimeLeft({ until, now }: { until: number; now: number }) {
  const { t } = useTranslation()
  const { days, clock } = splitDuration(until - now)
  return <span className="num">{days > 0 ? t('time.daysAndClock', { count: days, clock }) : clock}</span>
}
