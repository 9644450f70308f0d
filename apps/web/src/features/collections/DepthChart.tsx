import type { Depth, DepthStep } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { curveStepAfter, line } from 'd3-shape'
import { ChartFrame, LegendMark, NoChart } from '../../entities/charts/ChartFrame.tsx'
import { type Drawing, type Mark, Plot } from '../../entities/charts/Plot.tsx'
import { across, type Box, priceTicks, roughly, upwards } from '../../entities/charts/scales.ts'
import { shareText, shortAmount } from '../../entities/statistics/figures.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { countText } from '../../lib/numbers.ts'
import type { ChartOf } from './shown.ts'

const HEIGHT = 240
/** Prices further off than this many times the best one are left to the table. */
const FAR = 3n

type DepthRow = DepthStep & { side: 'asks' | 'bids'; sum: bigint }

/** The steps of a side with the units at this price or a better one. */
function cumulated(steps: readonly DepthStep[], side: DepthRow['side']): DepthRow[] {
  let sum = 0n
  return steps.map((step) => {
    sum += step.units
    return { ...step, side, sum }
  })
}

export function DepthChart({ address, money, depth }: ChartOf & { depth: Depth }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { symbol, decimals } = money
  const [asks, bids] = [cumulated(depth.asks, 'asks'), cumulated(depth.bids, 'bids')]
  const priceOf = (price: bigint) => `${shortAmount(price, decimals, intl)} ${symbol}`
  const [bestAsk, bestBid] = [asks[0]?.unitPrice, bids[0]?.unitPrice]
  const shownAsks = asks.filter(({ unitPrice }) => bestAsk === undefined || unitPrice <= bestAsk * FAR)
  const shownBids = bids.filter(({ unitPrice }) => bestBid === undefined || unitPrice * FAR >= bestBid)
  const sideText = (side: DepthRow['side']) => t(side === 'asks' ? 'analytics.onSale' : 'analytics.asked')
  if (asks.length === 0 && bids.length === 0) return <NoChart title={t('analytics.depth', { symbol })} text={t('analytics.noDepth')} />
  const draw = (box: Box): Drawing => {
    const at = ({ unitPrice }: DepthRow) => roughly(unitPrice, decimals)
    const prices = [...shownBids, ...shownAsks].map(at)
    const [least, most] = [Math.min(...prices), Math.max(...prices)]
    const pad = (most - least) * 0.06 || most * 0.1 || 1
    const x = across(box, prices.length > 0 ? [Math.max(0, least - pad), most + pad] : [0, 1])
    const scale = upwards(box, [0, Number(maxOf([...shownAsks, ...shownBids].map(({ sum }) => sum)))], intl)
    const y = ({ sum }: DepthRow) => scale.place(Number(sum))
    const marks = [...shownBids.toReversed(), ...shownAsks].map(
      (row): Mark => ({
        x: x(at(row)),
        y: y(row),
        text: t(row.side === 'asks' ? 'analytics.askText' : 'analytics.bidText', {
          count: countText(row.sum, intl),
          price: priceOf(row.unitPrice),
        }),
      }),
    )
    const edge = (rows: readonly DepthRow[], end: number): DepthRow[] => {
      const last = rows.at(-1)
      return last ? [...rows, { ...last, unitPrice: -1n, orders: end }] : []
    }
    const place = (row: DepthRow) => (row.unitPrice === -1n ? row.orders : x(at(row)))
    const path = line<DepthRow>().x(place).y(y).curve(curveStepAfter)
    const drawn = (rows: DepthRow[], end: number) => {
      const [first] = rows
      const top = path(edge(rows, end)) ?? ''
      return { line: top, area: first ? `${top}V${box.bottom}H${place(first)}Z` : '' }
    }
    const [onSale, asked] = [drawn(shownAsks, box.right), drawn(shownBids, box.left)]
    return {
      up: scale.ticks.filter(({ text }) => /^[\d,.\s]+$/.test(text)),
      across: prices.length > 0 ? priceTicks(box, [Math.max(0, least - pad), most + pad], intl) : [],
      marks,
      body: (
        <>
          <path className="plot-area" d={asked.area} />
          <path className="plot-area" d={onSale.area} />
          <path className="plot-asked" d={asked.line} />
          <path className="plot-line" d={onSale.line} />
          {/* An offer may stand above the lowest price until somebody takes it: then there is no gap. */}
          {bestAsk !== undefined && bestBid !== undefined && bestBid < bestAsk && (
            <>
              <path
                className="plot-gap"
                d={`M${x(roughly(bestBid, decimals))} ${box.bottom}V${box.top}M${x(roughly(bestAsk, decimals))} ${box.bottom}V${box.top}`}
              />
              <text className="plot-word" x={Math.min(x(roughly(bestAsk, decimals)) + 8, box.right - 120)} y={box.top + 8}>
                {t('analytics.gap', {
                  gap: shortAmount(bestAsk - bestBid, decimals, intl),
                  share: shareText(bestAsk - bestBid, bestAsk, intl) ?? '',
                })}
              </text>
            </>
          )}
        </>
      ),
    }
  }
  return (
    <ChartFrame
      title={t('analytics.depth', { symbol })}
      file={`depth-${address}`}
      legend={<Legend hasAsks={asks.length > 0} hasBids={bids.length > 0} />}
      note={t(bids.length > 0 ? 'analytics.depthNote' : 'analytics.depthAsks')}
      rows={[...bids.toReversed(), ...asks]}
      rowKey={({ side, unitPrice }) => `${side}:${unitPrice}`}
      columns={[
        ...(bids.length > 0
          ? [
              {
                key: 'side',
                head: t('analytics.side'),
                value: ({ side }: DepthRow) => side,
                cell: ({ side }: DepthRow) => sideText(side),
                csv: ({ side }: DepthRow) => sideText(side),
              },
            ]
          : []),
        {
          key: 'price',
          head: t('analytics.price', { symbol }),
          end: true,
          value: ({ unitPrice }) => unitPrice,
          cell: ({ unitPrice }) => (
            <span className="num" title={formatUnits(unitPrice, decimals)}>
              {shortAmount(unitPrice, decimals, intl)}
            </span>
          ),
          csv: ({ unitPrice }) => formatUnits(unitPrice, decimals),
        },
        {
          key: 'units',
          head: t('analytics.units'),
          end: true,
          value: ({ units }) => units,
          cell: ({ units }) => countText(units, intl),
          csv: ({ units }) => units.toString(),
        },
        {
          key: 'sum',
          head: t('analytics.atOrBetter'),
          end: true,
          value: ({ sum }) => sum,
          cell: ({ sum }) => countText(sum, intl),
          csv: ({ sum }) => sum.toString(),
        },
        {
          key: 'orders',
          head: t('analytics.orders'),
          end: true,
          value: ({ orders }) => orders,
          cell: ({ orders }) => orders,
          csv: ({ orders }) => String(orders),
        },
      ]}
    >
      <Plot label={t('analytics.depth', { symbol })} height={HEIGHT} draw={draw} />
    </ChartFrame>
  )
}
const maxOf = (values: readonly bigint[]): bigint => values.reduce((most, value) => (value > most ? value : most), 0n)

function Legend({ hasAsks, hasBids }: { hasAsks: boolean; hasBids: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {hasBids && (
        <LegendMark text={t('analytics.asked')}>
          <path className="plot-asked" d="M0 4h18" />
        </LegendMark>
      )}
      {hasAsks && (
        <LegendMark text={t('analytics.onSale')}>
          <path className="plot-line" d="M0 4h18" />
        </LegendMark>
      )}
    </>
  )
}
