import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Table } from '../../kit/Table.tsx'
import { priceText } from '../../lib/numbers.ts'
import { dayAndTime } from '../../lib/time.ts'
import type { HistoryRow } from './history-view.ts'
import { axisOf, placePoints, type SalePoint, salePoints } from './price-history.ts'
import './price-history.css'

const WIDTH = 480
const HEIGHT = 120
/** Around the drawing, so that line and dot are not cut. */
const EDGE = 6

const textOf = ({ unitPrice, symbol }: SalePoint): string => `${priceText(unitPrice)} ${symbol}`

/**
 * The prices of an item's sales over time, as a chart and as a table. Both hold only sales in the token of the newest sale,
 * so that all points share one axis. Nothing for fewer than two of them.
 */
export function PriceHistory({ rows }: { rows: readonly HistoryRow[] }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  // Oldest first: the last point is the newest sale.
  const points = salePoints(rows)
  const last = points.at(-1)
  if (!last || points.length < 2) return null
  return (
    <section className="price-history">
      <div className="row between baseline g12">
        <h2 className="d d22">{t('work.priceHistoryIn', { symbol: last.symbol })}</h2>
        <span className="muted s12">{t('work.lastSale', { price: textOf(last) })}</span>
      </div>
      <Chart points={points} label={t('work.priceLine', { count: points.length, last: textOf(last) })} />
      <div className="row between muted s12 num price-days">
        <span>{dayAndTime(points[0]?.at ?? last.at, intl)}</span>
        <span>{dayAndTime(last.at, intl)}</span>
      </div>
      <details>
        <summary className="link">{t('work.asTable')}</summary>
        <Table
          caption={t('work.priceHistory')}
          rows={points.toReversed()}
          rowKey={({ id }) => id}
          columns={[
            { key: 'when', head: t('work.when'), cell: ({ at }) => dayAndTime(at, intl) },
            { key: 'price', head: t('work.price'), cell: textOf, end: true },
          ]}
        />
      </details>
    </section>
  )
}

function Chart({ points, label }: { points: readonly SalePoint[]; label: string }) {
  const { intl } = useLocale()
  const places = placePoints(points, WIDTH, HEIGHT)
  const last = places.at(-1)
  const axis = axisOf(points)
  const top = axis.at(-1) || 1
  const yOf = (value: number) => HEIGHT * (1 - value / top)
  const text = new Intl.NumberFormat(intl, { maximumSignificantDigits: 6, notation: top >= 100_000 ? 'compact' : 'standard' })
  return (
    <div className="price-plot">
      <svg className="price-chart" viewBox={`${-EDGE} ${-EDGE} ${WIDTH + 2 * EDGE} ${HEIGHT + 2 * EDGE}`} role="img" aria-label={label}>
        {axis.map((value) => (
          <line key={value} className="price-grid" x1={0} x2={WIDTH} y1={yOf(value)} y2={yOf(value)} />
        ))}
        <polyline className="price-trace" points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {last && <circle className="price-dot" cx={last.x} cy={last.y} r={4} />}
      </svg>
      <div className="price-axis num" aria-hidden="true">
        {axis.map((value) => (
          <span key={value} style={{ top: `${((yOf(value) + EDGE) * 100) / (HEIGHT + 2 * EDGE)}%` }}>
            {text.format(value)}
          </span>
        ))}
      </div>
    </div>
  )
}
