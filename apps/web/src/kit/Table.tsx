import type { ReactNode } from 'react'

export type Column<Row> = { key: string; head: string; cell: (row: Row) => ReactNode; end?: boolean; width?: number }
export type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  tight?: boolean
}

export function Table<Row>({ caption, columns, rows, rowKey, tight }: TableProps<Row>) {
  return (
    <table className={tight ? 'table tight' : 'table'}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.end ? 'end' : ''} style={{ width: column.width }}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} className={column.end ? 'end' : ''}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
