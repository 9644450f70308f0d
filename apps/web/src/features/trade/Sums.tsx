import type { ReactNode } from 'react'

export type SumLine = { key: string; label: string; value: string; muted?: boolean }

/** Money line by line, then the total in display type. */
export function Sums({ lines, total }: { lines: readonly SumLine[]; total: { label: string; value: string; aside?: ReactNode } }) {
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
        </dd>
      </div>
    </dl>
  )
}
