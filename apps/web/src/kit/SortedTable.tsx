import { useState } from 'react'
import { type Column, Table, type TableProps } from './Table.tsx'

type Value = bigint | number | string
export type SortedColumn<Row> = Omit<Column<Row>, 'sort'> & { value?: (row: Row) => Value }
type Props<Row> = Omit<TableProps<Row>, 'columns'> & { columns: readonly SortedColumn<Row>[] }

/** All rows are here, and each column with a value sorts them; figures begin with the largest. */
export function SortedTable<Row>({ columns, rows, ...rest }: Props<Row>) {
  const [sorted, setSorted] = useState<{ key: string; isUp: boolean }>()
  const by = columns.find(({ key }) => key === sorted?.key)?.value
  const isUp = sorted?.isUp ?? false
  return (
    <Table
      {...rest}
      rows={by ? rows.toSorted((a, b) => (isUp ? compare(by(a), by(b)) : compare(by(b), by(a)))) : rows}
      columns={columns.map(({ value, ...column }) => ({
        ...column,
        sort: value && {
          now: sorted?.key !== column.key ? undefined : isUp ? 'ascending' : 'descending',
          onSort: () => setSorted({ key: column.key, isUp: sorted?.key === column.key ? !isUp : false }),
        },
      }))}
    />
  )
}

function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
  return a < b ? -1 : a > b ? 1 : 0
}
