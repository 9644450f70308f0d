import type { CartSale } from '@plinth/api'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { type Ask, duesOfAll, takeUnits, unitsFor, unitsOf } from './picks.ts'

const collection = toAddress(`0x${'c'.repeat(40)}`)
const seller = toAddress(`0x${'b'.repeat(40)}`)
const ask = (tokenId: bigint, unitPrice: bigint, quantity = 1n, buyerFee = 250): Ask => {
  const sale: CartSale = {
    salt: tokenId,
    payToken: ZERO_ADDRESS,
    symbol: 'ETH',
    decimals: 18,
    unitPrice,
    buyerFee,
    royalty: 0,
    sellerFee: 250,
    left: quantity,
    validUntil: 0,
    isMinted: false,
    isPrivate: false,
  }
  return { line: { chainId: 1, collection, tokenId, seller, salt: tokenId, quantity }, sale, item: undefined, reason: undefined }
}
const asks = [ask(1n, 1_000n), ask(2n, 1_000n, 5n), ask(3n, 4_000n)]

describe('picks of a sweep', () => {
  it('[CART-07] are the first units, of the last sale only as many as are wanted', () => {
    const picks = takeUnits(asks, 3n)
    expect(picks.map(({ line }) => [line.tokenId, line.quantity])).toEqual([
      [1n, 1n],
      [2n, 2n],
    ])
    expect([unitsOf(picks), duesOfAll(picks)]).toEqual([3n, 3_075n])
  })

  it.each([
    [1_024n, 0n],
    [1_025n, 1n],
    [4_100n, 4n],
    [6_150n, 6n],
    [10_249n, 6n],
    [10_250n, 7n],
    [99_999n, 7n],
  ])('[CART-07] for %d with fees are %d units, to the last digit', (budget, units) => {
    expect(unitsFor(asks, budget)).toBe(units)
    expect(duesOfAll(takeUnits(asks, units))).toBeLessThanOrEqual(budget)
  })
})
