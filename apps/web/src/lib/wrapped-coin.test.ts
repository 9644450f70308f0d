import { describe, expect, it } from 'vitest'
import { isWrappedCoin } from './wrapped-coin.ts'

describe('isWrappedCoin', () => {
  it.each([
    ['WETH', 18, 'ETH', true],
    ['WBNB', 18, 'BNB', true],
    // Bridged ether is a token like any other where the coin is another.
    ['WETH', 18, 'MATIC', false],
    ['WETH', 6, 'ETH', false],
    ['W', 18, '', false],
  ])('%s of %i decimals beside %s: %s', (symbol, decimals, coin, expected) => {
    expect(isWrappedCoin({ symbol, decimals }, coin)).toBe(expected)
  })
})
