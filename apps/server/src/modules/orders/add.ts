import { AppError } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  digestByTerms,
  ORDER_TERMS,
  ORDER_TYPE,
  type Order,
  orderDomain,
  saltValidity,
  termsOf,
  unpackSalt,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { Holding } from '../../chain/holdings.ts'
import type { RequestContext } from '../../context.ts'
import { bytes, type Tx, transact } from '../../db/database.ts'
import { lockMakers } from '../../state/derived.ts'
import { refreshItems } from '../../state/items/state.ts'
import { findAllotment } from '../../state/offers/salts.ts'
import { storedIdOf } from '../../state/orders/criteria.ts'
import { settleMoney } from '../../state/orders/sharing.ts'
import { eventsOfOrder, type RefreshedOrder, refreshOrder } from '../../state/orders/state.ts'
import { findOrderBySequence, findSlotOrder, type SlotKey, type StoredOrder } from '../../state/orders/store.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import { checkNotAtAuction } from '../auctions/service.ts'
import { sellerFeeAt } from '../settings/service.ts'
import { backingOnChain } from './backing.ts'
import { findEdited, wholeOf } from './edits.ts'
import { checkTraded, termsOfNew } from './prepare.ts'
import { proofOf } from './proof.ts'
import { checkTaker, checkType, isEdit, type OfferType, type OrderShape, type OrderSides, orderOf, shapeOf } from './shape.ts'
import { spentError } from './spent.ts'
import { recordNews, type SignedOrder, type Written, writeOrder } from './write.ts'

export type AddInput = OrderSides & {
  readonly salt: bigint
  /** Of a private sale. */
  readonly taker?: Address | undefined
  readonly type: OfferType
  readonly digest: Hex
  readonly signature: Hex
  readonly chainId?: number
}

/**
 * Stores a signed sale or bid, or its edit: checks the cheap conditions first, then the signature, then the chain, then takes the
 * one lock.
 */
export async function addOrder(context: RequestContext, input: AddInput): Promise<void> {
  if (context.requireCaller().address !== input.maker) throw new AppError('NOT_AUTHORISED')
  const asked = shapeOf(orderOf(input, 0n, 0n))
  const { item, side } = asked
  checkType(input.type, side)
  checkTaker(input, asked)
  const chain = await context.chains.resolveForWrite({ chainId: input.chainId, collection: item.token, tokenId: item.tokenId })
  // What is left may have changed since order.prepare: the digest says which order was signed.
  const edited = await findEdited(context.db, chain, input, asked)
  const sides = edited ? wholeOf(input, asked, edited) : input
  const shape = shapeOf(orderOf(sides, 0n, 0n))
  const { decimals } = await checkTraded(context, chain, shape, { maker: input.maker, isEdit: isEdit(input.type) })
  const order = await allottedOrder(context, chain, sides, termsOfNew(input))
  const domain = orderDomain(chain.id, chain.config.contracts.exchange)
  const { taker } = input
  const digest = digestByTerms(order, domain, taker)
  if (digest !== input.digest) throw new AppError('ORDER_MISMATCH')
  if (saltValidity(order.salt, chain.now()) === 'expired') throw new AppError('ORDER_EXPIRED')
  const proof = await proofOf(chain, { order, digest, isRegistrable: taker === undefined }, input.signature)
  // No form of `exchange` takes both an ERC-1271 signature and a voucher.
  if (proof === 'contract' && shape.item.assetType === ASSET_TYPE.MINTED) throw new AppError('ORDER_SHAPE')
  const seenAt = await checkBacking(context, chain, order, shape)
  const signature = proof === 'registered' ? '0x' : input.signature
  await storeOrder(context, { chain, order, taker, shape, decimals, digest, signature, proof, isEdit: isEdit(input.type), seenAt })
}

/** The order with the fee it was prepared with. @throws AppError UNKNOWN_SALT, SELL_FEE_CHANGED */
export async function allottedOrder(
  context: RequestContext,
  chain: Chain,
  input: OrderSides & { readonly salt: bigint },
  terms: bigint = ORDER_TERMS.PLAIN,
): Promise<Order> {
  const { exchange } = chain.config.contracts
  const who = { chainId: chain.id, exchange, maker: input.maker }
  const allotment = termsOf(input.salt) === terms ? await findAllotment(context.db, who, input.salt) : undefined
  if (!allotment) throw new AppError('UNKNOWN_SALT')
  const known = await findOrderBySequence(context.db, who, unpackSalt(input.salt).sequence)
  if (!known && BigInt(allotment.sellerFee) !== (await sellerFeeAt(context, await chain.fees()))) throw new AppError('SELL_FEE_CHANGED')
  return orderOf(input, input.salt, BigInt(allotment.sellerFee))
}

/** Reads the chain, so that an item minted a moment ago can be listed before the index has it. */
export async function checkBacking(context: RequestContext, chain: Chain, order: Order, shape: OrderShape): Promise<number> {
  const backing = await backingOnChain(chain, order, shape)
  if (backing.isSpent) throw await spentError(context, chain, order)
  requireBacked(backing, shape)
  return backing.block
}

/** @throws AppError */
export function requireBacked(backing: Holding, shape: OrderShape): void {
  const isSale = shape.side === ORDER_TYPE.SALE
  if (!backing.has) throw new AppError(isSale ? 'NO_HOLDING' : 'NOT_ENOUGH_FUNDS')
  if (!backing.isApproved) throw new AppError(isSale ? 'APPROVAL_MISSING' : 'ALLOWANCE_LOW')
}

/** Stores it under the one lock, and what follows from it. */
export async function storeOrder(context: RequestContext, signed: SignedOrder): Promise<void> {
  const { chain, order } = signed
  await transact(context.db, async (tx) => {
    await lockMakers(tx, chain.id, [order.owner])
    await followFrom(tx, chain, [await placeOrder(tx, signed, await currentOf(tx, signed))])
  })
}

const slotOf = ({ chain, order, shape }: SignedOrder): SlotKey => {
  const { token: collection, tokenId } = shape.item
  return { chainId: chain.id, collection, tokenId: storedIdOf(order, tokenId), maker: order.owner, side: shape.side }
}

/** The order that an account has in the same slot. */
export const currentOf = (tx: Tx, signed: SignedOrder): Promise<StoredOrder | undefined> => findSlotOrder(tx, slotOf(signed))

/** Writes an order into its maker's slot, in the transaction that holds the maker's lock. @throws AppError */
export async function placeOrder(tx: Tx, signed: SignedOrder, current: StoredOrder | undefined): Promise<Written> {
  const { chain, order, shape } = signed
  if (shape.side === ORDER_TYPE.SALE) await checkNotAtAuction(tx, chain, order.owner, shape.item)
  const written = await writeOrder(tx, signed, current)
  if (written.id === current?.id) return written
  const { chainId, collection, tokenId, maker, side } = slotOf(signed)
  const slot = { chain_id: chainId, collection: bytes(collection), token_id: tokenId, maker: bytes(maker), side, order_id: written.id }
  await tx
    .insertInto('order_slot')
    .values(slot)
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'collection', 'token_id', 'maker', 'side']).doUpdateSet({ order_id: written.id }),
    )
    .execute()
  return written
}

/** Recomputes the state that depends on new orders of a maker, or new versions of them. */
export async function followFrom(tx: Tx, chain: Chain, written: readonly Written[]): Promise<void> {
  await recordNews(
    tx,
    written.flatMap(({ news }) => news ?? []),
    chain.now(),
  )
  const refreshed: RefreshedOrder[] = []
  // In ascending order, against deadlock.
  for (const { id } of written.toSorted((one, other) => one.id - other.id))
    refreshed.push(await refreshOrder(tx, chain.config.contracts, id, chain.now(), { isNew: true }))
  await refreshItems(tx, chain.id, refreshed)
  await emitEvents(
    tx,
    refreshed.flatMap((order) => eventsOfOrder(chain.id, order)),
  )
  await settleMoney(tx, chain, refreshed)
}
