import { describe, expect, it } from 'vitest'
import { itemSize } from './item-size.ts'

describe('itemSize', () => {
  it('gives a square half the mat', () => {
    const { width, height } = itemSize(800, 800)
    expect(width * height).toBeCloseTo(0.5, 9)
    expect(width).toBe(height)
  })

  it('gives items of gentle shapes the same area', () => {
    const { width, height } = itemSize(1_000, 1_100)
    expect(width * height).toBeCloseTo(0.5, 9)
  })

  it.each([
    [4_000, 1_000],
    [1_000, 4_000],
    [1_600, 1_003],
    [1, 1_000],
  ])('keeps %i × %i whole and inside 82 by 78 percent', (w, h) => {
    const { width, height } = itemSize(w, h)
    expect(width).toBeLessThanOrEqual(0.82 + 1e-9)
    expect(height).toBeLessThanOrEqual(0.78 + 1e-9)
    expect(width / height).toBeCloseTo(w / h, 9)
  })

  it('treats unknown sizes as square', () => expect(itemSize(0, 0)).toEqual(itemSize(1, 1)))
})
