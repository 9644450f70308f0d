import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Arrivals } from '../../entities/live-list/Arrivals.tsx'
import { useStableList } from '../../entities/live-list/use-stable-list.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { RetryButton } from '../../kit/RetryButton.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, hashKey, pagesOf } from '../../lib/api.ts'
import { useNearEnd } from '../../lib/near-end.ts'
import { failureOf } from '../../wallet/errors.ts'
import { Notice } from './Notice.tsx'
import { useReading } from './use-reading.ts'

const LIMIT = 20

/** Notices, newest first, through their states: loading, failed, empty, loaded, end. */
export function NoticeList({ onlyUnread }: { onlyUnread: boolean }) {
  const { t } = useTranslation()
  const list = pagesOf(api.notices.list, { page: 1, limit: LIMIT, isRead: onlyUnread ? false : undefined })
  const pages = useInfiniteQuery(list)
  const stable = useStableList(hashKey(list.queryKey), pages)
  const top = useRef<HTMLDivElement>(null)
  const { read } = useReading()
  const { error } = pages
  // Documented as a toast (ERR-19); the list says it as well, and stays.
  useEffect(() => {
    if (error) toast(failureOf(error).text, 'bad')
  }, [error])
  if (pages.isPending) return <ListSkeleton />
  if (!pages.data) return <FailedState text={failureOf(error).text} retry={() => pages.refetch()} />
  // What left the list was read by this reader.
  const notices = stable.rows.filter(({ isGone }) => !isGone).map(({ row }) => row)
  const arrivals = <Arrivals text={t('news.arrived', { count: stable.waiting })} count={stable.waiting} top={top} onCall={stable.call} />
  if (notices.length === 0 && !pages.hasNextPage)
    return (
      <>
        {arrivals}
        <EmptyState title={t('news.empty')} text={t(onlyUnread ? 'news.emptyUnreadText' : 'news.emptyText')}>
          <ButtonLink variant="primary" to="/">
            {t('news.market')}
          </ButtonLink>
        </EmptyState>
      </>
    )
  return (
    <>
      <div ref={top} className="list-top" />
      {arrivals}
      <ul>
        {notices.map((notice) => (
          <Notice key={notice.id.toString()} notice={notice} onOpen={() => !notice.isRead && read.mutate(notice.id)} />
        ))}
      </ul>
      <ListEnd pages={pages} />
    </>
  )
}

type Growing = {
  hasNextPage: boolean
  isError: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  data: { pages: unknown[] }
}

function ListEnd({ pages }: { pages: Growing }) {
  const { t } = useTranslation()
  const more = () => pages.fetchNextPage()
  const end = useNearEnd<HTMLDivElement>(more, pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  return (
    <div ref={end} className="list-end">
      {pages.isError ? (
        <RetryButton onRetry={more} />
      ) : pages.hasNextPage ? (
        <Spinner label={t('kit.loading')} />
      ) : (
        pages.data.pages.length > 1 && t('news.over')
      )}
    </div>
  )
}

function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('kit.loading')}>
      {['72%', '54%', '63%', '48%', '66%'].map((width) => (
        <div key={width} className="notice">
          <span className="notice-dot" />
          <Skeleton width={64} height={64} />
          <div className="notice-words">
            <Skeleton width={width} height={18} />
            <Skeleton width="36%" height={14} />
          </div>
        </div>
      ))}
    </div>
  )
}
