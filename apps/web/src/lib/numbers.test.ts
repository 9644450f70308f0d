import { describe, expect, it } from 'vitest'
import { groupDigits, priceText, royaltyPercent, shortPercent } from './numbers.ts'

describe('groupDigits', () => {
  it('groups the whole part and keeps every digit', () => {
    expect(['0.5', '999', '1234', '1234567.000000000000000001'].map(groupDigits)).toEqual([
      '0.5',
      '999',
      '1,234',
      '1,234,567.000000000000000001',
    ])
  })
})

describe('priceText', () => {
  it('writes two digits after the point at least, and loses none', () => {
    expect(['2.4', '40', '1234.5', '0.000001'].map(priceText)).toEqual(['2.40', '40.00', '1,234.50', '0.000001'])
  })
})

describe('percentages', () => {
  it('[FMT-20] sums all royalty entries, two decimals', () => {
    expect(royaltyPercent([250, 125])).toBe('3.75%')
    expect(royaltyPercent([200])).toBe('2.00%')
    expect(royaltyPercent([])).toBe('0.00%')
  })

  it('drops empty decimals in sentences', () => expect([250, 300, 1000, 5].map(shortPercent)).toEqual(['2.5%', '3%', '10%', '0.05%']))
})
