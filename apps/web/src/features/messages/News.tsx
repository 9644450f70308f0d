import type { NoticeRecord } from '@plinth/api'
import { explorerTxUrl } from '@plinth/protocol'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { Thumb } from '../../entities/Thumb.tsx'
import { Avatar, personName } from '../../entities/UserChip.tsx'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Skeleton, Tag } from '../../kit/marks.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { FilterTabs } from '../../kit/Tabs.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, keyOf, pagesOf, queryOf } from '../../lib/api.ts'
import { chainNow } from '../../lib/clock.ts'
import { thumbnail } from '../../lib/media.ts'
import { useNearEnd } from '../../lib/near-end.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig, useNetwork } from '../../lib/site.ts'
import { timeAgo } from '../../lib/time.ts'
import { failureOf } from '../../wallet/errors.ts'
import { noticeView } from './notice-view.ts'
import './news.css'

const LIMIT = 20
type Tab = 'all' | 'unread'

/** Everything that happened to the reader's works, unread marked with the dot. */
export function News() {
  const { t } = useTranslation()
  const { site } = useConfig()
  const { status } = useSession()
  const [params, setParams] = useSearchParams()
  const tab: Tab = params.get('tab') === 'unread' ? 'unread' : 'all'
  const isReader = status === 'loggedIn'
  const { data: counts } = useQuery({ ...queryOf(api.notices.count, {}), enabled: isReader })
  const { readAll } = useReading()
  return (
    <main className="wrap page news">
      <title>{`${t('news.title')} · ${site.name}`}</title>
      <h1 className="d d56">{t('news.title')}</h1>
      <div className="news-bar">
        <FilterTabs
          label={t('news.tabs')}
          value={tab}
          onChange={(next) => setParams({ tab: next }, { replace: true, preventScrollReset: true })}
          items={[
            { value: 'all', label: t('news.all'), count: counts?.total },
            { value: 'unread', label: t('news.unread'), count: counts?.unread },
          ]}
        />
        {tab === 'unread' && (counts?.unread ?? 0) > 0 && (
          <button type="button" className="link news-read-all" onClick={() => readAll.mutate()} disabled={readAll.isPending}>
            {t('news.readAll')}
          </button>
        )}
      </div>
      <List key={tab} tab={tab} isReader={isReader} />
    </main>
  )
}

/** Marking as read, and what has to be read anew after it. */
function useReading() {
  const queries = useQueryClient()
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: keyOf(api.notices.list) })
    void queries.invalidateQueries({ queryKey: keyOf(api.notices.count) })
  }
  const fail = (error: unknown) => toast(failureOf(error).text, 'bad')
  const readAll = useMutation({ mutationFn: () => api.notices.readall({}), onSuccess: refresh, onError: fail })
  const read = useMutation({ mutationFn: (id: bigint) => api.notices.read({ id }), onSuccess: refresh, onError: fail })
  return { readAll, read }
}

function List({ tab, isReader }: { tab: Tab; isReader: boolean }) {
  const { t } = useTranslation()
  const request = { page: 1, limit: LIMIT, ...(tab === 'unread' ? { isRead: false } : {}) }
  const pages = useInfiniteQuery({ ...pagesOf(api.notices.list, request), enabled: isReader })
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  const { read } = useReading()
  if (pages.isPending && isReader) return <ListSkeleton />
  if (pages.isError && !pages.data) return <FailedState text={failureOf(pages.error).text} retry={() => pages.refetch()} />
  const notices = pages.data?.pages.flatMap(({ list }) => list) ?? []
  if (notices.length === 0)
    return (
      <EmptyState title={t('news.empty')} text={t('news.emptyText')}>
        <ButtonLink variant="primary" to="/">
          {t('news.market')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <>
      <ul className="news-list">
        {notices.map((notice) => (
          <Notice key={notice.id.toString()} notice={notice} onOpen={() => !notice.isRead && read.mutate(notice.id)} />
        ))}
      </ul>
      <div ref={end} className="list-end">
        {pages.hasNextPage ? <Spinner label={t('kit.loading')} /> : notices.length > LIMIT && t('news.over')}
      </div>
    </>
  )
}

function Notice({ notice, onOpen }: { notice: NoticeRecord; onOpen: () => void }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address } = useSession()
  const network = useNetwork(notice.content.chainId)
  const view = noticeView(notice, address)
  const txUrl = network && notice.content.txHash ? explorerTxUrl(network, notice.content.txHash) : ''
  const detail = view.price
    ? t('news.forPrice', { price: view.price })
    : view.collection
      ? t('news.inCollection', { collection: view.collection })
      : ''
  return (
    <li className={notice.isRead ? 'notice' : 'notice unread'}>
      <span className="notice-dot">{!notice.isRead && <span className="dot" role="img" aria-label={t('news.isUnread')} />}</span>
      {view.cover || notice.content.item ? <Thumb {...thumbnail(view.cover)} size={64} /> : <Avatar person={notice.operator} size={56} />}
      <div className="notice-words">
        <Link className="notice-link s16" to={view.to} onClick={onOpen}>
          <b>{view.isOwn ? t('news.you') : personName(notice.operator)}</b> {t(view.act, { work: view.subject })}
        </Link>
        {detail && <div className="muted">{detail}</div>}
      </div>
      <Tag>{t(view.tag)}</Tag>
      <div className="notice-end">
        <span className="muted">{timeAgo(notice.createdAt, chainNow(), intl)}</span>
        {txUrl && (
          <a className="row g4 s12 muted notice-chain" href={txUrl} target="_blank" rel="noreferrer">
            {t('news.seeOnChain')}
            <Icon of={ArrowUpRight} size="tiny" />
          </a>
        )}
      </div>
    </li>
  )
}

function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('kit.loading')}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="notice">
          <span className="notice-dot" />
          <Skeleton width={64} height={64} />
          <div className="notice-words">
            <Skeleton width="60%" height={18} />
          </div>
        </div>
      ))}
    </div>
  )
}
