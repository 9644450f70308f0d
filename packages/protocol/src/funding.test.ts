import { describe, expect, it } from 'vitest'
import { toAddress } from './address.ts'
import { erc20, erc1155 } from './assets.ts'
import { allowanceNeed, bidDraw } from './funding.ts'
import { MAX_UINT256 } from './limits.ts'
import type { Order } from './orders.ts'
import { packSalt } from './salts.ts'

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

describe('allowanceNeed', () => {
  it('[TX-37] keeps two bids and a purchase in one token fundable', () => {
    expect(allowanceNeed(1_025_000n, 8_200_000n + 2_050_000n)).toBe(11_275_000n)
  })

  it('never exceeds a uint256', () => {
    expect(allowanceNeed(MAX_UINT256, 5n)).toBe(MAX_UINT256)
  })
})
