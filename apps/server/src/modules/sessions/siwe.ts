import { AppError } from '@plinth/api'
import { type Address, isLoginFresh, type SiweFields, toAddress } from '@plinth/protocol'
import { ParsedMessage } from '@signinwithethereum/siwe-parser'

/** A parsed EIP-4361 message; times in unix seconds. */
type SignInMessage = Omit<SiweFields, 'statement'> & {
  /** The scheme before the domain, where the message has one. */
  readonly scheme: string | undefined
  readonly expiresAt: number | undefined
  readonly notBefore: number | undefined
}

/**
 * Parses an EIP-4361 message by the grammar of the EIP: all of the text, every field once and in its place.
 * @throws AppError LOGIN_BAD_MESSAGE
 */
export function parseSignInMessage(text: string): SignInMessage {
  const message = parsed(text)
  // The grammar takes an address without its ERC-55 checksum, the text of the EIP doesn't; the library warns of one.
  if (message.warnings.length > 0) throw new AppError('LOGIN_BAD_MESSAGE')
  return {
    scheme: message.scheme,
    domain: message.domain,
    address: toAddress(message.address),
    uri: message.uri,
    chainId: message.chainId,
    nonce: message.nonce,
    issuedAt: secondsOf(message.issuedAt),
    expiresAt: message.expirationTime === undefined ? undefined : secondsOf(message.expirationTime),
    notBefore: message.notBefore === undefined ? undefined : secondsOf(message.notBefore),
  }
}

type SignInProblem = 'DOMAIN' | 'URI' | 'ADDRESS' | 'CHAIN' | 'NONCE' | 'TIME'

type ExpectedSignIn = {
  /** Origins of this site. */
  readonly origins: readonly string[]
  readonly address: Address
  readonly chainIds: readonly number[]
  /** Whether the server made this nonce. */
  readonly isOwnNonce: boolean
  readonly now: number
}

/** Why a parsed message is no valid login here and now, undefined when it is one. Does not verify the signature. */
export function findSignInProblem(message: SignInMessage, expected: ExpectedSignIn): SignInProblem | undefined {
  const { now } = expected
  const origins = expected.origins.filter((origin) => new URL(origin).host === message.domain)
  const isScheme = (origin: string): boolean => message.scheme === undefined || new URL(origin).protocol === `${message.scheme}:`
  if (!origins.some(isScheme)) return 'DOMAIN'
  if (!URL.canParse(message.uri) || !origins.includes(new URL(message.uri).origin)) return 'URI'
  if (message.address !== expected.address) return 'ADDRESS'
  if (!expected.chainIds.includes(message.chainId)) return 'CHAIN'
  if (!expected.isOwnNonce) return 'NONCE'
  const isEarly = message.notBefore !== undefined && now < message.notBefore
  const isLate = message.expiresAt !== undefined && now >= message.expiresAt
  return isEarly || isLate || !isLoginFresh(message.issuedAt, now) ? 'TIME' : undefined
}

/** The library throws errors of its own, and of the parser below it; it does nothing but parse. */
function parsed(text: string): ParsedMessage {
  try {
    return new ParsedMessage(text)
  } catch (error) {
    throw new AppError('LOGIN_BAD_MESSAGE', {}, { cause: error })
  }
}

/** A leap second is valid in the grammar and no time in JavaScript. */
function secondsOf(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new AppError('LOGIN_BAD_MESSAGE')
  return Math.floor(time / 1_000)
}
