import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_DIGITS, MAX_UINT256 } from './limits.ts'
import {
  belowMinimum,
  findAmountProblem,
  formatBalance,
  formatHeaderBalance,
  formatPays,
  formatReceives,
  formatUnits,
  parseUnits,
  singlePrice,
} from './money.ts'

describe('parseUnits', () => {
  it.each([
    ['1', 18, 1_000_000_000_000_000_000n],
    ['0.05', 18, 50_000_000_000_000_000n],
    ['.5', 6, 500_000n],
    ['5.', 6, 5_000_000n],
    ['007.10', 2, 710n],
    ['0', 18, 0n],
    ['1.000000000', 6, 1_000_000n],
    ['12', 0, 12n],
  ])('[TX-39] [FMT-13] reads %s at %d decimals', (text, decimals, units) => {
    expect(parseUnits(text, decimals)).toBe(units)
  })

  it.each([
    ['', 'BAD_NUMBER'],
    ['.', 'BAD_NUMBER'],
    ['abc', 'BAD_NUMBER'],
    ['1e3', 'BAD_NUMBER'],
    ['1,5', 'BAD_NUMBER'],
    ['0x10', 'BAD_NUMBER'],
    [' 1', 'BAD_NUMBER'],
    ['1.2.3', 'BAD_NUMBER'],
    ['-', 'BAD_NUMBER'],
    ['-1', 'NEGATIVE_NUMBER'],
    ['-.5', 'NEGATIVE_NUMBER'],
    ['0.0000001', 'TOO_MANY_DECIMALS'],
    ['1'.repeat(73), 'TOO_MANY_DIGITS'],
  ])('refuses %j: %s', (text, code) => {
    expect(() => parseUnits(text, 6)).toThrow(expect.objectContaining({ code }))
    expect(findAmountProblem(text, 6)).toBe(code)
  })

  it('[TX-38] takes 78 digits up to the largest uint256', () => {
    expect(MAX_UINT256.toString()).toHaveLength(MAX_DIGITS)
    expect(parseUnits(MAX_UINT256.toString(), 0)).toBe(2n ** 256n - 1n)
    expect(findAmountProblem((MAX_UINT256 + 1n).toString(), 0)).toBe('TOO_MANY_DIGITS')
  })

  it('[TX-40] makes the buy value price times 10^decimals times quantity', () => {
    expect(parseUnits('1.25', 6) * 3n).toBe(3_750_000n)
  })

  it('is undone by formatUnits', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, MAX_UINT256), fc.integer({ min: 0, max: 30 }), (value, decimals) => {
        expect(parseUnits(formatUnits(value, decimals), decimals)).toBe(value)
      }),
    )
  })
})

describe('formatUnits', () => {
  it.each([
    [1_500_000_000_000_000_000n, 18, 18, '1.5'],
    [1n, 18, 18, '0.000000000000000001'],
    [1n, 18, 6, '0'],
    [1_999_999n, 6, 3, '1.999'],
    [100n, 0, 4, '100'],
    [100_000_000n, 6, 0, '100'],
    [-1_500_000n, 6, 6, '-1.5'],
    [0n, 18, 4, '0'],
  ])('cuts and trims %d at %d decimals to %d', (value, decimals, shown, text) => {
    expect(formatUnits(value, decimals, shown)).toBe(text)
  })

  it('rounds half up where asked', () => {
    expect(formatUnits(1_999_500n, 6, 3, 'half')).toBe('2')
    expect(formatUnits(1_999_499n, 6, 3, 'half')).toBe('1.999')
  })
})

describe('amounts on screen', () => {
  const value = 1_234_567_890_123_456_789n

  it('[FMT-12] shows balances with 3 decimals in the header and 4 in dialogs', () => {
    expect(formatHeaderBalance(value, 18)).toBe('1.234')
    expect(formatBalance(value, 18)).toBe('1.2345')
  })

  it('[FMT-22] shows what a seller receives with 6 decimals, cut', () => {
    expect(formatReceives(value, 18)).toBe('1.234567')
  })

  it('[FMT-23] shows what a buyer pays with 6 decimals, rounded', () => {
    expect(formatPays(value, 18)).toBe('1.234568')
  })
})

describe('belowMinimum', () => {
  it.each([
    ['0.0000009', 6, true],
    ['0.000001', 6, false],
    ['0', 18, true],
    ['0.000000000000000001', 18, false],
    ['0.9', 0, true],
    ['1', 0, false],
    ['0.0000011', 6, false],
  ])('[FMT-06, F-43] judges whether %s at %d decimals is less than one base unit', (text, decimals, below) => {
    expect(belowMinimum(text, decimals)).toBe(below)
  })

  it('refuses what is no number', () => {
    expect(() => belowMinimum('abc', 6)).toThrow(expect.objectContaining({ code: 'BAD_NUMBER' }))
  })
})

describe('singlePrice', () => {
  it('is the unit price in words of the pay token', () => {
    expect(singlePrice(25_000_000_000_000_000_000n, 10n, 18)).toBe('2.5')
    expect(singlePrice(10n, 3n, 0)).toBe('3')
    expect(singlePrice(10n, 0n, 0)).toBe('0')
  })
})
