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

  it('adds the reserve to the estimate and its quarter', () => {
    expect(gasLimitOf({ estimate: 240_000n, blockGasLimit: 30_000_000n, reserve: 840_000n })).toBe(1_140_000n)
  })

  it('cuts the reserve where a transaction takes no more gas', () => {
    const facts = { blockGasLimit: 30_000_000n, reserve: 840_000n }
    expect(gasLimitOf({ ...facts, estimate: 13_000_000n })).toBe(16_777_215n)
    expect(gasLimitOf({ ...facts, estimate: 20_000_000n })).toBe(25_000_000n)
    expect(gasLimitOf({ ...facts, blockGasLimit: 1_000_000n, estimate: 240_000n })).toBe(999_999n)
  })

  it('cuts the reserve to what the account can pay for, never the quarter', () => {
    const facts = { estimate: 240_000n, blockGasLimit: 30_000_000n, reserve: 840_000n }
    expect(gasLimitOf({ ...facts, affordable: 500_000n })).toBe(500_000n)
    expect(gasLimitOf({ ...facts, affordable: 240_000n })).toBe(300_000n)
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
