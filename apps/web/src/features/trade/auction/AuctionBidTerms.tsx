import type { AuctionRecord } from '@plinth/api'
import { totalText } from '../../../entities/auction.ts'
import { exactText } from '../../../entities/price/amounts.ts'
import { useLocale } from '../../../i18n/index.ts'
import { type Translate, useTranslation } from '../../../i18n/translate.ts'
import { Terms } from '../../../kit/Terms.tsx'
import { dayAndTime } from '../../../lib/time.ts'
import type { AuctionBidding } from './use-auction-bid.ts'

/** What else is signed: late bids that move the end, and a price that ends it. */
export function lateAndNow(
  terms: Pick<AuctionRecord, 'extension' | 'buyNow' | 'payTokenDecimals' | 'payTokenSymbol'>,
  t: Translate,
): string[] {
  return [
    ...(terms.extension > 0 ? [t('auction.lateTerms', { count: terms.extension / 60 })] : []),
    ...(terms.buyNow > 0n ? [t('auction.buyNowTerms', { price: totalText(terms.buyNow, terms) })] : []),
  ]
}

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
    ...lateAndNow(auction, t),
    t('auction.bidUndo'),
  ]
  return <Terms label={t('trade.bidTerms')} lines={lines} />
}
