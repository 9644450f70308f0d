import type { HolderPage } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ListFoot } from '../../entities/live-list/ListFoot.tsx'
import { personName } from '../../entities/person-name.ts'
import { cursorPages, statistics } from '../../entities/statistics/calls.ts'
import { shareText } from '../../entities/statistics/figures.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Skeleton, Tag } from '../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { Table } from '../../kit/Table.tsx'
import { accountPath } from '../../lib/links.ts'
import { useNearEnd } from '../../lib/near-end.ts'
import { countText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { Spread } from './Spread.tsx'
import type { Shown } from './shown.ts'

const LIMIT = 50

export const holdersOf = ({ collection, address }: Shown) =>
  cursorPages(statistics.holders, { collection: address, chainId: collection.chainId, limit: LIMIT })

/** The largest first, with their share, and how many hold how many (COLP-10). */
export function HoldersTab(shown: Shown) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(holdersOf(shown))
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  if (pages.isPending) return <Skeleton height={320} width="100%" />
  if (!pages.data) return <FailedState retry={() => pages.refetch()} />
  const [first] = pages.data.pages
  const rows = pages.data.pages.flatMap(({ list }) => list)
  if (!first || rows.length === 0) return <EmptyState title={t('collection.noHolders')} text={t('collection.noHoldersText')} />
  return (
    <div className="holders">
      <section aria-label={t('collection.holders')}>
        <h2 className="d d22">{t('collection.holders')}</h2>
        <HolderTable caption={t('collection.holders')} rows={rows} units={first.units} owner={shown.collection.owner} />
        <div ref={end} className="list-end">
          <ListFoot pages={pages} />
        </div>
      </section>
      <Spread spread={first.spread} owners={first.owners} file={shown.address} />
    </div>
  )
}

type TableProps = { caption: string; rows: HolderPage['list']; units: bigint; owner: Address }

export function HolderTable({ caption, rows, units: all, owner }: TableProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address: me } = useSession()
  return (
    <Table
      caption={caption}
      tight
      rows={rows}
      rowKey={({ owner: holder }) => holder.address}
      columns={[
        {
          key: 'holder',
          head: t('collection.holder'),
          cell: ({ owner: holder }) => (
            <span className="row g12 holder-cell">
              <Link className="row g12 holder" to={accountPath(holder.address)}>
                <Avatar person={holder} size={24} />
                <span className="clip">{personName(holder)}</span>
              </Link>
              {holder.address === owner && <Tag>{t('collection.maker')}</Tag>}
              {holder.address === me && <Tag>{t('work.you')}</Tag>}
            </span>
          ),
        },
        { key: 'held', head: t('collection.held'), end: true, cell: ({ units }) => <b className="num">{countText(units, intl)}</b> },
        {
          key: 'share',
          head: t('collection.share_'),
          end: true,
          cell: ({ units }) => <span className="num">{shareText(units, all, intl)}</span>,
        },
      ]}
    />
  )
}
