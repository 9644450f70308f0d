import { AppError } from '@plinth/api'
import {
  ACTION_TYPE,
  findEditProblem,
  isAllottable,
  ORDER_STATUS,
  ORDER_TYPE,
  type Order,
  orderDigest,
  orderDomain,
  saltValidity,
  totalOf,
  unpackSalt,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { RequestContext } from '../../context.ts'
import { bytes, type Tx, transact } from '../../db/database.ts'
import { addActivity } from '../items/activity.ts'
import { refreshItems } from '../items/state.ts'
import { tellEvents } from '../notices/tell.ts'
import { backingOnChain } from './backing.ts'
import { checkTraded } from './prepare.ts'
import { proofOf } from './proof.ts'
import { findAllotment } from './salts.ts'
import { checkType, isEdit, type OfferType, type OrderShape, type OrderSides, orderOf, shapeOf, unitValueOf } from './shape.ts'
import { spentError } from './spent.ts'
import { refreshOrder } from './state.ts'
import { findOrder, findOrderBySequence, readOrder, type StoredOrder, signedOrderOf, snapshotOf } from './store.ts'

export type AddInput = OrderSides & {
  readonly salt: bigint
  readonly type: OfferType
  readonly digest: Hex
  readonly signature: Hex
  readonly chainId?: number
}

type Signed = {
  readonly chain: Chain
  readonly order: Order
  readonly shape: OrderShape
  readonly decimals: number
  readonly digest: Hex
  readonly signature: Hex
  readonly proof: StoredOrder['proof']
  readonly isEdit: boolean
  /** Block at which the chain itself confirmed holding and approval. */
  readonly seenAt: number
}

/** Stores a signed sale or bid, or its edit: cheap checks first, then the signature, then the chain, then the one lock. */
export async function addOrder(context: RequestContext, input: AddInput): Promise<void> {
  if (context.requireCaller().address !== input.maker) throw new AppError('NOT_AUTHORISED')
  const shape = shapeOf(orderOf(input, 0n, 0n))
  checkType(input.type, shape.side)
  const chain = await context.chains.resolveForWrite({ chainId: input.chainId, collection: shape.item.token })
  const { decimals } = await checkTraded(context, chain, shape)
  const order = await allottedOrder(context, chain, input)
  const domain = orderDomain(chain.id, chain.config.contracts.exchange)
  const digest = orderDigest(order, domain)
  if (digest !== input.digest) throw new AppError('ORDER_MISMATCH')
  if (saltValidity(order.salt, chain.now()) === 'expired') throw new AppError('ORDER_EXPIRED')
  const proof = await proofOf(chain, order, domain, input.signature)
  const seenAt = await checkBacking(context, chain, order, shape)
  await store(context, { chain, order, shape, decimals, digest, signature: input.signature, proof, isEdit: isEdit(input.type), seenAt })
}

/** The order with the fee it was prepared with. @throws AppError UNKNOWN_SALT, SELL_FEE_CHANGED */
async function allottedOrder(context: RequestContext, chain: Chain, input: AddInput): Promise<Order> {
  const { exchange } = chain.config.contracts
  const allotment = isAllottable(input.salt)
    ? await findAllotment(context.db, { chainId: chain.id, exchange, maker: input.maker }, input.salt)
    : undefined
  if (!allotment) throw new AppError('UNKNOWN_SALT')
  const isNew = (await findOrderBySequence(context.db, chain.id, exchange, input.maker, unpackSalt(input.salt).sequence)) === undefined
  if (isNew && BigInt(allotment.sellerFee) !== context.config.sellerFeeBps) throw new AppError('SELL_FEE_CHANGED')
  return orderOf(input, input.salt, BigInt(allotment.sellerFee))
}

/** The chain's own word, so that what was minted a moment ago can be listed before the index has it. */
async function checkBacking(context: RequestContext, chain: Chain, order: Order, shape: OrderShape): Promise<number> {
  const backing = await backingOnChain(chain, order, shape, shape.quantity)
  if (backing.isSpent) throw await spentError(context, chain, order)
  const isSale = shape.side === ORDER_TYPE.SALE
  if (!backing.has) throw new AppError(isSale ? 'NO_HOLDING' : 'ALLOWANCE_LOW')
  if (!backing.isApproved) throw new AppError(isSale ? 'ORDER_NOT_FUNDABLE' : 'ALLOWANCE_LOW')
  return backing.block
}

async function store(context: RequestContext, signed: Signed): Promise<void> {
  const { chain, order, shape } = signed
  const { token: collection, tokenId } = shape.item
  const slot = { chain_id: chain.id, collection: bytes(collection), token_id: tokenId, maker: bytes(order.owner), side: shape.side }
  await transact(context.db, async (tx) => {
    await lockMaker(tx, chain, order)
    await tx
      .insertInto('order_slot')
      .values({ ...slot, order_id: null })
      .onConflict((conflict) => conflict.columns(['chain_id', 'collection', 'token_id', 'maker', 'side']).doNothing())
      .execute()
    const { order_id } = await tx
      .selectFrom('order_slot')
      .select('order_id')
      .where(({ and }) => and(slot))
      .forUpdate()
      .executeTakeFirstOrThrow()
    const current = order_id === null ? undefined : await findOrder(tx, order_id)
    const id = await write(tx, signed, current)
    await tx
      .updateTable('order_slot')
      .set({ order_id: id })
      .where(({ and }) => and(slot))
      .execute()
    await refreshOrder(tx, chain.config.contracts, id, chain.now())
    await trustChain(tx, id, chain)
    await refreshItems(tx, chain.id, [{ collection, tokenId }])
    await tx
      .insertInto('outbox')
      .values({ topic: 'order', chain_id: chain.id, key: `${collection}:${tokenId}`, created_at: context.clock.now() })
      .execute()
  })
}

/** The index holds this row while it writes a block that moves the maker's things. */
async function lockMaker(tx: Tx, chain: Chain, order: Order): Promise<void> {
  await tx
    .selectFrom('salt_counter')
    .select('last')
    .where('chain_id', '=', chain.id)
    .where('exchange', '=', bytes(chain.config.contracts.exchange))
    .where('maker', '=', bytes(order.owner))
    .forUpdate()
    .execute()
}

async function write(tx: Tx, signed: Signed, current: StoredOrder | undefined): Promise<number> {
  const { chain, order, isEdit: edits } = signed
  const isSame = current?.salt === order.salt
  const now = chain.now()
  if (current && isSame) return rewrite(tx, signed, current, now)
  if (current?.status === ORDER_STATUS.OPEN && saltValidity(current.salt, now) !== 'expired') throw new AppError('ORDER_EXISTS')
  if (edits) throw new AppError('ORDER_NOT_FOUND')
  const used = await findOrderBySequence(tx, chain.id, chain.config.contracts.exchange, order.owner, unpackSalt(order.salt).sequence)
  if (used) throw used.status === ORDER_STATUS.OPEN ? new AppError('ORDER_EXISTS') : closedError(used)
  return insert(tx, signed, now)
}

async function insert(tx: Tx, signed: Signed, now: number): Promise<number> {
  const { chain, order, shape, digest } = signed
  const parts = unpackSalt(order.salt)
  const row = await tx
    .insertInto('market_order')
    .values({
      chain_id: chain.id,
      exchange: bytes(chain.config.contracts.exchange),
      maker: bytes(order.owner),
      sequence: parts.sequence,
      side: shape.side,
      collection: bytes(shape.item.token),
      token_id: shape.item.tokenId,
      asset_type: shape.item.assetType,
      quantity: shape.quantity,
      pay_token: bytes(shape.payToken),
      total: totalOf(order),
      unit_value: unitValueOf(shape.unitPrice, signed.decimals),
      seller_fee: Number(order.sellerFee),
      salt: order.salt,
      digest: bytes(digest),
      signature: bytes(signed.signature),
      proof: signed.proof,
      valid_from: parts.validFrom,
      valid_until: parts.validUntil,
      version: 1,
      status: ORDER_STATUS.OPEN,
      filled_items: 0n,
      is_fundable: false,
      has_left: false,
      is_live: false,
      listed_block: signed.seenAt,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, readOrder(row), now)
  return row.id
}

/** A lower price for a sale, a higher one for a bid; the same price only brings back what had left its maker. */
async function rewrite(tx: Tx, signed: Signed, current: StoredOrder, now: number): Promise<number> {
  if (current.status !== ORDER_STATUS.OPEN) throw closedError(current)
  const isSamePrice = totalOf(signed.order) === current.total
  if (isSamePrice && current.hasLeft && current.digest === signed.digest) {
    await tx
      .updateTable('market_order')
      .set({ listed_block: signed.seenAt, signature: bytes(signed.signature), proof: signed.proof })
      .where('id', '=', current.id)
      .execute()
    return current.id
  }
  if (!signed.isEdit) throw new AppError('ORDER_EXISTS')
  const problem = findEditProblem(signedOrderOf(current), signed.order)
  if (problem) throw new AppError(problem === 'NOT_THE_SAME_ORDER' ? 'ORDER_MISMATCH' : problem)
  const row = await tx
    .updateTable('market_order')
    .set({
      total: totalOf(signed.order),
      unit_value: unitValueOf(signed.shape.unitPrice, signed.decimals),
      digest: bytes(signed.digest),
      signature: bytes(signed.signature),
      proof: signed.proof,
      version: current.version + 1,
      listed_block: signed.seenAt,
      updated_at: now,
    })
    .where('id', '=', current.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, readOrder(row), now)
  return current.id
}

async function record(tx: Tx, order: StoredOrder, now: number): Promise<void> {
  await tx
    .insertInto('order_version')
    .values({
      order_id: order.id,
      version: order.version,
      total: order.total,
      digest: bytes(order.digest),
      signature: bytes(order.signature),
      created_at: now,
    })
    .execute()
  const isSale = order.side === ORDER_TYPE.SALE
  const isFirst = order.version === 1
  const snapshot = snapshotOf(order)
  const { chainId, collection, tokenId, maker } = order
  await addActivity(tx, {
    ...{ chainId, collection, tokenId },
    type: isSale ? (isFirst ? ACTION_TYPE.SALE : ACTION_TYPE.EDIT_SALE) : isFirst ? ACTION_TYPE.BID : ACTION_TYPE.EDIT_BID,
    from: maker,
    orderId: order.id,
    version: order.version,
    snapshot,
    createdAt: now,
  })
  const about = {
    chainId,
    source: `order:${order.id}:${order.version}`,
    txHash: '',
    at: now,
    collection,
    tokenId,
    maker,
    snapshot,
  } as const
  await tellEvents(tx, [{ kind: isSale ? (isFirst ? 'listed' : 'repriced') : isFirst ? 'bidden' : 'bidRaised', ...about }])
}

/**
 * The chain was asked at `listed_block`; while the index has not read that far, its "not fundable" is only its lag.
 * The blocks on their way settle it either way.
 */
async function trustChain(tx: Tx, id: number, chain: Chain): Promise<void> {
  const cursor = await tx.selectFrom('chain_cursor').select('number').where('chain_id', '=', chain.id).executeTakeFirst()
  await tx
    .updateTable('market_order')
    .set({ is_fundable: true, is_live: true })
    .where('id', '=', id)
    .where('is_fundable', '=', false)
    .where('has_left', '=', false)
    .where('listed_block', '>', cursor?.number ?? -1)
    .where('valid_from', '<=', chain.now())
    .execute()
}

function closedError(order: StoredOrder): AppError {
  return new AppError(order.status === ORDER_STATUS.FILLED ? 'ORDER_FILLED' : 'ORDER_CANCELLED')
}
