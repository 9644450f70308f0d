import { type Address, BASE_URI, mintUriOf, TOKEN_STANDARD, type TokenStandard } from '@plinth/protocol'
import type { Hex } from 'viem'
import { COLLECTION_ABI, collectionAbiOf, FACTORY_ABI } from './abi.ts'
import type { ContractCall, Market } from './market.ts'

/** The allotted number, and the signature that lets its maker mint it. */
export type MintVoucher = { tokenId: bigint; v: string; r: Hex; s: Hex }

export type MintTerms = {
  collection: Address
  standard: TokenStandard
  /** 1 of an ERC721. */
  quantity: bigint
  /** Paid to the account that mints, of each later sale. */
  royaltyBps: number
  voucher: MintVoucher
  /** Of `nft.add`. */
  metadataUrl: string
}

export function mintCall({ account, chainId }: Market, terms: MintTerms): ContractCall {
  const { collection, standard, quantity, royaltyBps, voucher, metadataUrl } = terms
  const { tokenId, v, r, s } = voucher
  const fees = royaltyBps > 0 ? [{ recipient: account, value: BigInt(royaltyBps) }] : []
  const supply = standard === TOKEN_STANDARD.ERC1155 ? [quantity] : []
  const args = [tokenId, Number(v), r, s, fees, ...supply, mintUriOf(metadataUrl)]
  return { chainId, address: collection, abi: collectionAbiOf(standard), functionName: 'mint', args }
}

export type CollectionTerms = {
  standard: TokenStandard
  name: string
  symbol: string
  /** 32 random bytes, bound to the sender by the factory: with the same, a retry gives the same address. */
  salt: Hex
  /** The contractURI, as `contract.create` answers it; none where absent. */
  metadataUrl?: string | undefined
}

export function createCollectionCall(
  { chainId, config }: Market,
  { standard, name, symbol, salt, metadataUrl = '' }: CollectionTerms,
): ContractCall {
  const isMany = standard === TOKEN_STANDARD.ERC1155
  return {
    chainId,
    address: isMany ? config.contract.factory1155 : config.contract.factory721,
    functionName: isMany ? 'create1155' : 'create721',
    abi: FACTORY_ABI,
    args: [name, symbol, config.miner, metadataUrl, BASE_URI, salt],
  }
}

/** Whether a collection takes mint vouchers of this signer. */
export const isSigner = ({ read, chainId }: Pick<Market, 'read' | 'chainId'>, collection: Address, signer: Address): Promise<boolean> =>
  read<boolean>({ chainId, address: collection, abi: COLLECTION_ABI, functionName: 'isSigner', args: [signer] })

/** Names the market's present mint signer; the collection's owner sends it. */
export const addSignerCall = ({ chainId, config }: Market, collection: Address): ContractCall => ({
  chainId,
  address: collection,
  abi: COLLECTION_ABI,
  functionName: 'addSigner',
  args: [config.miner],
})
