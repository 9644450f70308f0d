import type { Person } from '@plinth/api'
import { explorerTxUrl } from '@plinth/protocol'
import { useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { Ago } from '../../entities/Ago.tsx'
import { Arrivals } from '../../entities/live-list/Arrivals.tsx'
import { useStableList } from '../../entities/live-list/use-stable-list.ts'
import { personName } from '../../entities/person-name.ts'
import { Explained } from '../../entities/price/Worth.tsx'
import { Avatar } from '../../entities/UserChip.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Table } from '../../kit/Table.tsx'
import { accountPath } from '../../lib/links.ts'
import { groupDigits } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useNetwork } from '../../lib/site.ts'
import type { HistoryRow } from './history-view.ts'
import './item-tables.css'

type Props = {
  rows: readonly HistoryRow[]
  chainId: number
  /** Rows shown; absent: all. */
  most?: number
}

/** What happened to the item, newest first. */
export function HistoryTable({ rows, chainId, most }: Props) {
  const { t } = useTranslation()
  const network = useNetwork(chainId)
  const when = ({ txHash, at }: HistoryRow) => {
    const text = <Ago at={at} largest="years" />
    const link = network && txHash ? explorerTxUrl(network, txHash) : ''
    return link ? (
      <a className="link" href={link} target="_blank" rel="noreferrer">
        {text}
      </a>
    ) : (
      text
    )
  }
  const stable = useStableList('history', useWhole(rows))
  const top = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={top} className="list-top" />
      <Arrivals text={t('work.arrived', { count: stable.waiting })} count={stable.waiting} top={top} onCall={stable.call} />
      <Table
        caption={t('work.history')}
        rows={stable.rows
          .filter(({ isGone }) => !isGone)
          .slice(0, most)
          .map(({ row }) => row)}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'event',
            head: t('work.event'),
            width: 104,
            cell: ({ event, isSale, isLeftOut, quantity }) => (
              <>
                <span className="row g8">
                  {isSale && <span className="dot" />}
                  {t(event)}
                  {quantity > 1n && <span className="muted num">× {groupDigits(quantity.toString())}</span>}
                </span>
                {isLeftOut && (
                  <small className="s12 muted">
                    <Explained text={t('collection.notCounted')} why={t('collection.notCountedText')} />
                  </small>
                )}
              </>
            ),
          },
          { key: 'who', head: t('work.fromTo'), cell: (row) => <Who row={row} /> },
          { key: 'price', head: t('work.price'), cell: ({ price }) => price ?? <span className="muted">–</span>, end: true },
          { key: 'when', head: t('work.when'), cell: (row) => <span className="muted">{when(row)}</span>, end: true },
        ]}
      />
    </>
  )
}

/** All rows at once, as a list of one page. */
function useWhole(rows: readonly HistoryRow[]) {
  return useMemo(
    () => ({
      data: { pages: [{ list: rows }], pageParams: [1] },
      isFetching: false,
      isFetchingNextPage: false,
      hasNextPage: false,
      refetch: async () => undefined,
    }),
    [rows],
  )
}

function Who({ row: { actor, other } }: { row: HistoryRow }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const nameOf = (person: Person) => (person.address === address ? t('work.you') : personName(person))
  return (
    <span className="history-who">
      <Link className="row g8" to={accountPath(actor.address)}>
        <Avatar person={actor} size={24} />
        <span className="clip">{nameOf(actor)}</span>
      </Link>
      {other && (
        <Link className="muted s12 clip" to={accountPath(other.person.address)}>
          {t(other.is === 'from' ? 'work.fromName' : 'work.toName', { name: nameOf(other.person) })}
        </Link>
      )}
    </span>
  )
}
