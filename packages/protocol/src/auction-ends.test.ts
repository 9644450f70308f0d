import { describe, expect, it } from 'vitest'
import { auctionEndAfterBid, endsBuyNow, latestAuctionEnd } from './auction-ends.ts'

const HOUR = 3_600
const of = (over: { extension?: number; endTime?: number; expiredTime?: number } = {}) => ({
  extension: over.extension ?? 600,
  firstEnd: 10_000,
  endTime: over.endTime ?? 10_000,
  expiredTime: over.expiredTime ?? 10_000 + 72 * HOUR,
})

describe('the end of an auction', () => {
  it('[SNIPE-01] moves to the extension after a late bid, and stays for an early one', () => {
    expect([9_399, 9_400, 9_401, 9_999].map((at) => auctionEndAfterBid(of(), at))).toEqual([10_000, 10_000, 10_001, 10_599])
    expect(auctionEndAfterBid(of({ endTime: 10_599 }), 10_000)).toBe(10_600)
    expect(auctionEndAfterBid(of({ extension: 0 }), 9_999)).toBe(10_000)
  })

  it('[SNIPE-01] moves by 2 hours in all, and by half of a shorter time to settle', () => {
    expect(auctionEndAfterBid(of({ endTime: 17_100 }), 17_000)).toBe(17_200)
    expect(auctionEndAfterBid(of({ endTime: 17_200 }), 17_199)).toBe(17_200)
    expect(latestAuctionEnd(of({ expiredTime: 10_000 + HOUR }))).toBe(11_800)
    expect(latestAuctionEnd(of({ extension: 0 }))).toBe(10_000)
  })
})

describe('a buy-now total', () => {
  it('[SNIPE-05] ends with a bid of half of it', () => {
    expect([0n, 49n, 50n, 51n].map((total) => endsBuyNow({ buyNow: 100n }, total))).toEqual([false, false, true, true])
    expect([50n, 51n].map((total) => endsBuyNow({ buyNow: 101n }, total))).toEqual([false, true])
  })
})
