import { AppError, type BuyerFeeReply } from '@plinth/api'
import { type Address, ORDER_STATUS, type OrderType, orderDomain, orderValidity, type Signature, unpackSalt } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { Context, RequestContext } from '../../context.ts'
import { isBehind } from '../../state/chain/checkpoint.ts'
import { findItem } from '../../state/items/store.ts'
import { findOrderBySequence, findSlotOrder, type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'
import { officialSenders } from '../senders/service.ts'
import { backingOnChain } from './backing.ts'
import { buyerFeeOf, isFeeSignatureNeeded } from './buyer-fee.ts'
import { isRoyaltyKept, isStillWanted } from './proof.ts'
import { shapeOf } from './shape.ts'
import { spentError } from './spent.ts'

export { buyerFeeOf } from './buyer-fee.ts'
export { revalidateSome } from './revalidate.ts'

type ItemOrder = { readonly collection: Address; readonly tokenId: bigint; readonly type: OrderType; readonly chainId?: number }

/**
 * The open order of one maker for one item. When its items have left the maker, only the maker may relist or cancel it.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function getOpenOrder(context: RequestContext, input: ItemOrder & { owner: Address }): Promise<StoredOrder> {
  const chain = await context.chains.resolve(input)
  const order = await findSlotOrder(context.db, {
    chainId: chain.id,
    collection: input.collection,
    tokenId: input.tokenId,
    maker: input.owner,
    side: input.type,
  })
  if (order?.status !== ORDER_STATUS.OPEN) throw new AppError('ORDER_NOT_FOUND')
  if (order.hasLeft && context.caller?.address !== order.maker) throw new AppError('ORDER_NOT_FOUND')
  return order
}

/** Signs the buyer fee of an order that is fillable on chain now. */
export async function signBuyerFee(
  context: RequestContext,
  input: ItemOrder & { owner: Address; salt: bigint; quantity?: bigint },
): Promise<BuyerFeeReply> {
  if (context.requireCaller().address === input.owner) throw new AppError('SELF_TRADE')
  const chain = await context.chains.resolveForWrite(input)
  await chain.requireTrusted()
  const { exchange } = chain.config.contracts
  const stored = await findOrderBySequence(context.db, { chainId: chain.id, exchange, maker: input.owner }, unpackSalt(input.salt).sequence)
  const isNamed =
    stored?.salt === input.salt && stored.side === input.type && stored.collection === input.collection && stored.tokenId === input.tokenId
  if (!stored || !isNamed) throw new AppError('ORDER_NOT_FOUND')
  const left = await itemsLeft(context, chain, stored)
  if (input.quantity !== undefined && input.quantity > left) throw new AppError('ORDER_QUANTITY', { left: left.toString() })

  const terms = await feeTermsOf(context, chain, stored)
  const signature = await signFee(context, chain, stored, terms)
  return {
    v: String(signature.v),
    r: signature.r,
    s: signature.s,
    isFeeSignatureNeeded: terms.isSignatureNeeded,
    buyerFee: Number(terms.buyerFee),
    sellerFee: stored.sellerFee,
    salt: stored.salt,
    chainId: chain.id,
    left,
    signature: stored.signature,
    proof: stored.proof,
    ...sidesOf(stored),
  }
}

type FeeTerms = {
  readonly buyerFee: bigint
  readonly feeEpoch: bigint
  /** Whether a fill needs the operator's fee signature; the market's own leave it out where none does. */
  readonly isSignatureNeeded: boolean
}

/** The buyer fee of an order as the exchange takes it; whether the order can be filled is not looked at. */
export async function feeTermsOf(context: Context, chain: Chain, stored: StoredOrder): Promise<FeeTerms> {
  const fees = await chain.fees()
  const senders = (await officialSenders(context.db, [chain])).get(chain.id) ?? []
  const buyerFee = buyerFeeOf(senders, stored, fees.buyerFeeBps)
  return { buyerFee, feeEpoch: fees.feeEpoch, isSignatureNeeded: isFeeSignatureNeeded({ ...stored, buyerFee }, fees) }
}

export function signFee({ signer }: Context, chain: Chain, stored: StoredOrder, { buyerFee, feeEpoch }: FeeTerms): Promise<Signature> {
  const order = signedOrderOf(stored)
  return signer.buyerFee({ order, buyerFee, feeEpoch }, orderDomain(chain.id, chain.config.contracts.exchange))
}

/** How many items can be filled on chain now. @throws AppError why none can */
export async function itemsLeft(context: Context, chain: Chain, stored: StoredOrder): Promise<bigint> {
  if ((await findItem(context.db, stored))?.isTradeLocked) throw new AppError('TRADE_LOCKED')
  if (stored.status === ORDER_STATUS.FILLED) throw new AppError('ORDER_FILLED')
  if (stored.status === ORDER_STATUS.CANCELLED) throw new AppError('ORDER_CANCELLED')
  const validity = orderValidity(stored, chain.now())
  if (validity === 'expired') throw new AppError('ORDER_EXPIRED')
  const order = signedOrderOf(stored)
  const backing = await backingOnChain(chain, order, shapeOf(order))
  if (backing.isSpent) throw await spentError(context, chain, order)
  if (await isBehind(context.db, chain.id, backing.block)) throw new AppError('MARKET_BEHIND')
  if (stored.hasLeft || validity === 'early' || !backing.has || !backing.isApproved) throw new AppError('ORDER_NOT_FUNDABLE')
  if (!(await isStillWanted(chain, stored))) throw new AppError('ORDER_NOT_FUNDABLE')
  if (!(await isRoyaltyKept(chain, stored))) throw new AppError('ROYALTY_ROSE')
  return backing.left
}

export function sidesOf(stored: StoredOrder) {
  const order = signedOrderOf(stored)
  return {
    maker: order.owner,
    sellToken: order.sellAsset.token,
    sellTokenId: order.sellAsset.tokenId,
    sellType: order.sellAsset.assetType,
    selling: order.selling,
    buyToken: order.buyAsset.token,
    buyTokenId: order.buyAsset.tokenId,
    buyType: order.buyAsset.assetType,
    buying: order.buying,
  }
}
