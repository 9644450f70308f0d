import { feePercent } from '@plinth/protocol'
import type { ReactNode } from 'react'
import { Worth, type WorthProps } from '../../entities/price/Worth.tsx'
import type { Translate } from '../../i18n/translate.ts'

export type SumLine = { key: string; label: string; value: string; muted?: boolean }

/** What a buyer pays on top of the price; no line where that is nothing. */
export const feeLines = (feeBps: bigint, fee: string, t: Translate): SumLine[] =>
  feeBps === 0n ? [] : [{ key: 'fee', label: t('trade.serviceFee', { percent: feePercent(feeBps) }), value: `+ ${fee}`, muted: true }]

type Total = { label: string; value: string; aside?: ReactNode; worth?: WorthProps | undefined }

/** Money line by line, then the total in display type, with what it is worth. */
export function Sums({ lines, total }: { lines: readonly SumLine[]; total: Total }) {
  return (
    <dl className="sum sums">
      {lines.map(({ key, label, value, muted }) => (
        <div key={key} className={muted ? 'muted' : ''}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="total">
        <dt className="strong">{total.label}</dt>
        <dd>
          {total.aside && <span className="muted sums-aside">{total.aside}</span>}
          <span className="d d22">{total.value}</span>
          {total.worth && <Worth {...total.worth} />}
        </dd>
      </div>
    </dl>
  )
}
