import { describe, expect, it } from 'vitest'
import { freePlace, rectOf, type Word } from './free-place.ts'

const inside = { left: 0, right: 600, top: 0, bottom: 220 }
const word = (x: number, y: number, anchor: Word['anchor'] = 'end'): Word => ({ x, y, anchor, text: 'Last sale 0.19 ETH' })

describe('the words of a price chart', () => {
  it('[ITEMP-02] stand apart: that of the last sale leaves its place to what is asked now', () => {
    const listed = rectOf({ x: 600, y: 94, anchor: 'end', text: 'Listed 0.22 ETH' })
    const [above, aside, below] = [word(590, 96), word(560, 112), word(590, 130)]
    expect(freePlace([above, aside, below], [], inside)).toBe(above)
    expect(freePlace([above, aside, below], [listed], inside)).toBe(aside)
    expect(freePlace([above, aside, below], [listed, rectOf(aside)], inside)).toBe(below)
  })

  it('[ITEMP-02] keep inside the drawing, and have a place in any case', () => {
    const [outside, within] = [word(40, 96), word(40, 96, 'start')]
    expect(freePlace([outside, within], [], inside)).toBe(within)
    expect(freePlace([outside], [], inside)).toBe(outside)
  })

  it('[ITEMP-02] are twice as wide in Chinese', () => {
    const { left, right } = rectOf({ x: 0, y: 0, anchor: 'start', text: '最近成交' })
    expect(right - left).toBe(48)
  })

  it('[F-130] cover least where no place is free', () => {
    const dots = [rectOf(word(590, 96)), rectOf(word(590, 96)), rectOf(word(590, 130))]
    const [above, below] = [word(590, 96), word(590, 130)]
    expect(freePlace([above, below], dots, inside)).toBe(below)
  })
})
