import { getAddress } from 'viem/utils'
import type { Address } from './address.ts'

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
  /** One line of ASCII, empty for none. */
  readonly statement: string
}

/** The characters of a statement: RFC 3986's reserved and unreserved ones, and blanks. */
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/

/**
 * The EIP-4361 text that the web app asks the wallet to sign. viem's `createSiweMessage` takes neither IPv6 hosts nor hosts
 * of one label (2.57.1). A statement that the grammar has no characters for is left out: wallets parse the message.
 */
export function siweMessage({ domain, address, uri, chainId, nonce, issuedAt, statement }: SiweFields): string {
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    getAddress(address),
    '',
    ...(STATEMENT.test(statement) ? [statement] : []),
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(issuedAt * 1_000).toISOString()}`,
  ].join('\n')
}
