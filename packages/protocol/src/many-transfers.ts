import { encodeFunctionData, type Hex } from 'viem'
import { manyTransfersAbi } from './abi/many-transfers.ts'
import type { Address } from './address.ts'
import type { TokenStandard } from './codes.ts'

/** How many transfers one transaction takes. Source: `contracts/src/transfer/ManyTransfers.sol`. */
export const MOST_TRANSFERS = 50

/** One item, or a quantity of an ERC1155, for one account. */
export type ItemTransfer = {
  readonly token: Address
  readonly tokenId: bigint
  /** Codes of standards and of asset types are the same for both standards. */
  readonly assetType: TokenStandard
  /** 1 of an ERC721. */
  readonly amount: bigint
  /** Neither the zero address, nor the token, nor the sender. */
  readonly to: Address
}

/** What is sent to ManyTransfers, without coin: all of these items move, or none. Their owner is the sender of the transaction. */
export function encodeTransferMany(transfers: readonly ItemTransfer[]): Hex {
  return encodeFunctionData({ abi: manyTransfersAbi, functionName: 'transferMany', args: [transfers] })
}
