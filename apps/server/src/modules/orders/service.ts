import { AppError, type BuyerFeeReply } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TYPE, type OrderType, unpackSalt } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { findOrderBySequence, findSlotOrder, type StoredOrder } from '../../state/orders/store.ts'
import { itemsLeft, signedFill } from './fill.ts'

export { buyerFeeOf } from './buyer-fee.ts'
export { feeTermsOf, itemsLeft, sidesOf, signFee } from './fill.ts'
export { hasChoices } from './has-choices.ts'
export { countDrift, type Drift, type DriftedSet, listDueSets, storeDrift } from './offer-drift.ts'
export { signOfferFill } from './offer-fill.ts'
export { dropUnsignedSets, findSet, isOfferable } from './offer-sets.ts'
export { addOffer, prepareOffer } from './offers.ts'
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
  if (order?.status !== ORDER_STATUS.OPEN || order.taker !== undefined) throw new AppError('ORDER_NOT_FOUND')
  if (order.hasLeft && context.caller?.address !== order.maker) throw new AppError('ORDER_NOT_FOUND')
  return order
}

type Wanted = ItemOrder & { readonly owner: Address; readonly salt: bigint; readonly quantity?: bigint }

/** Signs the buyer fee of an order that is fillable on chain now. */
export function signBuyerFee(context: RequestContext, input: Wanted): Promise<BuyerFeeReply> {
  return signFill(context, input, undefined)
}

/** The same of a private sale, for its buyer alone. */
export function signPrivateFill(context: RequestContext, input: Omit<Wanted, 'type'>): Promise<BuyerFeeReply> {
  return signFill(context, { ...input, type: ORDER_TYPE.SALE }, context.requireCaller().address)
}

async function signFill(context: RequestContext, input: Wanted, taker: Address | undefined): Promise<BuyerFeeReply> {
  if (context.requireCaller().address === input.owner) throw new AppError('SELF_TRADE')
  const chain = await context.chains.resolveForWrite(input)
  await chain.requireTrusted()
  const { exchange } = chain.config.contracts
  const stored = await findOrderBySequence(context.db, { chainId: chain.id, exchange, maker: input.owner }, unpackSalt(input.salt).sequence)
  const isNamed =
    stored?.salt === input.salt && stored.side === input.type && stored.collection === input.collection && stored.tokenId === input.tokenId
  // To every other account a private sale is none.
  if (!stored || !isNamed || stored.taker !== taker) throw new AppError('ORDER_NOT_FOUND')
  const left = await itemsLeft(context, chain, stored)
  if (input.quantity !== undefined && input.quantity > left) throw new AppError('ORDER_QUANTITY', { left: left.toString() })
  return signedFill(context, chain, stored, left)
}
