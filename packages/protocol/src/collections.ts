import type { Hex } from 'viem'
import { size, slice } from 'viem/utils'
import { type Address, toAddress } from './address.ts'

/** EIP-1167 runtime code around the implementation's 20 bytes; OpenZeppelin appends the immutable arguments. */
const BEFORE = '0x363d3d373d3d3d363d73'
const AFTER = '0x5af43d82803e903d91602b57fd5bf3'
const PROXY_BYTES = 45

/** A parsed minimal proxy: its implementation, and the immutable arguments after its code ("0x" for none). */
export type Clone = { readonly implementation: Address; readonly args: Hex }

/** Parses deployed code as an EIP-1167 clone (OpenZeppelin `Clones.cloneWithImmutableArgs`); undefined for any other code. */
export function findClone(code: Hex): Clone | undefined {
  if (size(code) < PROXY_BYTES || slice(code, 0, 10) !== BEFORE || slice(code, 30, PROXY_BYTES) !== AFTER) return undefined
  return {
    implementation: toAddress(slice(code, 10, 30)),
    args: size(code) === PROXY_BYTES ? '0x' : slice(code, PROXY_BYTES),
  }
}

/**
 * Whether deployed code is a clone of one of our implementations with its immutable arguments. It proves the
 * collection's code, not its initial storage: only a collection in the factory's `CollectionCreated` is trusted.
 */
export function isOurCollectionCode(code: Hex, implementations: readonly Address[]): boolean {
  const clone = findClone(code)
  return clone !== undefined && clone.args !== '0x' && implementations.includes(clone.implementation)
}
