import type { ItemFilters } from '@plinth/api'
import { type CSSProperties, memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { CardSkeleton } from '../../entities/cards/Card.tsx'
import type { ExploreRow } from '../../entities/explore/explore-row.ts'
import { type Folded, foldRuns } from '../../entities/explore/fold-runs.ts'
import { RowCard } from '../../entities/explore/RowCard.tsx'
import { rowStateOf } from '../../entities/explore/row-state.ts'
import type { StableRow } from '../../entities/live-list/use-stable-list.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { drawnOf, useFirstFew } from '../../lib/first-few.ts'
import { moveInGrid } from '../../lib/grid-keys.ts'
import { rowKey } from '../../lib/rows.ts'
import { useShortcutsOn } from '../../lib/shortcuts.ts'
import { useAccountName } from './use-account-name.ts'

type Row = StableRow<ExploreRow>

export type RowsProps = {
  list: string
  rows: readonly Row[]
  filters: ItemFilters
  isWithinOne: boolean
  /** In the order of listing, long runs of one account are folded. */
  folds: boolean
  actOf: ((row: ExploreRow) => ReactNode) | undefined
  /** The box that picks a work of the viewer; null for others. */
  pickOf: ((row: ExploreRow) => ReactNode) | undefined
  staleOf: (chainId: number) => ReactNode
}

/** Full rows of 6, 5, 4, 3 and 2. */
const STRETCH = 60
const EAGER = 6

const gridClass = (isSmall: boolean): string => (isSmall ? 'grid explore-grid small' : 'grid explore-grid')

/** Works as cards. What joins is drawn between whatever the reader does. */
export function RowGrid({ list, rows, isSmall, isBusy, ...rest }: RowsProps & { isSmall: boolean; isBusy: boolean }) {
  const areKeysOn = useShortcutsOn()
  const { folded, open } = useFolded(list, rows, rest.folds)
  const most = useFirstFew(isSmall ? 24 : 12)
  const known = useDeferredValue(useMemo(() => ({ list, folded }), [list, folded]))
  const shown = known.list === list && known.folded.length > 0 ? known.folded : folded
  const stretches = Array.from({ length: Math.ceil(shown.length / STRETCH) }, (_, place) =>
    shown.slice(place * STRETCH, (place + 1) * STRETCH),
  )
  return (
    <div className="feed" role="feed" aria-busy={isBusy} onKeyDown={(event) => moveInGrid(event, areKeysOn)}>
      {stretches.map((stretch, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it is whatever stands there
        <div key={place} className={gridClass(isSmall)} style={{ '--cards': stretch.length } as CSSProperties}>
          {drawnOf(stretch, place * STRETCH, most).map((one, index) =>
            one.is === 'row' ? (
              <GridCard key={rowKey(one.row.row)} {...one.row} {...rest} isSmall={isSmall} eager={place === 0 && index < EAGER} />
            ) : (
              <FoldCard key={`fold ${rowKey(one.rows[0]?.row)}`} fold={one} onOpen={open} />
            ),
          )}
        </div>
      ))}
    </div>
  )
}

/** Rows with long runs of one account folded, and how a fold is opened. */
export function useFolded(list: string, rows: readonly Row[], folds: boolean) {
  const [opened, setOpened] = useState<{ list: string; keys: ReadonlySet<string> }>({ list, keys: new Set() })
  const keys = opened.list === list ? opened.keys : NONE
  const folded = useMemo(
    () =>
      folds
        ? foldRuns(
            rows,
            ({ row }) => row.seller,
            ({ row }) => keys.has(rowKey(row)),
          )
        : rows.map((row): Folded<Row> => ({ is: 'row', row })),
    [rows, folds, keys],
  )
  const open = (fold: Extract<Folded<Row>, { is: 'fold' }>) => {
    const [hidden] = fold.rows
    const first = hidden && rows[rows.indexOf(hidden) - IN_A_ROW]
    if (first) setOpened({ list, keys: new Set([...keys, rowKey(first.row)]) })
  }
  return { folded, open }
}

const NONE: ReadonlySet<string> = new Set()
/** As many as stand before a fold. */
const IN_A_ROW = 3

type Fold = Extract<Folded<Row>, { is: 'fold' }>

/** "and 41 more of Alice" */
export function useFoldText({ of, rows }: Fold): string {
  const { t } = useTranslation()
  const known =
    rows.find(({ row }) => row.owner?.address === of)?.row.owner ?? rows.find(({ row }) => row.creator.address === of)?.row.creator
  return t('explore.fold', { count: rows.length, name: useAccountName(of, known) })
}

function FoldCard({ fold, onOpen }: { fold: Fold; onOpen: (fold: Fold) => void }) {
  const text = useFoldText(fold)
  return (
    <article className="card fold-card">
      <button type="button" className="mat fold" onClick={() => onOpen(fold)}>
        <span className="d d18">{text}</span>
      </button>
    </article>
  )
}

type GridCardProps = Row &
  Pick<RowsProps, 'filters' | 'isWithinOne' | 'actOf' | 'pickOf' | 'staleOf'> & { isSmall: boolean; eager: boolean }

/** Renders again only when it changes: otherwise each page that joins would render all cards of a long list. */
const GridCard = memo(function GridCard({
  row,
  first,
  isGone,
  filters,
  isWithinOne,
  actOf,
  pickOf,
  staleOf,
  isSmall,
  eager,
}: GridCardProps) {
  return (
    <RowCard
      row={row}
      rowState={rowStateOf({ row, first, isGone }, filters)}
      act={actOf?.(row)}
      pick={pickOf?.(row)}
      eager={eager}
      isSmall={isSmall}
      isWithinOne={isWithinOne}
      staleSince={staleOf(row.chainId)}
    />
  )
})

/** The boxes of the cards that are on their way. */
export function GridBoxes({ isSmall, count, label }: { isSmall: boolean; count: number; label?: string }) {
  const boxes = (
    <div className={gridClass(isSmall)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <CardSkeleton key={index} />
      ))}
    </div>
  )
  return label === undefined ? (
    boxes
  ) : (
    <div role="status" aria-label={label}>
      {boxes}
    </div>
  )
}
