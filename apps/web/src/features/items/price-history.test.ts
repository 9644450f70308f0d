import { describe, expect, it } from 'vitest'
import type { HistoryRow } from './history-view.ts'
import { placePoints, salePoints } from './price-history.ts'

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
})
