import { type AuctionTimes, auctionPhase, auctionPhaseLeft } from '@plinth/protocol'
import { useTranslation } from '../../i18n/translate.ts'
import { splitDuration } from '../../lib/time.ts'
import { useChainNow } from '../../lib/use-chain-now.ts'
import { PHASE_TEXT } from '../auction.ts'

/** "Ends in 02:14:09", and what comes before and after, by the chain's clock; on a card in one line, so that the badge stays off the picture. */
export function AuctionClock({ times, isOnCard = false }: { times: AuctionTimes; isOnCard?: boolean }) {
  const { t } = useTranslation()
  const now = useChainNow()
  const phase = auctionPhase(times, now)
  if (phase === 'final') return <>{t('time.expired')}</>
  if (isOnCard && phase === 'expired') return <>{t('item.unpaid')}</>
  const { days, clock } = splitDuration(auctionPhaseLeft(times, now))
  return (
    <>
      <span className="phase">{t(PHASE_TEXT[phase])}</span>{' '}
      <span className="num">{days > 0 ? t('time.daysAndClock', { count: days, clock }) : clock}</span>
    </>
  )
}
