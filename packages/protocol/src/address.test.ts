import { describe, expect, it } from 'vitest'
import { isAddress, shortAddress, toAddress, ZERO_ADDRESS } from './address.ts'
import { ProtocolError } from './errors.ts'

describe('toAddress', () => {
  it('lower-cases an address of any case', () => {
    expect(toAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
    expect(toAddress('0XF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266')).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
  })

  it.each([
    '',
    '0x',
    'f39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb9226',
    `0x${'g'.repeat(40)}`,
    `0x${'1'.repeat(41)}`,
    ` 0x${'1'.repeat(40)}`,
  ])('refuses %j', (text) => {
    expect(() => toAddress(text)).toThrow(ProtocolError)
    expect(() => toAddress(text)).toThrow('Not an address')
  })
})

describe('isAddress', () => {
  it('distinguishes a lower-case address from the rest', () => {
    expect(isAddress('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')).toBe(true)
    expect(isAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe(false)
  })
})

describe('ZERO_ADDRESS', () => {
  it('[TX-36] stands for the native coin', () => {
    expect(ZERO_ADDRESS).toBe('0x0000000000000000000000000000000000000000')
  })
})

describe('shortAddress', () => {
  it('[FMT-14] shows the first 11 characters, an ellipsis and the last 4', () => {
    expect(shortAddress('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')).toBe('0xf39fd6e51…2266')
  })

  it('leaves short texts whole', () => {
    expect(shortAddress('alice')).toBe('alice')
  })
})
