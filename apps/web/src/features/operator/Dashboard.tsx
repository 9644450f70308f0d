import type { Dashboard as DashboardRecord } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { Skeleton, Tag } from '../../kit/marks.tsx'
import { FailedState } from '../../kit/states.tsx'
import { Table } from '../../kit/Table.tsx'
import { queryOf } from '../../lib/api.ts'
import { countText, priceText } from '../../lib/numbers.ts'
import { timeAgo } from '../../lib/time.ts'
import { failureOf } from '../../wallet/errors.ts'
import { durationText } from './duration-text.ts'
import { MoneyName } from './MoneyName.tsx'
import { operatorApi } from './operator-api.ts'
import { SellerFees } from './SellerFees.tsx'

const EVERY_MS = 15_000

/** How the market does, asked again while it is looked at. */
export function Dashboard() {
  const { t } = useTranslation()
  const { data, error, refetch, isPending } = useQuery({ ...queryOf(operatorApi.dashboard, {}), refetchInterval: EVERY_MS })
  return (
    <>
      <h1 className="d d40">{t('operator.dashboard.title')}</h1>
      {isPending ? (
        <div role="status" aria-label={t('kit.loading')} className="operator-part">
          <Skeleton width="100%" height={320} />
        </div>
      ) : data ? (
        <Numbers {...data} />
      ) : (
        <FailedState text={failureOf(error).text} retry={() => void refetch()} />
      )}
    </>
  )
}

function Numbers({ volume, sellerFees, users, works, reports, process, chains, queue, jobs }: DashboardRecord) {
  const { intl } = useLocale()
  return (
    <>
      <div className="operator-cards">
        <Card title="operator.dashboard.people">
          <Count label="operator.dashboard.all" count={users.all} />
          <Count label="operator.dashboard.newDay" count={users.day} />
          <Count label="operator.dashboard.newWeek" count={users.week} />
          <Count label="operator.dashboard.signedIn" count={users.signedIn} />
          <Count label="operator.dashboard.locked" count={users.locked} />
        </Card>
        <Card title="operator.dashboard.works">
          <Count label="operator.dashboard.items" count={works.items} />
          <Count label="operator.dashboard.collections" count={works.collections} />
          <Count label="operator.dashboard.orders" count={works.orders} />
          <Count label="operator.dashboard.auctions" count={works.auctions} />
          <Count label="operator.dashboard.hidden" count={works.hidden} />
        </Card>
        <Card title="operator.dashboard.errors">
          <Count label="operator.dashboard.calls" count={process.calls} />
          <Count label="operator.dashboard.unexpected" count={process.unexpected} isBad />
          <Count label="operator.dashboard.limited" count={process.limited} />
          <Line label="operator.dashboard.running">{durationText(process.seconds, intl)}</Line>
        </Card>
        <Card title="operator.dashboard.queue">
          <Count label="operator.dashboard.reports" count={reports} isBad />
          <Count label="operator.dashboard.news" count={queue.news} />
          <Count label="operator.dashboard.mails" count={queue.mails} />
          <Count label="operator.dashboard.metadata" count={queue.metadata} />
          <Count label="operator.dashboard.ranges" count={queue.ranges} />
        </Card>
      </div>
      <LazyBoundary title="operator.dashboard.volume">
        <Volume volume={volume} />
      </LazyBoundary>
      {sellerFees.length > 0 && (
        <LazyBoundary title="operator.dashboard.sellerFees">
          <SellerFees sellerFees={sellerFees} />
        </LazyBoundary>
      )}
      <LazyBoundary title="operator.dashboard.chains">
        <Chains chains={chains} />
      </LazyBoundary>
      <LazyBoundary title="operator.dashboard.jobs">
        <Jobs jobs={jobs} />
      </LazyBoundary>
    </>
  )
}

function Card({ title, children }: { title: TextKey; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className="operator-card" aria-label={t(title)}>
      <h2 className="d d18">{t(title)}</h2>
      <dl>{children}</dl>
    </section>
  )
}

function Line({ label, children }: { label: TextKey; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div>
      <dt className="muted">{t(label)}</dt>
      <dd className="num medium">{children}</dd>
    </div>
  )
}

function Count({ label, count, isBad }: { label: TextKey; count: number; isBad?: boolean }) {
  const { intl } = useLocale()
  return <Line label={label}>{isBad && count > 0 ? <Tag tone="bad">{countText(count, intl)}</Tag> : countText(count, intl)}</Line>
}

function LazyBoundary({ title, children }: { title: TextKey; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className="operator-part">
      <h2 className="d d22">{t(title)}</h2>
      <div className="operator-scroll">{children}</div>
    </section>
  )
}

function Volume({ volume }: Pick<DashboardRecord, 'volume'>) {
  const { t } = useTranslation()
  if (volume.length === 0) return <p className="muted">{t('operator.dashboard.noVolume')}</p>
  type Row = (typeof volume)[number]
  const money = (amount: string, { decimals }: Row) => <span className="num">{priceText(formatUnits(BigInt(amount), decimals))}</span>
  return (
    <Table
      caption={t('operator.dashboard.volume')}
      tight
      rows={volume}
      rowKey={({ chainId, symbol }) => `${chainId} ${symbol}`}
      columns={[
        { key: 'money', head: t('operator.dashboard.money'), cell: (row) => <MoneyName {...row} /> },
        { key: 'day', head: t('operator.dashboard.day'), end: true, cell: (row) => money(row.day, row) },
        { key: 'week', head: t('operator.dashboard.week'), end: true, cell: (row) => money(row.week, row) },
        { key: 'month', head: t('operator.dashboard.month'), end: true, cell: (row) => money(row.month, row) },
        { key: 'sales', head: t('operator.dashboard.sales'), end: true, cell: ({ sales }) => <span className="num">{sales}</span> },
      ]}
    />
  )
}

function Chains({ chains }: Pick<DashboardRecord, 'chains'>) {
  const { t } = useTranslation()
  return (
    <Table
      caption={t('operator.dashboard.chains')}
      tight
      rows={chains}
      rowKey={({ chainId }) => String(chainId)}
      columns={[
        { key: 'name', head: t('operator.column.chain'), cell: ({ name }) => <span className="strong">{name}</span> },
        { key: 'head', head: t('operator.dashboard.head'), end: true, cell: ({ head }) => <span className="num">{head ?? '–'}</span> },
        {
          key: 'in',
          head: t('operator.dashboard.indexed'),
          end: true,
          cell: ({ indexed }) => <span className="num">{indexed ?? '–'}</span>,
        },
        { key: 'lag', head: t('operator.dashboard.lag'), end: true, cell: (chain) => <Lag {...chain} /> },
      ]}
    />
  )
}

function Lag({ lag, isStopped }: DashboardRecord['chains'][number]) {
  const { t } = useTranslation()
  if (isStopped) return <Tag tone="bad">{t('operator.dashboard.stopped')}</Tag>
  if (lag === null) return <span className="muted">–</span>
  if (lag === 0) return <Tag tone="good">{t('operator.dashboard.level')}</Tag>
  return <Tag tone="warn">{t('operator.dashboard.blocks', { count: lag })}</Tag>
}

function Jobs({ jobs }: Pick<DashboardRecord, 'jobs'>) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  return (
    <Table
      caption={t('operator.dashboard.jobs')}
      tight
      rows={jobs}
      rowKey={({ name }) => name}
      columns={[
        { key: 'job', head: t('operator.dashboard.job'), cell: ({ name }) => <span className="addr">{name}</span> },
        {
          key: 'every',
          head: t('operator.dashboard.every'),
          end: true,
          cell: ({ everySeconds }) => <span className="num">{durationText(everySeconds, intl)}</span>,
        },
        {
          key: 'held',
          end: true,
          head: t('operator.dashboard.held'),
          cell: ({ isHeld }) => (isHeld ? t('operator.yes') : t('operator.no')),
        },
        {
          key: 'ended',
          head: t('operator.dashboard.ended'),
          end: true,
          cell: ({ endedAgo }) => <span className="num">{endedAgo === null ? '–' : timeAgo(0, endedAgo, intl)}</span>,
        },
      ]}
    />
  )
}
