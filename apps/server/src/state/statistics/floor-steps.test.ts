import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { floorSteps } from './floor-fills.ts'

const HOUR = 3_600
const UNTIL = 400 * HOUR

describe('floorSteps', () => {
  it('[F-123] are the cheapest listing at the end of each hour, as a look at each hour finds it', () => {
    const seconds = fc.integer({ min: HOUR, max: UNTIL + 20 * HOUR })
    const listing = fc.record({
      price: fc.bigInt({ min: 1n, max: 5n }),
      begins: seconds,
      ends: fc.option(fc.oneof(seconds, fc.constant(0))),
    })
    fc.assert(
      fc.property(fc.array(listing, { maxLength: 30 }), (given) => {
        const listings = given.toSorted((one, other) => Number(one.price - other.price))
        const steps = new Map(floorSteps(listings, UNTIL).map(({ hour, floor }) => [hour, floor]))
        let shown: bigint | null = null
        for (let hour = 0; hour < UNTIL; hour += HOUR) {
          const end = hour + HOUR
          const floor = listings.find(({ begins, ends }) => begins < end && (ends === null || ends >= end))?.price ?? null
          expect(steps.get(hour), `hour ${hour / HOUR}`).toBe(floor === shown ? undefined : floor)
          shown = floor
        }
        expect(steps.get(UNTIL)).toBe(shown === null ? undefined : null)
      }),
    )
  })
})
