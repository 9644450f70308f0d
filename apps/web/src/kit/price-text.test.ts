import { describe, expect, it } from 'vitest'
import { cleanDecimal } from './price-text.ts'

describe('cleanDecimal', () => {
  it('keeps digits and one point, whatever was typed or pasted', () => {
    expect(['1.5', '1,5', '1。5', ' 2.4 ETH', '1.2.3', '.5', '-3', '1e5'].map(cleanDecimal)).toEqual([
      '1.5',
      '1.5',
      '1.5',
      '2.4',
      '1.23',
      '.5',
      '3',
      '15',
    ])
  })
})
