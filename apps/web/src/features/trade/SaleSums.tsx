import type { ItemRecord, PayToken } from '@plinth/api'
import { breakdown, parseUnits } from '@plinth/protocol'
import { personName } from '../../entities/person-name.ts'
import { royaltyLeaving } from '../../entities/royalty.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText, shortPercent } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useChainConfig } from '../../lib/site.ts'
import { columnTexts, receivesText } from './amounts.ts'
import { Sums } from './Sums.tsx'
import type { SaleForm } from './sale-form.ts'

type Props = { item: ItemRecord; form: Pick<SaleForm, 'price' | 'quantity'>; token: Pick<PayToken, 'decimals' | 'symbol'> | undefined }

/** What comes of a sale when all of it is sold, line by line. */
export function SaleSums({ item, form, token }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  const { sellerFee } = useChainConfig(item.chainId)
  if (!token) return null
  const { decimals, symbol } = token
  const unit = priceOr0(form.price, decimals)
  const quantity = /^\d{1,78}$/.test(form.quantity) ? BigInt(form.quantity) : 0n
  const royaltyBps = royaltyLeaving(item, address)
  const sums = breakdown({ price: unit * quantity, sellerFeeBps: sellerFee, buyerFeeBps: 0n, royaltyBps })
  const money = { decimals, symbol }
  const [price = '', fee = '', share = ''] = columnTexts([sums.price, sums.sellerFee, sums.royalty], money)
  const royalty = {
    key: 'royalty',
    label: t('trade.royaltyTo', { name: personName(item.creator), percent: shortPercent(royaltyBps) }),
    value: `− ${share}`,
    muted: true,
  }
  const each = `${priceText(form.price || '0')} ${symbol}`
  return (
    <Sums
      lines={[
        {
          key: 'price',
          label: quantity > 1n ? t('trade.buyersPay', { count: quantity, price: each }) : t('trade.buyerPaysYou'),
          value: price,
        },
        { key: 'fee', label: t('trade.serviceFee', { percent: shortPercent(sellerFee) }), value: `− ${fee}`, muted: true },
        ...(royaltyBps > 0n ? [royalty] : []),
      ]}
      total={{ label: t('trade.youReceive'), value: receivesText(sums.receives, money) }}
    />
  )
}

function priceOr0(text: string, decimals: number): bigint {
  try {
    return parseUnits(text, decimals)
  } catch {
    return 0n
  }
}
