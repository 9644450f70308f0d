import { describe, expect, it } from 'vitest'
import { rectOf } from './free-place.ts'
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

  it('[F-130] leave out a date that would stand over the first or the last, in Chinese on a phone too', () => {
    const phone = { width: 358, left: 4, right: 310, top: 12, bottom: 208 }
    for (const [intl, now] of [
      ['zh-CN', '今天'],
      ['en', 'Today'],
    ] as const) {
      const ticks = dates(phone, [1_793_400_000, 1_793_400_000 + 30 * 86_400], { intl, now })
      const rects = ticks.map(({ at, text }, index) =>
        rectOf({ x: index === 0 ? 0 : at, y: 0, anchor: index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle', text }),
      )
      expect(ticks.length).toBeGreaterThan(2)
      for (const [index, rect] of rects.slice(1).entries())
        expect(rect.left, ticks[index]?.text).toBeGreaterThanOrEqual((rects[index]?.right ?? 0) + 8)
    }
  })

  it('[COLP-09] begin at the left edge and end with now', () => {
    const ticks = dates(BOX, [0, 30 * 86_400], { intl: 'en', now: 'Today' })
    expect(ticks[0]?.at).toBe(BOX.left)
    expect(ticks.at(-1)).toEqual({ at: BOX.right, text: 'Today' })
    expect(across(BOX, [5, 5])(5)).toBe(BOX.left)
    expect(roughly(1_500_000n, 6)).toBe(1.5)
  })
})
