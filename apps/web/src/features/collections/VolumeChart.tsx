import type { Chart } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { ChartFrame, NoChart } from '../../entities/charts/ChartFrame.tsx'
import { type Drawing, type Mark, Plot } from '../../entities/charts/Plot.tsx'
import { across, type Box, dates, roughly, upwards } from '../../entities/charts/scales.ts'
import { shortAmount } from '../../entities/statistics/figures.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { chainNow } from '../../lib/clock.ts'
import { dayAndTime } from '../../lib/time.ts'
import { barHoursOf, spanOf } from './periods.ts'
import type { ChartOf } from './shown.ts'

const HEIGHT = 240
const HOUR_S = 3_600
const WIDEST = 14

type Bar = { at: number; volume: bigint; sales: number }

/** The chart's points gathered into bars, times without a sale left out. */
function barsOf({ points }: Pick<Chart, 'points'>, from: number, length: number): Bar[] {
  const bars = new Map<number, Bar>()
  for (const { at, volume, sales } of points) {
    const begins = from + Math.floor(Math.max(0, at - from) / length) * length
    const bar = bars.get(begins)
    bars.set(begins, { at: begins, volume: volume + (bar?.volume ?? 0n), sales: sales + (bar?.sales ?? 0) })
  }
  return [...bars.values()].filter(({ volume }) => volume > 0n)
}

export function VolumeChart({ address, money, hours, chart }: ChartOf & { chart: Chart }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { symbol, decimals } = money
  const now = chainNow()
  // From the same time on as the chart of sales.
  const firstAt = Math.min(now, ...chart.points.map(({ at }) => at), ...chart.floors.map(({ at }) => at))
  const span = spanOf(hours, now, firstAt)
  const barHours = barHoursOf(hours, span, chart.step)
  const length = barHours * HOUR_S
  const bars = barsOf(chart, span[0], length)
  const priceOf = (volume: bigint) => `${shortAmount(volume, decimals, intl)} ${symbol}`
  const unit = barHours % 24 === 0 ? t('analytics.barDays', { count: barHours / 24 }) : t('analytics.barHours', { count: barHours })
  const noSale = t(hours === 0 ? 'analytics.noSale' : 'analytics.noSaleIn')
  if (bars.length === 0) return <NoChart title={t('analytics.volume', { symbol })} text={noSale} />
  const draw = (box: Box): Drawing => {
    const scale = upwards(box, [0, Math.max(0, ...bars.map(({ volume }) => roughly(volume, decimals)))], intl)
    const x = across(box, [span[0], span[0] + Math.max(1, Math.ceil((span[1] - span[0]) / length)) * length])
    const width = Math.max(2, Math.min(WIDEST, x(span[0] + length) - x(span[0]) - 2))
    const highest = bars.toSorted((a, b) => (a.volume < b.volume ? 1 : -1))[0]
    const placed = bars.map((bar) => ({ bar, x: x(bar.at) + 1, y: scale.place(roughly(bar.volume, decimals)) }))
    return {
      up: scale.ticks,
      across: dates(box, span, { intl, now: t(hours === 24 ? 'analytics.now' : 'analytics.today') }),
      marks: placed.map(
        ({ bar, x: left, y }): Mark => ({
          x: left + width / 2,
          y,
          text: t('analytics.barText', { count: bar.sales, volume: priceOf(bar.volume), time: dayAndTime(bar.at, intl, now) }),
        }),
      ),
      body: placed.map(({ bar, x: left, y }) => (
        <g key={bar.at}>
          <rect
            className={bar.at + length > now ? 'plot-bar on' : 'plot-bar'}
            x={left}
            y={y}
            width={width}
            height={Math.max(1, box.bottom - y)}
          />
          {bar === highest && (
            <text className="plot-word" x={Math.max(24, left + width / 2)} y={y - 6} textAnchor="middle">
              {shortAmount(bar.volume, decimals, intl)}
            </text>
          )}
        </g>
      )),
    }
  }
  return (
    <ChartFrame
      title={t('analytics.volume', { symbol })}
      file={`volume-${address}`}
      legend={<span>{unit}</span>}
      rows={bars}
      rowKey={({ at }) => String(at)}
      columns={[
        {
          key: 'from',
          head: t('analytics.from'),
          value: ({ at }) => at,
          cell: ({ at }) => dayAndTime(at, intl, now),
          csv: ({ at }) => new Date(at * 1_000).toISOString(),
        },
        {
          key: 'volume',
          head: t('analytics.volume', { symbol }),
          end: true,
          value: ({ volume }) => volume,
          cell: ({ volume }) => (
            <span className="num" title={formatUnits(volume, decimals)}>
              {shortAmount(volume, decimals, intl)}
            </span>
          ),
          csv: ({ volume }) => formatUnits(volume, decimals),
        },
        {
          key: 'sales',
          head: t('analytics.salesCount'),
          end: true,
          value: ({ sales }) => sales,
          cell: ({ sales }) => sales,
          csv: ({ sales }) => String(sales),
        },
      ]}
    >
      <Plot label={t('analytics.volume', { symbol })} height={HEIGHT} draw={draw} />
    </ChartFrame>
  )
}
