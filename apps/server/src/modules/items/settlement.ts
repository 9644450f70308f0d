import { AppError } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  encodeVoucher,
  mintUriOf,
  ORDER_TYPE,
  type RoyaltyShare,
  type SettlementMint,
  type Signature,
  TOKEN_STANDARD,
  toAddress,
  ZERO_SIGNATURE,
} from '@plinth/protocol'
import { collection721Abi, collection1155Abi } from '@plinth/protocol/abi'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isRevert } from '../../chain/revert.ts'
import type { Context, RequestContext } from '../../context.ts'
import { findCollection } from '../../state/collections/store.ts'
import { findItem, type ItemRow } from '../../state/items/store.ts'
import type { StoredOrder } from '../../state/orders/store.ts'
import { getOpenOrder, itemsLeft } from '../orders/service.ts'
import { mintSignerOf } from './mint-signer.ts'

/** How long a voucher is valid; its order may end before. */
const VOUCHER_LIFE_S = 3_600

export type SettlementReply = {
  readonly v: string
  readonly r: Hex
  readonly s: Hex
  readonly tokenId: bigint
  readonly fees: RoyaltyShare[]
  readonly uri: string
  readonly supply: bigint
  readonly deadline: number
  readonly voucher: Hex
}

export type SettlementInput = {
  readonly collection: Address
  readonly tokenId: bigint
  readonly from: Address
  readonly payType?: number
  readonly chainId?: number
}

/**
 * Signs that the exchange may mint an item of `from` while it settles the open sale of `from`: the voucher is of no other use.
 */
export async function signSettlementMint(context: RequestContext, input: SettlementInput): Promise<SettlementReply> {
  if (context.requireCaller().address === input.from) throw new AppError('SELF_TRADE')
  const chain = await context.chains.resolveForWrite(input)
  await chain.requireTrusted()
  const { collection, tokenId } = input
  const order = await getOpenOrder(context, { collection, tokenId, chainId: chain.id, owner: input.from, type: ORDER_TYPE.SALE })
  const isCoin = BigInt(order.payToken) === 0n
  if (input.payType !== undefined && input.payType !== (isCoin ? ASSET_TYPE.COIN : ASSET_TYPE.ERC20))
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'payType', reason: 'not what the sale asks for' })
  return settlementOf(context, chain, order)
}

/** The voucher for the purchase of this sale, by any buyer. @throws AppError ORDER_NOT_FUNDABLE and why nothing is left */
export async function settlementOf(context: Context, chain: Chain, order: StoredOrder): Promise<SettlementReply> {
  const { collection, tokenId } = order
  const item = await findItem(context.db, { chainId: chain.id, collection, tokenId })
  if (!item || order.assetType !== ASSET_TYPE.MINTED) throw new AppError('ORDER_NOT_FOUND')
  await itemsLeft(context, chain, order)
  const mint = mintOf(chain, item, order.maker)
  const made = await findCollection(context.db, chain.id, collection)
  const isMinted = item.standard === TOKEN_STANDARD.ERC1155 && (await isCreator(chain, mint))
  // Only its owner mints in a user's collection, and this maker has transferred it.
  if (!isMinted && made && !made.is_official && made.owner !== order.maker) throw new AppError('ORDER_NOT_FUNDABLE')
  const signMint = async () => {
    const mintSigner = await mintSignerOf(context, chain, { address: collection, signer: made?.signer ?? context.signer.mintSigner })
    return context.signer.settlementMint(mint, mintSigner)
  }
  // Later fills of an edition transfer what its creator has left: the collection checks the terms, and no signature.
  const signature = isMinted ? ZERO_SIGNATURE : await signMint()
  if (!(await wouldMint(chain, mint, signature))) throw new AppError('ORDER_NOT_FUNDABLE')
  const { v, r, s } = signature
  const { fees, uri, supply, deadline } = mint
  return { v: String(v), r, s, tokenId, fees: [...fees], uri, supply, deadline, voucher: encodeVoucher(mint, signature) }
}

/** As its maker declared it with nft.add. */
function mintOf(chain: Chain, item: ItemRow, creator: Address): SettlementMint {
  return {
    chainId: chain.id,
    collection: item.collection,
    exchange: chain.config.contracts.exchange,
    tokenId: item.tokenId,
    creator,
    fees: item.declaredRoyalties.map((bps) => ({ recipient: creator, value: BigInt(bps) })),
    uri: mintUriOf(item.metadataUrl),
    supply: item.standard === TOKEN_STANDARD.ERC1155 ? item.declaredSupply : 1n,
    deadline: chain.now() + VOUCHER_LIFE_S,
  }
}

/** Whether the edition is on chain already, minted by this account. */
async function isCreator(chain: Chain, { collection, tokenId, creator }: SettlementMint): Promise<boolean> {
  const call = { address: collection, abi: collection1155Abi, functionName: 'creators', args: [tokenId] } as const
  try {
    return toAddress(await chain.read((node) => node.readContract(call))) === creator
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}

/** An account without code, which accepts any item: whether the buyer's account does, the buyer's own simulation shows. */
const RECEIVER = toAddress('0x000000000000000000000000000000000000dead')

/** Simulates the exchange's call: the collection may have another owner by now. */
async function wouldMint(chain: Chain, { fees, uri, supply, deadline, ...mint }: SettlementMint, sig: Signature): Promise<boolean> {
  const { exchange } = chain.config.contracts
  const args = [mint.tokenId, mint.creator, RECEIVER, 1n, { fees, uri, supply, deadline: BigInt(deadline), sig }] as const
  const call = { address: mint.collection, abi: collection721Abi, functionName: 'mintAtSettlement', account: exchange } as const
  try {
    await chain.read((node) => node.simulateContract({ ...call, args }))
    return true
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}
