import type { Prices } from '../answer.ts'
import { PARTS, partOf, partsBetween } from '../question.ts'
import type { Judged } from './filter.ts'
import { PASSES, PRICES } from './groups.ts'
import { isNear, NEAR, type RowPrices } from './prices.ts'

/** Rows with a price, and their prices as floats. */
type Priced = { readonly rows: Uint32Array; readonly floats: Float64Array }

/** How many rows that pass, or fail by their prices alone, lie in each part of them. Floats decide, and exact prices between near ones. */
export function histogramOf(prices: RowPrices, { rows, fates }: Judged): Prices | undefined {
  const priced = { rows: new Uint32Array(rows.length), floats: new Float64Array(rows.length) }
  let [count, unpriced] = [0, 0]
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = 0; at < rows.length; at++) {
    if (fates[at] !== PASSES && fates[at] !== PRICES) continue
    const price = prices.priceOf(rows[at] as number)
    if (price < 0) {
      unpriced++
      continue
    }
    if (price < low) low = price
    if (price > high) high = price
    priced.rows[count] = rows[at] as number
    priced.floats[count++] = price
  }
  if (count === 0) return undefined
  const among = { rows: priced.rows.subarray(0, count), floats: priced.floats.subarray(0, count) }
  const { min, max } = endsOf(prices, among, low, high)
  return { min, max, counts: partCounts(prices, among, min, max), unpriced }
}

/** The exact prices of the lowest and the highest row. */
function endsOf(prices: RowPrices, { rows, floats }: Priced, low: number, high: number): { readonly min: bigint; readonly max: bigint } {
  let [min, max]: (bigint | undefined)[] = []
  for (let at = 0; at < rows.length; at++) {
    const price = floats[at] as number
    if (!isNear(price, low) && !isNear(price, high)) continue
    const exact = prices.exactOnScale(rows[at] as number) ?? 0n
    if (min === undefined || exact < min) min = exact
    if (max === undefined || exact > max) max = exact
  }
  return { min: min ?? 0n, max: max ?? 0n }
}

function partCounts(prices: RowPrices, { rows, floats }: Priced, min: bigint, max: bigint): number[] {
  const starts = partsBetween(min, max)
  // From just below a start to just above it, exact prices decide.
  const below = Float64Array.from(starts, (start) => Number(start) * (1 - NEAR))
  const above = Float64Array.from(starts, (start) => Number(start) * (1 + NEAR))
  const logOf = (price: number): number => Math.log(Math.max(price, 0.5))
  const first = logOf(Number(min))
  const perLog = PARTS / (logOf(Number(max)) - first)
  const counts = Array.from({ length: PARTS }, () => 0)
  for (let at = 0; at < rows.length; at++) {
    const price = floats[at] as number
    // All parts have one ratio: the logarithm, where it is a number, misses by one part at most.
    let part = Math.min(PARTS - 1, Math.max(0, ((logOf(price) - first) * perLog) | 0))
    while (part > 0 && price < (below[part - 1] as number)) part--
    while (part < PARTS - 1 && price >= (below[part] as number)) part++
    if (part > 0 && price <= (above[part - 1] as number)) part = partOf(prices.exactOnScale(rows[at] as number) ?? 0n, starts)
    counts[part] = (counts[part] as number) + 1
  }
  return counts
}
