import type { ItemRecord, Page } from '@plinth/api'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type CSSProperties, memo, type ReactNode, useDeferredValue, useMemo, useRef } from 'react'
import { type Translate, useTranslation } from '../../i18n/translate.ts'
import { RetryButton } from '../../kit/RetryButton.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { FailedState } from '../../kit/states.tsx'
import { drawnOf, useFirstFew } from '../../lib/first-few.ts'
import { moveInGrid } from '../../lib/grid-keys.ts'
import { useNearEnd } from '../../lib/near-end.ts'
import { failedListText } from '../../lib/outage.ts'
import { rowKey } from '../../lib/rows.ts'
import { useShortcutsOn } from '../../lib/shortcuts.ts'
import { Arrivals } from '../live-list/Arrivals.tsx'
import { rowStateOf } from '../live-list/row-state.ts'
import { type StableRow, useStableList } from '../live-list/use-stable-list.ts'
import { CardSkeleton } from './Card.tsx'
import { GridRoom } from './GridRoom.tsx'
import { ItemCard } from './ItemCard.tsx'

export type ItemPages = Pick<
  UseInfiniteQueryResult<InfiniteData<Page<ItemRecord>>>,
  'data' | 'error' | 'isPending' | 'isError' | 'isFetching' | 'isFetchingNextPage' | 'hasNextPage' | 'fetchNextPage' | 'refetch'
>

export type ItemGridProps = {
  /** Identifies the list: another name is another list, and is fetched again. */
  list: string
  pages: ItemPages
  /** Shown when the list is over without a single item. */
  empty: ReactNode
  /** 5 on wide screens, or 4 beside a side panel. */
  columns?: 5 | 4
  actOf?: (item: ItemRecord) => ReactNode
  /** The box that picks an item. */
  pickOf?: ((item: ItemRecord) => ReactNode) | undefined
  /** Market lists hide items that are being bought (HOME-19); one that is bought while it is looked at says so instead. */
  hideLocked?: boolean
  /** The account whose quantity of an edition the card shows, and its text. */
  holding?: { owner: string; text: (count: string) => string }
  /** What a card shows in place of the price; nothing for most. */
  lineOf?: (item: ItemRecord) => ReactNode
  /** Whether an item belongs to the list; one that no longer does is marked and stays in its place. */
  belongs?: (item: ItemRecord) => boolean
}

const FIRST_ROWS = 10
/** Full rows of 5, 4, 3 and 2. */
const STRETCH = 60

const stretchesOf = <Row,>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / STRETCH) }, (_, place) => rows.slice(place * STRETCH, (place + 1) * STRETCH))

/** A list of items through its states: loading, empty, failed, loaded, over. */
export function ItemGrid({ list, pages, empty, columns = 5, actOf, pickOf, hideLocked, belongs, holding, lineOf }: ItemGridProps) {
  const { t } = useTranslation()
  const top = useRef<HTMLDivElement>(null)
  const areKeysOn = useShortcutsOn()
  const stable = useStableList(list, pages)
  const listed = useMemo(() => stable.rows.filter(({ first }) => !(hideLocked && first.isLocked)), [stable.rows, hideLocked])
  const rows = useUnhurried(list, listed)
  // Until its rows are drawn the end stays where the page before it ended.
  const isWaiting = rows === listed && pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), isWaiting)
  const most = useFirstFew(FIRST_ROWS)
  const className = columns === 5 ? 'grid' : 'grid four'
  if (pages.isPending) return <SkeletonGrid className={className} label={t('kit.loading')} />
  if (!pages.data) return <FailedState text={failedListText(pages.error)} retry={() => pages.refetch()} code={codeOf(pages.error, t)} />
  const arrivals = <Arrivals text={t('item.arrived', { count: stable.waiting })} count={stable.waiting} top={top} onCall={stable.call} />
  if (rows.length === 0 && !pages.hasNextPage)
    return (
      <>
        {arrivals}
        {empty}
      </>
    )
  return (
    <>
      <div ref={top} className="list-top" />
      {arrivals}
      <div className="feed" role="feed" aria-busy={pages.isFetchingNextPage} onKeyDown={(event) => moveInGrid(event, areKeysOn)}>
        {stretchesOf(rows).map((stretch, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: it is whatever stands there
          <div key={place} className={className} style={{ '--cards': stretch.length } as CSSProperties}>
            {drawnOf(stretch, place * STRETCH, most).map((shown, index) => (
              <GridCard
                key={rowKey(shown.row)}
                {...shown}
                belongs={belongs}
                holding={holding}
                lineOf={lineOf}
                actOf={actOf}
                pickOf={pickOf}
                eager={place === 0 && index < 5}
              />
            ))}
          </div>
        ))}
      </div>
      {/* Another end with each page: one that moved would count as a shift. */}
      <div key={rows.length} ref={end} className="list-end">
        <ListEnd pages={pages} />
      </div>
      {/* Another element each time: one that moves would be a shift of the page. */}
      {pages.hasNextPage && (
        <GridRoom key={`after ${rows.length}`} className={className} known={rows.length} total={pages.data.pages.at(-1)?.total ?? 0} />
      )}
    </>
  )
}

/** Rows that join or change are drawn between whatever the reader does; the first ones, and those of another list, at once. */
function useUnhurried<Row>(list: string, rows: readonly Row[]): readonly Row[] {
  const known = useDeferredValue(useMemo(() => ({ list, rows }), [list, rows]))
  return known.list === list && known.rows.length > 0 ? known.rows : rows
}

type GridCardProps = StableRow<ItemRecord> & Pick<ItemGridProps, 'actOf' | 'pickOf' | 'belongs' | 'holding' | 'lineOf'> & { eager: boolean }

/** Renders again only when it changes: otherwise each page that joins would render all cards of a long list. */
const GridCard = memo(function GridCard({ row, first, isGone, belongs, holding, lineOf, actOf, pickOf, eager }: GridCardProps) {
  return (
    <ItemCard
      item={row}
      rowState={rowStateOf({ row, first, isGone }, belongs)}
      holding={holding}
      line={lineOf?.(row)}
      act={actOf?.(row)}
      pick={pickOf?.(row)}
      eager={eager}
    />
  )
})

function ListEnd({ pages }: { pages: ItemPages }) {
  const { t } = useTranslation()
  const last = pages.data?.pages.at(-1)
  if (pages.isError) return <RetryButton onRetry={() => pages.fetchNextPage()} />
  if (!pages.hasNextPage || !last) return pages.data && pages.data.pages.length > 1 ? t('home.over') : null
  return (
    <>
      <Spinner />
      {t('home.more', { count: comingOf(pages), total: last.total })}
    </>
  )
}

/** How many items the next page will have. */
function comingOf({ data }: ItemPages): number {
  const last = data?.pages.at(-1)
  return last ? Math.min(last.limit, last.total - last.page * last.limit) : FIRST_ROWS
}

function SkeletonGrid({ className, label }: { className: string; label: string }) {
  return (
    <div role="status" aria-label={label}>
      <SkeletonCards className={className} count={FIRST_ROWS} />
    </div>
  )
}

function SkeletonCards({ className, count }: { className: string; count: number }) {
  return (
    <div className={className}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <CardSkeleton key={index} />
      ))}
    </div>
  )
}

function codeOf(error: unknown, t: Translate): string | undefined {
  const { errno } = (error ?? {}) as { errno?: number }
  return errno === undefined ? undefined : t('state.code', { code: errno })
}
