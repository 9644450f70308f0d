import type { AuctionRecord } from '@plinth/api'
import { exactText } from '../../../entities/price/amounts.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Terms } from '../../../kit/Terms.tsx'
import { dayAndTime } from '../../../lib/time.ts'
import type { AuctionBidding } from './use-auction-bid.ts'

type Props = { auction: AuctionRecord; bidding: AuctionBidding }

/** When the bid is paid and by whose transaction, how long it is valid, and how it is cancelled. */
export function AuctionBidTerms({ auction, bidding: { figures, money } }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const [end, expired] = [dayAndTime(auction.endTime, intl), dayAndTime(auction.expiredTime, intl)]
  const lowest = exactText(auction.buying, money)
  const lines = [
    t('auction.bidMoney', { amount: exactText(figures.draw, money), symbol: money.symbol }),
    t('auction.bidWins', { end, expired }),
    ...(auction.buying > figures.total ? [t('auction.bidReserve', { lowest })] : []),
    t('auction.bidUndo'),
  ]
  return <Terms label={t('trade.bidTerms')} lines={lines} />
}
