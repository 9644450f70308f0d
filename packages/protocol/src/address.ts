import { ProtocolError } from './errors.ts'

declare const lowerCase: unique symbol

/** A 20-byte address, always lower-case, made by `toAddress` alone. Fits wherever viem wants `0x${string}`. */
export type Address = `0x${string}` & { readonly [lowerCase]: true }

const SHAPE = /^0x[0-9a-f]{40}$/

/**
 * Parses an address written in any case into its lower-case form. Checksums are not judged: documents A and B
 * mix cases freely (decision 8).
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

/** Stands for the native coin (document A §9), and for "nobody" in transfers. */
export const ZERO_ADDRESS: Address = toAddress('0x0000000000000000000000000000000000000000')

/** First 11 characters, an ellipsis, the last 4 (document A §9). Shorter texts come back whole. */
export function shortAddress(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 11)}…${address.slice(-4)}`
}
