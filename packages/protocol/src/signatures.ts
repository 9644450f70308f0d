import type { Hex } from 'viem'
import { bytesToHex, concat, hexToBytes, isHex, numberToHex, recoverAddress, recoverMessageAddress, slice } from 'viem/utils'
import { type Address, toAddress, ZERO_ADDRESS } from './address.ts'
import { ProtocolError } from './errors.ts'

/** r, s and v as contracts take them, lower-case; `v` is 0 only in the zero signature. */
export type Signature = { readonly v: 0 | 27 | 28; readonly r: Hex; readonly s: Hex }

const ZERO_WORD = numberToHex(0, { size: 32 })
/** On chain: the owner registered the order instead of signing it (contracts page, "Orders"). */
export const ZERO_SIGNATURE: Signature = { v: 0, r: ZERO_WORD, s: ZERO_WORD }

/** Half the order of secp256k1: the largest s that is valid by EIP-2. */
const HALF_N = 0x7fffffff_ffffffff_ffffffff_ffffffff_5d576e73_57a4501d_dfe92f46_681b20a0n

/**
 * Splits 65 bytes r, s, v. Empty text or "0x" gives the zero signature; a v under 27 gets 27 added and must then be
 * 27 or 28 (document B §5).
 * @throws ProtocolError BAD_SIGNATURE, message 'Invalid signature'
 */
export function parseSignature(text: string): Signature {
  if (text === '' || text === '0x') return ZERO_SIGNATURE
  const bytes = isHex(text) && text.length === 132 ? hexToBytes(text) : undefined
  const last = bytes?.[64]
  if (!bytes || last === undefined) throw invalid()
  const v = last < 27 ? last + 27 : last
  if (v !== 27 && v !== 28) throw invalid()
  return { v, r: bytesToHex(bytes.subarray(0, 32)), s: bytesToHex(bytes.subarray(32, 64)) }
}

/** The 65 bytes r, s, v; the zero signature gives "0x". */
export function joinSignature(signature: Signature): Hex {
  if (isZeroSignature(signature)) return '0x'
  return concat([signature.r, signature.s, numberToHex(signature.v, { size: 1 })])
}

function isZeroSignature(signature: Signature): boolean {
  return signature.v === 0 && BigInt(signature.r) === 0n && BigInt(signature.s) === 0n
}

/** Whether s is in the lower half (EIP-2); contracts and server refuse the other half. */
export function isLowS(signature: Pick<Signature, 's'>): boolean {
  return BigInt(signature.s) <= HALF_N
}

/**
 * Recovers the signer of a 32-byte digest (EIP-712 or any other).
 * @throws ProtocolError BAD_SIGNATURE for the zero signature or one that recovers nothing, HIGH_S, ZERO_SIGNER
 */
export async function recoverSigner(digest: Hex, signature: Signature): Promise<Address> {
  return recover(signature, (joined) => recoverAddress({ hash: digest, signature: joined }))
}

/** Recovers the signer of a personal_sign (EIP-191) text. Errors as `recoverSigner`. */
export async function recoverTextSigner(text: string, signature: Signature): Promise<Address> {
  return recover(signature, (joined) => recoverMessageAddress({ message: text, signature: joined }))
}

async function recover(signature: Signature, ask: (joined: Hex) => Promise<Hex>): Promise<Address> {
  if (signature.v === 0) throw invalid()
  if (!isLowS(signature)) throw new ProtocolError('HIGH_S', 'The signature has a high s')
  const signer = toAddress(await ask(joinSignature(signature)).catch(() => Promise.reject(invalid())))
  if (signer === ZERO_ADDRESS) throw new ProtocolError('ZERO_SIGNER', 'The signature recovers nobody')
  return signer
}

/** The magic value of ERC-1271: the selector of `isValidSignature`. */
export const ERC1271_MAGIC = '0x1626ba7e'
/** The 32 bytes that end an ERC-6492 signature. */
const ERC6492_SUFFIX = '0x6492649264926492649264926492649264926492649264926492649264926492'

/** Whether the signature is of a contract that is not deployed yet (ERC-6492). */
export function isErc6492(signature: Hex): boolean {
  return signature.length > 66 && slice(signature, -32) === ERC6492_SUFFIX
}

function invalid(): ProtocolError {
  return new ProtocolError('BAD_SIGNATURE', 'Invalid signature')
}
