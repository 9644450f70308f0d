import { describe, expect, it } from 'vitest'
import { AppError } from './app-error.ts'
import { CATALOGUE } from './catalogue.ts'
import type { ErrorRow } from './error-row.ts'
import { ERRORS, errorText } from './errors.ts'

const rows = Object.entries(ERRORS) as [string, ErrorRow][]

describe('error registry', () => {
  it('gives every failure a number of its own', () => {
    const numbers = rows.map(([, row]) => row.errno)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('[I18N-01] has a sentence in both languages with the same facts or fewer', () => {
    for (const [code, row] of rows) {
      expect(row.en.length, code).toBeGreaterThan(5)
      expect(row.zh, code).toMatch(/[\u4e00-\u9fff]/)
      const facts = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const fact of facts(row.zh)) expect(facts(row.en), code).toContain(fact)
    }
  })

  it('[ERR-01] numbers the product’s own failures as documented', () => {
    expect(ERRORS.NOT_LOGGED_IN.errno).toBe(501)
    expect(ERRORS.INTERNAL.errno).toBe(502)
    expect(ERRORS.BAD_ARGUMENT.errno).toBe(401)
    expect(ERRORS.BAD_ARGUMENT_VALUE.errno).toBe(402)
    expect(ERRORS.NETWORK_FAILURE.errno).toBe(400)
    expect(ERRORS.SESSION_ENDED.errno).toBe(4001)
    expect(ERRORS.LOGIN_REPLAYED.errno).toBe(4002)
    expect(ERRORS.ORDER_NOT_FOUND.errno).toBe(4101)
    expect(ERRORS.CHAIN_UNKNOWN.errno).toBe(4501)
  })

  it('fills the facts into the sentence', () => {
    expect(errorText('FILE_TOO_LARGE', 'en', { megabytes: 10 })).toBe('The file is above 10 MB.')
  })

  it('is thrown with its code and facts; the sentence is for readers', () => {
    expect(new AppError('FILE_TOO_LARGE', { megabytes: 10 }).message).toBe('FILE_TOO_LARGE {"megabytes":10}')
    expect(new AppError('CHAIN_UNKNOWN').message).toBe('CHAIN_UNKNOWN')
  })

  it('[ERR-09][ERR-11] keeps the documented chain texts', () => {
    const address = '0x00000000000000000000000000000000000000aa'
    expect(errorText('NO_CONTRACT', 'en', { address })).toBe(`This network does not have this contract at address ${address}.`)
    expect(errorText('BAD_SIGNATURE', 'en')).toBe('Invalid signature.')
  })

  it('[ERR-12] keeps the documented global texts', () => {
    expect(errorText('WALLET_NOT_CONNECTED', 'en')).toBe('Wallet not connected.')
    expect(errorText('NOT_LOGGED_IN', 'en')).toBe('Please log in first.')
    expect(errorText('INTERNAL', 'en', { traceId: 'x' })).toMatch(/^Server error \(502\)\. Contact support/)
    expect(errorText('BAD_ARGUMENT', 'en', { field: 'page' })).toBe('Parameter error: page is missing.')
    expect(errorText('NETWORK_FAILURE', 'en')).toMatch(/^Network error\./)
    expect(errorText('NOT_ENOUGH_FUNDS', 'en')).toBe('Not enough funds.')
  })

  it('lets a call declare only failures of the registry', () => {
    for (const calls of Object.values(CATALOGUE))
      for (const entry of Object.values(calls)) for (const code of entry.errors) expect(ERRORS).toHaveProperty(code)
  })
})
