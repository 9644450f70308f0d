import { describe, expect, it } from 'vitest'
import { clampCrop, moveCrop, squareOf, WHOLE } from './crop.ts'

const wide = { width: 400, height: 200 }

describe('the square of an avatar', () => {
  it('is the whole shorter side at first, and smaller the closer one looks', () => {
    expect(squareOf(wide, WHOLE)).toEqual({ left: 100, top: 0, side: 200 })
    expect(squareOf(wide, { ...WHOLE, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 })
  })

  it('never leaves the picture', () => {
    expect(squareOf(wide, clampCrop(wide, { x: 0, y: 1, zoom: 2 }))).toEqual({ left: 0, top: 100, side: 100 })
    expect(clampCrop(wide, { x: 0.5, y: 0.9, zoom: 9 }).zoom).toBe(4)
    expect(squareOf(wide, clampCrop(wide, { x: 0, y: 0, zoom: 0.1 }))).toEqual({ left: 0, top: 0, side: 200 })
  })

  it('follows the hand: the picture moves with it', () => {
    expect(squareOf(wide, moveCrop(wide, WHOLE, 0.25, 0.25))).toEqual({ left: 50, top: 0, side: 200 })
    expect(squareOf(wide, moveCrop(wide, WHOLE, -9, 0))).toEqual({ left: 200, top: 0, side: 200 })
  })
})
