import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type Breakdown, feePercent } from '@plinth/protocol'
import { personName } from '../../entities/person-name.ts'
import { royaltyLeaving } from '../../entities/royalty.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText, shortPercent } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { columnTexts, exactText } from './amounts.ts'
import { Sums } from './Sums.tsx'

type Props = { item: ItemRecord; bid: OrderRecord; amount: bigint; sums: Breakdown }

/** What comes of a sale to a bid line by line, to the last unit. */
export function AcceptSums({ item, bid, amount, sums }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  const royaltyBps = royaltyLeaving(item, address)
  const money = { decimals: bid.payTokenDecimals, symbol: bid.payTokenSymbol }
  const [price = '', fee = '', share = ''] = columnTexts([sums.price, sums.sellerFee, sums.royalty], money)
  const name = personName(bid.user)
  const each = `${priceText(bid.unitPrice)} ${money.symbol}`
  const royalty = {
    key: 'royalty',
    label: t('trade.royaltyTo', { name: personName(item.creator), percent: shortPercent(royaltyBps) }),
    value: `− ${share}`,
    muted: true,
  }
  return (
    <Sums
      lines={[
        {
          key: 'price',
          label: amount > 1n ? t('hold.bidderPaysMany', { name, count: amount, price: each }) : t('hold.bidderPays', { name }),
          value: price,
        },
        { key: 'fee', label: t('trade.serviceFee', { percent: feePercent(bid.sellerFee) }), value: `− ${fee}`, muted: true },
        ...(royaltyBps > 0n ? [royalty] : []),
      ]}
      total={{ label: t('trade.youReceive'), value: exactText(sums.receives, money) }}
    />
  )
}
