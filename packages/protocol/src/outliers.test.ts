import { describe, expect, it } from 'vitest'
import { findHighPrice, findLowPrice } from './outliers.ts'

const none = { floor: undefined, lastSale: undefined }

describe('findLowPrice', () => {
  it('finds a price below half of what it last went for, and none at half', () => {
    expect(findLowPrice(49n, { ...none, lastSale: 100n })).toEqual({ is: 'low', mark: 'lastSale', price: 100n })
    expect(findLowPrice(50n, { ...none, lastSale: 100n })).toBeUndefined()
  })

  it('finds one below half the floor, though it last went for less', () => {
    expect(findLowPrice(49n, { floor: 100n, lastSale: 10n })).toEqual({ is: 'low', mark: 'floor', price: 100n })
  })

  it('finds one below half of what the edited sale asks', () => {
    expect(findLowPrice(9n, { ...none, current: 90n })).toEqual({ is: 'low', mark: 'current', price: 90n })
  })

  it('names the highest of several', () => {
    expect(findLowPrice(1n, { floor: 30n, lastSale: 40n, current: 20n })?.mark).toBe('lastSale')
    expect(findLowPrice(1n, { floor: 50n, lastSale: 40n, current: 50n })?.mark).toBe('current')
  })

  it('rounds nothing: half of an odd price is not below half', () => {
    expect(findLowPrice(2n, { ...none, lastSale: 5n })).toBeDefined()
    expect(findLowPrice(3n, { ...none, lastSale: 5n })).toBeUndefined()
  })

  it('has nothing to say without a mark, or to one who asks more', () => {
    expect(findLowPrice(1n, none)).toBeUndefined()
    expect(findLowPrice(1n, { floor: 0n, lastSale: 0n })).toBeUndefined()
    expect(findLowPrice(10_000n, { floor: 1n, lastSale: 1n, current: 1n })).toBeUndefined()
  })
})

describe('findHighPrice', () => {
  it('finds a price above five times what it last went for, and none at five times', () => {
    expect(findHighPrice(501n, { ...none, lastSale: 100n })).toEqual({ is: 'high', mark: 'lastSale', price: 100n })
    expect(findHighPrice(500n, { ...none, lastSale: 100n })).toBeUndefined()
  })

  it('asks the floor only where the item never changed hands', () => {
    expect(findHighPrice(501n, { ...none, floor: 100n })).toEqual({ is: 'high', mark: 'floor', price: 100n })
    expect(findHighPrice(501n, { floor: 100n, lastSale: 400n })).toBeUndefined()
  })

  it('has nothing to say without a mark, or to one who pays less', () => {
    expect(findHighPrice(10n ** 30n, none)).toBeUndefined()
    expect(findHighPrice(1n, { floor: 100n, lastSale: 100n })).toBeUndefined()
  })
})
