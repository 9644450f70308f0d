import { describe, expect, it } from 'vitest'
import type { HistoryRow } from './history-view.ts'
import { axisOf, placePoints, salePoints } from './price-history.ts'

const row = (id: string, at: number, sold?: { unitPrice: string; symbol: string }) => ({ id, at, sold }) as HistoryRow
const eth = (unitPrice: string) => ({ unitPrice, symbol: 'ETH' })

// Newest first, as the history is.
const rows = [row('5', 500, eth('2')), row('4', 400), row('3', 300, { unitPrice: '900', symbol: 'PUSD' }), row('1', 100, eth('0.5'))]

describe('the line of prices', () => {
  it('holds the sales in the token of the newest one, oldest first', () => {
    expect(salePoints(rows).map(({ id, unitPrice }) => [id, unitPrice])).toEqual([
      ['1', '0.5'],
      ['5', '2'],
    ])
    expect(salePoints([row('4', 400)])).toEqual([])
  })

  it('goes from left to right in time, and from nothing up to the highest price', () => {
    expect(placePoints(salePoints(rows), 400, 100)).toEqual([
      { x: 0, y: 75 },
      { x: 400, y: 0 },
    ])
    const together = [row('2', 100, eth('0')), row('1', 100, eth('0'))]
    expect(placePoints(salePoints(together), 400, 100)).toEqual([
      { x: 0, y: 100 },
      { x: 400, y: 100 },
    ])
  })

  it.each([
    [
      ['0.5', '1.95'],
      [0, 0.5, 1, 1.5, 2],
    ],
    [
      ['0.3', '0.1'],
      [0, 0.1, 0.2, 0.3],
    ],
    [['0.0007'], [0, 0.0002, 0.0004, 0.0006, 0.0008]],
    [
      ['120', '70'],
      [0, 50, 100, 150],
    ],
    [['1'], [0, 0.25, 0.5, 0.75, 1]],
    [['0'], [0]],
  ])('[F-75] stands on round values from zero to above the highest price: %j', (prices, axis) => {
    expect(axisOf(prices.map((unitPrice, at) => ({ id: String(at), at, unitPrice, symbol: 'ETH' })))).toEqual(axis)
  })
})
