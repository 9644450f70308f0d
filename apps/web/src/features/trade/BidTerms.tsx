import type { OrderRecord } from '@plinth/api'
import { bidPrice } from '../../entities/bid.ts'
import { exactText } from '../../entities/price/amounts.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Terms } from '../../kit/Terms.tsx'
import { dayAndTime } from '../../lib/time.ts'
import type { Bidding } from './use-bid.ts'

type Props = {
  /** The open one that is raised. */
  bid: OrderRecord | undefined
  bidding: Pick<Bidding, 'figures' | 'money' | 'until' | 'isEdition'>
}

/** The effects of a bid: what may leave its maker, who can accept it, how it is raised and cancelled. */
export function BidTerms({ bid, bidding }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { figures, money, until } = bidding
  const lines = [
    t('trade.bidMoney', { amount: exactText(figures.draw, money), symbol: money.symbol }),
    t(bidding.isEdition ? 'trade.bidWhoEach' : 'trade.bidWho', { until: until === undefined ? '–' : dayAndTime(until, intl) }),
    ...(bid ? [t('trade.bidRaise', { price: bidPrice(bid) })] : []),
    t('trade.bidUndo'),
  ]
  return <Terms label={t('trade.bidTerms')} lines={lines} />
}
