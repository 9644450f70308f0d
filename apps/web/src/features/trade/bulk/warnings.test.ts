import { describe, expect, it } from 'vitest'
import { warningOf } from './warnings.ts'

const NONE = { floor: undefined, attributeFloor: undefined, offer: undefined, lastSale: undefined }

describe('[BULK-06] the warning of a price', () => {
  it('is for less than half of the floor, or of the dearest attribute floor, and guesses what was meant', () => {
    expect(warningOf(42n, { ...NONE, floor: 380n })).toEqual({ is: 'low', mark: 'floor', price: 380n, below: 89n, meant: 420n })
    expect(warningOf(190n, { ...NONE, floor: 380n })).toBeUndefined()
    expect(warningOf(200n, { ...NONE, floor: 380n, attributeFloor: 500n })).toEqual({
      is: 'low',
      mark: 'attributeFloor',
      price: 500n,
      below: 60n,
      meant: 500n,
    })
    // No slip of the point leads near it.
    expect(warningOf(7n, { ...NONE, floor: 10n ** 12n })).toMatchObject({ meant: 10n ** 12n })
  })

  it('is for less than the top offer, which could be accepted instead', () => {
    expect(warningOf(344n, { ...NONE, floor: 380n, offer: 345n })).toEqual({ is: 'underOffer', price: 345n })
    expect(warningOf(345n, { ...NONE, floor: 380n, offer: 345n })).toBeUndefined()
  })

  it('is for more than ten times the last sale', () => {
    expect(warningOf(4_801n, { ...NONE, lastSale: 480n })).toEqual({ is: 'high', price: 480n, times: 10n, meant: 480n })
    expect(warningOf(4_800n, { ...NONE, lastSale: 480n })).toBeUndefined()
    expect(warningOf(55_000n, { ...NONE, lastSale: 480n })).toMatchObject({ times: 114n, meant: 550n })
  })

  it('[SIGN-03] is for no ordinary price', () => {
    expect(warningOf(550n, { floor: 380n, attributeFloor: 390n, offer: 345n, lastSale: 480n })).toBeUndefined()
    expect(warningOf(0n, { floor: 380n, attributeFloor: 390n, offer: 345n, lastSale: 480n })).toBeUndefined()
    expect(warningOf(1n, NONE)).toBeUndefined()
  })
})
