import type { ItemRecord } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { columnTexts, paysText } from '../../entities/price/amounts.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'
import { feeLines, Sums } from './Sums.tsx'
import type { Bidding } from './use-bid.ts'
import { useRoyalties } from './use-royalties.ts'

type Props = { item: ItemRecord } & Pick<Bidding, 'figures' | 'money' | 'feeBps' | 'token'>

/** What a bidder pays if the whole bid is accepted, line by line. */
export function BidSums({ item, figures: { unitPrice, left, price, fee, draw }, money, feeBps, token }: Props) {
  const { t } = useTranslation()
  const [priceLine = '', feeLine = ''] = columnTexts([price, fee], money)
  const unit = `${priceText(formatUnits(unitPrice, money.decimals))} ${money.symbol}`
  // Who will accept it is not known: all royalties are named.
  const royalties = useRoyalties(item, undefined, [])
  return (
    <Sums
      lines={[
        { key: 'price', label: left > 1n ? t('trade.bidOf', { count: left, price: unit }) : t('trade.yourBid'), value: priceLine },
        ...feeLines(feeBps, feeLine, t),
        ...royalties.map(({ key, label }) => ({ key, label, value: t('trade.paidByAccepter'), muted: true })),
      ]}
      total={{ label: t('trade.bidTotal'), value: paysText(draw, money), worth: token && { of: token, amount: draw } }}
    />
  )
}
