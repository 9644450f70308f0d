import type { Prices } from '../answer.ts'
import { PARTS, partOf, partsBetween } from '../question.ts'
import { SEVERAL_CELL } from './cells.ts'
import type { ItemColumns } from './columns.ts'
import { isNear, NEAR, type RowPrices } from './prices.ts'

/** Bits of the first half of a float that name its place in the table of parts. */
const CELL_BITS = 12
const MANY = 255

/** Rows that counts are of: all that `isIn` says, of these profiles, and among these rows where they are given. */
export type Among = {
  readonly isIn: (row: number) => boolean
  readonly isProfileIn: (profile: number) => boolean
  readonly rows: readonly number[] | undefined
}
type Span = { readonly cell: number; readonly low: number; readonly high: number; readonly count: number }

/**
 * How many rows lie in each part of their prices. `counts` has them by cell: only of cells with an end in them, or with a place where
 * a part begins, are the rows looked at. Floats decide, and exact prices between near ones.
 */
export function histogramOf(columns: ItemColumns, prices: RowPrices, counts: Uint32Array, among: Among): Prices | undefined {
  const { spans, unpriced: withoutSpan } = spansOf(columns, prices, counts)
  const several = among.rows ? among.rows.filter((row) => columns.asks.has(row)) : [...columns.asks.keys()]
  const counted = several.filter(among.isIn)
  const loose = counted.filter((row) => prices.priceOf(row) >= 0)
  const unpriced = withoutSpan + counted.length - loose.length
  const ends = endsOf(columns, prices, spans, loose, among)
  if (!ends) return undefined
  const { min, max } = ends
  const starts = partsBetween(min, max)
  const partOfFloat = tableOf(Float64Array.from(starts, Number))
  const parts = Array.from({ length: PARTS }, () => 0)
  const add = (part: number, count: number): void => {
    parts[part] = (parts[part] as number) + count
  }
  const mixed: number[] = []
  for (const { cell, low, high, count } of spans) {
    const [first, last] = [partOfFloat(low), partOfFloat(high)]
    if (first >= 0 && first === last) add(first, count)
    else mixed.push(cell)
  }
  // Of an exact price where it decides: many rows have the same.
  const known = new Map<bigint, number>()
  const partOfExact = (exact: bigint): number => {
    let part = known.get(exact)
    if (part === undefined) {
      part = partOf(exact, starts)
      known.set(exact, part)
    }
    return part
  }
  for (const row of [loose, rowsIn(columns, mixed, among)].flat()) {
    const part = partOfFloat(prices.priceOf(row))
    add(part < 0 ? partOfExact(prices.exactOnScale(row) ?? 0n) : part, 1)
  }
  return { min, max, counts: parts, unpriced }
}

/** Cells whose rows have a price on the scale, and how many rows of others have none. */
function spansOf({ cells }: ItemColumns, { scaled }: RowPrices, counts: Uint32Array): { spans: Span[]; unpriced: number } {
  const spans: Span[] = []
  let unpriced = 0
  for (let cell = 0; cell < cells.size; cell++) {
    const count = counts[cell] ?? 0
    if (count === 0 || cell === SEVERAL_CELL) continue
    const worth = scaled[(cells.token[cell] as number) + 1] as number
    if (worth < 0) unpriced += count
    else spans.push({ cell, low: (cells.low[cell] as number) * worth, high: (cells.high[cell] as number) * worth, count })
  }
  return { spans, unpriced }
}

/** The least and the highest price. */
function endsOf(columns: ItemColumns, prices: RowPrices, spans: readonly Span[], loose: readonly number[], among: Among) {
  if (spans.length === 0 && loose.length === 0) return undefined
  const floats = loose.map((row) => prices.priceOf(row))
  // Each cell has a row below its end, and one at its beginning or above.
  const least = leastOf([...spans.map(({ high }) => high), ...floats])
  const most = -leastOf([...spans.map(({ low }) => -low), ...floats.map((float) => -float)])
  const outer = spans.filter(({ low, high }) => low <= least || isNear(low, least) || high >= most || isNear(high, most))
  const rows = [
    loose,
    rowsIn(
      columns,
      outer.map(({ cell }) => cell),
      among,
    ),
  ].flat()
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const row of rows) {
    const float = prices.priceOf(row)
    if (float < low) low = float
    if (float > high) high = float
  }
  let [min, max]: (bigint | undefined)[] = []
  for (const row of rows) {
    const float = prices.priceOf(row)
    if (!isNear(float, low) && !isNear(float, high)) continue
    const exact = prices.exactOnScale(row) ?? 0n
    if (min === undefined || exact < min) min = exact
    if (max === undefined || exact > max) max = exact
  }
  return { min: min ?? 0n, max: max ?? 0n }
}

function leastOf(values: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const value of values) if (value < least) least = value
  return least
}

/** Counted rows of these cells. */
function rowsIn({ cell, cells, buckets }: ItemColumns, wanted: readonly number[], { isIn, isProfileIn, rows }: Among): number[] {
  if (wanted.length === 0) return []
  if (!rows) {
    const ofCells = wanted.flatMap((one) => buckets.ofCell(one)).filter(({ profile }) => isProfileIn(profile))
    return ofCells.flatMap((bucket) => bucket.rows.filter(isIn))
  }
  const isWanted = new Uint8Array(cells.size)
  for (const one of wanted) isWanted[one] = 1
  return rows.filter((row) => isWanted[cell[row] as number] === 1 && isIn(row))
}

const bits = new DataView(new ArrayBuffer(8))
const cellOf = (float: number): number => {
  bits.setFloat64(0, float)
  return bits.getUint32(0) >>> CELL_BITS
}

/** The part of a float, -1 where it is too near to the beginning of one. A cell that no part begins in has one part. */
function tableOf(starts: Float64Array): (float: number) => number {
  const [first, last] = [cellOf(starts[0] ?? 0), cellOf(starts.at(-1) ?? 0)]
  const search = (float: number): number => {
    let part = 0
    while (part < starts.length && float >= (starts[part] as number)) part++
    const isAt = (start: number | undefined) => start !== undefined && isNear(float, start)
    return isAt(starts[part]) || isAt(starts[part - 1]) ? -1 : part
  }
  const table = new Uint8Array(last - first + 1)
  let before = 0
  for (let cell = first; cell <= last; cell++) {
    while (before < starts.length && cellOf(starts[before] as number) < cell) before++
    table[cell - first] = before
  }
  for (const start of starts)
    for (const near of [1 - 2 * NEAR, 1, 1 + 2 * NEAR]) {
      const cell = cellOf(start * near)
      if (cell >= first && cell <= last) table[cell - first] = MANY
    }
  return (float) => {
    const cell = cellOf(float)
    if (cell < first) return isNear(float, starts[0] as number) ? -1 : 0
    if (cell > last) return isNear(float, starts[starts.length - 1] as number) ? -1 : starts.length
    const known = table[cell - first] as number
    return known === MANY ? search(float) : known
  }
}
