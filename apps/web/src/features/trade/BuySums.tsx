import type { ItemRecord, OrderRecord } from '@plinth/api'
import { fillSums } from '@plinth/protocol'
import { orderOf } from '@plinth/sdk'
import { personName } from '../../entities/person-name.ts'
import { columnTexts, paysText } from '../../entities/price/amounts.ts'
import { royaltiesOf } from '../../entities/price/royalty.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'
import { feeLines, Sums } from './Sums.tsx'
import { useRoyalties } from './use-royalties.ts'

/** What a buyer of `amount` of them pays, line by line. */
export function BuySums({ item, listing, amount }: { item: ItemRecord; listing: OrderRecord; amount: bigint }) {
  const { t } = useTranslation()
  // Of this sale: an official sender's buyers pay none (decision 26).
  const buyerFee = BigInt(listing.buyerFee)
  const money = { decimals: listing.payTokenDecimals, symbol: listing.payTokenSymbol }
  const sums = fillSums(orderOf(listing), { items: amount, buyerFeeBps: buyerFee, royalties: royaltiesOf(item) })
  const royalties = useRoyalties(item, listing.maker, sums.shares)
  const [priceLine = '', feeLine = ''] = columnTexts([sums.price, sums.buyerFee], money)
  const unit = `${priceText(listing.unitPrice)} ${money.symbol}`
  const paidBy = t('trade.paidBy', { name: personName(listing.user) })
  return (
    <Sums
      lines={[
        {
          key: 'price',
          label: listing.selling > 1n ? t('trade.priceOf', { count: amount, price: unit }) : t('trade.price'),
          value: priceLine,
        },
        ...feeLines(buyerFee, feeLine, t),
        ...royalties.map(({ key, label }) => ({ key, label, value: paidBy, muted: true })),
      ]}
      total={{ label: t('trade.youPay'), value: paysText(sums.pays, money), worth: { of: listing.payToken, amount: sums.pays } }}
    />
  )
}
