import type { RankedCollection } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { Sparkline } from '../../entities/charts/Sparkline.tsx'
import { personName } from '../../entities/person-name.ts'
import { exactText } from '../../entities/price/amounts.ts'
import { ratesQuery } from '../../entities/price/rates-query.ts'
import { Explained } from '../../entities/price/Worth.tsx'
import { recordedWorthText } from '../../entities/price/worth-text.ts'
import { bpsText, changeText, shareText, shortAmount } from '../../entities/statistics/figures.ts'
import { useMoneys } from '../../entities/statistics/money.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { EmptyState, FailedState, PartFailed } from '../../kit/states.tsx'
import { type Column, type SortOf, Table } from '../../kit/Table.tsx'
import { collectionPath } from '../../lib/links.ts'
import { thumbnail } from '../../lib/media.ts'
import { countText } from '../../lib/numbers.ts'
import { useNetwork, usePaid } from '../../lib/site.ts'
import { langOf } from '../../lib/text-lang.ts'
import { dayOf } from '../../lib/time.ts'
import { type ChosenRanking, PERIOD_TEXTS, PERIODS, type RankingState, type RankingTab, TABS } from './address.ts'
import { lineKey, rankingPages, type Scope, useLines } from './ranking-query.ts'
import { Waiting } from './Waiting.tsx'

type Props = { state: RankingState; scope: Scope; onChange: (part: Partial<ChosenRanking>) => void }

export function CollectionRanking({ state, scope, onChange }: Props) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(rankingPages(scope, state))
  if (pages.isPending) return <Waiting />
  if (!pages.data) return <FailedState retry={() => pages.refetch()} />
  const rows = pages.data.pages.flatMap(({ list }) => list)
  if (rows.length === 0) return <Nothing state={state} onChange={onChange} />
  return (
    <>
      {pages.isError && <PartFailed text={t('state.failedText')} retry={() => pages.refetch()} />}
      <RankingTable rows={rows} state={state} scope={scope} onTab={(tab) => onChange({ tab })} />
      {pages.hasNextPage && (
        <div className="rankings-more">
          <Button busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {t('rankings.more')}
          </Button>
        </div>
      )}
      <Note scope={scope} />
    </>
  )
}

type TableProps = {
  rows: readonly RankedCollection[]
  state: RankingState
  scope: Scope
  /** Orders that it can have. */
  tabs?: readonly RankingTab[]
  onTab: (tab: RankingTab) => void
}

/** Its columns are the orders: a head that is pressed ranks by it. A column without a value in any row is not there. */
export function RankingTable({ rows, state, scope, tabs = TABS, onTab }: TableProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const hours = PERIODS[state.period]
  const lines = useLines(rows, hours)
  const rankOf = new Map(rows.map((row, at) => [lineKey(row.chainId, row.collection), at + 1]))
  const sortBy = (tab: RankingTab): SortOf | undefined =>
    tabs.includes(tab) ? { now: state.tab === tab ? 'descending' : undefined, onSort: () => onTab(tab) } : undefined
  const period = t(state.period === 'all' ? 'rankings.allTime' : PERIOD_TEXTS[hours === 1 ? '24h' : state.period])
  const all: Column<RankedCollection>[] = [
    {
      key: 'rank',
      head: t('rankings.rank'),
      width: 40,
      className: 'rank',
      cell: (row) => <span className="muted num">{rankOf.get(lineKey(row.chainId, row.collection))}</span>,
    },
    { key: 'collection', head: t('rankings.collection'), className: 'named', cell: (row) => <Named row={row} /> },
    {
      key: 'line',
      head: t('rankings.line', { period }),
      className: 'line',
      cell: (row) => <Line row={row} values={lines.get(lineKey(row.chainId, row.collection))} />,
    },
    { key: 'floor', head: t('rankings.floor'), end: true, className: 'floor', cell: (row) => <FloorOf row={row} />, sort: sortBy('floor') },
    { key: 'change', head: t('rankings.change'), end: true, className: 'change', cell: (row) => <KnownChange row={row} scope={scope} /> },
    {
      key: 'volume',
      head: t('rankings.volume'),
      end: true,
      className: 'volume',
      cell: (row) => <VolumeOf row={row} scope={scope} />,
      sort: sortBy('volume'),
    },
    {
      key: 'sales',
      head: t('rankings.sales'),
      end: true,
      className: 'sales',
      cell: ({ sales }) => <span className="num">{countText(sales, intl)}</span>,
      sort: sortBy('sales'),
    },
    {
      key: 'owners',
      head: t('rankings.owners'),
      end: true,
      className: 'owners',
      cell: ({ owners }) => <span className="num">{countText(owners, intl)}</span>,
    },
    {
      key: 'listed',
      head: t('rankings.listed'),
      end: true,
      className: 'listed',
      cell: ({ listed, items }) => (
        <span className="muted num" title={t('rankings.listedOf', { listed: countText(listed, intl), items: countText(items, intl) })}>
          {shareText(listed, items, intl) ?? t('rankings.none')}
        </span>
      ),
    },
    {
      key: 'since',
      head: t('rankings.since'),
      end: true,
      className: 'since',
      cell: ({ createdAt }) => <span className="muted num">{dayOf(createdAt, intl)}</span>,
      sort: sortBy('newest'),
    },
  ]
  const isSold = rows.some(({ sales }) => sales > 0)
  const isShown: Readonly<Record<string, boolean>> = {
    // Boxes stand for lines on their way.
    line: lines.size === 0 || [...lines.values()].some(isLine),
    floor: rows.some(({ floors }) => floors.length > 0),
    // Before all time there is no period to compare it with.
    change: state.period !== 'all' && rows.some((row) => changeOf(row, scope, intl) !== undefined),
    volume: isSold,
    sales: isSold,
    since: state.tab === 'newest',
  }
  return (
    <Table
      className="ranking"
      caption={t('rankings.caption', { order: t(`rankings.by.${state.tab}`) })}
      rows={rows}
      rowKey={(row) => lineKey(row.chainId, row.collection)}
      columns={all.filter(({ key }) => isShown[key] ?? true)}
    />
  )
}

export function Named({ row }: { row: RankedCollection }) {
  const { t } = useTranslation()
  const network = useNetwork(row.chainId)
  return (
    <Link className="ranking-name" to={collectionPath(row.collection, row.chainId)}>
      <Thumb {...thumbnail(row.cover)} size={48} />
      <span>
        <span className="row g8">
          <span className="d d18 clip" lang={langOf(row.name)}>
            {row.name}
          </span>
          {network && (
            <span className="ranking-glyph">
              <ChainGlyph symbol={network.symbol} />
            </span>
          )}
          {row.isVerified && (
            <span className="good" title={t('rankings.verified')}>
              <Icon of={BadgeCheck} size="small" />
              <span className="visually-hidden">{t('rankings.verified')}</span>
            </span>
          )}
        </span>
        <small className="row g4 muted">
          {network && <ChainGlyph symbol={network.symbol} label={network.name} />}
          <span className="clip">{row.isOfficial ? t('rankings.openToAll') : t('rankings.byOwner', { name: personName(row.owner) })}</span>
        </small>
      </span>
    </Link>
  )
}

/** Parts that a line has at least: fewer would be a dot. */
const LEAST_PARTS = 6
const isLine = (values: readonly (bigint | null)[]): boolean => values.filter((value) => value !== null).length >= LEAST_PARTS

function Line({ row, values }: { row: RankedCollection; values: readonly (bigint | null)[] | undefined }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const money = useMoneys(row.chainId)(ZERO_ADDRESS)
  if (!values || !money) return <Skeleton width={184} height={32} />
  const [end, name] = [values.at(-1) ?? undefined, row.name]
  const label =
    end === undefined
      ? t('rankings.lineWithout', { name })
      : t('rankings.lineOf', { name, last: `${shortAmount(end, money.decimals, intl)} ${money.symbol}` })
  return <Sparkline values={isLine(values) ? values : []} width={184} height={32} label={label} />
}

export function FloorOf({ row: { chainId, floors } }: { row: RankedCollection }) {
  const { intl } = useLocale()
  const { t } = useTranslation()
  const moneyOf = useMoneys(chainId)
  const paid = usePaid(chainId)
  const floor = floors.find(({ money }) => money === ZERO_ADDRESS) ?? floors[0]
  const money = floor && moneyOf(floor.money)
  if (!money) return <span className="muted">{t('rankings.none')}</span>
  const price = paid(floor.unitPrice)
  return (
    <>
      <span className="num" title={exactText(price, money)}>
        <b>{shortAmount(price, money.decimals, intl)}</b> <span className="muted">{money.symbol}</span>
      </span>
      {floor.isThin && (
        <small className="ranking-thin">
          {' '}
          <Explained text={t('rankings.thin')} why={t('rankings.thinWhy')} />
        </small>
      )}
    </>
  )
}

/** Against the period before: of what the ranking is by. */
function changeOf(row: RankedCollection, { order }: Pick<Scope, 'order'>, intl: string): string | undefined {
  if (order === 'floor') return row.floorChange === undefined ? undefined : bpsText(row.floorChange, intl)
  if (order === 'worth') return changeText(row.worth, row.worthBefore, intl)
  if (order === 'sales') return changeText(BigInt(row.sales), BigInt(row.salesBefore), intl)
  return changeText(row.volume, row.volumeBefore, intl)
}

type ChangeProps = { row: RankedCollection; scope: Pick<Scope, 'order'> }

/** Nothing where there was nothing before. */
export function KnownChange({ row, scope }: ChangeProps) {
  const { intl } = useLocale()
  const text = changeOf(row, scope, intl)
  if (text === undefined) return null
  // Rising is good; falling stays ink: red never means loss.
  return <span className={text.startsWith('+') ? 'num good' : 'num'}>{text}</span>
}

export function VolumeOf({ row, scope }: { row: RankedCollection; scope: Pick<Scope, 'order'> }) {
  const { intl } = useLocale()
  const { t } = useTranslation()
  const money = useMoneys(row.chainId)(ZERO_ADDRESS)
  const { data: rates } = useQuery(ratesQuery)
  const inCoin = money && row.volume > 0n && (
    <span className="num" title={exactText(row.volume, money)}>
      <b>{shortAmount(row.volume, money.decimals, intl)}</b> <span className="muted">{money.symbol}</span>
    </span>
  )
  if (scope.order !== 'worth') return inCoin || <span className="muted">{t('rankings.none')}</span>
  return (
    <span className="ranking-worth">
      <b className="num">{rates && recordedWorthText(row.worth, { currency: rates.currency, intl })}</b>
      {inCoin && <small className="muted">{inCoin}</small>}
    </span>
  )
}

function Note({ scope: { order, chainId } }: { scope: Scope }) {
  const { t } = useTranslation()
  const symbol = useNetwork(chainId)?.symbol ?? ''
  const { data: rates } = useQuery(ratesQuery)
  const texts = {
    worth: t('rankings.noteWorth', { currency: rates?.currency ?? '' }),
    volume: t('rankings.noteCoin', { symbol }),
    floor: t('rankings.noteFloor', { symbol }),
    sales: undefined,
    newest: undefined,
  }
  const text = texts[order]
  return text ? <p className="hint rankings-note">{text}</p> : null
}

function Nothing({ state, onChange }: Omit<Props, 'scope'>) {
  const { t } = useTranslation()
  const isLonger = state.tab !== 'floor' && state.tab !== 'newest' && state.period !== 'all'
  const text = { floor: 'rankings.emptyFloor', newest: 'rankings.emptyNewest' } as const
  return (
    <EmptyState
      title={t('rankings.emptyTitle')}
      text={t(text[state.tab as keyof typeof text] ?? (isLonger ? 'rankings.emptyText' : 'rankings.emptyAll'))}
    >
      {isLonger && <Button onClick={() => onChange({ period: 'all' })}>{t('rankings.longer')}</Button>}
      {state.category !== undefined && <Button onClick={() => onChange({ category: undefined })}>{t('rankings.noFilters')}</Button>}
      {!isLonger && state.category === undefined && <Instead tab={state.tab} onTab={(tab) => onChange({ tab })} />}
    </EmptyState>
  )
}

/** Where neither a longer period nor another category would help. */
function Instead({ tab, onTab }: { tab: RankingTab; onTab: (tab: RankingTab) => void }) {
  const { t } = useTranslation()
  if (tab === 'floor' || tab === 'newest') return <Button onClick={() => onTab('volume')}>{t('rankings.byVolume')}</Button>
  return <ButtonLink to="/explore">{t('rankings.toWorks')}</ButtonLink>
}
