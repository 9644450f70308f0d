import type { BoxHistoryRecord, Page } from '@plinth/api'
import { BOX_REQUEST_STATUS, historyPrice } from '@plinth/protocol'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Ago } from '../../entities/Ago.tsx'
import type { BoxAct } from '../../entities/box-act.ts'
import { Arrivals } from '../../entities/live-list/Arrivals.tsx'
import { useStableList } from '../../entities/live-list/use-stable-list.ts'
import { personName } from '../../entities/person-name.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Table } from '../../kit/Table.tsx'
import { accountPath } from '../../lib/links.ts'
import { groupDigits } from '../../lib/numbers.ts'

type Props = { history: UseInfiniteQueryResult<InfiniteData<Page<BoxHistoryRecord>>>; open: (act: BoxAct) => void }

/** Who opened how many for how much, the newest first; any visitor can check each draw (document A §2). */
export function BoxHistory({ history, open }: Props) {
  const { t } = useTranslation()
  const stable = useStableList<BoxHistoryRecord>('box-history', history)
  const top = useRef<HTMLDivElement>(null)
  return (
    <div className="box-history">
      <div ref={top} className="list-top" />
      <Arrivals count={stable.waiting} text={t('work.arrived', { count: stable.waiting })} top={top} onCall={stable.call} />
      <Table
        caption={t('box.history')}
        rows={stable.rows.map(({ row }) => row)}
        rowKey={({ id }) => id}
        columns={[
          { key: 'buyer', head: t('box.buyer'), cell: (row) => <Buyer row={row} /> },
          {
            key: 'boxes',
            head: t('box.opened'),
            cell: ({ amount }) => <span className="num">{groupDigits(amount.toString())}</span>,
            end: true,
          },
          { key: 'paid', head: t('box.paid'), cell: paidText, end: true },
          { key: 'result', head: t('box.result'), cell: (row) => <Result row={row} open={open} />, end: true },
        ]}
      />
      {history.hasNextPage && (
        <Button size="small" busy={history.isFetchingNextPage} onClick={() => history.fetchNextPage()}>
          {t('box.more')}
        </Button>
      )}
    </div>
  )
}

const paidText = ({ price, amount, payTokenSymbol }: BoxHistoryRecord) => (
  <span className="num">{`${groupDigits(historyPrice(price, amount))} ${payTokenSymbol}`}</span>
)

function Buyer({ row }: { row: BoxHistoryRecord }) {
  return (
    <span className="row g12 box-buyer">
      <Avatar person={row.user} size={32} />
      <span className="grow">
        <Link className="medium clip" to={accountPath(row.buyer)}>
          {personName(row.user)}
        </Link>
        <small className="muted">
          <Ago at={row.createdAt} />
        </small>
      </span>
    </span>
  )
}

function Result({ row, open }: { row: BoxHistoryRecord; open: (act: BoxAct) => void }) {
  const { t } = useTranslation()
  if (row.status === BOX_REQUEST_STATUS.WAITING) return <span className="muted">{t('box.awaited')}</span>
  if (row.status === BOX_REQUEST_STATUS.REFUNDED)
    return (
      <>
        <span className="muted">{t('box.refunded')}</span>{' '}
        <Button variant="quiet" size="small" onClick={() => open({ act: 'check', opening: row })}>
          {t('box.missedLook')}
        </Button>
      </>
    )
  return (
    <Button variant="quiet" size="small" onClick={() => open({ act: 'check', opening: row })}>
      <Icon of={ShieldCheck} size="small" />
      <span className="box-check">{t('box.check')}</span>
    </Button>
  )
}
