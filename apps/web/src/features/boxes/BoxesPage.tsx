import type { BoxRecord, Page } from '@plinth/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { BoxCard, BoxCardSkeleton } from '../../entities/cards/BoxCard.tsx'
import { Arrivals } from '../../entities/live-list/Arrivals.tsx'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { SilentNotice } from '../../entities/live-list/SilentNotes.tsx'
import { useStableList } from '../../entities/live-list/use-stable-list.ts'
import { useFailureToast } from '../../entities/use-failure-toast.ts'
import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { RetryButton } from '../../kit/RetryButton.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { api, hashKey, pagesOf } from '../../lib/api.ts'
import { useNearEnd } from '../../lib/near-end.ts'
import { rowKey } from '../../lib/rows.ts'
import { useConfig } from '../../lib/site.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'
import { failureOf } from '../../wallet/errors.ts'
import { byPart, type ListPart } from './list-parts.ts'
import './boxes.css'

const LIMIT = 20
const PARAM = 'chain'
const ALL = -1
const HEADS = { open: 'box.openNow', soon: 'box.soon', over: 'box.over' } as const satisfies Record<ListPart, TextKey>

/** All series: those that can be opened, those to come, those that are over; more as the end comes near. */
export function BoxesPage() {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [params, setParams] = useSearchParams()
  const chosen = params.get(PARAM) ?? ''
  const chainId = /^\d{1,15}$/.test(chosen) ? Number(chosen) : ALL
  const choose = (next: number) => setParams(next === ALL ? {} : { [PARAM]: String(next) }, { replace: true, preventScrollReset: true })
  return (
    <main className="wrap page">
      <title>{`${t('box.pageTitle')} · ${site.name}`}</title>
      <h1 className="d d56">{t('box.pageTitle')}</h1>
      <p className="s16 muted boxes-text">{t('box.pageText')}</p>
      <div className="filter-bar boxes-filter">
        <NetworkFilter chainId={chainId} onChange={choose} />
      </div>
      <BoxList chainId={chainId} onAll={chainId === ALL ? undefined : () => choose(ALL)} />
    </main>
  )
}

function BoxList({ chainId, onAll }: { chainId: number; onAll: (() => void) | undefined }) {
  const { t } = useTranslation()
  const list = pagesOf(api.blind['box.list'], { page: 1, limit: LIMIT, chainId })
  const pages = useInfiniteQuery(list)
  const stable = useStableList<BoxRecord>(hashKey(list.queryKey), pages)
  const top = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages
  const end = useNearEnd<HTMLDivElement>(fetchNextPage, hasNextPage && !isFetchingNextPage && !isError)
  useFailureToast(pages.error)
  const rows = stable.rows.map(({ row }) => row)
  const now = useChainNowAt(rows.flatMap(({ startTime, endTime }) => [startTime, endTime]))
  if (pages.isPending) return <Skeletons />
  if (!pages.data) return <FailedState title={t('box.failedTitle')} text={failureOf(pages.error).text} retry={() => pages.refetch()} />
  if (rows.length === 0 && stable.waiting === 0) return <Empty onAll={onAll} />
  return (
    <>
      <SilentNotice chainIds={rows.map((box) => box.chainId)} />
      <div ref={top} className="list-top" />
      <Arrivals count={stable.waiting} text={t('box.arrived', { count: stable.waiting })} top={top} onCall={stable.call} />
      {byPart(rows, now).map(({ part, boxes }) => (
        <section key={part} className="boxes-part" aria-label={t(HEADS[part])}>
          <h2 className="d d28 boxes-head">{t(HEADS[part])}</h2>
          <div className="grid four" role="feed" aria-busy={isFetchingNextPage}>
            {boxes.map((box, at) => (
              <BoxCard key={rowKey(box)} box={box} at={at} />
            ))}
          </div>
        </section>
      ))}
      <div ref={end} className="list-end">
        {isError ? <RetryButton onRetry={fetchNextPage} /> : <Rest pages={pages.data.pages} hasMore={hasNextPage} />}
      </div>
    </>
  )
}

function Rest({ pages, hasMore }: { pages: readonly Page<BoxRecord>[]; hasMore: boolean }) {
  const { t } = useTranslation()
  const last = pages.at(-1)
  if (!last || !hasMore) return pages.length > 1 ? t('home.over') : null
  const count = Math.min(last.limit, last.total - last.page * last.limit)
  return (
    <>
      <Spinner />
      {t('home.more', { count, total: last.total })}
    </>
  )
}

function Empty({ onAll }: { onAll: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('box.emptyTitle')} text={t('box.emptyText')}>
      {onAll ? (
        <Button variant="primary" onClick={onAll}>
          {t('home.showAll')}
        </Button>
      ) : (
        <ButtonLink variant="primary" to="/">
          {t('box.toMarket')}
        </ButtonLink>
      )}
    </EmptyState>
  )
}

const PLACES = ['first', 'second', 'third', 'fourth'] as const

function Skeletons() {
  const { t } = useTranslation()
  return (
    <div className="grid four boxes-part" role="status" aria-label={t('kit.loading')}>
      {PLACES.map((place) => (
        <BoxCardSkeleton key={place} />
      ))}
    </div>
  )
}
