import { type AuctionPhase, type AuctionTimes, auctionPhase, auctionPhaseLeft, countdownParts } from '@plinth/protocol'
import { useLocale } from '../../i18n/index.ts'
import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { dayAndTime } from '../../lib/time.ts'
import { useChainNow } from '../../lib/use-chain-now.ts'
import { PHASE_TEXT } from '../auction.ts'
import '../auction.css'

const HEADS = {
  begin: 'auction.notBegun',
  end: 'auction.bidding',
  expired: 'auction.waiting',
  final: 'auction.over',
} as const satisfies Record<AuctionPhase, TextKey>

const pad = (part: number) => part.toString().padStart(2, '0')

type Props = {
  times: AuctionTimes
  /** The signed end, before late bids moved it. */
  firstEnd: number
  /** Settled or cancelled. */
  isOver: boolean
}

/** The phase in display type: how long it still lasts, and how much of it has gone by. */
export function AuctionTimer({ times, firstEnd, isOver }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const now = useChainNow()
  const phase = isOver ? 'final' : auctionPhase(times, now)
  const { days, hours, minutes, seconds } = countdownParts(auctionPhaseLeft(times, now))
  const parts = [
    ...(days > 0 ? [['days', days] as const] : []),
    ...([
      ['hours', hours],
      ['minutes', minutes],
      ['seconds', seconds],
    ] as const),
  ]
  return (
    <section className="auction-timer" aria-label={t(HEADS[phase])}>
      <div className="row between">
        <span className="row g8 medium">
          {phase === 'end' && <span className="dot live" />}
          {t(HEADS[phase])}
        </span>
        {phase !== 'final' && <span className="s12 muted">{t('auction.settleBy', { time: dayAndTime(times.expiredTime, intl) })}</span>}
      </div>
      {phase === 'final' ? (
        !isOver && <p className="d d40">{t('time.expired')}</p>
      ) : (
        <div className="auction-parts" role="timer" aria-label={t(PHASE_TEXT[phase])}>
          {parts.map(([name, value]) => (
            <span key={name}>
              <b className="num">{pad(value)}</b>
              <small>{t(`auction.${name}`, { count: value })}</small>
            </span>
          ))}
        </div>
      )}
      {firstEnd < times.endTime && <p className="s12 muted">{t('auction.extendedFrom', { time: dayAndTime(firstEnd, intl) })}</p>}
      <div className="auction-line" aria-hidden="true">
        <i style={{ width: `${goneOf(times, isOver ? times.endTime : now)}%` }} />
      </div>
      <div className="row between s12 muted">
        <span>{t(phase === 'begin' ? 'auction.begins' : 'auction.began', { time: dayAndTime(times.startTime, intl) })}</span>
        <span>{t(now < times.endTime ? 'auction.ends' : 'auction.ended', { time: dayAndTime(times.endTime, intl) })}</span>
      </div>
    </section>
  )
}

/** Percent of the time for bids that has gone by. */
function goneOf({ startTime, endTime }: AuctionTimes, now: number): number {
  if (endTime <= startTime) return 100
  return Math.min(100, Math.max(0, ((now - startTime) * 100) / (endTime - startTime)))
}
