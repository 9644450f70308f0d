import { describe, expect, it } from 'vitest'
import { gasLimitOf } from './gas.ts'

describe('gasLimitOf', () => {
  it('[TX-28] takes the estimate and a quarter', () => {
    expect(gasLimitOf({ estimate: 100_000n, blockGasLimit: 30_000_000n })).toBe(125_000n)
  })

  it('[TX-29] stays just under the block gas limit', () => {
    expect(gasLimitOf({ estimate: 29_000_000n, blockGasLimit: 30_000_000n })).toBe(29_999_999n)
  })

  it('[TX-30] takes a seventh of the block gas limit without an estimate', () => {
    expect(gasLimitOf({ estimate: undefined, blockGasLimit: 30_000_000n })).toBe(4_285_714n)
  })
})
