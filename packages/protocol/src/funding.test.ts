import { describe, expect, it } from 'vitest'
import { toAddress } from './address.ts'
import { erc20, erc1155 } from './assets.ts'
import { allowanceNeed, bidDraw, leastDraw, unitsCovered } from './funding.ts'
import { MAX_UINT256 } from './limits.ts'
import type { Order } from './orders.ts'
import { ORDER_TERMS, packSalt, withTerms } from './salts.ts'

const token = toAddress(`0x${'3'.repeat(40)}`)
const aBid = (part: { quantity: bigint; unitPrice: bigint; maxBuyerFeeBps?: number }): Order => ({
  owner: toAddress(`0x${'1'.repeat(40)}`),
  salt: packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: part.maxBuyerFeeBps ?? 250, sequence: 1n }),
  sellAsset: erc20(token),
  buyAsset: erc1155(toAddress(`0x${'2'.repeat(40)}`), 7n),
  selling: part.unitPrice * part.quantity,
  buying: part.quantity,
  sellerFee: 250n,
})

describe('bidDraw', () => {
  it('is the price of what is left and the highest fee on it', () => {
    const bid = aBid({ quantity: 4n, unitPrice: 2_000_000n })
    expect(bidDraw(bid, 0n)).toBe(8_200_000n)
    expect(bidDraw(bid, 3n)).toBe(2_050_000n)
  })

  it('is nothing once the bid is filled', () => {
    expect(bidDraw(aBid({ quantity: 4n, unitPrice: 2_000_000n }), 4n)).toBe(0n)
  })

  it('rounds the fee of the whole down, which no series of fills exceeds', () => {
    const bid = aBid({ quantity: 3n, unitPrice: 33n })
    expect(bidDraw(bid, 0n)).toBe(101n)
    expect(bidDraw(aBid({ quantity: 1n, unitPrice: 33n }), 0n) * 3n).toBe(99n)
  })

  it('has no fee where the salt allows none', () => {
    expect(bidDraw(aBid({ quantity: 1n, unitPrice: 1_000n, maxBuyerFeeBps: 0 }), 0n)).toBe(1_000n)
  })
})

describe('a criteria bid', () => {
  const bid = aBid({ quantity: 4n, unitPrice: 33n })
  const offer = { ...bid, salt: withTerms(bid.salt, ORDER_TERMS.CRITERIA) }

  it('[COFF-05] needs the money of one unit, a bid for an item that of all', () => {
    expect([leastDraw(offer, 0n), leastDraw(offer, 3n), leastDraw(offer, 4n)]).toEqual([33n, 33n, 0n])
    expect([leastDraw(bid, 0n), leastDraw(bid, 3n)]).toEqual([135n, 33n])
  })

  it('[COFF-05] is covered for as many units as the money pays in one fill, fee included, and no more than are left', () => {
    for (let money = 0n; money < 200n; money++) {
      const most = [4n, 3n, 2n, 1n, 0n].find((units) => (units === 0n ? 0n : bidDraw(offer, 4n - units)) <= money)
      expect(unitsCovered(offer, 0n, money)).toBe(most)
    }
    expect([unitsCovered(offer, 3n, 1_000n), unitsCovered(offer, 4n, 1_000n)]).toEqual([1n, 0n])
  })
})

describe('allowanceNeed', () => {
  it('[TX-37] keeps two bids and a purchase in one token fundable', () => {
    expect(allowanceNeed(1_025_000n, 8_200_000n + 2_050_000n)).toBe(11_275_000n)
  })

  it('never exceeds a uint256', () => {
    expect(allowanceNeed(MAX_UINT256, 5n)).toBe(MAX_UINT256)
  })
})
