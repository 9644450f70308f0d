// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one can't be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows have the focus, and the buttons of the head
import { columnVisibilityFeature, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { ExploreRow } from '../../entities/explore/explore-row.ts'
import type { Folded } from '../../entities/explore/fold-runs.ts'
import { rowStateOf } from '../../entities/explore/row-state.ts'
import type { StableRow } from '../../entities/live-list/use-stable-list.ts'
import { BoxRow, type Place, placed } from '../../entities/rows/line.tsx'
import { lineAt, PHONE_ROW_PX, ROW_PX, useLines } from '../../entities/rows/use-lines.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { ownSort } from '../../lib/explore-address.ts'
import { itemPath } from '../../lib/links.ts'
import { useMediaQuery } from '../../lib/media-query.ts'
import { rowKey } from '../../lib/rows.ts'
import { useShortcutsOn } from '../../lib/shortcuts.ts'
import { type RowsProps, useFolded, useFoldText } from './RowGrid.tsx'
import { LastSaleCell, ListedCell, OfferCell, OwnerCell, PriceCell, ToFloorCell, WorkCell, WorthCell } from './table-cells.tsx'
import { COLUMNS, type ColumnId, RISING, SORTS, TOUCH_ACT, WIDTHS } from './table-columns.ts'
import type { Choice } from './use-choice.ts'
import '../../entities/rows/dense.css'

type Line = Folded<StableRow<ExploreRow>>

/** So many rows before the last one that is read, the next ones are asked for. */
const MOST_AHEAD = 100
/** Header, result line and chips. */
const BAR_PX = 248

const features = tableFeatures({ columnVisibilityFeature })
const helper = createColumnHelper<typeof features, Line>()
const columns = helper.columns(COLUMNS.map((id) => helper.display({ id })))
type Props = RowsProps & {
  choice: Choice
  total: number
  /** Whether more rows follow: they have their room already. */
  hasMore: boolean
  /** Reads them; undefined while they are on their way. */
  more: (() => void) | undefined
}

/** Works as rows. Only those near the window are drawn; arrows move through all that are read, Enter opens one. */
export function RowTable({ list, rows, filters, isWithinOne, folds, actOf, pickOf, staleOf, choice, total, hasMore, more }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const hint = useId()
  const { folded, open } = useFolded(list, rows, folds)
  const isTouch = useMediaQuery('(hover: none)')
  const visibility = useVisibility({ isWithinOne, isTouch, hasActs: actOf !== undefined, hasPicks: pickOf !== undefined })
  const table = useTable({ features, columns, data: folded as Line[], state: { columnVisibility: visibility } })
  const leaves = table.getVisibleLeafColumns()
  const shown = useMemo(() => leaves.map(({ id }) => id as ColumnId), [leaves])
  const isPhone = useMediaQuery('(max-width: 767px)')
  const coming = hasMore ? Math.max(0, total - rows.length) : 0
  const lines = useLines({ count: folded.length, coming, size: isPhone ? PHONE_ROW_PX : ROW_PX, list, barPx: BAR_PX })
  const isNear = (lines.visible.at(-1)?.index ?? 0) + Math.min(MOST_AHEAD, folded.length / 2) >= folded.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function each time; whether there is one decides
  useEffect(() => {
    if (isNear) more?.()
  }, [isNear, more === undefined, folded.length])
  const areKeysOn = useShortcutsOn()
  const press = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (target.getAttribute('role') !== 'row' || event.ctrlKey || event.metaKey || event.altKey) return
    const line = folded[lines.active]
    if (event.key === 'Enter' && line) {
      event.preventDefault()
      if (line.is === 'fold') open(line)
      else navigate(itemPath(line.row.row))
      return
    }
    const to = lineAt(event.key, lines.active, folded.length, areKeysOn)
    if (to === undefined) return
    event.preventDefault()
    lines.go(to)
  }
  const template = isPhone ? undefined : shown.map((id) => (id === 'act' && isTouch ? TOUCH_ACT : WIDTHS[id])).join(' ')
  return (
    <>
      <p id={hint} className="visually-hidden">
        {t('explore.table.keys')}
      </p>
      <div
        ref={lines.top}
        className={isPhone ? 'dense narrow' : 'dense'}
        role="grid"
        aria-label={t('explore.table.caption')}
        aria-describedby={hint}
        aria-rowcount={total + 1}
        aria-colcount={shown.length}
        onKeyDown={press}
      >
        <div className="dense-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {shown.map((id) => (
            <Head key={id} id={id} choice={choice} />
          ))}
        </div>
        <div role="rowgroup" className="dense-body" style={{ height: lines.height }}>
          {lines.visible.map(({ index, start, size }) => {
            const line = lines.isDrawn(index) ? folded[index] : undefined
            if (!line) return <BoxRow key={`box ${index}`} start={start} size={size} />
            const place = { index, start, size, template, isActive: index === lines.active, onFocus: lines.note }
            return line.is === 'fold' ? (
              <FoldRow key={`fold ${rowKey(line.rows[0]?.row)}`} {...place} fold={line} span={shown.length} onOpen={open} />
            ) : (
              <WorkRow
                key={rowKey(line.row.row)}
                {...place}
                line={line.row}
                state={rowStateOf(line.row, filters)}
                columns={shown}
                isStill={lines.isStill}
                staleSince={staleOf(line.row.row.chainId)}
                actOf={actOf}
                pickOf={pickOf}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}

type Wanted = { isWithinOne: boolean; isTouch: boolean; hasActs: boolean; hasPicks: boolean }

/** Columns leave in this order where there is no room: Listed, Owner, Last sale, Rank. A finger always has the cart. */
function useVisibility({ isWithinOne, isTouch, hasActs, hasPicks }: Wanted): Record<ColumnId, boolean> {
  const [wide, middle, less, least] = [
    useMediaQuery('(min-width: 1360px)'),
    useMediaQuery('(min-width: 1280px)'),
    useMediaQuery('(min-width: 1120px)'),
    useMediaQuery('(min-width: 768px)'),
  ]
  return useMemo(
    () => ({
      pick: hasPicks && least,
      work: true,
      price: true,
      worth: least,
      floor: least,
      rank: less && isWithinOne,
      lastSale: less,
      offer: least,
      owner: middle,
      listed: wide,
      act: hasActs && (middle || isTouch),
    }),
    [wide, middle, less, least, isWithinOne, isTouch, hasActs, hasPicks],
  )
}

function Head({ id, choice: { filters, sort = ownSort(filters), order } }: { id: ColumnId; choice: Choice }) {
  const { t } = useTranslation()
  const sorts = SORTS[id]
  const isOut = (id === 'rank' || id === 'work') && filters.collections?.length !== 1
  const isNumber = id !== 'work' && id !== 'owner' && id !== 'pick'
  const className = isNumber ? 'end' : `dense-${id}`
  // The figures follow the price: it alone says that the table is sorted by it.
  const isSorted = sorts !== undefined && id !== 'worth' && id !== 'floor' && sorts.includes(sort)
  const name = t(`explore.table.${id}`)
  const direction = isSorted ? (RISING.includes(sort) ? 'ascending' : 'descending') : sorts && !isOut ? 'none' : undefined
  const next = sorts && (sorts[sorts.indexOf(sort) + 1] ?? sorts[0])
  return (
    <div role="columnheader" className={isSorted ? `${className} on` : className} aria-sort={direction}>
      {next && !isOut ? (
        <button type="button" onClick={() => order(next)}>
          {name}
          {isSorted && <Icon of={RISING.includes(sort) ? ArrowUp : ArrowDown} size="tiny" />}
        </button>
      ) : (
        <span className={id === 'act' || id === 'pick' ? 'visually-hidden' : undefined}>{name}</span>
      )}
    </div>
  )
}

type WorkProps = Place & {
  line: StableRow<ExploreRow>
  state: ReturnType<typeof rowStateOf>
  columns: readonly ColumnId[]
  isStill: boolean
  staleSince: ReactNode
  actOf: RowsProps['actOf']
  pickOf: RowsProps['pickOf']
}

/** Renders again only when it changes, not with each row that comes near. */
const WorkRow = memo(function WorkRow({ line, state, columns: shown, isStill, staleSince, actOf, pickOf, ...place }: WorkProps) {
  return (
    <div {...placed(place)} className={state === 'here' ? 'dense-row' : 'dense-row gone'}>
      {shown.map((id) => (
        <div key={id} role="gridcell" className={id === 'work' || id === 'owner' || id === 'pick' ? `dense-${id}` : `dense-${id} end num`}>
          <Inside
            id={id}
            row={line.row}
            state={state}
            isStill={isStill}
            isNarrow={!shown.includes('worth')}
            staleSince={staleSince}
            actOf={actOf}
            pickOf={pickOf}
          />
        </div>
      ))}
    </div>
  )
})

type InsideProps = Pick<WorkProps, 'state' | 'isStill' | 'staleSince' | 'actOf' | 'pickOf'> & {
  id: ColumnId
  row: ExploreRow
  isNarrow: boolean
}

function Inside({ id, row, state, isStill, isNarrow, staleSince, actOf, pickOf }: InsideProps): ReactNode {
  switch (id) {
    case 'pick':
      return state === 'here' ? pickOf?.(row) : null
    case 'work':
      return <WorkCell row={row} />
    case 'price':
      return <PriceCell row={row} state={state} isNarrow={isNarrow} staleSince={staleSince} />
    case 'worth':
      return <WorthCell row={row} staleSince={staleSince} />
    case 'floor':
      return <ToFloorCell row={row} isStill={isStill} />
    case 'rank':
      return row.rank ?? '–'
    case 'lastSale':
      return <LastSaleCell row={row} />
    case 'offer':
      return <OfferCell row={row} />
    case 'owner':
      return <OwnerCell row={row} />
    case 'listed':
      return <ListedCell row={row} />
    case 'act':
      return state === 'here' ? actOf?.(row) : null
  }
}

type FoldProps = Place & {
  fold: Extract<Line, { is: 'fold' }>
  span: number
  onOpen: (fold: Extract<Line, { is: 'fold' }>) => void
}

function FoldRow({ fold, span, onOpen, ...place }: FoldProps) {
  const text = useFoldText(fold)
  return (
    <div {...placed(place)} className="dense-row fold-row">
      <div role="gridcell" aria-colspan={span}>
        <button type="button" className="link" tabIndex={-1} onClick={() => onOpen(fold)}>
          {text}
        </button>
      </div>
    </div>
  )
}
