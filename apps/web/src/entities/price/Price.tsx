import { useTranslation } from '../../i18n/translate.ts'
import { priceText, shortPercent } from '../../lib/numbers.ts'
import { CardWorth } from './CardWorth.tsx'
import type { WorthProps } from './Worth.tsx'
import './fee-on-top.css'

type Props = {
  amount: string
  symbol: string
  of?: WorthProps['of'] /** bps that a buyer pays on top */
  fee?: number | undefined
}

/** "1.15 ETH", and beside it what that is worth where its money is given. The amount is decimal text. */
export function Price({ amount, symbol, of, fee }: Props) {
  return (
    <>
      <b className="money">
        {priceText(amount)} {symbol}
      </b>
      {!!fee && <FeeOnTop bps={fee} />}
      {of && <CardWorth of={of} amount={amount} />}
    </>
  )
}

/** Where a buyer pays more than the price (F-126). */
export function FeeOnTop({ bps }: { bps: number }) {
  const { t } = useTranslation()
  return <small className="muted fee-on-top">{t('item.feeOnTop', { percent: shortPercent(BigInt(bps)) })}</small>
}
