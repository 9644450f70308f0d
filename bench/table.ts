/** Rows under their headings, numbers to the right. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  console.log(line(headings))
  console.log(`|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`)
  for (const row of rows) console.log(line(row))
}

/** A row of a table: least, middle and p95, and whether that meets the goal. */
export function timesRow(name: string, all: readonly number[], goal: number): string[] {
  const sorted = all.toSorted((a, b) => a - b)
  const [least, middle, most] = [
    sorted[0],
    sorted[Math.floor(sorted.length / 2)],
    sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN,
  ]
  return [
    name,
    String(all.length),
    ...[least, middle, most].map((number) => (number ?? Number.NaN).toFixed(0)),
    most <= goal ? 'met' : 'MISSED',
  ]
}
