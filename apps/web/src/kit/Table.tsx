import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

/** How a column is sorted, or can be: its head is a button then. */
export type SortOf = { now: 'ascending' | 'descending' | undefined; onSort: () => void }
export type Column<Row> = {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  end?: boolean
  width?: number
  sort?: SortOf | undefined
  /** For a column that narrow windows leave out. */
  className?: string
}
export type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  tight?: boolean
  className?: string
}

export function Table<Row>({ caption, columns, rows, rowKey, tight, className = '' }: TableProps<Row>) {
  const classOf = (column: Column<Row>) => [column.end ? 'end' : '', column.className ?? ''].filter(Boolean).join(' ')
  return (
    <table className={['table', tight ? 'tight' : '', className].filter(Boolean).join(' ')}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={classOf(column)}
              style={{ width: column.width }}
              aria-sort={column.sort ? (column.sort.now ?? 'none') : undefined}
            >
              {column.sort ? <SortHead head={column.head} sort={column.sort} /> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} className={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SortHead({ head, sort: { now, onSort } }: { head: string; sort: SortOf }) {
  return (
    <button type="button" className={now ? 'sort-head on' : 'sort-head'} onClick={onSort}>
      {head}
      {now && <Icon of={now === 'ascending' ? ArrowUp : ArrowDown} size="tiny" />}
    </button>
  )
}
