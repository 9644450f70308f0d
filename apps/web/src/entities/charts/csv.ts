import { csvLine } from '@plinth/protocol'
import { saveFile } from '../../lib/save-file.ts'

export type CsvColumn<Row> = { head: string; text: (row: Row) => string }

export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ text }) => text(row)))]
  return lines.map(csvLine).join('')
}

/** The mark tells spreadsheets that it is UTF-8. */
export const saveCsv = (name: string, text: string): void => saveFile(name, `\uFEFF${text}`, 'text/csv;charset=utf-8')
