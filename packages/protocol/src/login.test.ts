import { describe, expect, it } from 'vitest'
import { toAddress } from './address.ts'
import { findSiweProblem, isLoginFresh, loginText, parseSiwe, siweMessage } from './login.ts'

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
const expected = { domain: 'localhost:8080', address: ALICE, nonce: 'abcdef0123456789', chainIds: [31337], now: 1_795_167_400 }

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

  it('is read back by parseSiwe', () => {
    expect(parseSiwe(siweMessage(fields))).toEqual(fields)
    expect(parseSiwe(siweMessage({ ...fields, statement: '' }))).toEqual({ ...fields, statement: '' })
  })
})

describe('parseSiwe', () => {
  it('reads expiry and not-before of other wallets', () => {
    const text = `${siweMessage(fields)}\nExpiration Time: 2026-11-20T09:46:28Z\nNot Before: 2026-11-20T09:36:28Z`
    expect(parseSiwe(text)).toMatchObject({ expiresAt: 1_795_167_988, notBefore: 1_795_167_388 })
  })

  it.each([
    '',
    'Hello login 1795167388',
    siweMessage(fields).replace('Version: 1', 'Version: 2'),
    siweMessage(fields).replace('2026-11-20T09:36:28.000Z', 'yesterday'),
    siweMessage(fields).replace(/Nonce: .*\n/, ''),
    `${siweMessage(fields)}\nAnd give me everything`,
    `Please\n${siweMessage(fields)}`,
  ])('refuses %j', (text) => {
    expect(() => parseSiwe(text)).toThrow(expect.objectContaining({ code: 'BAD_LOGIN_MESSAGE' }))
  })
})

describe('findSiweProblem', () => {
  const message = parseSiwe(siweMessage(fields))

  it('finds none in a good message', () => {
    expect(findSiweProblem(message, expected)).toBeUndefined()
  })

  it.each([
    ['DOMAIN', { domain: 'evil.example' }],
    ['ADDRESS', { address: toAddress(`0x${'22'.repeat(20)}`) }],
    ['CHAIN', { chainIds: [1, 56] }],
    ['NONCE', { nonce: 'anothernonce' }],
    ['TIME', { now: 1_795_167_388 + 301 }],
    ['TIME', { now: 1_795_167_388 - 301 }],
  ])('names %s', (problem, change) => {
    expect(findSiweProblem(message, { ...expected, ...change })).toBe(problem)
  })

  it('names a uri of another host, and times that do not hold', () => {
    expect(findSiweProblem({ ...message, uri: 'http://localhost:8080.evil.example/' }, expected)).toBe('URI')
    expect(findSiweProblem({ ...message, expiresAt: expected.now }, expected)).toBe('TIME')
    expect(findSiweProblem({ ...message, notBefore: expected.now + 1 }, expected)).toBe('TIME')
  })
})
