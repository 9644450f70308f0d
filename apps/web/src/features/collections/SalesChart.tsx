import type { Chart, FloorPoint, SaleRecord } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { curveStepAfter, line } from 'd3-shape'
import { useState } from 'react'
import { Ago } from '../../entities/Ago.tsx'
import { ChartFrame, LegendMark, NoChart } from '../../entities/charts/ChartFrame.tsx'
import { freePlace, type Word } from '../../entities/charts/free-place.ts'
import { type Drawing, type Mark, Plot } from '../../entities/charts/Plot.tsx'
import { across, type Box, capOf, dates, roughly, upwards } from '../../entities/charts/scales.ts'
import { shortAmount } from '../../entities/statistics/figures.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Segmented } from '../../kit/Segmented.tsx'
import { chainNow } from '../../lib/clock.ts'
import { dayAndTime } from '../../lib/time.ts'
import { spanOf } from './periods.ts'
import type { ChartOf } from './shown.ts'

const HEIGHT = 320

type Props = ChartOf & {
  chart: Chart
  sales: readonly SaleRecord[] /** Earlier ones come as spans of the chart's points. */
  hasEarlier: boolean
}

/** Each sale as a point with the floor as a line; where there are too many, the earlier ones from their lowest to their highest. */
export function SalesChart({ address, money, hours, chart, sales, hasEarlier }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const [isLog, setLog] = useState(false)
  const words = useWords(money)
  const oldest = hasEarlier ? (sales.at(-1)?.at ?? 0) : 0
  const spans = hasEarlier ? chart.points.filter(({ at }) => at + chart.step <= oldest) : []
  const { symbol, decimals } = money
  const now = chainNow()
  const firstAt = Math.min(now, ...chart.points.map(({ at }) => at), ...chart.floors.map(({ at }) => at))
  const span = spanOf(hours, now, firstAt)
  const noSale = t(hours === 0 ? 'analytics.noSale' : 'analytics.noSaleIn')
  const isSold = sales.length > 0 || spans.length > 0
  if (!isSold && chart.floors.every(({ unitPrice }) => unitPrice === undefined))
    return <NoChart title={t('analytics.sales', { symbol })} text={noSale} />
  const draw = (box: Box): Drawing => {
    const prices = sales.map(({ unitPrice }) => roughly(unitPrice, decimals))
    const floors = chart.floors.map(({ unitPrice }) => (unitPrice === undefined ? undefined : roughly(unitPrice, decimals)))
    const all = [...prices, ...spans.flatMap(({ high }) => (high === undefined ? [] : [roughly(high, decimals)]))]
    const most = Math.max(isLog ? Math.max(0, ...all) : capOf(all), ...floors.map((floor) => floor ?? 0))
    const least = isLog ? Math.min(...[...all, ...floors].filter((value) => value !== undefined && value > 0).map(Number), most) : 0
    const scale = upwards(box, [least, most], intl, isLog)
    const x = across(box, span)
    const place = (value: number) => Math.max(box.top, scale.place(value))
    const floorMarks = chart.floors.flatMap(({ at, unitPrice }): Mark[] =>
      unitPrice === undefined
        ? []
        : [
            {
              x: x(Math.max(span[0], at)),
              y: place(roughly(unitPrice, decimals)),
              text: t('analytics.floorText', { price: words.price(unitPrice), time: words.time(at) }),
            },
          ],
    )
    const marks = [
      // Without a sale the floor alone is there to be spoken.
      ...(isSold ? [] : floorMarks),
      ...spans.flatMap((point): Mark[] =>
        point.low === undefined || point.high === undefined
          ? []
          : [
              {
                x: x(point.at + chart.step / 2),
                y: place(roughly(point.high, decimals)),
                text: t('analytics.spanText', {
                  count: point.sales,
                  low: words.price(point.low),
                  high: words.price(point.high),
                  time: words.time(point.at),
                }),
              },
            ],
      ),
      ...sales
        .toReversed()
        .map((sale): Mark => ({ x: x(Math.max(span[0], sale.at)), y: place(roughly(sale.unitPrice, decimals)), text: words.sale(sale) })),
    ]
    const above = sales.filter(({ unitPrice }) => scale.place(roughly(unitPrice, decimals)) < box.top)
    return {
      up: scale.ticks,
      across: dates(box, span, { intl, now: t(hours === 24 ? 'analytics.now' : 'analytics.today') }),
      marks,
      body: (
        <>
          {spans.map((point) =>
            point.low === undefined || point.high === undefined ? null : (
              <path
                key={point.at}
                className="plot-span"
                d={`M${x(point.at + chart.step / 2)} ${place(roughly(point.low, decimals))}V${place(roughly(point.high, decimals)) - 1}`}
              />
            ),
          )}
          {sales.map((sale) => (
            <circle
              key={`${sale.txHash}:${sale.tokenId}:${sale.unitPrice}`}
              className="plot-sale"
              cx={x(Math.max(span[0], sale.at))}
              cy={place(roughly(sale.unitPrice, decimals))}
              r={3}
            />
          ))}
          <path className="plot-line" d={floorPath(chart.floors, floors, { x, y: scale.place, span })} />
          <Above above={above} x={x} box={box} words={words} />
          <LastSale sales={sales} x={x} place={place} box={box} words={words} decimals={decimals} />
        </>
      ),
    }
  }
  return (
    <ChartFrame
      title={t('analytics.sales', { symbol })}
      file={`sales-${address}`}
      rows={sales}
      rowKey={({ txHash, tokenId, unitPrice }) => `${txHash}:${tokenId}:${unitPrice}`}
      legend={<Legend hasSales={sales.length > 0} hasSpans={spans.length > 0} />}
      tools={
        <Segmented
          label={t('analytics.scale')}
          value={isLog ? 'log' : 'linear'}
          options={[
            { value: 'linear', label: t('analytics.linear') },
            { value: 'log', label: t('analytics.log') },
          ]}
          onChange={(next) => setLog(next === 'log')}
        />
      }
      note={[...(hasEarlier ? [t('analytics.newestOnly', { count: sales.length })] : []), t('analytics.floorNote')].join(' ')}
      columns={[
        {
          key: 'time',
          head: t('analytics.time'),
          value: ({ at }) => at,
          cell: ({ at }) => <Ago at={at} largest="years" />,
          csv: ({ at }) => new Date(at * 1_000).toISOString(),
        },
        {
          key: 'work',
          head: t('analytics.work'),
          value: words.name,
          cell: (sale) => <span className="clip">{words.name(sale)}</span>,
          csv: words.name,
        },
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
          cell: ({ units }) => units.toString(),
          csv: ({ units }) => units.toString(),
        },
        {
          key: 'tx',
          head: t('analytics.transaction'),
          className: 'wide-only',
          cell: ({ txHash }) => <span className="addr">{txHash.slice(0, 12)}…</span>,
          csv: ({ txHash }) => txHash,
        },
      ]}
    >
      <Plot label={t('analytics.sales', { symbol })} height={HEIGHT} draw={draw} />
    </ChartFrame>
  )
}

/** Steps that hold until the next change; where nothing was on sale the line has a gap. */
function floorPath(
  points: readonly FloorPoint[],
  floors: readonly (number | undefined)[],
  { x, y, span }: { x: (at: number) => number; y: (price: number) => number; span: readonly [number, number] },
): string {
  const known = points.map(({ at }, index) => ({ at: Math.max(at, span[0]), price: floors[index] }))
  const last = known.at(-1)
  const path = line<(typeof known)[number]>()
    .defined(({ price }) => price !== undefined)
    .x(({ at }) => x(at))
    .y(({ price }) => y(price ?? 0))
    .curve(curveStepAfter)
  return path(last ? [...known, { ...last, at: span[1] }] : []) ?? ''
}

type Words = ReturnType<typeof useWords>

function useWords({ symbol, decimals }: ChartOf['money']) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const price = (amount: bigint) => `${shortAmount(amount, decimals, intl)} ${symbol}`
  const name = (sale: Pick<SaleRecord, 'name' | 'tokenId'>) => sale.name || `#${sale.tokenId}`
  const time = (at: number) => dayAndTime(at, intl, chainNow())
  return {
    t,
    price,
    name,
    time,
    sale: (sale: SaleRecord) => t('analytics.saleText', { name: name(sale), price: price(sale.unitPrice), time: time(sale.at) }),
  }
}

/** Prices beyond the scale: a wedge at the top for each, and a word for the highest. */
function Above({ above, x, box, words }: { above: readonly SaleRecord[]; x: (at: number) => number; box: Box; words: Words }) {
  const [highest] = above.toSorted((a, b) => (a.unitPrice < b.unitPrice ? 1 : -1))
  if (!highest) return null
  const values = { name: words.name(highest), price: words.price(highest.unitPrice), count: above.length - 1 }
  const at = x(highest.at)
  const isRight = at > box.width / 2
  return (
    <>
      {above.map((sale) => (
        <path key={`${sale.txHash}:${sale.tokenId}`} className="plot-wedge" d={`M${x(sale.at) - 4} ${box.top}h8l-4-7z`} />
      ))}
      <text x={at + (isRight ? -10 : 10)} y={box.top - 2} textAnchor={isRight ? 'end' : 'start'}>
        {words.t(above.length > 1 ? 'analytics.aboveMore' : 'analytics.above', values)}
      </text>
    </>
  )
}

type LastProps = {
  sales: readonly SaleRecord[]
  x: (at: number) => number
  place: (price: number) => number
  box: Box
  words: Words
  decimals: number
}

const DOT_PX = 4
/** Of its word, above and below the dot. */
const HEIGHTS = [-12, 22, -30, 40, -48, 58, -66, -84] as const

function LastSale({ sales, x, place, box, words, decimals }: LastProps) {
  const [sale, ...earlier] = sales
  if (!sale) return null
  const placeOf = ({ at, unitPrice }: SaleRecord) => ({ x: x(at), y: place(roughly(unitPrice, decimals)) })
  const dot = placeOf(sale)
  const isRight = dot.x > box.width / 2
  const text = words.t('analytics.lastSale', { price: words.price(sale.unitPrice) })
  const wordAt = (by: number): Word => ({
    x: dot.x + (isRight ? -10 : 10),
    y: dot.y + by,
    anchor: isRight ? 'end' : 'start',
    text,
  })
  const [first, ...others] = HEIGHTS
  const taken = earlier.map(placeOf).map(({ x: at, y }) => ({ left: at - DOT_PX, right: at + DOT_PX, top: y - DOT_PX, bottom: y + DOT_PX }))
  const word = freePlace([wordAt(first), ...others.map(wordAt)], taken, { ...box, top: 0 })
  return (
    <>
      <circle className="plot-last" cx={dot.x} cy={dot.y} r={5} />
      <text className="plot-word" x={word.x} y={word.y} textAnchor={word.anchor}>
        {word.text}
      </text>
    </>
  )
}

function Legend({ hasSales, hasSpans }: { hasSales: boolean; hasSpans: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <LegendMark text={t('analytics.floorLine')}>
        <path className="plot-line" d="M0 4h18" />
      </LegendMark>
      {hasSales && (
        <LegendMark text={t('analytics.aSale')}>
          <circle className="plot-sale" cx="9" cy="4" r="3" />
        </LegendMark>
      )}
      {hasSpans && (
        <LegendMark text={t('analytics.span')}>
          <path className="plot-span" d="M9 0v8" />
        </LegendMark>
      )}
    </>
  )
}
