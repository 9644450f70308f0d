import type { ItemRecord, OrderRecord } from '@plinth/api'
import { personName } from '../../entities/person-name.ts'
import { royaltyLeaving } from '../../entities/royalty.ts'
import { dueFor } from '../../flows/due.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText, shortPercent } from '../../lib/numbers.ts'
import { useChainConfig } from '../../lib/site.ts'
import { columnTexts, paysText } from './amounts.ts'
import { Sums } from './Sums.tsx'

/** What a buyer of `amount` of them pays, line by line. */
export function BuySums({ item, listing, amount }: { item: ItemRecord; listing: OrderRecord; amount: bigint }) {
  const { t } = useTranslation()
  const { buyerFee } = useChainConfig(item.chainId)
  const money = { decimals: listing.payTokenDecimals, symbol: listing.payTokenSymbol }
  const price = (listing.buying * amount) / listing.selling
  const due = dueFor(listing, amount, buyerFee)
  const royaltyBps = royaltyLeaving(item, listing.maker)
  const [priceLine = '', feeLine = ''] = columnTexts([price, due - price], money)
  const unit = `${priceText(listing.unitPrice)} ${money.symbol}`
  const royalty = {
    key: 'royalty',
    label: t('trade.royaltyTo', { name: personName(item.creator), percent: shortPercent(royaltyBps) }),
    value: t('trade.paidBy', { name: personName(listing.user) }),
    muted: true,
  }
  return (
    <Sums
      lines={[
        {
          key: 'price',
          label: listing.selling > 1n ? t('trade.priceOf', { count: amount, price: unit }) : t('trade.price'),
          value: priceLine,
        },
        { key: 'fee', label: t('trade.serviceFee', { percent: shortPercent(buyerFee) }), value: `+ ${feeLine}`, muted: true },
        ...(royaltyBps > 0n ? [royalty] : []),
      ]}
      total={{ label: t('trade.youPay'), value: paysText(due, money) }}
    />
  )
}
