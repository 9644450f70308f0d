import { describe, expect, it } from 'vitest'
import { levelsOf } from './levels.ts'

describe('levelsOf', () => {
  const gwei = (...prices: number[]) => prices.map((price) => BigInt(price) * 10n ** 9n)

  it('are the documented ones', () => {
    // Ten prices: low is the second, top the seventh.
    expect(levelsOf(gwei(10, 1, 2, 3, 4, 5, 6, 7, 8, 9), 0n)).toEqual({ low: 2_000_000_000n, medium: 4_500_000_000n, high: 5_750_000_000n })
  })

  it.each([
    ['one transaction', gwei(7), { low: 7_000_000_000n, medium: 7_000_000_000n, high: 7_000_000_000n }],
    ['none', [], { low: 1_000_000_000n, medium: 1_000_000_000n, high: 1_000_000_000n }],
    ['free ones alone', [0n, 0n], { low: 1_000_000_000n, medium: 1_000_000_000n, high: 1_000_000_000n }],
  ])('of %s', (_, prices, expected) => {
    expect(levelsOf(prices, 10n ** 9n)).toEqual(expected)
  })

  it('are unknown where gas is free', () => {
    expect(levelsOf([0n], 0n)).toBeUndefined()
  })

  it('can’t be driven up by accounts that pay themselves', () => {
    expect(levelsOf([...gwei(1, 1, 1), ...Array.from({ length: 500 }, () => 10n ** 30n)], 10n ** 9n)?.high).toBe(10n ** 9n)
  })
})
