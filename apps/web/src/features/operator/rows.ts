import type { OperatorRow } from '@plinth/api'

/** The columns that any of the rows has, in the order in which they come. */
export function columnsOf(rows: readonly OperatorRow[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

/** What an act is given of a row. */
export function givenBy(row: OperatorRow, give: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(give).map(([option, column]) => [option, String(row[column] ?? '')]))
}

/** What a row says already of the fields that are left: a form begins with it. */
export function startOf(row: OperatorRow, options: readonly { readonly name: string }[]): Record<string, string> {
  const known = options.filter(({ name }) => typeof row[name] === 'string' || typeof row[name] === 'number')
  return Object.fromEntries(known.map(({ name }) => [name, String(row[name]).trim()]))
}
