import type { ItemRecord, PayToken } from '@plinth/api'
import { feePercent, parseUnits, tradeSums } from '@plinth/protocol'
import { columnTexts, receivesText } from '../../entities/price/amounts.ts'
import { royaltiesOf } from '../../entities/price/royalty.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { Sums } from './Sums.tsx'
import type { SaleForm } from './sale-form.ts'
import { useRoyalties } from './use-royalties.ts'

type Props = {
  item: ItemRecord
  form: Pick<SaleForm, 'price' | 'quantity'>
  token: Pick<PayToken, 'chainId' | 'address' | 'decimals' | 'symbol'> | undefined
  /** In bps, of what is signed. */
  sellerFee: bigint
}

/** What comes of a sale when all of it is sold, line by line. */
export function SaleSums({ item, form, token, sellerFee }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  const { decimals, symbol } = token ?? { decimals: 0, symbol: '' }
  const unitPrice = priceOr0(form.price, decimals)
  const quantity = /^\d{1,78}$/.test(form.quantity) ? BigInt(form.quantity) : 0n
  const fees = { sellerFeeBps: sellerFee, buyerFeeBps: 0n, royalties: royaltiesOf(item) }
  const sums = tradeSums({ unitPrice, quantity, ...fees, seller: address })
  const royalties = useRoyalties(item, address, sums.shares)
  if (!token) return null
  const money = { decimals, symbol }
  const [price = '', fee = '', ...shares] = columnTexts([sums.price, sums.sellerFee, ...royalties.map(({ share }) => share)], money)
  const each = `${priceText(form.price || '0')} ${symbol}`
  return (
    <>
      <Sums
        lines={[
          {
            key: 'price',
            label: quantity > 1n ? t('trade.buyersPay', { count: quantity, price: each }) : t('trade.buyerPaysYou'),
            value: price,
          },
          { key: 'fee', label: t('trade.serviceFee', { percent: feePercent(sellerFee) }), value: `− ${fee}`, muted: true },
          ...royalties.map(({ key, label }, index) => ({ key, label, value: `− ${shares[index]}`, muted: true })),
        ]}
        total={{ label: t('trade.youReceive'), value: receivesText(sums.receives, money), worth: { of: token, amount: sums.receives } }}
      />
      {royalties.length > 0 && <p className="hint">{t('trade.royaltyMost')}</p>}
    </>
  )
}

function priceOr0(text: string, decimals: number): bigint {
  try {
    return parseUnits(text, decimals)
  } catch {
    return 0n
  }
}
