import type { Hex, TypedDataDefinition } from 'viem'
import { hashTypedData } from 'viem/utils'
import type { Address } from './address.ts'
import { FEE_TYPE, type RoyaltyShare } from './settlement.ts'

/** Most items of one voucher. @public */
export const MAX_MINTED_TOGETHER = 50

/**
 * A voucher for several items: `minter`, which must send it itself, mints all of them in this collection at once, of
 * either standard.
 */
export type MintManyVoucher = {
  readonly chainId: number
  readonly collection: Address
  readonly items: readonly MintItem[]
  readonly minter: Address
  /** unix seconds, inclusive */
  readonly deadline: number
}
export type MintItem = {
  readonly tokenId: bigint
  /** The part of the URI after the collection's base. */
  readonly uri: string
  /** The whole edition, 1 of an ERC721. */
  readonly supply: bigint
  readonly fees: readonly RoyaltyShare[]
}

const MINT_MANY_TYPES = {
  MintMany: [
    { name: 'items', type: 'MintItem[]' },
    { name: 'minter', type: 'address' },
    { name: 'deadline', type: 'uint256' },
  ],
  MintItem: [
    { name: 'tokenId', type: 'uint256' },
    { name: 'uri', type: 'string' },
    { name: 'supply', type: 'uint256' },
    { name: 'fees', type: 'Fee[]' },
  ],
  Fee: FEE_TYPE,
} as const

/** Signed by one of the collection's signers, in the collection's own EIP-712 domain. */
export function mintManyTypedData({ chainId, collection, items, minter, deadline }: MintManyVoucher) {
  return {
    domain: { name: 'Plinth Collection', version: '1', chainId, verifyingContract: collection },
    types: MINT_MANY_TYPES,
    primaryType: 'MintMany',
    message: { items, minter, deadline: BigInt(deadline) },
  } as const satisfies TypedDataDefinition<typeof MINT_MANY_TYPES, 'MintMany'>
}

export function mintManyDigest(voucher: MintManyVoucher): Hex {
  return hashTypedData(mintManyTypedData(voucher))
}

/** The first argument of `mintMany`. @public */
export function mintManyArgument({ items, deadline }: Pick<MintManyVoucher, 'items' | 'deadline'>) {
  return { items, deadline: BigInt(deadline) }
}
