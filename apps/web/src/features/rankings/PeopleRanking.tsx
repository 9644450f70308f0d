import type { RankedAccount } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { personName } from '../../entities/person-name.ts'
import { exactText } from '../../entities/price/amounts.ts'
import { shortAmount } from '../../entities/statistics/figures.ts'
import { useMoneys } from '../../entities/statistics/money.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { type Column, Table } from '../../kit/Table.tsx'
import { accountPath } from '../../lib/links.ts'
import { countText } from '../../lib/numbers.ts'
import { useNetwork } from '../../lib/site.ts'
import type { PeopleBy } from './address.ts'
import { peoplePages } from './ranking-query.ts'
import { Waiting } from './Waiting.tsx'

type Props = { by: PeopleBy; chainId: number; onBy: (by: PeopleBy) => void; empty?: ReactNode }

const ORDERS = ['bought', 'sold', 'made'] as const

/** Accounts by what they bought, sold, or made and others sold on (RANK-02). */
export function PeopleRanking({ by, chainId, onBy, empty }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const symbol = useNetwork(chainId)?.symbol ?? ''
  const money = useMoneys(chainId)(ZERO_ADDRESS)
  const pages = useInfiniteQuery(peoplePages(chainId, by))
  if (pages.isPending) return <Waiting />
  if (!pages.data) return <FailedState retry={() => pages.refetch()} />
  const rows = pages.data.pages.flatMap(({ list }) => list)
  if (rows.length === 0) return empty ?? <EmptyState title={t('rankings.emptyTitle')} />
  const rankOf = new Map(rows.map(({ account }, at) => [account.address, at + 1]))
  const volume = (row: RankedAccount, order: PeopleBy) =>
    money && (
      <span className="num" title={exactText(row[`${order}Volume`], money)}>
        <b>{shortAmount(row[`${order}Volume`], money.decimals, intl)}</b> <span className="muted">{money.symbol}</span>
      </span>
    )
  const columns: Column<RankedAccount>[] = [
    {
      key: 'rank',
      head: t('rankings.rank'),
      width: 40,
      className: 'rank',
      cell: ({ account }) => <span className="muted num">{rankOf.get(account.address)}</span>,
    },
    {
      key: 'account',
      head: t('rankings.person'),
      className: 'named',
      cell: ({ account }) => (
        <Link className="row g12 ranking-person" to={accountPath(account.address)}>
          <Avatar person={account} size={40} />
          <span className="clip">{personName(account)}</span>
        </Link>
      ),
    },
    ...ORDERS.flatMap((order): Column<RankedAccount>[] => [
      {
        key: `${order}Volume`,
        head: t(`rankings.${order}Volume`),
        end: true,
        className: order === by ? 'volume' : 'other',
        cell: (row) => volume(row, order),
        sort: { now: order === by ? 'descending' : undefined, onSort: () => onBy(order) },
      },
      {
        key: order,
        head: t(`rankings.${order}`),
        end: true,
        className: 'other',
        cell: (row) => <span className="num">{countText(row[order], intl)}</span>,
      },
    ]),
  ]
  return (
    <>
      <Table
        className="ranking people"
        caption={t('rankings.captionPeople', { order: t(`rankings.people.${by}`) })}
        rows={rows}
        rowKey={({ account }) => account.address}
        columns={columns}
      />
      {pages.hasNextPage && (
        <div className="rankings-more">
          <Button busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {t('rankings.more')}
          </Button>
        </div>
      )}
      <p className="hint rankings-note">{t('rankings.notePeople', { symbol })}</p>
    </>
  )
}
