import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { foldRuns } from './fold-runs.ts'

const A = toAddress(`0x${'a'.repeat(40)}`)
const B = toAddress(`0x${'b'.repeat(40)}`)
const listed = (...sellers: (typeof A | undefined)[]) => sellers.map((seller, id) => ({ id, seller }))
type Row = ReturnType<typeof listed>[number]

const shapeOf = (rows: Row[], isOpen?: (row: Row) => boolean) =>
  foldRuns(rows, ({ seller }) => seller, isOpen).map((one) => (one.is === 'row' ? one.row.id : `${one.rows.length} of ${one.of}`))

describe('works of one account in a row', () => {
  it('[EXPL-18] are three at most, and the rest of each run is folded in its place', () => {
    expect(shapeOf(listed(A, A, A, A, A, B, A, A, A, A))).toEqual([0, 1, 2, `2 of ${A}`, 5, 6, 7, 8, `1 of ${A}`])
    expect(shapeOf(listed(A, A, A, B, B, B))).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('are all shown where the reader has opened the fold, and where they are not on sale', () => {
    expect(shapeOf(listed(A, A, A, A, B, B, B, B), ({ id }) => id === 0)).toEqual([0, 1, 2, 3, 4, 5, 6, `1 of ${B}`])
    expect(shapeOf(listed(undefined, undefined, undefined, undefined, undefined))).toEqual([0, 1, 2, 3, 4])
  })
})
