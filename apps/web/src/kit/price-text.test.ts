import { describe, expect, it } from 'vitest'
import { cleanDecimal, meantDecimal } from './price-text.ts'

describe('cleanDecimal', () => {
  it('keeps digits and one point, whatever was typed or pasted', () => {
    expect(['1.5', '1,5', '1。5', '1，5', ' 2.4 ETH', '1.2.3', '.5', '-3', '1 000'].map(cleanDecimal)).toEqual([
      '1.5',
      '1,5',
      '1.5',
      '1,5',
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

  it('[PORT-10] keeps a comma that may be a decimal point, and names what may be meant', () => {
    expect(['0,42', ',5', '1,234', '12,', '0.42', '1,234.56'].map(cleanDecimal)).toEqual(['0,42', ',5', '1,234', '12,', '0.42', '1234.56'])
    expect(['0,42', ',5', '1,234', '12,', '0.42'].map(meantDecimal)).toEqual(['0.42', '0.5', '1.234', undefined, undefined])
  })

  it('takes nothing from an exponent: its digits are another number', () => {
    expect(['1e-19', '1e5', '2.5E+18'].map(cleanDecimal)).toEqual(['', '', ''])
  })
})
