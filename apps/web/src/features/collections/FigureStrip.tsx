import type { CollectionStatistics } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { exactText } from '../../entities/price/amounts.ts'
import { ratesQuery } from '../../entities/price/rates-query.ts'
import { Explained } from '../../entities/price/Worth.tsx'
import { recordedWorthText } from '../../entities/price/worth-text.ts'
import { type PeriodSum, shareText, shortAmount, sumOf } from '../../entities/statistics/figures.ts'
import { type MoneyOf, useMoneys } from '../../entities/statistics/money.ts'
import { useLocale } from '../../i18n/index.ts'
import { namesText, phrasesText } from '../../i18n/lists.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Skeleton } from '../../kit/marks.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { countText } from '../../lib/numbers.ts'
import { usePaid } from '../../lib/site.ts'
import { exactTime } from '../../lib/time.ts'
import type { Shown } from './shown.ts'

type Props = Shown & { figures: UseQueryResult<CollectionStatistics> }

/** The figures of a collection (COLP-02, COLP-04), and what the published rule leaves out of them (COLP-05). */
export function FigureStrip({ collection, address, figures }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { data, isError, dataUpdatedAt, refetch } = figures
  const rates = useQuery(ratesQuery)
  if (!data && isError) return <PartFailed text={t('collection.figuresFailed')} retry={refetch} />
  // Cells are as wide as their text: worths that came later would move them.
  if (!data || (rates.isPending && rates.failureCount === 0)) return <FigureBoxes />
  return (
    <section aria-label={t('collection.figures')}>
      <dl className="figures">
        <Cells data={data} chainId={collection.chainId} />
      </dl>
      <p className="figures-foot hint" role="status">
        {data.isPending && <span className="warn">{t('collection.figuresPending')} </span>}
        {isError && <span className="warn">{t('collection.figuresStale', { time: exactTime(dataUpdatedAt / 1_000, intl) })} </span>}
        <LeftOut sum={sumOf(data, 0)} chainId={collection.chainId} address={address} />
      </p>
    </section>
  )
}

/** The strip while its figures are on their way. */
export function FigureBoxes() {
  const { t } = useTranslation()
  return (
    <>
      <dl className="figures" aria-busy="true">
        {CELLS.map((key) => (
          <div key={key}>
            <dt>{t(`collection.${key}`)}</dt>
            <dd>
              <Skeleton width={88} height={28} />
            </dd>
            <dd className="figure-note">
              <Skeleton width={56} height={16} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="figures-foot hint" />
    </>
  )
}

const CELLS = ['floor', 'volume24', 'volume7', 'volumeAll', 'owners', 'listed', 'items'] as const
const VOLUMES = { volume24: 24, volume7: 168, volumeAll: 0 } as const

function Cells({ data, chainId }: { data: CollectionStatistics; chainId: number }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const units = data.units
  return (
    <>
      <FloorCell data={data} chainId={chainId} />
      {(['volume24', 'volume7', 'volumeAll'] as const).map((key) => (
        <VolumeCell key={key} label={t(`collection.${key}`)} sum={sumOf(data, VOLUMES[key])} chainId={chainId} />
      ))}
      <Cell
        label={t('collection.owners')}
        figure={countText(data.owners, intl)}
        note={units > 0n && t('collection.unique', { share: shareText(data.owners, units, intl) ?? '' })}
      />
      <Cell
        label={t('collection.listed')}
        figure={countText(data.listed, intl)}
        note={data.items > 0 && t('collection.listedShare', { share: shareText(data.listed, data.items, intl) ?? '' })}
      />
      <Cell
        label={t('collection.items')}
        figure={countText(data.items, intl)}
        note={units > BigInt(data.items) ? t('collection.copies', { count: countText(units, intl) }) : t('collection.minted')}
      />
    </>
  )
}

function Cell({ label, figure, exact, note }: { label: string; figure: ReactNode; exact?: string; note?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="d figure num" title={exact}>
        {figure}
      </dd>
      <dd className="figure-note num">{note}</dd>
    </div>
  )
}

/** The floor in the coin before others: a floor in another money is named beside it. */
function FloorCell({ data, chainId }: { data: CollectionStatistics; chainId: number }) {
  const { t } = useTranslation()
  const { locale, intl } = useLocale()
  const moneyOf = useMoneys(chainId)
  const paid = usePaid(chainId)
  const floors = data.floors.toSorted((a, b) => Number(b.money === ZERO_ADDRESS) - Number(a.money === ZERO_ADDRESS))
  const [first, ...rest] = floors
  const money = first && moneyOf(first.money)
  // What is on sale, but no node has said whether it can be bought, has no floor yet (COLP-03).
  const none = data.listed > 0 ? <Explained text={t('collection.unchecked')} why={t('collection.uncheckedWhy')} /> : t('collection.noFloor')
  if (!first || !money) return <Cell label={t('collection.floor')} figure="–" note={none} />
  const others = rest.flatMap((floor) => textIn(moneyOf(floor.money), paid(floor.unitPrice), intl))
  return (
    <Cell
      label={t('collection.floor')}
      figure={`${shortAmount(paid(first.unitPrice), money.decimals, intl)} ${money.symbol}`}
      exact={exactText(paid(first.unitPrice), money)}
      note={
        <>
          {phrasesText(first.isThin ? [...others, ''] : others, locale)}
          {first.isThin && <Explained text={t('collection.thin')} why={t('collection.thinWhy')} />}
        </>
      }
    />
  )
}

function VolumeCell({ label, sum, chainId }: { label: string; sum: PeriodSum; chainId: number }) {
  const { t } = useTranslation()
  const { locale, intl } = useLocale()
  const moneyOf = useMoneys(chainId)
  const { data: rates } = useQuery(ratesQuery)
  const [first, ...rest] = sum.volumes
  const money = first && moneyOf(first.money)
  if (!first || !money) return <Cell label={label} figure="–" note={t('collection.noSales')} />
  const worth =
    rates && sum.worth > 0n
      ? [
          // The sign stays with its figure.
          recordedWorthText(sum.worth, { currency: rates.currency, intl }).replaceAll(' ', '\u00a0') +
            (sum.withoutWorth > 0 ? ` ${t('collection.withoutWorth', { count: sum.withoutWorth })}` : ''),
        ]
      : []
  const others = rest.flatMap(({ money: other, volume }) => textIn(moneyOf(other), volume, intl))
  return (
    <Cell
      label={label}
      figure={`${shortAmount(first.volume, money.decimals, intl)} ${money.symbol}`}
      exact={phrasesText([exactText(first.volume, money), ...exactOthers(rest, moneyOf)], locale)}
      note={phrasesText([t('collection.sales', { count: sum.sales }), ...others, ...worth], locale)}
    />
  )
}

const exactOthers = (volumes: PeriodSum['volumes'], moneyOf: (address: PeriodSum['volumes'][number]['money']) => MoneyOf | undefined) =>
  volumes.flatMap(({ money, volume }) => {
    const of = moneyOf(money)
    return of ? [exactText(volume, of)] : []
  })

const textIn = (money: MoneyOf | undefined, amount: bigint, intl: string): string[] =>
  money ? [`${shortAmount(amount, money.decimals, intl)} ${money.symbol}`] : []

/** How many sales the rule leaves out and of what volume; it accuses no account (COLP-05). */
function LeftOut({ sum, chainId, address }: { sum: PeriodSum; chainId: number; address: string }) {
  const { t } = useTranslation()
  const { locale, intl } = useLocale()
  const moneyOf = useMoneys(chainId)
  if (sum.leftOut === 0) return null
  const volumes = sum.leftOutVolumes.flatMap(({ money, volume }) => textIn(moneyOf(money), volume, intl))
  return (
    <>
      {t('collection.leftOut', { count: sum.leftOut, volume: namesText(volumes, locale) })}{' '}
      <Link className="link" to={`/collection/${address}?chain=${chainId}&tab=about#rule`} preventScrollReset>
        {t('collection.ruleLink')}
      </Link>
    </>
  )
}
