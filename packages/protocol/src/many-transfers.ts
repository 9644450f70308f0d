import { encodeFunctionData, type Hex } from 'viem'
import { manyTransfersAbi } from './abi/many-transfers.ts'
import type { Address } from './address.ts'
import type { TokenStandard } from './codes.ts'

/** Most transfers of one transaction. Source: `contracts/src/transfer/ManyTransfers.sol`. @public */
export const MOST_TRANSFERS = 50

/** One item, or a quantity of an ERC1155, for one receiver. */
export type ItemTransfer = {
  readonly token: Address
  readonly tokenId: bigint
  /** Token standard codes equal asset type codes for both standards. */
  readonly assetType: TokenStandard
  /** 1 of an ERC721. */
  readonly amount: bigint
  /** Neither the zero address, nor the token, nor the sender. */
  readonly to: Address
}

/**
 * Calldata for ManyTransfers, sent without coin: all items are transferred, or none. Their owner is the sender of the
 * transaction.
 * @public
 */
export function encodeTransferMany(transfers: readonly ItemTransfer[]): Hex {
  return encodeFunctionData({ abi: manyTransfersAbi, functionName: 'transferMany', args: [transfers] })
}
