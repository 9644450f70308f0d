import type { Person } from '@plinth/api'
import { explorerTxUrl } from '@plinth/protocol'
import { Link } from 'react-router'
import { personName } from '../../entities/person-name.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Table } from '../../kit/Table.tsx'
import { chainNow } from '../../lib/clock.ts'
import { accountPath } from '../../lib/links.ts'
import { useSession } from '../../lib/session.ts'
import { useNetwork } from '../../lib/site.ts'
import { timeAgo } from '../../lib/time.ts'
import type { HistoryRow } from './history-view.ts'

/** What happened to the work, newest first. */
export function HistoryTable({ rows, chainId }: { rows: readonly HistoryRow[]; chainId: number }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const network = useNetwork(chainId)
  const when = ({ txHash, at }: HistoryRow) => {
    const text = timeAgo(at, chainNow(), intl, 'years')
    const link = network && txHash ? explorerTxUrl(network, txHash) : ''
    return link ? (
      <a className="link" href={link} target="_blank" rel="noreferrer">
        {text}
      </a>
    ) : (
      text
    )
  }
  return (
    <Table
      caption={t('work.history')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'event',
          head: t('work.event'),
          width: 104,
          cell: ({ event, isSale }) => (
            <span className="row g8">
              {isSale && <span className="dot" />}
              {t(event)}
            </span>
          ),
        },
        { key: 'who', head: t('work.fromTo'), cell: (row) => <Who row={row} /> },
        { key: 'price', head: t('work.price'), cell: ({ price }) => price ?? <span className="muted">–</span>, end: true },
        { key: 'when', head: t('work.when'), cell: (row) => <span className="muted">{when(row)}</span>, end: true },
      ]}
    />
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
