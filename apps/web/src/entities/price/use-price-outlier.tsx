import {
  findAmountProblem,
  findHighPrice,
  findLowPrice,
  formatUnits,
  type Outlier,
  type PriceMarks,
  parseUnits,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { DecimalField } from '../../kit/DecimalField.tsx'
import { queryClient } from '../../lib/api.ts'
import { groupDigits } from '../../lib/numbers.ts'
import { useChainConfig } from '../../lib/site.ts'
import { exactText } from './amounts.ts'
import { marksQuery, type Priced, type PricedIn } from './price-marks.ts'
import './price-outlier.css'

export type PriceOutlierAsked = {
  item: Priced
  /** Who gives the item away is warned of a low price, who pays of a high one. */
  role: 'seller' | 'buyer'
  /** Of one, in base units; 0 while there is none. */
  unitPrice: bigint
  token: PricedIn | undefined
  /** Of one, what the sale that is edited asks so far. */
  current?: bigint | undefined
}

/**
 * Before a price that is far from what one of it cost: says so with the numbers, and goes on only once the price is typed again.
 * A dialog shows `warning` below its sums and submits by `confirm(run.submit)`.
 */
export function usePriceOutlier({ item, role, unitPrice, token, current }: PriceOutlierAsked): {
  warning: ReactNode
  confirm: (run: () => void) => void
} {
  const [typed, setTyped] = useState('')
  const [isAsked, setAsked] = useState(false)
  const config = useChainConfig(item.chainId)
  const query = marksQuery(item, token ?? COIN, config)
  const { data: known } = useQuery({ ...query, enabled: token !== undefined })
  const outlierOf = (marks: PriceMarks | undefined): Outlier | undefined => {
    if (unitPrice === 0n || !marks) return undefined
    return role === 'seller' ? findLowPrice(unitPrice, { ...marks, current }) : findHighPrice(unitPrice, marks)
  }
  const isMeant = unitPrice > 0n && typedPrice(typed, token) === unitPrice
  const confirm = async (run: () => void) => {
    // Who is quicker than the answer waits for it; who gets none is not stopped by it.
    const marks = await queryClient.ensureQueryData(query).catch(() => NONE)
    if (isMeant || !outlierOf(marks)) return run()
    setAsked(true)
  }
  const outlier = outlierOf(known ?? NONE)
  return {
    warning:
      outlier && token ? (
        <PriceOutlier
          outlier={outlier}
          unitPrice={unitPrice}
          token={token}
          typed={typed}
          onType={setTyped}
          isMissing={isAsked && !isMeant}
        />
      ) : null,
    confirm: (run) => void confirm(run),
  }
}

/** Of what is typed so far; 0 where that is no price. */
export const typedPrice = (text: string, token: Pick<PricedIn, 'decimals'> | undefined): bigint =>
  token && findAmountProblem(text, token.decimals) === undefined ? parseUnits(text, token.decimals) : 0n

/** A placeholder while the pay tokens are read: nothing is looked up for it. */
const COIN: PricedIn = { address: ZERO_ADDRESS, symbol: '', decimals: 18 }
const NONE: PriceMarks = { floor: undefined, lastSale: undefined }

const TEXTS = {
  low: { floor: 'trade.far.lowFloor', lastSale: 'trade.far.lowLastSale', current: 'trade.far.lowCurrent' },
  high: { floor: 'trade.far.highFloor', lastSale: 'trade.far.highLastSale', current: 'trade.far.highLastSale' },
} as const satisfies Record<Outlier['is'], Record<Outlier['mark'], TextKey>>

type Props = {
  outlier: Outlier
  unitPrice: bigint
  token: NonNullable<PriceOutlierAsked['token']>
  typed: string
  onType: (text: string) => void
  isMissing: boolean
}

function PriceOutlier({ outlier, unitPrice, token, typed, onType, isMissing }: Props) {
  const { t } = useTranslation()
  const { is, mark, price } = outlier
  const amount = formatUnits(unitPrice, token.decimals)
  const percent = (unitPrice * 100n) / price
  const values = {
    price: exactText(unitPrice, token),
    mark: exactText(price, token),
    part: percent === 0n ? '< 1%' : `${percent}%`,
    times: groupDigits((unitPrice / price).toString()),
  }
  return (
    <div className="far-price">
      <p className="warn-note" role="status">
        {t(TEXTS[is][mark], values)}
      </p>
      <DecimalField
        label={t('trade.far.type', { amount })}
        value={typed}
        onChange={onType}
        error={isMissing ? t('trade.far.missing', { amount }) : undefined}
      />
    </div>
  )
}
