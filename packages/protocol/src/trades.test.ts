import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAddress } from './address.ts'
import { coin, erc20, erc1155 } from './assets.ts'
import { MAX_UINT256 } from './limits.ts'
import type { Order } from './orders.ts'
import { packSalt } from './salts.ts'
import { fillSums, leastUnitPrice, maxBuyerFeeOf, tradeSums } from './trades.ts'

const address = (digit: string) => toAddress(`0x${digit.repeat(40)}`)
const [owner, taker, artist, other] = ['1', '2', '3', '4'].map(address)
const token = address('5')
const edition = erc1155(address('6'), 7n)
const salt = packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 300, sequence: 1n })
const aSale: Order = { owner: address('1'), salt, sellAsset: edition, buyAsset: coin(), selling: 4n, buying: 400n, sellerFee: 250n }
const aBid: Order = { ...aSale, sellAsset: erc20(token), buyAsset: edition, selling: 400n, buying: 4n }
const fees = { sellerFeeBps: 250n, buyerFeeBps: 250n }

describe('tradeSums', () => {
  it('says what a sale of one brings, leg by leg', () => {
    const royalties = [{ bps: 500n, recipient: artist }]
    expect(tradeSums({ unitPrice: 1_000n, quantity: 1n, ...fees, royalties, seller: owner })).toEqual({
      price: 1_000n,
      sellerFee: 25n,
      buyerFee: 25n,
      royalty: 50n,
      shares: [50n],
      pays: 1_025n,
      receives: 925n,
    })
  })

  it('rounds each leg down for itself, of the price of all', () => {
    const royalties = [
      { bps: 250n, recipient: artist },
      { bps: 250n, recipient: other },
    ]
    const sums = tradeSums({ unitPrice: 79n, quantity: 1n, ...fees, royalties, seller: owner })
    expect([sums.sellerFee, sums.buyerFee, sums.shares, sums.receives]).toEqual([1n, 1n, [1n, 1n], 76n])
    expect(tradeSums({ unitPrice: 13n, quantity: 3n, ...fees, royalties, seller: owner }).receives).toBe(39n)
  })

  it('takes no royalty that pays its payer, whose entry still counts against the limit', () => {
    const royalties = [
      { bps: 800n, recipient: owner },
      { bps: 500n, recipient: artist },
    ]
    expect(tradeSums({ unitPrice: 10_000n, quantity: 1n, ...fees, royalties, seller: owner }).shares).toEqual([0n, 200n])
    expect(tradeSums({ unitPrice: 10_000n, quantity: 1n, ...fees, royalties, seller: taker }).shares).toEqual([800n, 200n])
  })

  it('counts the first five royalties only', () => {
    const royalties = Array.from({ length: 6 }, () => ({ bps: 10n, recipient: artist }))
    expect(tradeSums({ unitPrice: 10_000n, quantity: 1n, ...fees, royalties, seller: owner }).shares).toEqual([10n, 10n, 10n, 10n, 10n, 0n])
  })

  it('takes a royalty of an unknown receiver, also while the seller is not known', () => {
    const royalties = [{ bps: 500n, recipient: undefined }]
    expect(tradeSums({ unitPrice: 1_000n, quantity: 1n, ...fees, royalties, seller: undefined }).royalty).toBe(50n)
  })

  it('takes no less in fees and royalties than fills in parts do', () => {
    const bps = fc.bigInt(0n, 1_000n)
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 128n), fc.array(fc.bigInt(1n, 50n), { minLength: 1, maxLength: 5 }), bps, bps, bps, (...drawn) => {
        const [unitPrice, parts, sellerFeeBps, buyerFeeBps, royaltyBps] = drawn
        const terms = { unitPrice, sellerFeeBps, buyerFeeBps, royalties: [{ bps: royaltyBps, recipient: artist }], seller: owner }
        const whole = tradeSums({ ...terms, quantity: parts.reduce((sum, part) => sum + part, 0n) })
        const filled = parts.map((quantity) => tradeSums({ ...terms, quantity }))
        const sum = (leg: 'pays' | 'receives') => filled.reduce((total, sums) => total + sums[leg], 0n)
        expect(sum('pays')).toBeLessThanOrEqual(whole.pays)
        expect(sum('receives')).toBeGreaterThanOrEqual(whole.receives)
      }),
    )
  })
})

describe('fillSums', () => {
  it('is part of a sale, paid to its owner, at the fee the operator asks now', () => {
    const royalties = [{ bps: 500n, recipient: owner }]
    const sums = fillSums(aSale, { items: 2n, buyerFeeBps: 100n, royalties })
    expect([sums.price, sums.pays, sums.sellerFee, sums.royalty, sums.receives]).toEqual([200n, 202n, 5n, 0n, 195n])
  })

  it('is part of a bid, paid to the holder who accepts it', () => {
    const royalties = [{ bps: 500n, recipient: owner }]
    const sums = fillSums(aBid, { items: 2n, buyerFeeBps: 250n, royalties, taker })
    expect([sums.pays, sums.royalty, sums.receives]).toEqual([205n, 10n, 185n])
    expect(fillSums(aBid, { items: 2n, buyerFeeBps: 250n, royalties: [{ bps: 500n, recipient: taker }], taker }).receives).toBe(195n)
  })
})

describe('maxBuyerFeeOf', () => {
  it('reads the highest buyer fee of a bid from its salt', () => {
    expect(maxBuyerFeeOf(aBid)).toBe(300n)
    expect(maxBuyerFeeOf({ salt: MAX_UINT256 })).toBe(65_535n)
  })
})

describe('leastUnitPrice', () => {
  it('is one of a coin and two of a token', () => {
    expect(leastUnitPrice(coin())).toBe(1n)
    expect(leastUnitPrice(erc20(token))).toBe(2n)
  })
})
