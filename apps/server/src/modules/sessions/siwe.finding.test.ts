import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'

import { findSignInProblem, parseSignInMessage } from './siwe.ts'

const refusal = (code: string) => expect.objectContaining({ code })

const CHECKSUMMED = '0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1'
const ISSUED = 1_795_167_388
const OWN = 'abcdef0123456789'

const LINES = {
  head: 'gallery.example wants you to sign in with your Ethereum account:',
  address: CHECKSUMMED,
  above: '',
  statement: 'I accept the terms: https://gallery.example/terms',
  below: '',
  uri: 'URI: https://gallery.example/connect',
  version: 'Version: 1',
  chain: 'Chain ID: 31337',
  nonce: `Nonce: ${OWN}`,
  issued: 'Issued At: 2026-11-20T09:36:28.000Z',
  expires: 'Expiration Time: 2026-11-20T09:46:28Z',
  notBefore: 'Not Before: 2026-11-20T09:30:00Z',
  request: 'Request ID: visit-7',
  resources: 'Resources:',
  first: '- ipfs://bafkreigallery',
  second: '- https://gallery.example/claim.json',
}
type Line = keyof typeof LINES
const OPTIONAL: readonly Line[] = ['expires', 'notBefore', 'request', 'resources', 'first', 'second']
const ORDER = Object.keys(LINES) as Line[]

/** The message with these lines changed; undefined leaves a line out. */
function message(change: Partial<Record<Line, string | undefined>> = {}, order: readonly Line[] = ORDER): string {
  const lines: Partial<Record<Line, string | undefined>> = { ...LINES, ...change }
  return order.flatMap((name) => lines[name] ?? []).join('\n')
}
const head = (domain: string): string => `${domain} wants you to sign in with your Ethereum account:`
const without = (...names: Line[]): string => message(Object.fromEntries(names.map((name) => [name, undefined])))
/** The order in which one line comes one place late. */
function late(name: Line): readonly Line[] {
  const at = ORDER.indexOf(name)
  const next = ORDER[at + 1]
  return next === undefined ? ORDER : ORDER.toSpliced(at, 2, next, name)
}

describe('parseSignInMessage', () => {
  it('[F-23] reads every field of a whole message', () => {
    expect(parseSignInMessage(message())).toEqual({
      scheme: undefined,
      domain: 'gallery.example',
      address: toAddress(CHECKSUMMED),
      uri: 'https://gallery.example/connect',
      chainId: 31337,
      nonce: OWN,
      issuedAt: ISSUED,
      expiresAt: ISSUED + 600,
      notBefore: ISSUED - 388,
    })
  })

  it.each([
    ['no optional field', without(...OPTIONAL)],
    ['resources alone', without('expires', 'notBefore', 'request')],
    ['a time without a fraction', message({ issued: 'Issued At: 2026-11-20T09:36:28Z' })],
    ['a time with an offset', message({ issued: 'Issued At: 2026-11-20T11:36:28+02:00' })],
    ['no statement', message({ statement: undefined })],
    ['an empty statement', message({ statement: '' })],
    ['an empty request', message({ request: 'Request ID: ' })],
    ['an empty list of resources', without('first', 'second')],
    ['a resource that is a scheme alone', message({ first: '- uri:' })],
  ])('[F-23] takes %s', (_, text) => {
    expect(parseSignInMessage(text)).toMatchObject({ address: toAddress(CHECKSUMMED), issuedAt: ISSUED })
  })

  it.each([
    'localhost',
    'localhost:8080',
    'market',
    '127.0.0.1',
    '127.0.0.1:8080',
    'keeper@127.0.0.1',
    'keeper@127.0.0.1:8080',
    '[::1]',
    '[::1]:8080',
    '[2001:db8::192.0.2.1]:8080',
    '[2001:db8:0:1:2:3:4:5]',
  ])('[F-23] takes the domain %s', (domain) => {
    const uri = `http://${domain}/connect`
    expect(parseSignInMessage(message({ head: head(domain), uri: `URI: ${uri}` }))).toMatchObject({ domain, uri })
  })

  it('[F-23] reads the scheme before the domain', () => {
    expect(parseSignInMessage(message({ head: head('https://gallery.example') }))).toMatchObject({
      scheme: 'https',
      domain: 'gallery.example',
    })
  })

  const mandatory: readonly Line[] = ['head', 'address', 'uri', 'version', 'chain', 'nonce', 'issued']
  it.each(mandatory)('[F-23] refuses a message without its line %s, and with an empty one', (name) => {
    for (const text of [without(name), message({ [name]: '' })])
      expect(() => parseSignInMessage(text)).toThrow(refusal('LOGIN_BAD_MESSAGE'))
  })

  it.each(ORDER.slice(5, -3))('[F-23] refuses the line %s out of its place', (name) => {
    expect(() => parseSignInMessage(message({}, late(name)))).toThrow(refusal('LOGIN_BAD_MESSAGE'))
  })

  it.each(ORDER.slice(5, -2))('[F-23] refuses the line %s twice', (name) => {
    const order = ORDER.flatMap((each) => (each === name ? [each, each] : [each]))
    expect(() => parseSignInMessage(message({}, order))).toThrow(refusal('LOGIN_BAD_MESSAGE'))
  })

  it.each([
    ['text of another kind', 'Hello login 1795167388'],
    ['nothing', ''],
    ['text before it', `Please\n${message()}`],
    ['text after it', `${message()}\nand pay 5 ETH`],
    ['a line end after it', `${message()}\n`],
    ['a second message', `${message()}\n${message()}`],
    ['a second message whose limits come first', `${message({ statement: without(...OPTIONAL) })}`],
    ['line ends of Windows', message().replaceAll('\n', '\r\n')],
    ['names in other letters', message().replace('Nonce:', 'nonce:')],
  ])('[F-23] refuses %s', (_, text) => {
    expect(() => parseSignInMessage(text)).toThrow(refusal('LOGIN_BAD_MESSAGE'))
  })

  it.each<[string, Partial<Record<Line, string>>]>([
    ['an extra blank line', { above: '\n' }],
    ['a statement of two lines', { statement: 'I accept\nthe terms' }],
    ['a field within the statement', { statement: 'I accept\nExpiration Time: 2036-11-20T09:46:28Z' }],
    ['a statement of other letters', { statement: '登录 Plinth' }],
    ['no domain', { head: head('') }],
    ['a domain that is no authority', { head: head('#gallery') }],
    ['a domain with a path', { head: head('gallery.example/path') }],
    ['an address in lower case', { address: CHECKSUMMED.toLowerCase() }],
    ['an address with a wrong checksum', { address: CHECKSUMMED.replace('f0E', 'F0E') }],
    ['an address that is too short', { address: CHECKSUMMED.slice(0, -1) }],
    ['a URI without a scheme', { uri: 'URI: gallery.example' }],
    ['a URI with an empty scheme', { uri: 'URI: ://keeper:pass@gallery.example:123/one?q=1#two' }],
    ['a URI with a blank before the query', { uri: 'URI: https://gallery.example/one ?q=1' }],
    ['a URI with a blank before the fragment', { uri: 'URI: https://gallery.example/one?q=1 #two' }],
    ['version 2', { version: 'Version: 2' }],
    ['a chain that is no number', { chain: 'Chain ID: ?' }],
    ['a chain in hexadecimal digits', { chain: 'Chain ID: 0x7a69' }],
    ['a nonce of 7 characters', { nonce: 'Nonce: 1234567' }],
    ['a nonce with a sign', { nonce: 'Nonce: 1234-5678' }],
    ['an issue time in words', { issued: 'Issued At: Fri Nov 20 2026 09:36:28 GMT+0000 (UTC)' }],
    ['an expiration time in words', { expires: 'Expiration Time: Fri Nov 20 2026 09:36:28 GMT+0000 (UTC)' }],
    ['a not-before time in words', { notBefore: 'Not Before: tomorrow' }],
    ['a month 13', { issued: 'Issued At: 2026-13-20T09:36:28Z' }],
    ['a day 30 of February', { expires: 'Expiration Time: 2026-02-30T09:36:28Z' }],
    ['an hour 25', { notBefore: 'Not Before: 2026-11-20T25:36:28Z' }],
    ['a leap second', { issued: 'Issued At: 2026-11-20T23:59:60Z' }],
    ['resources in one line', { first: '- ipfs://a - ipfs://b' }],
    ['a first resource that is no URI', { first: '- gallery.example' }],
    ['a second resource that is no URI', { second: '- :gallery' }],
  ])('[F-23] refuses %s', (_, change) => {
    expect(() => parseSignInMessage(message(change))).toThrow(refusal('LOGIN_BAD_MESSAGE'))
  })

  it.each([...'`<>{|}"\\^%\t\u007F'])('[F-23] refuses a statement with %j', (character) => {
    expect(() => parseSignInMessage(message({ statement: `a${character}b` }))).toThrow(refusal('LOGIN_BAD_MESSAGE'))
  })

  it.each([
    '[::0.0.0.256]',
    '[::300.0.0.0]',
    '[::0.ff.0.255]',
    '[1:2:3:4:5:6:7]',
    '[1:2:3:4:5:6:7:8:9]',
    '[1:2:3:4:5:6:7:192.0.2.1]',
    '[::1:2:3:4:5:6:7:8]',
    '[::1:2:3:4:5:6:192.0.2.1]',
    '[1:2:3:4:5:6:7:8::]',
    '[1:2:3:4:5:6::192.0.2.1]',
    '[1:2:3:4:5::6:7:8]',
    '[1:2:3:4:5::6:192.0.2.1]',
    '[1::2::3]',
  ])('[F-23] refuses the host %s in domain and URI', (host) => {
    for (const change of [{ head: head(host) }, { uri: `URI: https://${host}/` }, { first: `- https://${host}/` }])
      expect(() => parseSignInMessage(message(change))).toThrow(refusal('LOGIN_BAD_MESSAGE'))
  })
})

describe('findSignInProblem', () => {
  const parsed = parseSignInMessage(message())
  const expected = {
    origins: ['https://gallery.example', 'http://[::1]:8080', 'http://market'],
    address: toAddress(CHECKSUMMED),
    chainIds: [31337],
    isOwnNonce: true,
    now: ISSUED + 12,
  }

  it('[F-23] finds none in a good message, to the second of its limits', () => {
    expect(findSignInProblem(parsed, expected)).toBeUndefined()
    const limited = { ...parsed, expiresAt: expected.now + 1, notBefore: expected.now }
    expect(findSignInProblem(limited, expected)).toBeUndefined()
  })

  it.each(['http://[::1]:8080', 'http://market'])('[F-23] takes the origin %s', (origin) => {
    const here = { ...parsed, domain: new URL(origin).host, uri: `${origin}/connect` }
    expect(findSignInProblem(here, expected)).toBeUndefined()
    expect(findSignInProblem({ ...here, scheme: 'http' }, expected)).toBeUndefined()
    expect(findSignInProblem({ ...here, scheme: 'https' }, expected)).toBe('DOMAIN')
  })

  it.each([
    ['DOMAIN', { origins: ['https://elsewhere.example'] }],
    ['ADDRESS', { address: toAddress(`0x${'22'.repeat(20)}`) }],
    ['CHAIN', { chainIds: [1, 56] }],
    ['NONCE', { isOwnNonce: false }],
    ['TIME', { now: ISSUED + 301 }],
    ['TIME', { now: ISSUED - 301 }],
  ])('names %s', (problem, change) => {
    expect(findSignInProblem(parsed, { ...expected, ...change })).toBe(problem)
  })

  it('names a uri of another host, and times that do not hold', () => {
    expect(findSignInProblem({ ...parsed, uri: 'https://gallery.example.evil.example/' }, expected)).toBe('URI')
    expect(findSignInProblem({ ...parsed, uri: 'https://gallery.example@evil.example/' }, expected)).toBe('URI')
    expect(findSignInProblem({ ...parsed, uri: 'ipfs:' }, expected)).toBe('URI')
    expect(findSignInProblem({ ...parsed, expiresAt: expected.now }, expected)).toBe('TIME')
    expect(findSignInProblem({ ...parsed, notBefore: expected.now + 1 }, expected)).toBe('TIME')
  })
})
