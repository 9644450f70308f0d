import type { AuctionRecord } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { columnTexts, paysText, receivesText } from '../../../entities/price/amounts.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { priceText, shortPercent } from '../../../lib/numbers.ts'
import { feeLines, Sums } from '../Sums.tsx'
import type { AuctionBidding } from './use-auction-bid.ts'

type Props = { auction: AuctionRecord; bidding: AuctionBidding }

/** What a bidder pays on winning, line by line, and gets on losing. */
export function AuctionBidSums({ auction, bidding: { figures, money, feeBps, share, others, price } }: Props) {
  const { t } = useTranslation()
  const [total = '', fee = ''] = columnTexts([figures.total, figures.fee], money)
  const each = `${priceText(price || '0')} ${money.symbol}`
  const percent = shortPercent(auction.encourage)
  return (
    <>
      <Sums
        lines={[
          {
            key: 'price',
            label: auction.quantity > 1n ? t('trade.bidOf', { count: auction.quantity, price: each }) : t('trade.yourBid'),
            value: total,
          },
          ...feeLines(feeBps, fee, t),
          { key: 'royalty', label: t('auction.royaltyAndDividend'), value: t('auction.paidBySeller'), muted: true },
        ]}
        total={{
          label: t('auction.youPayIfWin'),
          value: paysText(figures.draw, money),
          worth: { of: auction.payToken, amount: figures.draw },
        }}
      />
      <div className="auction-loses" role="note">
        <b className="medium">{t('auction.ifYouLose')}</b>
        <p className="s14 muted">
          {auction.encourage === 0
            ? t('auction.loseNothing')
            : share === 0n
              ? t('auction.loseShare', { percent })
              : t('auction.loseGet', { amount: receivesText(share, money), percent, next: nextText(), count: others + 1 })}
        </p>
      </div>
    </>
  )

  function nextText(): string {
    return `${priceText(formatUnits(figures.total + auction.increment, money.decimals))} ${money.symbol}`
  }
}
