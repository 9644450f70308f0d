import type { BoxRecord } from '@plinth/api'
import { feePercent } from '@plinth/protocol'
import { boxDue, boxFee } from '@plinth/sdk'
import { isTicket, moneyOfBox } from '../../../entities/box.ts'
import { columnTexts } from '../../../entities/price/amounts.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Sums } from '../Sums.tsx'
import { amountOf } from './open-steps.ts'

/** What so many boxes cost, line by line; a ticket is paid without a fee (document B §9). */
export function OpenSums({ box, boxes }: { box: BoxRecord; boxes: number }) {
  const { t } = useTranslation()
  const price = box.unitPrice * BigInt(boxes)
  const totalDue = boxDue(box, boxes)
  const money = { decimals: box.payTokenDecimals, symbol: box.payTokenSymbol }
  const [priceLine = '', feeLine = ''] = isTicket(box) ? [amountOf(box, price), '0'] : columnTexts([price, totalDue - price], money)
  return (
    <Sums
      lines={[
        { key: 'price', label: t('box.priceOf', { count: boxes }), value: priceLine },
        {
          key: 'fee',
          label: t('trade.serviceFee', { percent: feePercent(boxFee(box)) }),
          value: isTicket(box) ? feeLine : `+ ${feeLine}`,
          muted: true,
        },
      ]}
      total={{
        label: t('trade.youPay'),
        value: amountOf(box, totalDue),
        worth: isTicket(box) ? undefined : { of: moneyOfBox(box), amount: totalDue },
      }}
    />
  )
}
