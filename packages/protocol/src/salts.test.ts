import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import salts from '../vectors/salts.json' with { type: 'json' }
import { isAllottable, packSalt, termsOf, unpackSalt, withTerms } from './salts.ts'

const anyParts = fc.record({
  validUntil: fc.integer({ min: 0, max: 2 ** 40 - 1 }),
  validFrom: fc.integer({ min: 0, max: 2 ** 40 - 1 }),
  maxBuyerFeeBps: fc.integer({ min: 0, max: 65_535 }),
  sequence: fc.bigInt(0n, 2n ** 64n - 1n),
})
const ZERO = { validUntil: 0, validFrom: 0, maxBuyerFeeBps: 0, sequence: 0n }

describe('packSalt', () => {
  it('puts every part where the contract reads it', () => {
    const salt = packSalt({ validUntil: 0x0102030405, validFrom: 0x1112131415, maxBuyerFeeBps: 0x2122, sequence: 0x3132333435363738n })
    expect(salt.toString(16).padStart(64, '0')).toBe(`0102030405${'1112131415'}${'2122'}${'0'.repeat(24)}${'3132333435363738'}`)
  })

  it.each(salts.cases)('agrees with vector $salt', (vector) => {
    const parts = {
      validUntil: Number(vector.validUntil),
      validFrom: Number(vector.validFrom),
      maxBuyerFeeBps: Number(vector.maxBuyerFeeBps),
      sequence: BigInt(vector.sequence),
    }
    expect(packSalt(parts)).toBe(BigInt(vector.salt))
    expect(unpackSalt(BigInt(vector.salt))).toEqual(parts)
  })

  it('is undone by unpackSalt, and allottable', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const salt = packSalt(parts)
        expect(unpackSalt(salt)).toEqual(parts)
        expect(isAllottable(salt)).toBe(true)
      }),
    )
  })

  it.each([
    { ...ZERO, validUntil: 2 ** 40 },
    { ...ZERO, validFrom: 2 ** 40 },
    { ...ZERO, validFrom: -1 },
    { ...ZERO, validUntil: 1.5 },
    { ...ZERO, validUntil: Number.NaN },
    { ...ZERO, maxBuyerFeeBps: 65_536 },
    { ...ZERO, sequence: 2n ** 64n },
    { ...ZERO, sequence: -1n },
  ])('refuses what does not fit: %o', (parts) => {
    expect(() => packSalt(parts)).toThrow(expect.objectContaining({ code: 'BAD_SALT' }))
  })
})

describe('isAllottable', () => {
  it('refuses any of bits 159 to 64, and only those', () => {
    for (let bit = 0n; bit < 256n; bit++) expect(isAllottable(1n << bit)).toBe(bit < 64n || bit > 159n)
  })

  it('refuses what is no uint256', () => {
    expect(isAllottable(-1n)).toBe(false)
    expect(isAllottable(2n ** 256n)).toBe(false)
  })
})

describe('unpackSalt', () => {
  it('refuses what is no uint256', () => {
    expect(() => unpackSalt(2n ** 256n)).toThrow(expect.objectContaining({ code: 'BAD_SALT' }))
  })
})

describe('the terms of a salt', () => {
  it('stand apart from all else', () => {
    const salt = packSalt({ validUntil: 5, validFrom: 4, maxBuyerFeeBps: 3, sequence: 2n })
    const other = withTerms(salt, 2n ** 96n - 1n)
    expect(unpackSalt(other)).toEqual(unpackSalt(salt))
    expect([termsOf(salt), termsOf(other), withTerms(other, 0n)]).toEqual([0n, 2n ** 96n - 1n, salt])
    expect(isAllottable(other)).toBe(false)
    expect(() => withTerms(salt, 2n ** 96n)).toThrow(expect.objectContaining({ code: 'BAD_SALT' }))
  })
})
