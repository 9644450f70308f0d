import type { CollectionStatistics, HolderPage } from '@plinth/api'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { NoChart, PlainChart } from '../../entities/charts/ChartFrame.tsx'
import { statistics } from '../../entities/statistics/calls.ts'
import { useMoneys } from '../../entities/statistics/money.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Skeleton } from '../../kit/marks.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { queryOf } from '../../lib/api.ts'
import { useParam } from '../../lib/use-param.ts'
import { DepthChart } from './DepthChart.tsx'
import { HolderTable, holdersOf } from './HoldersTab.tsx'
import { firstPeriod, PERIOD_NAMES, PERIOD_TEXTS, PERIODS } from './periods.ts'
import { SalesChart } from './SalesChart.tsx'
import { Spread } from './Spread.tsx'
import type { ChartOf, Shown } from './shown.ts'
import { VolumeChart } from './VolumeChart.tsx'

type Props = Shown & { figures: CollectionStatistics | undefined }

/** Charts of one money at a time; period and money are in the address (COLP-09). */
export function AnalyticsTab({ collection, address, figures }: Props) {
  const { t } = useTranslation()
  const { chainId } = collection
  const [period = firstPeriod(collection), setPeriod] = useParam('period', PERIOD_NAMES)
  const [money, moneys, setMoney] = useMoney(chainId, figures)
  if (!money) return <Skeleton height={420} width="100%" />
  const hours = PERIODS[period]
  const of = { chainId, collection, address, money, hours }
  return (
    <div className="analytics">
      <h2 className="visually-hidden">{t('collection.tab.analytics')}</h2>
      <div className="row g12 analytics-choices">
        <Segmented
          label={t('analytics.period')}
          value={period}
          options={PERIOD_NAMES.map((value) => ({ value, label: t(PERIOD_TEXTS[value]) }))}
          onChange={setPeriod}
        />
        {moneys.length > 1 && (
          <Segmented
            label={t('analytics.money')}
            value={money.address}
            options={moneys.map(({ address: value, symbol }) => ({ value, label: symbol }))}
            onChange={setMoney}
          />
        )}
      </div>
      {/* Another money is another chart: nothing of the one before it stays. */}
      <Sales key={`sales ${address} ${money.address}`} {...of} />
      <div className="analytics-halves">
        <Volume key={`volume ${address} ${money.address}`} {...of} />
        <Depth {...of} />
        <Holders collection={collection} address={address} />
      </div>
    </div>
  )
}

/** The moneys in which it was sold or is on sale, and the one shown: the coin before others. */
function useMoney(chainId: number, figures: CollectionStatistics | undefined) {
  const [params, setParams] = useSearchParams()
  const moneyOf = useMoneys(chainId)
  const sold = figures ? [...figures.floors, ...figures.periods.filter(({ sales }) => sales > 0)].map(({ money }) => money) : []
  const addresses = [...new Set<Address>([ZERO_ADDRESS, ...sold])]
  const moneys = addresses.flatMap((address) => moneyOf(address) ?? [])
  const money =
    moneys.find(({ address }) => address === params.get('money')) ?? moneys.find(({ address }) => sold.includes(address)) ?? moneys[0]
  const choose = (address: Address) =>
    setParams(
      (now) => {
        now.set('money', address)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return [money, moneys, choose] as const
}

/** Holders beside the charts; all are in their tab. */
const LARGEST = 5
/** Sales that are drawn one by one. */
const MOST_POINTS = 1_000
/** Charts with their heads, so that nothing moves when they come. */
const [SALES_PX, HALF_PX] = [412, 300]

const chartOf = ({ chainId, address, money, hours }: ChartOf) =>
  queryOf(statistics.chart, { collection: address, chainId, money: money.address, hours })

function Sales(of: ChartOf) {
  const { t } = useTranslation()
  const { chainId, address, money, hours } = of
  const chart = useQuery({ ...chartOf(of), placeholderData: keepPreviousData })
  const sales = useQuery({
    ...queryOf(statistics.sales, { collection: address, chainId, money: money.address, hours, limit: MOST_POINTS }),
    placeholderData: keepPreviousData,
  })
  const isOld = chart.isPlaceholderData || sales.isPlaceholderData
  const drawn = useDrawnHours(hours, isOld)
  if (chart.data && sales.data)
    return (
      <Drawn isOld={isOld}>
        <SalesChart {...of} hours={drawn} chart={chart.data} sales={sales.data.list} hasEarlier={sales.data.next !== undefined} />
      </Drawn>
    )
  return (
    <Missing
      isFailed={chart.isError || sales.isError}
      title={t('analytics.sales', { symbol: money.symbol })}
      height={SALES_PX}
      retry={() => [chart.refetch(), sales.refetch()]}
    />
  )
}

function Volume(of: ChartOf) {
  const { t } = useTranslation()
  const chart = useQuery({ ...chartOf(of), placeholderData: keepPreviousData })
  const drawn = useDrawnHours(of.hours, chart.isPlaceholderData)
  if (chart.data)
    return (
      <Drawn isOld={chart.isPlaceholderData}>
        <VolumeChart {...of} hours={drawn} chart={chart.data} />
      </Drawn>
    )
  const title = t('analytics.volume', { symbol: of.money.symbol })
  return <Missing title={title} isFailed={chart.isError} height={HALF_PX} retry={() => chart.refetch()} />
}

/** The period whose answer is here: until that of the next one is, the chart keeps its axes. */
function useDrawnHours(hours: number, isOld: boolean): number {
  const [drawn, setDrawn] = useState(hours)
  if (!isOld && drawn !== hours) setDrawn(hours)
  return isOld ? drawn : hours
}

/** A chart of the period before stays, faded, while the next one is on its way. */
function Drawn({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <div className="chart-place" aria-busy={isOld}>
      {children}
    </div>
  )
}

function Depth(of: ChartOf) {
  const { t } = useTranslation()
  const { chainId, address, money } = of
  const depth = useQuery(queryOf(statistics.depth, { collection: address, chainId, money: money.address }))
  if (depth.data) return <DepthChart {...of} depth={depth.data} />
  const title = t('analytics.depth', { symbol: money.symbol })
  return <Missing title={title} isFailed={depth.isError} height={HALF_PX} retry={() => depth.refetch()} />
}

function Holders(shown: Shown) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(holdersOf(shown))
  const first = pages.data?.pages[0]
  if (first?.owners === 0) return <NoChart title={t('analytics.spread')} text={t('collection.noHolders')} />
  if (first)
    return (
      <>
        <Spread spread={first.spread} owners={first.owners} file={shown.address} />
        <Largest holders={first.list.slice(0, LARGEST)} units={first.units} owner={shown.collection.owner} />
      </>
    )
  return <Missing title={t('analytics.spread')} isFailed={pages.isError} height={HALF_PX} retry={() => pages.refetch()} />
}

type LargestProps = { holders: HolderPage['list']; units: bigint; owner: Address }

function Largest({ holders, units, owner }: LargestProps) {
  const { t } = useTranslation()
  return (
    <PlainChart title={t('analytics.largest')}>
      <HolderTable caption={t('analytics.largest')} rows={holders} units={units} owner={owner} />
    </PlainChart>
  )
}

type MissingProps = { title: string; isFailed: boolean; height: number; retry: () => unknown }

/** Its box until it comes; where it does not come, which one it is. */
function Missing({ title, isFailed, height, retry }: MissingProps) {
  const { t } = useTranslation()
  if (!isFailed) return <Skeleton height={height} width="100%" />
  return (
    <PlainChart title={title}>
      <PartFailed text={t('analytics.failed')} retry={retry} />
    </PlainChart>
  )
}
