import type { Hex, TypedDataDefinition } from 'viem'
import { hashTypedData } from 'viem/utils'
import type { Address } from './address.ts'
import { ProtocolError } from './errors.ts'
import { MAX_FEE_BPS } from './limits.ts'

/** A mint voucher: `minter`, which must send it itself, mints this id in this collection, of either standard. */
export type MintVoucher = {
  readonly chainId: number
  readonly collection: Address
  readonly tokenId: bigint
  readonly minter: Address
}

const MINT_TYPES = {
  Mint: [
    { name: 'tokenId', type: 'uint256' },
    { name: 'minter', type: 'address' },
  ],
} as const

/** Signed by one of the collection's signers, in the collection's own EIP-712 domain. */
export function mintTypedData(voucher: MintVoucher) {
  return {
    domain: { name: 'Plinth Collection', version: '1', chainId: voucher.chainId, verifyingContract: voucher.collection },
    types: MINT_TYPES,
    primaryType: 'Mint',
    message: { tokenId: voucher.tokenId, minter: voucher.minter },
  } as const satisfies TypedDataDefinition<typeof MINT_TYPES, 'Mint'>
}

export function mintDigest(voucher: MintVoucher): Hex {
  return hashTypedData(mintTypedData(voucher))
}

/** Sum of royalty entries, in bps. */
export function royaltyBpsOf(royalties: readonly number[]): bigint {
  return royalties.reduce((sum, bps) => sum + BigInt(bps), 0n)
}

/**
 * A typed percentage in bps: times 100, blank is 0 (document B §5).
 * @throws ProtocolError BAD_ROYALTIES unless 0 to 10 with at most two decimals
 */
export function royaltyInputBps(percent: string): number {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent.trim() === '' ? '0' : percent.trim())
  const bps = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN
  if (!(bps <= Number(MAX_FEE_BPS))) throw new ProtocolError('BAD_ROYALTIES', 'royalties cannot greater than 10%')
  return bps
}

/** Where an item's metadata lives, as nft.add returns it (decision 36). */
export function metadataUrlOf(cid: string): string {
  return `ipfs://${cid}`
}

/** The base URI of every new collection (document B §3). */
export const BASE_URI = 'ipfs:/'

/**
 * The URI that the client mints with: the metadata address without the collection's base, "/{cid}" (decision 36).
 * @throws ProtocolError BAD_URI when the address does not start with the base, or nothing follows
 */
export function mintUriOf(metadataUrl: string): string {
  const rest = metadataUrl.slice(BASE_URI.length)
  if (!metadataUrl.startsWith(BASE_URI) || !/^\/[^/]/.test(rest)) throw new ProtocolError('BAD_URI', 'Metadata must be an ipfs:// address')
  return rest
}
