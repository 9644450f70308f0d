import { describe, expect, it } from 'vitest'
import { boxesError } from './box-quantity.ts'

const facts = { left: 40, most: 10 }

describe('how many boxes are opened', () => {
  it.each(['', '0', '00', '1.5', '-1', 'two', '1e1'])('[BOX-22] is a whole number above zero, not "%s"', (text) => {
    expect(boxesError(text, facts)).toBe('form.noQuantity')
  })

  it('[BOX-23] is ten at most', () => {
    expect(boxesError('10', facts)).toBeUndefined()
    expect(boxesError('11', facts)).toBe('form.maxAmount10Limit')
  })

  it('[BOX-24] is at most what is not requested yet', () => {
    expect(boxesError('3', { left: 3, most: 10 })).toBeUndefined()
    expect(boxesError('4', { left: 3, most: 10 })).toBe('form.exceedValue')
    expect(boxesError('1', { left: 0, most: 10 })).toBe('form.exceedValue')
  })

  it('is no more than the contract draws at once', () => {
    expect(boxesError('6', { left: 40, most: 5 })).toBe('box.tooMany')
  })
})
