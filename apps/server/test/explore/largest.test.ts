import { describe, expect, it } from 'vitest'
import { MOST_VALUES } from '../../src/read/explore/answer.ts'
import { Dictionary } from '../../src/read/explore/memory/dictionary.ts'
import { largest } from '../../src/read/explore/memory/largest.ts'
import { Random } from '../simulator/random.ts'

describe('the largest counts', () => {
  it('[EXPL-04] are those that sorting all of them finds, equals by name, and those chosen', () => {
    const random = new Random(5)
    for (const most of [1, 3, 40, 5_000]) {
      const dictionary = new Dictionary<number>()
      // Some are known before, as in a market that grows.
      for (const count of [0, 1, 30, 500, 40]) {
        for (let at = 0; at < count; at++) dictionary.add(`key ${random.below(100_000)}`, () => 0)
        const counts = Uint32Array.from(dictionary.keys, () => random.below(most + 1))
        const chosen = Array.from({ length: 5 }, () => dictionary.keys[random.below(dictionary.keys.length + 1)] ?? 'unknown')
        const all = dictionary.keys.map((key, at) => [key, counts[at] ?? 0] as const).filter(([, number]) => number > 0)
        all.sort(([key, number], [other, otherNumber]) => otherNumber - number || (key < other ? -1 : 1))
        const expected = new Map(all.filter(([key], place) => place < MOST_VALUES || chosen.includes(key)))
        const found = largest(dictionary, counts, chosen)
        expect(found).toEqual(expected)
        expect([...found].slice(0, MOST_VALUES)).toEqual([...expected].slice(0, MOST_VALUES))
      }
    }
  })
})
