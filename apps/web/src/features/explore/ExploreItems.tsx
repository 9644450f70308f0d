import type { ChainAddress, ItemFilters } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { ExploreRow } from '../../entities/explore/explore-row.ts'
import { foundText } from '../../entities/explore/found-text.ts'
import { totalQuery } from '../../entities/explore/items-query.ts'
import { Arrivals } from '../../entities/live-list/Arrivals.tsx'
import { useStaleTimes } from '../../entities/live-list/SilentNotes.tsx'
import { useFailureToast } from '../../entities/use-failure-toast.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { RetryButton } from '../../kit/RetryButton.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { FailedState } from '../../kit/states.tsx'
import { inTime, useSoon } from '../../lib/chunk.ts'
import { DENSITIES, type Density, isWithinOne, ownSort } from '../../lib/explore-address.ts'
import { useMediaQuery } from '../../lib/media-query.ts'
import { useNearEnd } from '../../lib/near-end.ts'
import { failedListText } from '../../lib/outage.ts'
import { LOCAL, readStored } from '../../lib/storage.ts'
import { useStored } from '../../lib/use-stored.ts'
import { type Chosen, listChosen } from './chosen.ts'
import { ListNotes } from './ListNotes.tsx'
import { NothingFits } from './NothingFits.tsx'
import { Rail, useCurrency } from './Rail.tsx'
import { ChosenChips, ClearAll, FilterButton, ResultLine } from './ResultLine.tsx'
import { GridBoxes, RowGrid } from './RowGrid.tsx'
import { TableBoxes } from './TableBoxes.tsx'
import { type Choice, useChoice } from './use-choice.ts'
import { type Items, useItems } from './use-items.ts'
import { useValueNames } from './value-names.ts'
import './explore.css'

const loadSheet = inTime(async () => ({ default: (await import('./FilterSheet.tsx')).FilterSheet }))
const FilterSheet = lazy(loadSheet)
const RowTable = lazy(inTime(async () => ({ default: (await import('./RowTable.tsx')).RowTable })))

/** Below it there is no room for the rail. */
const NO_RAIL = '(max-width: 959px)'
const FIRST_BOXES = 12

export type ExploreItemsProps = {
  /** The collection of the page. It is no filter then, and the address's `chain` and `collection` are the page's own. */
  fixed?: ChainAddress
  /** The address's `keyword` is the search of the page: it is no chip, and Clear all keeps it. */
  isSearch?: boolean
  /** The quick act at the end of a card's caption and of a row. */
  actOf?: (row: ExploreRow) => ReactNode
  /** The box that picks a work of the viewer. */
  pickOf?: ((row: ExploreRow) => ReactNode) | undefined
  /** Learns which works are on screen. */
  onShown?: ((rows: readonly ExploreRow[]) => void) | undefined
  /** Buys the cheapest of what is shown. */
  sweepOf?: (filters: ItemFilters) => ReactNode
  /** What is shown where the market, or the collection, has no work at all. */
  empty?: ReactNode
}

const storedDensity = (): Density => DENSITIES.find((one) => one === readStored(LOCAL.density)) ?? 'large'

/** Works with all their filters: the rail or the sheet, the result line, chips, and a grid or a table. The address holds the choice. */
export function ExploreItems({ fixed, isSearch = false, actOf, pickOf, onShown, sweepOf, empty }: ExploreItemsProps) {
  const { t } = useTranslation()
  const choice = useChoice(fixed, isSearch)
  const remembered = useStored(LOCAL.density, storedDensity)
  const density = choice.density ?? remembered
  const items = useItems(choice.filters, choice.sort, density === 'table')
  const names = useValueNames(items.counts)
  const currency = useCurrency()
  const chosen = listChosen(choice, names, currency ?? '', isSearch)
  const isNarrow = useMediaQuery(NO_RAIL)
  const [isSheetOpen, setSheetOpen] = useState(false)
  useSoon(loadSheet, isNarrow)
  const { rows } = items.stable
  useEffect(() => onShown?.(rows.map(({ row }) => row)), [rows, onShown])
  const base = useQuery({ ...totalQuery(baseOf(choice, isSearch)), enabled: chosen.length > 0 })
  const rail = <Rail choice={choice} counts={items.counts} isCounting={items.isCounting} names={names} isSheet={isNarrow} />
  const clear = chosen.length > 0 && <ClearAll onClear={choice.clear} />
  return (
    <div className="explore">
      {!isNarrow && (
        <aside className="rail" aria-label={t('explore.filters')}>
          {rail}
        </aside>
      )}
      <div className="explore-list">
        <div className="explore-bar">
          <ResultLine
            choice={choice}
            total={items.total}
            isAtLeast={items.isAtLeast}
            of={base.data}
            density={density}
            sweep={sweepOf?.(choice.filters)}
            filterButton={isNarrow && <FilterButton count={chosen.length} onOpen={() => setSheetOpen(true)} />}
          />
          {!isNarrow && clear && <ChosenChips chosen={chosen} choice={choice} clear={clear} />}
        </div>
        <ListNotes leftOut={choice.leftOut} items={items} />
        <List choice={choice} items={items} density={density} chosen={chosen} actOf={actOf} pickOf={pickOf} empty={empty} />
      </div>
      <LazyBoundary>
        {isNarrow && isSheetOpen && (
          <FilterSheet
            total={items.total}
            isCounting={items.isCounting}
            clear={clear}
            chips={clear && <ChosenChips chosen={chosen} choice={choice} />}
            onClose={() => setSheetOpen(false)}
          >
            {rail}
          </FilterSheet>
        )}
      </LazyBoundary>
    </div>
  )
}

/** What there is before anything is chosen. */
function baseOf({ filters: { words }, fixed }: Choice, isSearch: boolean) {
  const base = fixed ? { collections: [fixed] } : {}
  return isSearch && words !== undefined ? { ...base, words } : base
}

type ListProps = Pick<ExploreItemsProps, 'actOf' | 'pickOf' | 'empty'> & {
  choice: Choice
  items: Items
  density: Density
  chosen: readonly Chosen[]
}

/** The list through its states: loading, empty, failed, loaded, over. */
function List({ choice, items, density, chosen, actOf, pickOf, empty }: ListProps) {
  const { t } = useTranslation()
  const top = useRef<HTMLDivElement>(null)
  const { pages, stable } = items
  useFailureToast(pages.error)
  const staleOf = useStaleTimes()
  const isSmall = density === 'small'
  const canRead = pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), canRead)
  const loading = t('kit.loading')
  const boxes = density === 'table' ? <TableBoxes label={loading} /> : <GridBoxes isSmall={isSmall} count={FIRST_BOXES} label={loading} />
  if (pages.isPending) return <div className="explore-waiting">{items.isLate ? boxes : null}</div>
  if (!pages.data) return <FailedState text={failedListText(pages.error)} retry={() => pages.refetch()} />
  const arrivals = <Arrivals text={t('item.arrived', { count: stable.waiting })} count={stable.waiting} top={top} onCall={stable.call} />
  if (stable.rows.length === 0 && !pages.hasNextPage)
    return (
      <>
        {arrivals}
        {chosen.length === 0 && empty ? empty : <NothingFits choice={choice} chosen={chosen} />}
      </>
    )
  const rows = {
    list: items.list,
    rows: stable.rows,
    filters: choice.filters,
    isWithinOne: isWithinOne(choice.filters),
    folds: (choice.sort ?? ownSort(choice.filters)) === 'listed',
    actOf,
    pickOf,
    staleOf,
  }
  return (
    <>
      <div ref={top} className="list-top" />
      {arrivals}
      {density === 'table' ? (
        <LazyBoundary fallback={<TableBoxes label={loading} />}>
          <RowTable
            {...rows}
            choice={choice}
            total={items.total ?? 0}
            hasMore={pages.hasNextPage && !pages.isFetchNextPageError}
            more={canRead ? () => void pages.fetchNextPage() : undefined}
          />
        </LazyBoundary>
      ) : (
        <RowGrid {...rows} isSmall={isSmall} isBusy={pages.isFetchingNextPage} />
      )}
      {/* Another end with each page: one that moved would count as a shift. */}
      <div key={stable.rows.length} ref={end} className="list-end">
        <ListEnd items={items} />
      </div>
    </>
  )
}

function ListEnd({ items: { pages, total = 0, isAtLeast } }: { items: Items }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const known = pages.data?.pages.reduce((sum, { list }) => sum + list.length, 0) ?? 0
  const retry = useCallback(() => void pages.fetchNextPage(), [pages.fetchNextPage])
  if (pages.isFetchNextPageError) return <RetryButton onRetry={retry} />
  if (!pages.hasNextPage) return pages.data && pages.data.pages.length > 1 ? t('home.over') : null
  return (
    <>
      <Spinner />
      {t('explore.shownOf', { shown: known.toLocaleString(intl), total: foundText(total, isAtLeast, intl) })}
    </>
  )
}
