import { describe, expect, it } from 'vitest'
import { sparklinePath } from './sparkline-path.ts'

const SIZE = { width: 26, height: 16 }

describe('a sparkline', () => {
  it('[RANK-01] runs from its lowest to its highest value, whatever their size', () => {
    const { path, end } = sparklinePath([5n * 10n ** 30n, 10n ** 31n, 75n * 10n ** 29n], SIZE)
    expect(path).toBe('M3.0 13.0L13.0 3.0L23.0 8.0')
    expect(end).toEqual({ x: 23, y: 8 })
  })

  it('has gaps where nothing was on sale, and no end where nothing is', () => {
    const { path, end } = sparklinePath([1n, 1n, null, 2n, null], { ...SIZE, width: 46 })
    expect(path).toBe('M3.0 13.0L13.0 13.0M33.0 3.0h0')
    expect(end).toBeUndefined()
    expect(sparklinePath([null, null], SIZE)).toEqual({ path: '', end: undefined })
  })

  it('is level in the middle where the value never changed', () => {
    expect(sparklinePath([7n, 7n], SIZE)).toEqual({ path: 'M3.0 8.0L23.0 8.0', end: { x: 23, y: 8 } })
  })
})
