import type { HistoryRow } from './history-view.ts'

export type SalePoint = { id: string; at: number; unitPrice: string; symbol: string }

/**
 * Sales in the token of the newest one, oldest first: prices of two tokens have no common scale. `rows` are newest first.
 */
export function salePoints(rows: readonly HistoryRow[]): SalePoint[] {
  const sales = rows.flatMap(({ id, at, sold }) => (sold ? [{ id, at, ...sold }] : []))
  return sales.filter(({ symbol }) => symbol === sales[0]?.symbol).toReversed()
}

export type Place = { x: number; y: number }

/** Position of each sale in a box of this size: time to the right, price upwards from zero to the top of the axis. */
export function placePoints(points: readonly SalePoint[], width: number, height: number): Place[] {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const highest = axisOf(points).at(-1) ?? 0
  return points.map(({ at, unitPrice }, index) => ({
    // Sales of one block are drawn side by side.
    x: width * (last > first ? (at - first) / (last - first) : index / Math.max(1, points.length - 1)),
    y: height * (highest > 0 ? 1 - Number(unitPrice) / highest : 1),
  }))
}

/** Steps of an axis, as parts of a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const
const MOST_STEPS = 4

/** Round values of the axis, from zero to one that is not below the highest price. Numbers for the drawing alone. */
export function axisOf(points: readonly SalePoint[]): number[] {
  const highest = Math.max(0, ...points.map(({ unitPrice }) => Number(unitPrice)))
  if (highest === 0) return [0]
  const power = 10 ** Math.floor(Math.log10(highest / MOST_STEPS))
  // What is round in decimals is not in binary: 3 × 0.1 is above 0.3.
  const count = (step: number) => Math.ceil(Number((highest / (step * power)).toPrecision(12)))
  const step = (STEPS.find((each) => count(each) <= MOST_STEPS) ?? 10) * power
  return Array.from({ length: Math.ceil(Number((highest / step).toPrecision(12))) + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}
