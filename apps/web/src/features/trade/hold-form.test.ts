import type { OrderRecord } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { readAddress } from './address-form.ts'
import { acceptable, findBurnErrors, findTransferErrors } from './hold-form.ts'
import { quantityError } from './sale-form.ts'

const me = toAddress(`0x${'a'.repeat(40)}`)
const collection = toAddress(`0x${'c'.repeat(40)}`)
const other = `0x${'Bb'.repeat(20)}`
const errorsOf = (to: string, quantity = '1') => findTransferErrors({ to, quantity }, { owned: 10n, me, collection })

describe('findTransferErrors', () => {
  it('[XFER-02] asks for an address, in any case', () => {
    expect(errorsOf('  ')).toEqual({ to: 'form.noAddress' })
    expect(errorsOf('0x12')).toEqual({ to: 'form.badAddress' })
    expect(errorsOf(`${other.slice(2)}00`)).toEqual({ to: 'form.badAddress' })
    for (const address of [other, other.toUpperCase().replace('0X', '0x'), ` ${other.toLowerCase()}\n`])
      expect(errorsOf(address)).toEqual({})
    expect(readAddress(` ${other} `)).toBe(other.toLowerCase())
  })

  it('[XFER-03] refuses the user’s own, in any case', () => {
    expect(errorsOf(me)).toEqual({ to: 'form.own' })
    expect(errorsOf(`0x${'A'.repeat(40)}`)).toEqual({ to: 'form.own' })
  })

  it('[TX-15] refuses where it would be lost: the zero address and the collection itself', () => {
    expect(errorsOf(`0x${'0'.repeat(40)}`)).toEqual({ to: 'form.zeroAddress' })
    expect(errorsOf(`0x${'C'.repeat(40)}`)).toEqual({ to: 'form.collectionAddress' })
  })

  it('[XFER-04] shows a missing quantity under the address', () => {
    for (const quantity of ['', '0']) expect(errorsOf(other, quantity)).toEqual({ to: 'form.noQuantity' })
    expect(errorsOf('', '')).toEqual({ to: 'form.noAddress' })
  })

  it('[XFER-05] refuses more than are owned', () => {
    expect(errorsOf(other, '10')).toEqual({})
    expect(errorsOf(other, '11')).toEqual({ quantity: 'form.exceedValue' })
    expect(errorsOf('', '11')).toEqual({ to: 'form.noAddress', quantity: 'form.exceedValue' })
  })
})

describe('findBurnErrors', () => {
  const burn = (quantity: string, word: string, asked = 'burn') => findBurnErrors({ quantity, word }, { owned: 10n, asked })

  it('[BURN-02, BURN-03] asks how many, at most what is owned', () => {
    expect(burn('', 'burn')).toEqual({ quantity: 'form.noQuantity' })
    expect(burn('11', 'burn')).toEqual({ quantity: 'form.exceedValue' })
    expect(burn('10', 'burn')).toEqual({})
  })

  it('burns nothing that the word was not typed for, in the reader’s language', () => {
    expect(burn('1', 'bur')).toEqual({ word: 'hold.wordMissing' })
    expect(burn('1', ' Burn ')).toEqual({})
    expect(burn('1', '销毁', '销毁')).toEqual({})
  })
})

describe('acceptable', () => {
  const bid = { selling: 20n, buying: 10n, filled: 6n } as OrderRecord

  it('[ACCEPT-04] is the lesser of what is owned and what the bid still asks for, which it counts in its money', () => {
    expect(acceptable(bid, 20n)).toBe(7n)
    expect(acceptable(bid, 5n)).toBe(5n)
    expect(acceptable({ selling: 3n, buying: 1n, filled: 0n } as OrderRecord, 1n)).toBe(1n)
  })

  it('[ACCEPT-02, ACCEPT-03] asks how many, and refuses more', () => {
    expect(quantityError('', acceptable(bid, 20n))).toBe('form.noQuantity')
    expect(quantityError('8', acceptable(bid, 20n))).toBe('form.exceedValue')
    expect(quantityError('7', acceptable(bid, 20n))).toBeUndefined()
  })
})
