import type { Hex, TypedDataDefinition } from 'viem'
import { encodeAbiParameters, hashTypedData } from 'viem/utils'
import type { Address } from './address.ts'
import type { Signature } from './signatures.ts'

/** Voucher with which an exchange mints the item while it settles its creator's sale: asset type 5 (decision 26). */
export type SettlementMint = {
  readonly chainId: number
  readonly collection: Address
  readonly exchange: Address
  readonly tokenId: bigint
  /** Owner of the order that sells it. */
  readonly creator: Address
  readonly fees: readonly RoyaltyShare[]
  /** The part of the URI after the collection's base. */
  readonly uri: string
  /** The whole edition, 1 of an ERC721. */
  readonly supply: bigint
  /** unix seconds, inclusive */
  readonly deadline: number
}
/** `value` in bps. */
export type RoyaltyShare = { readonly recipient: Address; readonly value: bigint }

/** One royalty entry in the EIP-712 types of a collection's signers. */
export const FEE_TYPE = [
  { name: 'recipient', type: 'address' },
  { name: 'value', type: 'uint256' },
] as const

const SETTLEMENT_MINT_TYPES = {
  SettlementMint: [
    { name: 'exchange', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'creator', type: 'address' },
    { name: 'fees', type: 'Fee[]' },
    { name: 'uri', type: 'string' },
    { name: 'supply', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  Fee: FEE_TYPE,
} as const

/** Signed by one of the collection's signers, in the collection's own EIP-712 domain. */
export function settlementMintTypedData({ chainId, collection, ...mint }: SettlementMint) {
  return {
    domain: { name: 'Plinth Collection', version: '1', chainId, verifyingContract: collection },
    types: SETTLEMENT_MINT_TYPES,
    primaryType: 'SettlementMint',
    message: { ...mint, deadline: BigInt(mint.deadline) },
  } as const satisfies TypedDataDefinition<typeof SETTLEMENT_MINT_TYPES, 'SettlementMint'>
}

export function settlementMintDigest(mint: SettlementMint): Hex {
  return hashTypedData(settlementMintTypedData(mint))
}

const SIG = [
  { name: 'v', type: 'uint8' },
  { name: 'r', type: 'bytes32' },
  { name: 's', type: 'bytes32' },
] as const

/** The last argument of `exchange` for a sale of asset type 5: the voucher's fields in order. */
export function encodeVoucher({ fees, uri, supply, deadline }: SettlementMint, signature: Signature): Hex {
  return encodeAbiParameters(
    [
      { name: 'fees', type: 'tuple[]', components: FEE_TYPE },
      { name: 'uri', type: 'string' },
      { name: 'supply', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
      { name: 'sig', type: 'tuple', components: SIG },
    ],
    [fees, uri, supply, BigInt(deadline), signature],
  )
}
