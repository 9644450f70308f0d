import { ProtocolError } from './errors.ts'
import { MAX_UINT256 } from './limits.ts'

/** The fields in the 256 bits of an order's salt (contracts page, "Orders"). */
export type SaltParts = {
  /** Unix seconds, 0 for none. */
  readonly validUntil: number
  /** Unix seconds, 0 for none. */
  readonly validFrom: number
  /** The most buyer fee a bid pays, in bps. */
  readonly maxBuyerFeeBps: number
  /** Per (chain, contract, maker), never reused. */
  readonly sequence: bigint
}

const UINT16 = 0xffffn
const UINT40 = 0xff_ffff_ffffn
const UINT64 = 0xffff_ffff_ffff_ffffn
const UINT96 = (1n << 96n) - 1n
/** Bits 159 to 64: the kind of order. Zero in a salt that the server allotted. */
const TERMS = UINT96 << 64n

/** Values of the terms of an order. Source: `contracts/src/exchange/Orders.sol`. */
export const ORDER_TERMS = {
  /** A sale or bid of one item, open to any taker. */
  PLAIN: 0n,
  /** A bid for any item of a set, see criteria.ts. */
  CRITERIA: 1n,
  /** A sale to one account, see private-sales.ts. */
  PRIVATE: 2n,
} as const

/** The latest moment a salt can name: 2^40 - 1 seconds. */
export const MAX_SALT_TIME = Number(UINT40)

/**
 * Writes validUntil into bits 255-216, validFrom 215-176, maxBuyerFee 175-160, zero 159-64 (see withTerms), sequence
 * 63-0.
 * @throws ProtocolError BAD_SALT when a part does not fit its bits
 */
export function packSalt(parts: SaltParts): bigint {
  const until = bitsOf(parts.validUntil, UINT40, 'validUntil')
  const from = bitsOf(parts.validFrom, UINT40, 'validFrom')
  const fee = bitsOf(parts.maxBuyerFeeBps, UINT16, 'maxBuyerFeeBps')
  const sequence = bitsOf(parts.sequence, UINT64, 'sequence')
  return (until << 216n) | (from << 176n) | (fee << 160n) | sequence
}

/**
 * Reads the parts of any uint256 salt, allotted or not; ignores the unused bits, as on chain.
 * @throws ProtocolError BAD_SALT outside uint256
 */
export function unpackSalt(salt: bigint): SaltParts {
  if (salt < 0n || salt > MAX_UINT256) throw new ProtocolError('BAD_SALT', 'A salt is a uint256')
  return {
    validUntil: Number(salt >> 216n),
    validFrom: Number((salt >> 176n) & UINT40),
    maxBuyerFeeBps: Number((salt >> 160n) & UINT16),
    sequence: salt & UINT64,
  }
}

/** Whether the server could have allotted this salt: uint256 with bits 159 to 64 zero (decision 20). */
export function isAllottable(salt: bigint): boolean {
  return salt >= 0n && salt <= MAX_UINT256 && (salt & TERMS) === 0n
}

/** Bits 159 to 64: ORDER_TERMS of an order, the extension and buy-now total of an auction. */
export function termsOf(salt: bigint): bigint {
  return (salt >> 64n) & UINT96
}

/**
 * The salt with these terms instead of its own.
 * @throws ProtocolError BAD_SALT when they do not fit into 96 bits
 */
export function withTerms(salt: bigint, terms: bigint): bigint {
  return (salt & ~TERMS) | (bitsOf(terms, UINT96, 'terms') << 64n)
}

function bitsOf(value: number | bigint, max: bigint, part: string): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new ProtocolError('BAD_SALT', `${part} must be a whole number`)
  const bits = BigInt(value)
  if (bits < 0n || bits > max) throw new ProtocolError('BAD_SALT', `${part} must be between 0 and ${max}`)
  return bits
}
