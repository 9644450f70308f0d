import { describe, expect, it } from 'vitest'
import { gasLimitOf, gasPriceOf } from './gas.ts'

describe('gasLimitOf', () => {
  it('[TX-28] adds a quarter to the estimate', () => {
    expect(gasLimitOf({ estimate: 100_000n, blockGasLimit: 30_000_000n })).toBe(125_000n)
  })

  it('[TX-29] stays just under the block gas limit', () => {
    expect(gasLimitOf({ estimate: 29_000_000n, blockGasLimit: 30_000_000n })).toBe(29_999_999n)
  })

  it('[TX-30] takes a seventh of the block gas limit where nothing could be estimated', () => {
    expect(gasLimitOf({ estimate: undefined, blockGasLimit: 30_000_000n })).toBe(4_285_714n)
  })
})

describe('gasPriceOf', () => {
  const network = async () => 9n

  it('[TX-26] takes the tracker’s medium price while its block is less than 50 blocks old', async () => {
    expect(await gasPriceOf(149n, { medium: 5n, lastBlock: 100n }, network)).toBe(5n)
  })

  it('[TX-27] asks the network where the tracker is older, empty or missing', async () => {
    expect(await gasPriceOf(150n, { medium: 5n, lastBlock: 100n }, network)).toBe(9n)
    expect(await gasPriceOf(100n, { medium: 0n, lastBlock: 100n }, network)).toBe(9n)
    expect(await gasPriceOf(100n, undefined, network)).toBe(9n)
  })
})
