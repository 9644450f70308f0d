import fc from 'fast-check'
import { type Hex, keccak256, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/boxes.json' with { type: 'json' }
import { boxPreimages, commitmentOf, drawKinds, drawSeed } from './draws.ts'
import { ProtocolError } from './errors.ts'

const seedOf = (number: number): Hex => keccak256(numberToHex(number, { size: 32 }))
const sumOf = (list: readonly number[]) => list.reduce((sum, count) => sum + count, 0)

describe('drawKinds', () => {
  it.each(vectors.draws)('draws $boxes of $opening from $left.length kinds as the contract does', (vector) => {
    const seed = drawSeed({
      word: vector.word as Hex,
      blockHash: vector.blockHash as Hex,
      box: vector.box as Hex,
      request: Number(vector.request),
    })
    expect(seed).toBe(vector.seed)
    const left = vector.left.map(Number)
    const terms = { boxes: Number(vector.boxes), opening: Number(vector.opening), repeat: vector.repeat }
    const drawn = drawKinds(left, terms, seed)
    expect(drawn.kinds).toEqual(vector.kinds.map(Number))
    expect(sumOf(drawn.left)).toBe(sumOf(left) - drawn.kinds.length)
  })

  it('gives every copy once, and no kind twice in a distinct box', () => {
    const boxes = fc.integer({ min: 1, max: 12 })
    const opening = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(boxes, opening, fc.nat(), fc.boolean(), (count, size, number, repeat) => {
        const left = stockOf(count, size, number)
        const { kinds, left: after } = drawKinds(left, { boxes: count, opening: size, repeat }, seedOf(number))
        expect(after).toEqual(left.map(() => 0))
        left.forEach((copies, kind) => {
          expect(kinds.filter((drawn) => drawn === kind)).toHaveLength(copies)
        })
        if (repeat) return
        for (let box = 0; box < count; box++) expect(new Set(kinds.slice(box * size, (box + 1) * size)).size).toBe(size)
      }),
      { numRuns: 200 },
    )
  })

  it('gives the same for the same seed, and leaves its input alone', () => {
    const left = [6, 9, 5]
    const terms = { boxes: 3, opening: 2, repeat: false }
    expect(drawKinds(left, terms, seedOf(1))).toEqual(drawKinds(left, terms, seedOf(1)))
    expect(left).toEqual([6, 9, 5])
  })

  it('puts a kind into a distinct box with the chance of its copies to the boxes', () => {
    const seen = [0, 0, 0]
    const COUNT = 4_000
    for (let number = 0; number < COUNT; number++) {
      for (const kind of drawKinds([9, 6, 5], { boxes: 1, opening: 2, repeat: false }, seedOf(number)).kinds)
        seen[kind] = (seen[kind] ?? 0) + 1
    }
    // Three standard deviations are below 0.024. Sequential weighted draws would give the first kind 0.79.
    for (const [kind, chance] of [0.9, 0.6, 0.5].entries()) expect(Math.abs((seen[kind] ?? 0) / COUNT - chance)).toBeLessThan(0.024)
  })

  it('refuses more boxes than are left', () => {
    expect(() => drawKinds([1, 2], { boxes: 2, opening: 2, repeat: true }, seedOf(1))).toThrow(ProtocolError)
  })
})

/** Random copies, none above the boxes. */
function stockOf(boxes: number, opening: number, number: number): number[] {
  const left = Array.from({ length: opening + (number % 5) }, () => 0)
  for (let i = 0; i < boxes * opening; i++) {
    let kind = Number(BigInt(seedOf(number + i)) % BigInt(left.length))
    while (left[kind] === boxes) kind = (kind + 1) % left.length
    left[kind] = (left[kind] ?? 0) + 1
  }
  return left
}

describe('boxPreimages', () => {
  it('gives a chain of which each word is the hash of the next', () => {
    const words = boxPreimages(vectors.words.words.at(-1) as Hex, 5)
    expect(words).toEqual(vectors.words.words)
    expect(commitmentOf(words[0] as Hex)).toBe(vectors.words.anchor)
    words.slice(1).forEach((word, index) => {
      expect(keccak256(word)).toBe(words[index])
    })
  })
})
