import { describe, expect, it } from 'vitest'
import { EMPTY_SALE, findSaleErrors, quantityError, validUntilOf } from './sale-form.ts'

const facts = { owned: 5n, decimals: 18, least: 1n, currentUnitPrice: undefined, now: 1_800_000_000 }
const form = { ...EMPTY_SALE, price: '0.5' }

describe('findSaleErrors', () => {
  it('finds nothing against a good sale', () => {
    expect(findSaleErrors(form, facts)).toEqual({})
  })

  it('[SALE-19] wants a price that is a number above zero', () => {
    for (const price of ['', '0', '0.00', 'abc', '-1']) expect(findSaleErrors({ ...form, price }, facts)).toEqual({ price: 'form.noPrice' })
  })

  it('[FMT-06] refuses a price below one base unit', () => {
    expect(findSaleErrors({ ...form, price: '0.0000001' }, { ...facts, decimals: 6 })).toEqual({ price: 'form.lowPrice' })
  })

  it('[FMT-06, F-43] refuses one base unit of a token, which the exchange never pays out, and takes one of coin', () => {
    expect(findSaleErrors({ ...form, price: '0.000000000000000001' }, facts)).toEqual({})
    const inDollars = { ...facts, decimals: 6, least: 2n }
    expect(findSaleErrors({ ...form, price: '0.000001' }, inDollars)).toEqual({ price: 'form.lowPrice' })
    expect(findSaleErrors({ ...form, price: '0.000002' }, inDollars)).toEqual({})
  })

  it('refuses a price above what a chain can count', () => {
    expect(findSaleErrors({ ...form, price: '9'.repeat(79) }, facts)).toEqual({ price: 'form.highPrice' })
    expect(findSaleErrors({ ...form, price: `1${'0'.repeat(59)}` }, facts)).toEqual({})
  })

  it('[SALE-20] wants an edited price below the current one', () => {
    const editing = { ...facts, currentUnitPrice: 500_000_000_000_000_000n }
    expect(findSaleErrors({ ...form, price: '0.5' }, editing)).toEqual({ price: 'form.granterPrice' })
    expect(findSaleErrors({ ...form, price: '0.6' }, editing)).toEqual({ price: 'form.granterPrice' })
    expect(findSaleErrors({ ...form, price: '0.499999999999999999' }, editing)).toEqual({})
  })

  it('[SALE-21] wants a quantity', () => {
    for (const quantity of ['', '0', '1.5', 'x'])
      expect(findSaleErrors({ ...form, quantity }, facts)).toEqual({ quantity: 'form.noQuantity' })
  })

  it('[SALE-22] wants no more than is owned', () => {
    expect(findSaleErrors({ ...form, quantity: '5' }, facts)).toEqual({})
    expect(findSaleErrors({ ...form, quantity: '6' }, facts)).toEqual({ quantity: 'form.exceedValue' })
  })

  it('wants a picked time in the future', () => {
    expect(findSaleErrors({ ...form, life: 'pick', pick: '' }, facts)).toEqual({ life: 'trade.badTime' })
    expect(findSaleErrors({ ...form, life: 'pick', pick: '2020-01-01T00:00' }, facts)).toEqual({ life: 'trade.badTime' })
    expect(findSaleErrors({ ...form, life: 'pick', pick: '2099-01-01T00:00' }, facts)).toEqual({})
  })
})

describe('quantityError', () => {
  it('[BUY-02, BUY-03] wants a whole number above zero and within what is on sale', () => {
    expect(quantityError('0', 3n)).toBe('form.noQuantity')
    expect(quantityError('2.5', 3n)).toBe('form.noQuantity')
    expect(quantityError('4', 3n)).toBe('form.exceedValue')
    expect(quantityError('3', 3n)).toBeUndefined()
  })
})

describe('validUntilOf', () => {
  it('counts from the chain’s clock', () => {
    expect(validUntilOf({ life: 'day', pick: '' }, 1_000)).toBe(87_400)
    expect(validUntilOf({ life: 'month', pick: '' }, 0)).toBe(2_592_000)
  })
})
