import { describe, expect, it } from 'vitest'
import { bitsOf, rankByRarity } from './rarity.ts'

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const of = (value: string, kind = 'Palette') => ({ kind, value })

describe('ranks by rarity', () => {
  it('[RARE-01] compares products of counts: 2 × 15 is as rare as 3 × 10, whatever floats say', () => {
    expect(bitsOf(2, 25) + bitsOf(15, 25)).toBeCloseTo(bitsOf(3, 25) + bitsOf(10, 25), 12)
    const items = [
      ...times(2, () => [of('a'), of('x', 'Wind')]),
      ...times(3, () => [of('c'), of('y', 'Wind')]),
      ...times(7, () => [of('e'), of('y', 'Wind')]),
      ...times(13, () => [of('e'), of('x', 'Wind')]),
    ]
    expect(rankByRarity(items)).toEqual([...times(5, () => 1), ...times(7, () => 6), ...times(13, () => 13)])
  })

  it('[RARE-02] joins repeated kinds in any order, and counts what is missing', () => {
    const both = [of('Hat'), of('Scarf')]
    const items = [...times(17, () => [of('Hat')]), both, both.toReversed(), []]
    expect(rankByRarity(items)).toEqual([...times(17, () => 4), 2, 2, 1])
  })

  it('[RARE-02][RARE-04] ranks no small collection, none without attributes, and none whose items are alike', () => {
    expect(rankByRarity([[of('b')], ...times(18, () => [of('a')])])).toBeUndefined()
    expect(rankByRarity([...times(9, (at) => [of(String(at))]), ...times(11, () => [])])).toBeUndefined()
    expect(rankByRarity(times(20, () => [of('Sealed')]))).toBeUndefined()
    expect(rankByRarity([[of('b')], ...times(19, () => [of('a')])])?.[0]).toBe(1)
  })
})
