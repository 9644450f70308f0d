import type { OperatorRow } from '@plinth/api'
import { Ellipsis } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { IconButton } from '../../kit/IconButton.tsx'
import { Menu, MenuItem } from '../../kit/Menu.tsx'
import { useMediaQuery } from '../../lib/media-query.ts'
import { Cell } from './Cell.tsx'
import { useLabels } from './labels.ts'
import { columnsOf } from './rows.ts'

/** More of them do not stand beside each other on a small desk: words and figures would be broken. */
const MOST_COLUMNS = 6
const SMALL_DESK = '(min-width: 768px) and (max-width: 1279px)'

export type ReadyAct = { key: string; title: string; onSelect: () => void }
export type RecordTableProps = {
  caption: string
  rows: readonly OperatorRow[]
  actsOf?: ((row: OperatorRow) => readonly ReadyAct[]) | undefined
  openOf?: ((row: OperatorRow) => string | undefined) | undefined
  /** Label over value also where there is room for a table. */
  isStacked?: boolean
}

/** Whatever rows the server answers; on a phone each is a block of label and value. */
export function RecordTable({ caption, rows, actsOf, openOf, isStacked }: RecordTableProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const columns = columnsOf(rows)
  const isTight = useMediaQuery(SMALL_DESK) && columns.length > MOST_COLUMNS
  return (
    <table className={isStacked || isTight ? 'table tight operator-table stacked' : 'table operator-table'}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {labels.column(name)}
            </th>
          ))}
          {actsOf && (
            <th scope="col">
              <span className="visually-hidden">{t('operator.more')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name in common; a changed list is rendered again as a whole
          <tr key={index}>
            {columns.map((name) => (
              <td key={name} data-label={labels.column(name)} className={isEmpty(row[name]) ? 'empty' : undefined}>
                <Cell name={name} value={row[name] ?? null} />
              </td>
            ))}
            {actsOf && (
              <td className="operator-row-acts">
                <RowActs acts={actsOf(row)} to={openOf?.(row)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isEmpty = (value: OperatorRow[string] | undefined): boolean => value === undefined || value === null || value === ''

/** One is a button; more are a menu behind it. */
function RowActs({ acts, to }: { acts: readonly ReadyAct[]; to: string | undefined }) {
  const { t } = useTranslation()
  const [first, ...others] = acts
  return (
    <div className="row g4">
      {to && (
        <Link className="button quiet small" to={to}>
          {t('operator.open')}
        </Link>
      )}
      {first && (
        <Button size="small" onClick={first.onSelect}>
          {first.title}
        </Button>
      )}
      {others.length > 0 && (
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('operator.more')} />}>
          {others.map(({ key, title, onSelect }) => (
            <MenuItem key={key} onSelect={onSelect}>
              {title}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}
