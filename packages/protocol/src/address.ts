import { ProtocolError } from './errors.ts'

declare const lowerCase: unique symbol

/** A 20-byte address, always lower-case, made by `toAddress` alone. Assignable to viem's `0x${string}`. */
export type Address = `0x${string}` & { readonly [lowerCase]: true }

const SHAPE = /^0x[0-9a-f]{40}$/

/**
 * Parses an address in any case into its lower-case form. Checksums are not verified: documents A and B mix cases
 * freely (decision 8).
 * @throws ProtocolError BAD_ADDRESS
 */
export function toAddress(text: string): Address {
  const lower = text.toLowerCase()
  if (!isAddress(lower)) throw new ProtocolError('BAD_ADDRESS', `Not an address: ${JSON.stringify(text.slice(0, 80))}`)
  return lower
}

/** Whether the text is already an `Address`: 0x and 40 lower-case hex characters. */
export function isAddress(text: string): text is Address {
  return SHAPE.test(text)
}

/** The zero address: the native coin as a pay token (document A §9), no account in transfers. */
export const ZERO_ADDRESS: Address = toAddress('0x0000000000000000000000000000000000000000')

/** First 11 characters, an ellipsis, the last 4 (document A §9). Shorter texts are returned whole. */
export function shortAddress(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 11)}…${address.slice(-4)}`
}
