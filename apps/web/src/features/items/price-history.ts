import type { HistoryRow } from './history-view.ts'

export type SalePoint = { id: string; at: number; unitPrice: string; symbol: string }

/** Sales in the token of the newest one, oldest first: prices of two tokens have no common scale. */
export function salePoints(rows: readonly HistoryRow[]): SalePoint[] {
  const sales = rows.flatMap(({ id, at, sold }) => (sold ? [{ id, at, ...sold }] : []))
  return sales.filter(({ symbol }) => symbol === sales[0]?.symbol).toReversed()
}

export type Place = { x: number; y: number }

/** Position of each sale in a box of this size: time to the right, price upwards from zero. Numbers for the drawing alone. */
export function placePoints(points: readonly SalePoint[], width: number, height: number): Place[] {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const highest = Math.max(...points.map(({ unitPrice }) => Number(unitPrice)))
  return points.map(({ at, unitPrice }, index) => ({
    // Sales of one block are drawn side by side.
    x: width * (last > first ? (at - first) / (last - first) : index / Math.max(1, points.length - 1)),
    y: height * (highest > 0 ? 1 - Number(unitPrice) / highest : 1),
  }))
}
