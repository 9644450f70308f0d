import { AppError } from '@plinth/api'
import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import type { Hex } from 'viem'
import { collectionAbiOf } from './abi.ts'
import type { ContractCall, Market } from './market.ts'

export type ItemRef = { collection: Address; tokenId: bigint }
/** So many of an item that the account holds. */
export type HeldItem = ItemRef & { standard: number; quantity: bigint }

/** Of either standard, and safe: a contract that can't receive refuses it (decision 27). */
export function transferCall(
  { account, chainId }: Market,
  { collection, tokenId, standard, quantity }: HeldItem,
  to: Address,
): ContractCall {
  const call = { chainId, address: collection, abi: collectionAbiOf(standard), functionName: 'safeTransferFrom' }
  return { ...call, args: standard === TOKEN_STANDARD.ERC1155 ? [account, to, tokenId, quantity, '0x'] : [account, to, tokenId] }
}

export function burnCall({ account, chainId }: Market, { collection, tokenId, standard, quantity }: HeldItem): ContractCall {
  const call = { chainId, address: collection, abi: collectionAbiOf(standard), functionName: 'burn' }
  return { ...call, args: standard === TOKEN_STANDARD.ERC1155 ? [account, tokenId, quantity] : [tokenId] }
}

/** The login of accounts that are no wallet (decision 17). */
const BY_EMAIL = '2'

/** Throws RECEIVER_NO_WALLET where the receiver is an account without a key. */
export async function requireWallet({ api }: Market, to: Address): Promise<void> {
  const user = await api.user.info({ address: to })
  if ('loginType' in user && user.loginType === BY_EMAIL) throw new AppError('RECEIVER_NO_WALLET')
}

/** Whether the server has indexed a transaction that moved the item. */
export async function hasHappened(
  { api, chainId }: Pick<Market, 'api' | 'chainId'>,
  item: ItemRef,
  hash: string | undefined,
): Promise<boolean> {
  const rows = await api.nft.history({ ...item, chainId })
  return rows.some(({ txHash }) => txHash === hash)
}

/** Whether the server already knows this account as a holder of the item. */
export async function isHeldBy({ api, chainId }: Pick<Market, 'api' | 'chainId'>, item: ItemRef, account: Address): Promise<boolean> {
  const { list } = await api.nft.owners({ ...item, chainId })
  return list.some(({ owner, quantity }) => owner === account && quantity > 0n)
}

export const isMoved = (market: Market, item: ItemRef) => (hash: Hex) => hasHappened(market, item, hash)
