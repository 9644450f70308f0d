import type { Prices } from '../answer.ts'
import { PARTS, partOf, partsBetween } from '../question.ts'
import { isNear, type RowPrices } from './prices.ts'

/** How many of these rows lie in each part of their prices. Floats decide, and exact prices between near ones. */
export function histogramOf(prices: RowPrices, rows: Uint32Array): Prices | undefined {
  const floats = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) floats[at] = prices.priceOf(rows[at] as number)
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let unpriced = 0
  for (const float of floats) {
    if (float < 0) {
      unpriced++
      continue
    }
    if (float < low) low = float
    if (float > high) high = float
  }
  if (unpriced === rows.length) return undefined
  const exactOf = (row: number): bigint => prices.exactOnScale(row) ?? 0n
  let [min, max]: (bigint | undefined)[] = []
  for (const [at, float] of floats.entries()) {
    if (float < 0 || (!isNear(float, low) && !isNear(float, high))) continue
    const exact = exactOf(rows[at] as number)
    if (min === undefined || exact < min) min = exact
    if (max === undefined || exact > max) max = exact
  }
  const starts = partsBetween(min ?? 0n, max ?? 0n)
  const edges = Float64Array.from(starts, Number)
  // Of an exact price where it decides: many rows have the same.
  const known = new Map<bigint, number>()
  const partOfExact = (exact: bigint): number => {
    const part = known.get(exact) ?? partOf(exact, starts)
    known.set(exact, part)
    return part
  }
  const counts = Array.from({ length: PARTS }, () => 0)
  for (const [at, float] of floats.entries()) {
    if (float < 0) continue
    const rough = partBelow(edges, float)
    const isAtEdge = isNear(float, edges[rough] ?? Number.NaN) || isNear(float, edges[rough - 1] ?? Number.NaN)
    const part = isAtEdge ? partOfExact(exactOf(rows[at] as number)) : rough
    counts[part] = (counts[part] as number) + 1
  }
  return { min: min ?? 0n, max: max ?? 0n, counts, unpriced }
}

/** How many of these rising edges a float has reached. */
function partBelow(edges: Float64Array, float: number): number {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (float >= (edges[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}
