import type { ActivityRecord } from '@plinth/api'
import { type Address, explorerTxUrl, HISTORY_TYPE, type HistoryType } from '@plinth/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Chip, Skeleton } from '../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { Table } from '../../kit/Table.tsx'
import { hashKey } from '../../lib/api.ts'
import { accountPath, itemPath } from '../../lib/links.ts'
import { useNearEnd } from '../../lib/near-end.ts'
import { groupDigits } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { payTokensQuery, useNetwork } from '../../lib/site.ts'
import { langOf } from '../../lib/text-lang.ts'
import { Ago } from '../Ago.tsx'
import { EVENT_TEXTS } from '../event-texts.ts'
import { Arrivals } from '../live-list/Arrivals.tsx'
import { ListFoot } from '../live-list/ListFoot.tsx'
import { useStableList } from '../live-list/use-stable-list.ts'
import { personName } from '../person-name.ts'
import { exactText } from '../price/amounts.ts'
import { livePages, statistics } from '../statistics/calls.ts'
import { useMoneys } from '../statistics/money.ts'
import { Avatar } from '../UserChip.tsx'
import './activity.css'

const LIMIT = 50

/** Kinds as a reader tells them apart; an edit belongs to what it edits. */
const KINDS = {
  sales: [HISTORY_TYPE.BUY, HISTORY_TYPE.ACCEPT],
  listings: [HISTORY_TYPE.SALE, HISTORY_TYPE.EDIT_SALE, HISTORY_TYPE.CANCEL_SALE],
  offers: [HISTORY_TYPE.BID, HISTORY_TYPE.EDIT_BID, HISTORY_TYPE.CANCEL_BID],
  mints: [HISTORY_TYPE.MINT],
  transfers: [HISTORY_TYPE.TRANSFER],
  burns: [HISTORY_TYPE.BURN],
} as const satisfies Record<string, readonly HistoryType[]>
type Kind = keyof typeof KINDS
const KIND_NAMES = Object.keys(KINDS) as Kind[]
/** Of one account the market lists these alone. */
const OF_ACCOUNT: readonly Kind[] = ['sales', 'listings', 'offers']

/** Of a collection on its chain, or of an account on one chain or all. */
type Of = { collection?: Address; account?: Address; chainId?: number }

/** What happened, newest first, without an end; the kinds are in the address (COLP-08). */
export function Activity({ of }: { of: Of }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const names = of.account ? OF_ACCOUNT : KIND_NAMES
  const chosen = names.filter((kind) => params.get('kinds')?.split(',').includes(kind))
  const choose = (kinds: readonly Kind[]) =>
    setParams(
      (now) => {
        if (kinds.length > 0) now.set('kinds', kinds.join(','))
        else now.delete('kinds')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <>
      <h2 className="visually-hidden">{t(titleOf(of))}</h2>
      <fieldset className="chip-row activity-kinds" aria-label={t('collection.kinds')}>
        {names.map((kind) => (
          <Chip
            key={kind}
            on={chosen.includes(kind)}
            onClick={() => choose(chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind])}
          >
            {t(`collection.kind.${kind}`)}
          </Chip>
        ))}
      </fieldset>
      <Events key={chosen.join()} of={of} kinds={chosen} onAll={() => choose([])} />
    </>
  )
}

const titleOf = ({ account }: Of) => (account ? 'portfolio.tab.activity' : 'collection.activity')

function Events({ of, kinds, onAll }: { of: Of; kinds: readonly Kind[]; onAll: () => void }) {
  const { t } = useTranslation()
  const list = livePages(statistics.activity, {
    ...of,
    limit: LIMIT,
    ...(kinds.length > 0 && { kinds: kinds.flatMap((kind): readonly HistoryType[] => KINDS[kind]) }),
  })
  const pages = useInfiniteQuery(list)
  const stable = useStableList<ActivityRecord>(hashKey(list.queryKey), pages)
  const top = useRef<HTMLDivElement>(null)
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  if (pages.isPending) return <Waiting />
  if (!pages.data) return <FailedState retry={() => pages.refetch()} />
  const rows = stable.rows.map(({ row }) => row)
  if (rows.length === 0)
    return (
      <EmptyState title={t('collection.noActivity')} {...(kinds.length > 0 && { text: t('collection.noActivityText') })}>
        {kinds.length > 0 && <Button onClick={onAll}>{t('collection.allKinds')}</Button>}
      </EmptyState>
    )
  return (
    <>
      <div ref={top} className="list-top" />
      <Arrivals text={t('work.arrived', { count: stable.waiting })} count={stable.waiting} top={top} onCall={stable.call} />
      <EventTable rows={rows} caption={t(titleOf(of))} />
      <div ref={end} className="list-end">
        <ListFoot pages={pages} />
      </div>
    </>
  )
}

function EventTable({ rows, caption }: { rows: readonly ActivityRecord[]; caption: string }) {
  const { t } = useTranslation()
  return (
    <Table
      caption={caption}
      className="activity"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'event',
          head: t('work.event'),
          cell: ({ type, quantity, isLeftOut }) => (
            <span className="activity-event">
              <span className="row g8">
                {isSale(type) && <span className="dot" />}
                {t(EVENT_TEXTS[type] ?? 'work.event')}
                {quantity > 1n && <span className="muted num">× {groupDigits(quantity.toString())}</span>}
              </span>
              {isLeftOut && (
                <span className="s12 muted" title={t('collection.notCountedText')}>
                  {t('collection.notCounted')}
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'work',
          head: t('collection.work'),
          cell: (row) => (
            <Link className="clip activity-work" to={itemPath(row)} lang={langOf(row.name)}>
              {row.name || `#${row.tokenId}`}
            </Link>
          ),
        },
        { key: 'price', head: t('work.price'), end: true, cell: (row) => <EventPrice row={row} /> },
        { key: 'who', head: t('work.fromTo'), cell: (row) => <Who row={row} /> },
        {
          key: 'when',
          head: t('work.when'),
          end: true,
          cell: (row) => <When row={row} />,
        },
      ]}
    />
  )
}

const isSale = (type: number): boolean => type === HISTORY_TYPE.BUY || type === HISTORY_TYPE.ACCEPT

/** Of all units, in the pay token of its order. */
function EventPrice({ row: { chainId, payToken, total } }: { row: ActivityRecord }) {
  const { data: tokens } = useQuery(payTokensQuery(chainId))
  const moneyOf = useMoneys(chainId)
  const money = payToken && (tokens?.find(({ address }) => address === payToken) ?? moneyOf(payToken))
  return money && total !== undefined ? exactText(total, money) : <span className="muted">–</span>
}

function When({ row: { chainId, txHash, at } }: { row: ActivityRecord }) {
  const network = useNetwork(chainId)
  const link = network && txHash ? explorerTxUrl(network, txHash) : ''
  const text = <Ago at={at} largest="years" />
  if (!link) return <span className="muted">{text}</span>
  return (
    <a className="link muted" href={link} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

/** Who acted; for a trade the buyer before the seller. */
function Who({ row: { from, to, type } }: { row: ActivityRecord }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const nameOf = (person: typeof from) => (person.address === address ? t('work.you') : personName(person))
  const [first, second] = type === HISTORY_TYPE.BUY && to ? [to, from] : [from, to]
  return (
    <span className="history-who">
      <Link className="row g8" to={accountPath(first.address)}>
        <Avatar person={first} size={24} />
        <span className="clip">{nameOf(first)}</span>
      </Link>
      {second && second.address !== first.address && (
        <Link className="muted s12 clip" to={accountPath(second.address)}>
          {t(isSale(type) ? 'work.fromName' : 'work.toName', { name: nameOf(second) })}
        </Link>
      )}
    </span>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('kit.loading')} className="row-list">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={48} width="100%" />
      ))}
    </div>
  )
}
