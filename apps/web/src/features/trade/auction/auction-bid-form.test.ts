import { describe, expect, it } from 'vitest'
import { auctionBidError, auctionBidFigures } from './auction-bid-form.ts'

const facts = { decimals: 6, quantity: 1n, least: 4_410_000n }

describe('auctionBidError', () => {
  it('[AUC-37] wants a price above zero that the token can pay', () => {
    for (const text of ['', '0', '0.0', 'x']) expect(auctionBidError(text, facts)).toBe('form.noPrice')
    expect(auctionBidError('4.4100001', facts)).toBe('form.tooManyDecimals')
  })

  it('[AUC-38] wants at least what the next bid has to reach, counted for the lot', () => {
    expect(auctionBidError('4.409999', facts)).toBe('form.lowBid')
    expect(auctionBidError('4.41', facts)).toBeUndefined()
    const lot = { ...facts, quantity: 4n }
    expect([auctionBidError('1.1025', lot), auctionBidError('1.102499', lot)]).toEqual([undefined, 'form.lowBid'])
  })
})

describe('auctionBidFigures', () => {
  it('[AUC-39] adds the buyer fee on top, rounded down once for the lot', () => {
    expect(auctionBidFigures('0.000333', { decimals: 6, quantity: 3n, feeBps: 250n })).toEqual({ total: 999n, fee: 24n, draw: 1_023n })
  })

  it('is nothing while nothing readable is typed', () => {
    expect(auctionBidFigures('x', { decimals: 6, quantity: 1n, feeBps: 250n })).toEqual({ total: 0n, fee: 0n, draw: 0n })
  })
})
