import { describe, expect, it } from 'vitest'
import { cleanDecimal } from './price-text.ts'

describe('cleanDecimal', () => {
  it('keeps digits and one point, whatever was typed or pasted', () => {
    expect(['1.5', '1,5', '1。5', '1，5', ' 2.4 ETH', '1.2.3', '.5', '-3', '1 000'].map(cleanDecimal)).toEqual([
      '1.5',
      '1.5',
      '1.5',
      '1.5',
      '2.4',
      '1.23',
      '.5',
      '3',
      '1000',
    ])
  })

  it('never makes a pasted thousand a one', () => {
    expect(['1,234.56', '1.234,56', '1,234,567', '1,234,567.8'].map(cleanDecimal)).toEqual(['1234.56', '1234.56', '1234567', '1234567.8'])
  })

  it('takes nothing from an exponent: its digits are another number', () => {
    expect(['1e-19', '1e5', '2.5E+18'].map(cleanDecimal)).toEqual(['', '', ''])
  })
})
