import { describe, expect, it } from 'vitest'
import { across, capOf, dates, roughly, upwards } from './scales.ts'

const BOX = { width: 640, left: 4, right: 592, top: 12, bottom: 208 }

describe('the axes of a chart', () => {
  it('[COLP-09] have round values from zero, and the highest price below the top', () => {
    const { place, ticks } = upwards(BOX, [0, 1.1], 'en')
    expect(ticks.map(({ text }) => text)).toEqual(['0.0', '0.5', '1.0', '1.5'])
    expect(place(0)).toBe(BOX.bottom)
    expect(place(1.1)).toBeGreaterThanOrEqual(BOX.top)
  })

  it('[COLP-09] spread powers of ten evenly in a logarithmic one', () => {
    const { place } = upwards(BOX, [0.01, 100], 'en', true)
    expect(place(0.1) - place(1)).toBeCloseTo(place(1) - place(10))
  })

  it('[COLP-09] leave a price far above the rest out of the scale', () => {
    expect(capOf([...Array(39).fill(1), 50])).toBe(1.25)
    expect(capOf([1, 2, 1.5])).toBe(2)
    expect(capOf([])).toBe(0)
  })

  it('[COLP-09] begin at the left edge and end with now', () => {
    const ticks = dates(BOX, [0, 30 * 86_400], { intl: 'en', now: 'Today' })
    expect(ticks[0]?.at).toBe(BOX.left)
    expect(ticks.at(-1)).toEqual({ at: BOX.right, text: 'Today' })
    expect(across(BOX, [5, 5])(5)).toBe(BOX.left)
    expect(roughly(1_500_000n, 6)).toBe(1.5)
  })
})
