import type { ItemRecord } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { csvText, saveCsv } from '../../../entities/charts/csv.ts'
import { Plot } from '../../../entities/charts/Plot.tsx'
import { roughly } from '../../../entities/charts/scales.ts'
import { useLocale } from '../../../i18n/index.ts'
import { type TextKey, useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { Segmented } from '../../../kit/Segmented.tsx'
import { type SortedColumn, SortedTable } from '../../../kit/SortedTable.tsx'
import { chainNow } from '../../../lib/clock.ts'
import { priceText } from '../../../lib/numbers.ts'
import { payTokensQuery, useNetwork } from '../../../lib/site.ts'
import { dayAndTime } from '../../../lib/time.ts'
import type { HistoryRow } from '../history-view.ts'
import { useCollectionSales, useFloorLine } from '../statistics-query.ts'
import { drawPrices, type FloorStep } from './draw-prices.tsx'
import { chartMoney, otherPoints, ownPoints, type PriceKind, type PricePoint, standing } from './prices.ts'
import './item-chart.css'

const DAY_S = 86_400
const RANGES = { month: 30, quarter: 90, all: 0 } as const
type Range = keyof typeof RANGES
const RANGE_TEXTS: Readonly<Record<Range, TextKey>> = { month: 'work.days30', quarter: 'work.days90', all: 'work.allTime' }
const KIND_TEXTS: Readonly<Record<PriceKind, TextKey>> = {
  sale: 'work.soldFor',
  offer: 'work.soldToOffer',
  listing: 'work.listedFor',
  collection: 'work.soldInCollection',
}
const HEIGHT = 220
const FIRST_ROWS = 50

/**
 * What the work was sold and put on sale for, among the sales of its collection; the same as a table and as a file. All in the money
 * of its newest sale, so that all points share one axis.
 */
export function ItemChart({ item, rows }: { item: ItemRecord; rows: readonly HistoryRow[] }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const id = useId()
  const [range, setRange] = useState<Range>('all')
  const [isTable, setTable] = useState(false)
  const { data: tokens = [] } = useQuery(payTokensQuery(item.chainId))
  const money = chartMoney(rows, useNetwork(item.chainId)?.symbol ?? '', tokens)
  const sales = useCollectionSales(item)
  const floorLine = useFloorLine(item, money.addresses[0] ?? ZERO_ADDRESS, RANGES[range] * 24)
  const now = chainNow()
  const since = RANGES[range] === 0 ? 0 : now - RANGES[range] * DAY_S
  const own = ownPoints(rows, money).filter(({ at }) => at >= since)
  const others = otherPoints(sales.data?.list ?? [], money, item.tokenId).filter(({ at }) => at >= since)
  const floors = floorSteps(floorLine.data?.floors ?? [], money.decimals)
  const stands = standing(item, money)
  const priced = (price: string) => `${priceText(price)} ${money.symbol}`
  const textOf = ({ kind, price, name = '' }: PricePoint) => t(KIND_TEXTS[kind], { price: priced(price), name })
  const collection = item.collectionBrief.name
  const columns: (SortedColumn<PricePoint> & { csv: (row: PricePoint) => string })[] = [
    {
      key: 'when',
      head: t('work.when'),
      cell: ({ at }) => dayAndTime(at, intl),
      value: ({ at }) => at,
      csv: ({ at }) => new Date(at * 1_000).toISOString(),
    },
    { key: 'what', head: t('work.event'), cell: (row) => whatText(row, t), csv: (row) => whatText(row, t) },
    {
      key: 'price',
      head: t('work.priceIn', { symbol: money.symbol }),
      cell: ({ price }) => <span title={price}>{priceText(price)}</span>,
      end: true,
      value: ({ value }) => value,
      csv: ({ price }) => price,
    },
  ]
  const all = [...own, ...others].sort((one, other) => other.at - one.at)
  const save = () =>
    saveCsv(
      `${item.collection}-${item.tokenId}.csv`,
      csvText(
        columns.map(({ head, csv }) => ({ head, text: csv })),
        all,
      ),
    )
  // Of one point nothing is seen that a sentence would not say.
  if (range === 'all' && all.length <= 1 && floors.filter(({ value }) => value !== undefined).length <= 1) {
    if (sales.isPending || floorLine.isPending) return <div className="item-chart-place" />
    const [only] = all
    return (
      <section aria-labelledby={id}>
        <h2 className="d d22" id={id}>
          {t('work.price')}
        </h2>
        <p className="item-chart-one">
          {only ? t('work.onePrice', { what: textOf(only), when: dayAndTime(only.at, intl) }) : t('work.noSaleYet')}
        </p>
      </section>
    )
  }
  return (
    <section className="item-chart" aria-labelledby={id}>
      <div className="item-chart-head">
        <h2 className="d d22" id={id}>
          {t('work.price')}
        </h2>
        <Segmented
          label={t('work.period')}
          value={range}
          options={(Object.keys(RANGES) as Range[]).map((value) => ({ value, label: t(RANGE_TEXTS[value]) }))}
          onChange={setRange}
        />
        <Segmented
          label={t('work.shownAs')}
          value={isTable ? 'table' : 'chart'}
          options={[
            { value: 'chart', label: t('work.asChart') },
            { value: 'table', label: t('work.asTable') },
          ]}
          onChange={(next) => setTable(next === 'table')}
        />
        <Button size="small" variant="quiet" onClick={save} disabled={all.length === 0} aria-label={t('work.saveCsv')}>
          <Icon of={Download} size="small" />
          CSV
        </Button>
      </div>
      {isTable ? (
        <div className="item-chart-table">
          <SortedTable
            tight
            caption={t('work.priceHistoryIn', { symbol: money.symbol })}
            columns={columns}
            rows={all.slice(0, FIRST_ROWS)}
            rowKey={(row) => row.id}
          />
          {all.length === 0 && <p className="muted">{t('work.noSaleYet')}</p>}
          {all.length > FIRST_ROWS && <p className="muted s12">{t('work.restInCsv', { count: all.length })}</p>}
        </div>
      ) : (
        <>
          <Legend
            collection={collection}
            hasOthers={others.length > 0}
            hasFloor={floors.length > 0}
            hasOwn={own.some(({ kind }) => kind !== 'listing')}
          />
          <Plot
            label={t('work.chartLabel', { symbol: money.symbol })}
            height={HEIGHT}
            empty={t('work.noSaleYet')}
            draw={(box) =>
              drawPrices(box, {
                own,
                others,
                floors: floors.filter(({ at }) => at >= since),
                stands,
                span: [Math.max(since, firstOf([...own, ...others], now)), now],
                intl,
                words: {
                  now: t('work.today'),
                  lastSale: (price) => t('work.lastSale', { price: priced(price) }),
                  listed: (price) => t('work.listedAt', { price: priced(price) }),
                  offered: (price) => t('work.topOfferAt', { price: priced(price) }),
                  point: (point) => `${textOf(point)}, ${dayAndTime(point.at, intl)}`,
                },
              })
            }
          />
        </>
      )}
    </section>
  )
}

type T = ReturnType<typeof useTranslation>['t']

function whatText({ kind, name }: PricePoint, t: T): string {
  if (kind === 'collection') return t('work.kinds.collection', { name: name ?? '' })
  return t(kind === 'sale' ? 'work.kinds.sale' : kind === 'offer' ? 'work.kinds.offer' : 'work.kinds.listing')
}

function Legend({
  collection,
  hasOwn,
  hasOthers,
  hasFloor,
}: {
  collection: string
  hasOwn: boolean
  hasOthers: boolean
  hasFloor: boolean
}) {
  const { t } = useTranslation()
  const key = (mark: ReactNode, text: string) => (
    <span>
      <svg width={20} height={8} aria-hidden="true">
        {mark}
      </svg>
      {text}
    </span>
  )
  return (
    <p className="chart-legend">
      {hasOwn && key(<path className="plot-line" d="M0 4H20" />, t('work.thisWork'))}
      {hasFloor && key(<path className="plot-gap" d="M0 4H20" />, t('work.floorOf', { name: collection }))}
      {hasOthers && key(<circle className="plot-sale" cx={10} cy={4} r={2.5} />, t('work.salesOf', { name: collection }))}
    </p>
  )
}

function floorSteps(floors: readonly { at: number; unitPrice?: bigint | undefined }[], decimals: number): FloorStep[] {
  return floors.map(({ at, unitPrice }) => ({ at, value: unitPrice === undefined ? undefined : roughly(unitPrice, decimals) }))
}

/** A day at least, so that one sale is not the whole width. */
const firstOf = (points: readonly PricePoint[], now: number): number => Math.min(now - DAY_S, ...points.map(({ at }) => at))
