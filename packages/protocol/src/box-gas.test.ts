import { describe, expect, it } from 'vitest'
import vectors from '../vectors/box-gas.json' with { type: 'json' }
import { REFUND_GAS, revealGas } from './box-gas.ts'

/** Boxes × prizes of a box, kinds, and the least gas with which a reveal passed where every callee burns all it may. */
const MEASURED = [
  [15, 2, 100, 9_710_000n],
  [10, 2, 100, 6_400_000n],
  [5, 2, 100, 3_680_000n],
  [15, 3, 100, 12_750_000n],
  [20, 2, 75, 11_440_000n],
  [14, 7, 100, 15_060_000n],
] as const

describe('gas of a reveal', () => {
  it('is what the contract was run with, at its worst: test/box/worst/Bounds.t.sol', () => {
    for (const { gas, boxes, opening, kinds, repeat } of vectors.reveals)
      expect(revealGas(Number(boxes), { opening: Number(opening), repeat, kinds: Number(kinds) })).toBe(BigInt(gas))
    expect(REFUND_GAS).toBe(BigInt(vectors.refund))
  })

  it.each(MEASURED)(
    '[F-3] of %i boxes of %i of %i kinds covers what receivers, payees and token can burn',
    (boxes, opening, kinds, needed) => {
      const gas = revealGas(boxes, { opening, repeat: false, kinds })
      expect(gas).toBeGreaterThan(needed)
      expect(gas).toBeLessThanOrEqual(16_777_216n)
    },
  )

  it('pays for the order of kinds only where the contract makes one', () => {
    const plain = revealGas(10, { opening: 2, repeat: true, kinds: 100 })
    expect(revealGas(10, { opening: 2, repeat: false, kinds: 100 }) - plain).toBe(1_600_000n)
    expect(revealGas(20, { opening: 1, repeat: false, kinds: 100 })).toBe(plain)
  })
})
