import { Download } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { type SortedColumn, SortedTable } from '../../kit/SortedTable.tsx'
import { csvText, saveCsv } from './csv.ts'
import './charts.css'

/** A column of the table under a chart: shown, sorted and saved by the same definition. */
export type ChartColumn<Row> = SortedColumn<Row> & { csv: (row: Row) => string }
type Props<Row> = {
  title: string
  /** What the marks mean. */
  legend?: ReactNode
  /** Beside the switch. */
  tools?: ReactNode
  columns: readonly ChartColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Name of the saved file, without its ending. */
  file: string
  note?: ReactNode
  startsAsTable?: boolean
  children: ReactNode
}

const FIRST_ROWS = 50

/** One without tools: in place of a chart without a value it holds one sentence. */
export function PlainChart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="chart" aria-labelledby={id}>
      <div className="chart-head">
        <h3 className="d d22" id={id}>
          {title}
        </h3>
      </div>
      {children}
    </section>
  )
}

export const NoChart = ({ title, text }: { title: string; text: string }) => (
  <PlainChart title={title}>
    <p className="muted">{text}</p>
  </PlainChart>
)

/** A mark of the legend, and its meaning. */
export const LegendMark = ({ text, children }: { text: string; children: ReactNode }) => (
  <span>
    <svg viewBox="0 0 18 8" width="18" height="8" aria-hidden="true">
      {children}
    </svg>
    {text}
  </span>
)

/** A chart and the table of its data, one at a time. */
export function ChartFrame<Row>({ title, legend, tools, columns, rows, rowKey, file, note, startsAsTable = false, children }: Props<Row>) {
  const { t } = useTranslation()
  const id = useId()
  const [isTable, setTable] = useState(startsAsTable)
  const [isWhole, setWhole] = useState(false)
  const save = () =>
    saveCsv(
      `${file}.csv`,
      csvText(
        columns.map(({ head, csv }) => ({ head, text: csv })),
        rows,
      ),
    )
  return (
    <section className="chart" aria-labelledby={id}>
      <div className="chart-head">
        <div className="row g24 chart-title">
          <h3 className="d d22" id={id}>
            {title}
          </h3>
          {legend && !isTable && <span className="chart-legend">{legend}</span>}
        </div>
        <div className="row g12 chart-tools">
          {!isTable && tools}
          <Segmented
            label={t('analytics.shownAs', { title })}
            value={isTable ? 'table' : 'chart'}
            options={[
              { value: 'chart', label: t('analytics.chart') },
              { value: 'table', label: t('analytics.table') },
            ]}
            onChange={(next) => setTable(next === 'table')}
          />
          <Button size="small" variant="quiet" onClick={save} disabled={rows.length === 0} aria-label={t('analytics.save', { title })}>
            <Icon of={Download} size="small" />
            CSV
          </Button>
        </div>
      </div>
      {isTable ? (
        <>
          <div className="table-scroll">
            <SortedTable tight caption={title} columns={columns} rows={isWhole ? rows : rows.slice(0, FIRST_ROWS)} rowKey={rowKey} />
          </div>
          {rows.length === 0 && <p className="muted chart-note">{t('analytics.nothing')}</p>}
          {!isWhole && rows.length > FIRST_ROWS && (
            <Button size="small" onClick={() => setWhole(true)}>
              {t('analytics.allRows', { count: rows.length })}
            </Button>
          )}
        </>
      ) : (
        children
      )}
      {note && <p className="hint chart-note">{note}</p>}
    </section>
  )
}
