import type { ItemRecord, OrderRecord } from '@plinth/api'
import { feePercent, type TradeSums } from '@plinth/protocol'
import { personName } from '../../entities/person-name.ts'
import { columnTexts, exactText } from '../../entities/price/amounts.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { Sums } from './Sums.tsx'
import { useRoyalties } from './use-royalties.ts'

type Props = { item: ItemRecord; bid: OrderRecord; amount: bigint; sums: TradeSums }

/** What comes of a sale to a bid line by line, to the last unit. */
export function AcceptSums({ item, bid, amount, sums }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  const royalties = useRoyalties(item, address, sums.shares)
  const money = { decimals: bid.payTokenDecimals, symbol: bid.payTokenSymbol }
  const [price = '', fee = '', ...shares] = columnTexts([sums.price, sums.sellerFee, ...royalties.map(({ share }) => share)], money)
  const name = personName(bid.user)
  const each = `${priceText(bid.unitPrice)} ${money.symbol}`
  return (
    <Sums
      lines={[
        {
          key: 'price',
          label: amount > 1n ? t('hold.bidderPaysMany', { name, count: amount, price: each }) : t('hold.bidderPays', { name }),
          value: price,
        },
        { key: 'fee', label: t('trade.serviceFee', { percent: feePercent(bid.sellerFee) }), value: `− ${fee}`, muted: true },
        ...royalties.map(({ key, label }, index) => ({ key, label, value: `− ${shares[index]}`, muted: true })),
      ]}
      total={{ label: t('trade.youReceive'), value: exactText(sums.receives, money), worth: { of: bid.payToken, amount: sums.receives } }}
    />
  )
}
