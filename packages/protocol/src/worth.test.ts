import { describe, expect, it } from 'vitest'
import { crossRate, isJump, worthOf } from './worth.ts'

const dollars = (text: number, decimals = 8) => ({ answer: BigInt(Math.round(text * 100)) * 10n ** BigInt(decimals - 2), decimals })

describe('worthOf', () => {
  it('[MONEY-05] multiplies to the last unit, whatever decimals token and feed have', () => {
    expect(worthOf(420_000_000_000_000_000n, 18, dollars(3120), 2)).toBe(1_310_40n)
    expect(worthOf(1_500_000n, 6, dollars(1), 2)).toBe(1_50n)
    expect(worthOf(3n, 0, { answer: 7n, decimals: 0 }, 2)).toBe(21_00n)
    expect(worthOf(1n, 18, dollars(3120), 18)).toBe(3_120n)
  })

  it('[MONEY-05] stays exact where a floating number would not', () => {
    const wei = 9_007_199_254_740_993_000_000_000_000_000_001n
    expect(worthOf(wei, 18, { answer: 100_000_001n, decimals: 8 }, 26)).toBe(wei * 100_000_001n)
  })

  it('rounds half up', () => {
    expect(worthOf(5n, 3, { answer: 1n, decimals: 0 }, 2)).toBe(1n)
    expect(worthOf(4n, 3, { answer: 1n, decimals: 0 }, 2)).toBe(0n)
  })
})

describe('crossRate', () => {
  it('[MONEY-02] turns a dollar rate into another currency by that currency’s own', () => {
    const euros = crossRate(dollars(3120), dollars(1.04))
    expect(worthOf(10n ** 18n, 18, euros, 2)).toBe(3_000_00n)
    const yen = crossRate(dollars(3120), { answer: 650_000n, decimals: 8 })
    expect(worthOf(10n ** 18n, 18, yen, 0)).toBe(480_000n)
  })
})

describe('isJump', () => {
  it.each([
    [100, 150, false],
    [100, 150.01, true],
    [100, 50, false],
    [100, 49.99, true],
    [100, 100, false],
  ])('[MONEY-03] from %d to %d: %s', (from, to, expected) => {
    expect(isJump(dollars(from), dollars(to))).toBe(expected)
  })

  it('[MONEY-03] compares across decimals', () => {
    expect(isJump(dollars(100, 8), dollars(100, 18))).toBe(false)
    expect(isJump(dollars(100, 8), dollars(1_000, 2))).toBe(true)
  })
})
