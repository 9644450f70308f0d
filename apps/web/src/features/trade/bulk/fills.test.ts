import type { SellingFacts } from '@plinth/api'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { filled, moneyOfToken, moved, sourcesOf } from './fills.ts'

const [dollar, wrapped] = [toAddress(`0x${'d'.repeat(40)}`), toAddress(`0x${'e'.repeat(40)}`)]
const at = (money: typeof dollar, unitPrice: bigint) => ({ money, payToken: money, unitPrice })

describe('[BULK-01] prices of a fill', () => {
  it('come from floor, attribute floor, best offer and last sale, to two significant places', () => {
    const sources = { floor: 3_841n, attributeFloor: 4_050n, offer: 3_421n, lastSale: 4_839n }
    expect(filled(sources, 'floor')).toBe(3_800n)
    expect(filled(sources, 'attributeFloor')).toBe(4_100n)
    expect(filled(sources, 'lastSale')).toBe(4_800n)
    // Never below the offer itself.
    expect(filled(sources, 'offer')).toBe(3_500n)
    expect(filled({ ...sources, floor: 9n }, 'floor')).toBe(9n)
    expect(filled({ ...sources, floor: undefined }, 'floor')).toBeUndefined()
  })

  it('move by a percentage, rounded as far as the step still shows', () => {
    expect([-5, -1, 1, 5].map((percent) => moved(5_500n, percent))).toEqual([5_200n, 5_400n, 5_600n, 5_800n])
    // 1.2 by one percent is 1.2 in two places.
    expect([moved(1_200n, 1), moved(1_200n, -1)]).toEqual([1_210n, 1_190n])
    expect([moved(2n, 1), moved(1n, -1)]).toEqual([2n, 0n])
  })

  it('are in the money of the listing alone; the coin and its wrapped twin are one', () => {
    const facts = {
      floors: [at(ZERO_ADDRESS, 5n), at(dollar, 900n)],
      attributeFloors: [],
      offers: [at(ZERO_ADDRESS, 4n)],
      lastSale: { money: dollar, unitPrice: 800n },
    } as unknown as SellingFacts
    expect(sourcesOf(facts, ZERO_ADDRESS)).toEqual({ floor: 5n, attributeFloor: undefined, offer: 4n, lastSale: undefined })
    expect(sourcesOf(facts, dollar)).toEqual({ floor: 900n, attributeFloor: undefined, offer: undefined, lastSale: 800n })
    expect(moneyOfToken({ address: wrapped, symbol: 'WETH', decimals: 18 }, 'ETH')).toBe(ZERO_ADDRESS)
    expect(moneyOfToken({ address: dollar, symbol: 'PUSD', decimals: 6 }, 'ETH')).toBe(dollar)
  })
})
