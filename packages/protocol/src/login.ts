import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { type Address, toAddress } from './address.ts'
import { ProtocolError } from './errors.ts'

/** Seconds (decision 16). */
export const LOGIN_WINDOWS_S = {
  /** How far the signed time may be off, either way. */
  skew: 300,
  /** Seconds within which an identical login returns the same token. */
  repeat: 10,
  /** A token expires after this long without use. */
  tokenIdle: 7 * 86_400,
  /** Lifetime of a nonce of user.nonce. */
  nonce: 300,
} as const

/** The documented login text: login message, a blank, unix seconds (wire 3.1). */
export function loginText(loginMessage: string, timestamp: number): string {
  return `${loginMessage} ${timestamp}`
}

/** Whether a signed time lies within five minutes of now, either way; both in unix seconds. */
export function isLoginFresh(timestamp: number, now: number): boolean {
  return Math.abs(now - timestamp) <= LOGIN_WINDOWS_S.skew
}

/** The fields of this site's EIP-4361 message; times in unix seconds. */
export type SiweFields = {
  /** Host with its port, as in the browser's address line. */
  readonly domain: string
  readonly address: Address
  readonly uri: string
  readonly chainId: number
  /** 8 or more alphanumeric characters, from user.nonce. */
  readonly nonce: string
  readonly issuedAt: number
  /** One line, empty for none. */
  readonly statement: string
}

/**
 * The EIP-4361 text that the web app asks the wallet to sign.
 * @throws viem's SiweInvalidMessageFieldError when a field breaks the grammar
 */
export function siweMessage(fields: SiweFields): string {
  const { issuedAt, statement, ...rest } = fields
  return createSiweMessage({ ...rest, version: '1', issuedAt: new Date(issuedAt * 1_000), ...(statement === '' ? {} : { statement }) })
}

/**
 * Parses an EIP-4361 text of any wallet.
 * @throws ProtocolError BAD_LOGIN_MESSAGE when a required field is missing or malformed, or when text follows the
 * message
 */
export function parseSiwe(text: string): SiweFields & { readonly expiresAt?: number; readonly notBefore?: number } {
  const m = parseSiweMessage(text)
  const complete = m.address && m.domain && m.uri && m.version === '1' && m.chainId !== undefined && m.nonce && m.issuedAt
  if (!complete || !/^[^\n]+ wants you to sign in/.test(text) || !endsWithFields(text)) throw malformed()
  return {
    domain: m.domain ?? '',
    address: toAddress(m.address ?? ''),
    uri: m.uri ?? '',
    chainId: m.chainId ?? 0,
    nonce: m.nonce ?? '',
    issuedAt: seconds(m.issuedAt),
    statement: m.statement ?? '',
    ...(m.expirationTime ? { expiresAt: seconds(m.expirationTime) } : {}),
    ...(m.notBefore ? { notBefore: seconds(m.notBefore) } : {}),
  }
}

export type SiweProblem = 'DOMAIN' | 'URI' | 'ADDRESS' | 'CHAIN' | 'NONCE' | 'TIME'

/** Why a parsed message is no valid login here and now, undefined when it is one. Does not verify the signature. */
export function findSiweProblem(
  message: ReturnType<typeof parseSiwe>,
  expected: { domain: string; address: Address; nonce: string; chainIds: readonly number[]; now: number },
): SiweProblem | undefined {
  if (message.domain !== expected.domain) return 'DOMAIN'
  if (/^https?:\/\/([^/?#]+)/.exec(message.uri)?.[1] !== expected.domain) return 'URI'
  if (message.address !== expected.address) return 'ADDRESS'
  if (!expected.chainIds.includes(message.chainId)) return 'CHAIN'
  if (message.nonce !== expected.nonce) return 'NONCE'
  const { now } = expected
  const early = message.notBefore !== undefined && now < message.notBefore
  const late = message.expiresAt !== undefined && now >= message.expiresAt
  return early || late || !isLoginFresh(message.issuedAt, now) ? 'TIME' : undefined
}

/** viem's parser ignores text after the fields; a wallet shows it to the signer as part of the message. */
function endsWithFields(text: string): boolean {
  const tail = text.slice(text.lastIndexOf('\nIssued At: ') + 1).split('\n')
  return tail.slice(1).every((line) => /^(Expiration Time: |Not Before: |Request ID: |Resources:$|- )/.test(line))
}

function seconds(date: Date | undefined): number {
  const time = date?.getTime() ?? Number.NaN
  if (Number.isNaN(time)) throw malformed()
  return Math.floor(time / 1_000)
}

function malformed(): ProtocolError {
  return new ProtocolError('BAD_LOGIN_MESSAGE', 'Not a sign-in message')
}
