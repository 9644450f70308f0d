import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/auctions.json' with { type: 'json' }
import { toAddress } from './address.ts'
import { type AuctionTerms, auctionSums, leastBid, leastProceeds, outbidShare, unitPriceReaching } from './auction-sums.ts'
import { feeOf, sumOf } from './fees.ts'
import { MAX_AUCTION_BIDDERS } from './limits.ts'

const address = (digit: string) => toAddress(`0x${digit.repeat(40)}`)
const [seller, artist, friend] = ['1', '2', '3'].map(address)
if (!seller || !artist || !friend) throw new Error('nobody is here')
const terms: AuctionTerms = {
  sellerFeeBps: 250n,
  buyerFeeBps: 250n,
  encourageBps: 500n,
  royalties: [{ bps: 1_000n, recipient: artist }],
  seller,
}

const bps = fc.bigInt(0n, 1_000n)
const anyTerms = fc.record({
  sellerFeeBps: bps,
  buyerFeeBps: bps,
  encourageBps: fc.bigInt(0n, 10_000n),
  royalties: fc.array(fc.record({ bps: fc.bigInt(0n, 1_500n), recipient: fc.constantFrom(artist, friend, seller, undefined) }), {
    maxLength: 7,
  }),
  seller: fc.constant(seller),
})
const anyPrice = fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 2n ** 96n))
const anyCount = fc.integer({ min: 0, max: MAX_AUCTION_BIDDERS })

/** The settlement recomputed step by step in the order of `AuctionPayments.sol`, on balances instead of sums. */
function settled({ sellerFeeBps, buyerFeeBps, encourageBps, royalties }: AuctionTerms, price: bigint, losers: number) {
  const purses = { winner: 0n, market: 0n, creators: 0n, losers: 0n, seller: 0n }
  const pay = (to: Exclude<keyof typeof purses, 'winner'>, amount: bigint) => {
    purses.winner -= amount
    purses[to] += amount
  }
  const sellerPart = (price * sellerFeeBps) / 10_000n
  pay('market', sellerPart + (price * buyerFeeBps) / 10_000n)
  let left = price - sellerPart
  let cap = (price * 1_000n) / 10_000n
  for (const { bps: asked, recipient } of royalties.slice(0, 5)) {
    const amount = (price * asked) / 10_000n < cap ? (price * asked) / 10_000n : cap
    cap -= amount
    if (recipient === seller) continue
    left -= amount
    pay('creators', amount)
  }
  if (losers > 0) {
    const pool = (price * encourageBps) / 10_000n
    const share = (pool < left ? pool : left) / BigInt(losers)
    for (let index = 0; index < losers; index++) {
      pay('losers', share)
      left -= share
    }
  }
  pay('seller', left)
  return purses
}

describe('auctionSums', () => {
  it('[AUC-45] says what the winner pays, what each loser gets and what is left for the seller', () => {
    expect(auctionSums(terms, 100_000n, 3)).toEqual({
      price: 100_000n,
      sellerFee: 2_500n,
      buyerFee: 2_500n,
      royalty: 10_000n,
      shares: [10_000n],
      share: 1_666n,
      dividends: 4_998n,
      pays: 102_500n,
      receives: 82_502n,
    })
  })

  it('keeps all of it where there is no other bidder', () => {
    expect(auctionSums(terms, 100_000n, 0)).toMatchObject({ share: 0n, dividends: 0n, receives: 87_500n })
  })

  it('never shares more than fees and royalties leave', () => {
    expect(auctionSums({ ...terms, encourageBps: 10_000n }, 100_000n, 1)).toMatchObject({ share: 87_500n, receives: 0n })
  })

  it('takes no royalty from a maker who sells their own item, whose entry still counts against the limit', () => {
    const royalties = [
      { bps: 800n, recipient: seller },
      { bps: 500n, recipient: artist },
    ]
    expect(auctionSums({ ...terms, royalties }, 100_000n, 0)).toMatchObject({ shares: [0n, 2_000n], royalty: 2_000n })
  })

  it('moves what the contract moves, account by account, and loses no unit', () => {
    fc.assert(
      fc.property(anyTerms, anyPrice, anyCount, (drawn, price, losers) => {
        const sums = auctionSums(drawn, price, losers)
        const purses = settled(drawn, price, losers)
        expect(-purses.winner).toBe(sums.pays)
        expect(purses).toMatchObject({ market: sums.sellerFee + sums.buyerFee, creators: sums.royalty, losers: sums.dividends })
        expect(purses.seller).toBe(sums.receives)
        expect(sumOf(sums.shares)).toBe(sums.royalty)
        expect(sums.receives).toBeGreaterThanOrEqual(0n)
        expect(sums.pays).toBe(sums.receives + sums.sellerFee + sums.buyerFee + sums.royalty + sums.dividends)
      }),
    )
  })

  it.each(vectors.sums)(
    'agrees with the settled vector $price at $encourageBps for $losers',
    ({ price, losers, royaltyBps, ...vector }) => {
      const drawn = { ...terms, royalties: [{ bps: BigInt(royaltyBps), recipient: artist }] }
      const fees = {
        sellerFeeBps: BigInt(vector.sellerFeeBps),
        buyerFeeBps: BigInt(vector.buyerFeeBps),
        encourageBps: BigInt(vector.encourageBps),
      }
      const sums = auctionSums({ ...drawn, ...fees }, BigInt(price), Number(losers))
      expect([sums.pays, sums.share, sums.receives].map(String)).toEqual([vector.pays, vector.share, vector.receives])
    },
  )
})

describe('leastProceeds', () => {
  it('is never more than what comes, however many share', () => {
    fc.assert(
      fc.property(anyTerms, anyPrice, anyCount, (drawn, price, losers) => {
        expect(leastProceeds(drawn, price).receives).toBeLessThanOrEqual(auctionSums(drawn, price, losers).receives)
      }),
    )
  })
})

describe('outbidShare', () => {
  const ladder = { startPrice: 1_000n, step: 5_000n }

  it('is a part of the next bid, shared with those who lost before', () => {
    expect(outbidShare(terms, ladder, 95_000n, 0)).toBe(5_000n)
    expect(outbidShare(terms, ladder, 95_000n, 2)).toBe(1_666n)
  })

  it('is the least share when outbid by a bidder who adds no sharers', () => {
    fc.assert(
      fc.property(anyTerms, anyPrice, anyPrice, anyCount, anyPrice, (drawn, price, step, others, more) => {
        const promised = outbidShare(drawn, { startPrice: 1n, step }, price, others)
        const winning = leastBid({ startPrice: 1n, step }, price) + more
        expect(auctionSums(drawn, winning, others + 1).share).toBeGreaterThanOrEqual(promised - rounding(drawn))
        expect(promised).toBeLessThanOrEqual(feeOf(price + step, drawn.encourageBps))
      }),
    )
  })

  /** Fee and royalties may each round by one more unit at a higher price. */
  const rounding = ({ royalties }: AuctionTerms): bigint => BigInt(royalties.length) + 1n
})

describe('leastBid', () => {
  it('[AUC-38] is the start price first, then the highest bid and the step', () => {
    const ladder = { startPrice: 1_000n, step: 50n }
    expect(leastBid(ladder, undefined)).toBe(1_000n)
    expect(leastBid(ladder, 4_000n)).toBe(4_050n)
  })
})

describe('unitPriceReaching', () => {
  it('reaches the total with the least whole price of one', () => {
    expect([unitPriceReaching(10n, 1n), unitPriceReaching(10n, 5n), unitPriceReaching(11n, 5n)]).toEqual([10n, 2n, 3n])
    fc.assert(
      fc.property(anyPrice, fc.bigInt(1n, 1_000n), (total, quantity) => {
        const unit = unitPriceReaching(total, quantity)
        expect(unit * quantity).toBeGreaterThanOrEqual(total)
        expect((unit - 1n) * quantity).toBeLessThan(total)
      }),
    )
  })
})
