import { describe, expect, it } from 'vitest'
import { DRIFT_ARTIST, DRIFT_DAYS, planDrift } from '../src/stories/drift-plan.ts'

describe('planDrift', () => {
  const plan = planDrift()

  it('plans 64 sales and 10 bids over the days of the history, the same every time', () => {
    expect(plan.days).toHaveLength(DRIFT_DAYS - 1)
    const sales = plan.days.flatMap(({ purchases, bid }) => [...purchases, ...(bid?.acceptedBy ? [bid] : [])])
    expect([sales.length, plan.days.filter(({ bid }) => bid).length]).toEqual([64, 10])
    expect(planDrift()).toEqual(plan)
  })

  it('sells what its seller has on sale, and bids for what another account holds', () => {
    const owners = new Map<number, string>()
    const asks = new Set(plan.firstPrices.keys())
    const ownerOf = (number: number) => owners.get(number) ?? DRIFT_ARTIST
    for (const { purchases, bid } of plan.days) {
      for (const { number, buyer, seller, resale } of purchases) {
        expect([ownerOf(number), asks.has(number)]).toEqual([seller, true])
        expect(buyer).not.toBe(seller)
        owners.set(number, buyer)
        if (resale === undefined) asks.delete(number)
      }
      if (!bid) continue
      expect([asks.has(bid.number), ownerOf(bid.number) === bid.bidder]).toEqual([false, false])
      if (!bid.acceptedBy) continue
      expect(bid.acceptedBy).toBe(ownerOf(bid.number))
      owners.set(bid.number, bid.bidder)
    }
  })

  it('leaves works without a history for later', () => {
    const touched = plan.days.flatMap(({ purchases, bid }) => [...purchases, ...(bid ? [bid] : [])].map(({ number }) => number))
    expect(new Set(touched)).toEqual(plan.traded)
    expect(plan.traded.size).toBeLessThan(plan.works.length / 2)
  })
})
