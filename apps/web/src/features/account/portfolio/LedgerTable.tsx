// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one can't be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows have the focus, and the buttons of the head
import type { PortfolioItem, PortfolioSort } from '@plinth/api'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { BoxRow, type Place, placed } from '../../../entities/rows/line.tsx'
import { lineAt, useLines } from '../../../entities/rows/use-lines.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Icon } from '../../../kit/icons.tsx'
import { itemPath } from '../../../lib/links.ts'
import { PHONE, useMediaQuery } from '../../../lib/media-query.ts'
import { rowKey } from '../../../lib/rows.ts'
import { useShortcutsOn } from '../../../lib/shortcuts.ts'
import { ChangeCell, FiguresCell, FloorCell, LastSaleCell, ListedCell, OfferCell, PaidCell, WorkCell } from './ledger-cells.tsx'
import type { LedgerView } from './portfolio-address.ts'
import '../../../entities/rows/dense.css'

const ROW_PX = 56
const PHONE_ROW_PX = 72
/** Header and the bar of the ledger. */
const BAR_PX = 160
const MOST_AHEAD = 100

export type LedgerColumn = 'pick' | 'work' | 'held' | 'paid' | 'lastSale' | 'floor' | 'offer' | 'rank' | 'listed' | 'change' | 'act'

/** What each column takes of the width. */
const WIDTHS: Readonly<Record<LedgerColumn, string>> = {
  pick: '28px',
  work: 'minmax(144px, 2fr)',
  held: '48px',
  paid: 'minmax(96px, 1fr)',
  lastSale: 'minmax(96px, 1fr)',
  floor: 'minmax(88px, 0.9fr)',
  offer: 'minmax(88px, 0.9fr)',
  rank: '48px',
  listed: 'minmax(96px, 1fr)',
  change: '72px',
  act: '196px',
}

const SORTS: Partial<Record<LedgerColumn, PortfolioSort>> = {
  work: 'name',
  held: 'held',
  paid: 'paid',
  lastSale: 'lastSale',
  floor: 'floor',
  offer: 'offer',
  rank: 'rarity',
  listed: 'listed',
  change: 'change',
}

export type LedgerTableProps = {
  /** Names the list: another one begins at its first row. */
  list: string
  rows: readonly PortfolioItem[]
  total: number
  /** Reads the next rows; undefined while they are on their way, or none is left. */
  more: (() => void) | undefined
  view: LedgerView
  onSort: (sort: PortfolioSort) => void
  pickOf: ((row: PortfolioItem) => ReactNode) | undefined
  /** Of all rows that are read. */
  pickAll: ReactNode
  actOf: (row: PortfolioItem) => ReactNode
}

/** Works as rows of money. Only those near the window are drawn; arrows move through all that are read, Enter opens one. */
export function LedgerTable({ list, rows, total, more, view, onSort, pickOf, pickAll, actOf }: LedgerTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const hint = useId()
  const isPhone = useMediaQuery(PHONE)
  const shown = useColumns(pickOf !== undefined)
  const coming = Math.max(0, total - rows.length)
  const lines = useLines({ count: rows.length, coming, size: isPhone ? PHONE_ROW_PX : ROW_PX, list, barPx: BAR_PX })
  const isNear = (lines.visible.at(-1)?.index ?? 0) + Math.min(MOST_AHEAD, rows.length / 2) >= rows.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function each time; whether there is one decides
  useEffect(() => {
    if (isNear) more?.()
  }, [isNear, more === undefined, rows.length])
  const areKeysOn = useShortcutsOn()
  const press = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (target.getAttribute('role') !== 'row' || event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[lines.active]
    if (event.key === 'Enter' && row) {
      event.preventDefault()
      navigate(itemPath(row))
      return
    }
    const to = lineAt(event.key, lines.active, rows.length, areKeysOn)
    if (to === undefined) return
    event.preventDefault()
    lines.go(to)
  }
  const template = isPhone ? undefined : shown.map((id) => WIDTHS[id]).join(' ')
  return (
    <>
      <p id={hint} className="visually-hidden">
        {t('explore.table.keys')}
      </p>
      <div
        ref={lines.top}
        className={isPhone ? 'dense ledger-table narrow' : 'dense ledger-table'}
        role="grid"
        aria-label={t('portfolio.tab.items')}
        aria-describedby={hint}
        aria-rowcount={total + 1}
        aria-colcount={shown.length}
        onKeyDown={press}
      >
        <LedgerHead columns={shown} template={template} view={view} onSort={onSort} pickAll={pickAll} />
        <div role="rowgroup" className="dense-body" style={{ height: lines.height }}>
          {lines.visible.map(({ index, start, size }) => {
            const row = lines.isDrawn(index) ? rows[index] : undefined
            if (!row) return <BoxRow key={`box ${index}`} start={start} size={size} />
            const place = { index, start, size, template, isActive: index === lines.active, onFocus: lines.note }
            return <LedgerRow key={rowKey(row)} {...place} row={row} columns={shown} isPhone={isPhone} pickOf={pickOf} actOf={actOf} />
          })}
        </div>
      </div>
    </>
  )
}

/** Columns leave in this order where there is no room: last sale, rank, held, then price paid and change. */
function useColumns(hasPicks: boolean): readonly LedgerColumn[] {
  const [wide, middle, less, tablet, least] = [
    useMediaQuery('(min-width: 1360px)'),
    useMediaQuery('(min-width: 1200px)'),
    useMediaQuery('(min-width: 1040px)'),
    useMediaQuery('(min-width: 968px)'),
    useMediaQuery('(min-width: 768px)'),
  ]
  return useMemo(() => {
    const has: Readonly<Record<LedgerColumn, boolean>> = {
      pick: hasPicks,
      work: true,
      held: less,
      paid: tablet,
      lastSale: wide,
      floor: true,
      offer: least,
      rank: middle,
      listed: least,
      change: tablet,
      act: least,
    }
    return (Object.keys(has) as LedgerColumn[]).filter((id) => has[id])
  }, [hasPicks, wide, middle, less, tablet, least])
}

type HeadProps = Pick<LedgerTableProps, 'view' | 'onSort' | 'pickAll'> & {
  columns: readonly LedgerColumn[]
  template: string | undefined
}

function LedgerHead({ columns, template, view: { sort, isAscending }, onSort, pickAll }: HeadProps) {
  const { t } = useTranslation()
  return (
    <div className="dense-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
      {columns.map((id) => {
        const by = SORTS[id]
        const isSorted = by === sort
        const name = id === 'pick' ? '' : t(`portfolio.column.${id}`)
        const className = id === 'work' || id === 'pick' ? `dense-${id}` : 'end'
        return (
          <div
            key={id}
            role="columnheader"
            className={isSorted ? `${className} on` : className}
            aria-sort={by && (isSorted ? (isAscending ? 'ascending' : 'descending') : 'none')}
          >
            {id === 'pick' && pickAll}
            {by && (
              <button type="button" onClick={() => onSort(by)}>
                {name}
                {isSorted && <Icon of={isAscending ? ArrowUp : ArrowDown} size="tiny" />}
              </button>
            )}
            {id === 'act' && <span className="visually-hidden">{name}</span>}
          </div>
        )
      })}
    </div>
  )
}

type RowProps = Place & {
  row: PortfolioItem
  columns: readonly LedgerColumn[]
  isPhone: boolean
} & Pick<LedgerTableProps, 'pickOf' | 'actOf'>

/** Renders again only when it changes, not with each row that comes near. */
const LedgerRow = memo(function LedgerRow({ row, columns, isPhone, pickOf, actOf, ...place }: RowProps) {
  return (
    <div {...placed(place)} className="dense-row">
      {columns.map((id) => (
        <div key={id} role="gridcell" className={id === 'work' || id === 'pick' ? `dense-${id}` : `dense-${id} end num`}>
          <LedgerCell id={id} row={row} isPhone={isPhone} pickOf={pickOf} actOf={actOf} />
        </div>
      ))}
    </div>
  )
})

type CellProps = Pick<RowProps, 'row' | 'isPhone' | 'pickOf' | 'actOf'> & { id: LedgerColumn }

function LedgerCell({ id, row, isPhone, pickOf, actOf }: CellProps): ReactNode {
  switch (id) {
    case 'pick':
      return pickOf?.(row)
    case 'work':
      return <WorkCell row={row} size={isPhone ? 48 : 36} />
    case 'held':
      return row.held.toString()
    case 'paid':
      return <PaidCell row={row} />
    case 'lastSale':
      return <LastSaleCell row={row} />
    case 'floor':
      return isPhone ? <FiguresCell row={row} /> : <FloorCell row={row} />
    case 'offer':
      return <OfferCell row={row} />
    case 'rank':
      return row.rank ?? '–'
    case 'listed':
      return <ListedCell row={row} />
    case 'change':
      return <ChangeCell row={row} />
    case 'act':
      return actOf(row)
  }
}
