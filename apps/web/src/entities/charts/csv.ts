import { saveFile } from '../../lib/save-file.ts'

export type CsvColumn<Row> = { head: string; text: (row: Row) => string }

/** A spreadsheet runs what begins so as a formula, and names come from anybody. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** RFC 4180, each field quoted that needs it. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ text }) => text(row)))]
  return `${lines.map((fields) => fields.map(field).join(',')).join('\r\n')}\r\n`
}

function field(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The mark tells spreadsheets that it is UTF-8. */
export const saveCsv = (name: string, text: string): void => saveFile(name, `\uFEFF${text}`, 'text/csv;charset=utf-8')
