import { describe, expect, it } from 'vitest'
import { toAddress } from './address.ts'
import { isLoginFresh, loginText, siweMessage } from './login.ts'

const ALICE = toAddress('0x1a642f0e3c3af545e7acbd38b07251b3990914f1')
const fields = {
  domain: 'localhost:8080',
  address: ALICE,
  uri: 'http://localhost:8080/connect',
  chainId: 31337,
  nonce: 'abcdef0123456789',
  issuedAt: 1_795_167_388,
  statement: 'Sign in to Plinth.',
}

describe('loginText', () => {
  it('[NET-42] is the login message, a blank and the unix seconds', () => {
    expect(loginText('Hello login', 1_795_167_388)).toBe('Hello login 1795167388')
  })

  it('is fresh for five minutes either way', () => {
    expect([700, 699, 1_300, 1_301].map((at) => isLoginFresh(at, 1_000))).toEqual([true, false, true, false])
  })
})

describe('siweMessage', () => {
  it('is the text of EIP-4361', () => {
    expect(siweMessage(fields)).toBe(
      [
        'localhost:8080 wants you to sign in with your Ethereum account:',
        '0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1',
        '',
        'Sign in to Plinth.',
        '',
        'URI: http://localhost:8080/connect',
        'Version: 1',
        'Chain ID: 31337',
        'Nonce: abcdef0123456789',
        'Issued At: 2026-11-20T09:36:28.000Z',
      ].join('\n'),
    )
  })

  it.each(['', '登录 Plinth', 'Sign in to "Plinth"', 'two\nlines'])(
    '[F-23] leaves out a statement outside the grammar: %j',
    (statement) => {
      expect(siweMessage({ ...fields, statement })).toContain('0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1\n\n\nURI: http')
    },
  )
})
