import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/fees.json' with { type: 'json' }
import { BPS, breakdown, feeOf, feePercent, payAmount, receiveAmount, royaltyAmount } from './fees.ts'

describe('feeOf', () => {
  it('[FMT-10] counts in basis points of 10000', () => {
    expect(BPS).toBe(10_000n)
    expect(feeOf(10_000n, 250n)).toBe(250n)
  })

  it('rounds down', () => {
    expect(feeOf(39n, 250n)).toBe(0n)
    expect(feeOf(40n, 250n)).toBe(1n)
    expect(feeOf(79n, 250n)).toBe(1n)
  })
})

describe('payAmount', () => {
  it('[FMT-23] is price times quantity plus the buyer fee', () => {
    expect(payAmount(1_000_000_000_000_000_000n, 1n, 250n)).toBe(1_025_000_000_000_000_000n)
    expect(payAmount(100n, 3n, 250n)).toBe(307n)
  })
})

describe('receiveAmount', () => {
  it('[FMT-22] is price times quantity less seller fee and royalty', () => {
    expect(receiveAmount(1_000_000_000_000_000_000n, 1n, 250n, 200n)).toBe(955_000_000_000_000_000n)
  })

  it('rounds each fee down for itself', () => {
    expect(receiveAmount(13n, 3n, 250n, 250n)).toBe(39n)
    expect(receiveAmount(79n, 1n, 250n, 250n)).toBe(77n)
  })
})

describe('royaltyAmount', () => {
  it('rounds each entry down for itself', () => {
    expect(royaltyAmount(79n, [250n, 250n])).toBe(2n)
    expect(royaltyAmount(79n, [500n])).toBe(3n)
  })

  it('takes at most 1000 bps in all, from the first five entries', () => {
    expect(royaltyAmount(10_000n, [900n, 900n])).toBe(1_000n)
    expect(royaltyAmount(10_000n, [5_000n])).toBe(1_000n)
    expect(royaltyAmount(10_000n, [10n, 10n, 10n, 10n, 10n, 10n])).toBe(50n)
    expect(receiveAmount(10_000n, 1n, 0n, 5_000n)).toBe(9_000n)
  })

  it('takes nothing without entries', () => {
    expect(royaltyAmount(10_000n, [])).toBe(0n)
  })
})

describe('breakdown', () => {
  it.each(vectors.cases)('agrees with vector $total at $sellerFeeBps/$buyerFeeBps/$royaltyBps', (vector) => {
    const legs = breakdown({
      price: BigInt(vector.total),
      sellerFeeBps: BigInt(vector.sellerFeeBps),
      buyerFeeBps: BigInt(vector.buyerFeeBps),
      royaltyBps: BigInt(vector.royaltyBps),
    })
    expect(Object.fromEntries(Object.entries(legs).map(([leg, value]) => [leg, value.toString()]))).toEqual({
      price: vector.total,
      sellerFee: vector.sellerFee,
      buyerFee: vector.buyerFee,
      royalty: vector.royalty,
      pays: vector.pays,
      receives: vector.receives,
    })
  })

  it('loses nothing and never takes more than signed', () => {
    const bps = fc.bigInt(0n, 1_000n)
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 128n), bps, bps, bps, (price, sellerFeeBps, buyerFeeBps, royaltyBps) => {
        const legs = breakdown({ price, sellerFeeBps, buyerFeeBps, royaltyBps })
        expect(legs.pays).toBe(legs.receives + legs.sellerFee + legs.buyerFee + legs.royalty)
        expect(legs.sellerFee * 10_000n).toBeLessThanOrEqual(price * sellerFeeBps)
        expect(legs.receives).toBeGreaterThanOrEqual(0n)
      }),
    )
  })
})

describe('feePercent', () => {
  it.each([
    [250n, '2.50%'],
    [0n, '0.00%'],
    [5n, '0.05%'],
    [1_000n, '10.00%'],
    [1_234n, '12.34%'],
  ])('[FMT-21] [SALE-28] [BUY-13] [BID-12] shows %d bps as %s', (bps, text) => {
    expect(feePercent(bps)).toBe(text)
    expect(feePercent(Number(bps))).toBe(text)
  })
})
