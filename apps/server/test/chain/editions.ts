import { type Address, mintUriOf, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { collection1155Abi } from '@plinth/protocol/abi'
import type { Hex } from 'viem'
import type { ItemId, TestMarket, Who } from '../market/market.ts'

type EditionOptions = { readonly supply?: bigint; readonly collection?: Address; readonly royaltyBps?: number; readonly name?: string }

/** Voucher, metadata, mint of several of one item; not yet indexed. */
export async function mintEdition(market: TestMarket, who: Who, options: EditionOptions = {}): Promise<Required<ItemId>> {
  const { api, address } = await market.session(who)
  const { supply = 10n, collection = market.testnet.contracts.official1155, royaltyBps = 0 } = options
  const { chainId } = market
  const { storageId } = await market.upload(who)
  const voucher = await api.dapp.sign({ collection, chainId })
  const { metadataUrl } = await api.nft.add({
    collection,
    tokenId: voucher.tokenId,
    name: options.name ?? 'Ten prints',
    storageId,
    royalties: royaltyBps ? [royaltyBps] : [],
    category: 1n,
    quantity: supply,
    standard: TOKEN_STANDARD.ERC1155,
    chainId,
  })
  const fees = royaltyBps ? [{ recipient: address, value: BigInt(royaltyBps) }] : []
  const args = [voucher.tokenId, Number(voucher.v), voucher.r, voucher.s, fees, supply, mintUriOf(metadataUrl)] as const
  await market.mined(await market.wallet(who).writeContract({ address: collection, abi: collection1155Abi, functionName: 'mint', args }))
  return { collection, tokenId: voucher.tokenId, standard: TOKEN_STANDARD.ERC1155 }
}

export async function sendEdition(market: TestMarket, from: Who, to: Who, item: ItemId, quantity: bigint): Promise<Hex> {
  const args = [market.address(from), market.address(to), item.tokenId, quantity, '0x'] as const
  return market.mined(
    await market.wallet(from).writeContract({ address: item.collection, abi: collection1155Abi, functionName: 'safeTransferFrom', args }),
  )
}

/** Several at once, of one collection. */
export async function sendBatch(
  market: TestMarket,
  from: Who,
  to: Who,
  parts: readonly { item: ItemId; quantity: bigint }[],
): Promise<Hex> {
  const ids = parts.map(({ item }) => item.tokenId)
  const values = parts.map(({ quantity }) => quantity)
  const args = [market.address(from), market.address(to), ids, values, '0x'] as const
  const address = parts[0]?.item.collection ?? ZERO_ADDRESS
  return market.mined(
    await market.wallet(from).writeContract({ address, abi: collection1155Abi, functionName: 'safeBatchTransferFrom', args }),
  )
}

export async function burnEdition(market: TestMarket, who: Who, item: ItemId, quantity: bigint): Promise<Hex> {
  const args = [market.address(who), item.tokenId, quantity] as const
  return market.mined(
    await market.wallet(who).writeContract({ address: item.collection, abi: collection1155Abi, functionName: 'burn', args }),
  )
}
