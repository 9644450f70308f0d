import { AppError } from '@plinth/api'
import {
  ACTION_TYPE,
  type Address,
  findEditProblem,
  ORDER_STATUS,
  ORDER_TYPE,
  type Order,
  saltValidity,
  totalOf,
  unpackSalt,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { bytes, type Tx } from '../../db/database.ts'
import { addActivity } from '../../state/items/activity.ts'
import { isForSet, storedIdOf } from '../../state/orders/criteria.ts'
import { PRIVATE_SIDE } from '../../state/orders/private.ts'
import { findOrderBySequence, readOrder, type StoredOrder, signedOrderOf, snapshotOf } from '../../state/orders/store.ts'
import { notify } from '../notices/service.ts'
import { checkDaily, checkDailyPrivate } from './daily.ts'
import { type OrderShape, unitValueOf } from './shape.ts'

/** An order whose signature, number and backing have been checked. */
export type SignedOrder = {
  readonly chain: Chain
  readonly order: Order
  /** Of a private sale. */
  readonly taker: Address | undefined
  readonly shape: OrderShape
  readonly decimals: number
  readonly digest: Hex
  readonly signature: Hex
  readonly proof: StoredOrder['proof']
  readonly isEdit: boolean
  /** Block at which the chain itself confirmed holding and approval. */
  readonly seenAt: number
}

/** Writes the new row, or the edit of the maker's current one, inside the transaction that locks the maker's slot. */
export async function writeOrder(tx: Tx, signed: SignedOrder, current: StoredOrder | undefined): Promise<number> {
  const { chain, order, isEdit: edits } = signed
  const isSame = current?.salt === order.salt
  const now = chain.now()
  if (current && isSame) return rewrite(tx, signed, current, now)
  if (current?.status === ORDER_STATUS.OPEN && saltValidity(current.salt, now) !== 'expired') throw new AppError('ORDER_EXISTS')
  if (edits) throw new AppError('ORDER_NOT_FOUND')
  const maker = { chainId: chain.id, exchange: chain.config.contracts.exchange, maker: order.owner }
  const used = await findOrderBySequence(tx, maker, unpackSalt(order.salt).sequence)
  if (used) throw used.status === ORDER_STATUS.OPEN ? new AppError('ORDER_EXISTS') : closedError(used)
  return insert(tx, signed, now)
}

async function insert(tx: Tx, signed: SignedOrder, now: number): Promise<number> {
  const { chain, order, shape, digest } = signed
  await checkDaily(tx, order.owner, now)
  if (signed.taker !== undefined) await checkDailyPrivate(tx, order.owner, now)
  const parts = unpackSalt(order.salt)
  const row = await tx
    .insertInto('market_order')
    .values({
      chain_id: chain.id,
      exchange: bytes(chain.config.contracts.exchange),
      maker: bytes(order.owner),
      sequence: parts.sequence,
      side: signed.taker === undefined ? shape.side : PRIVATE_SIDE,
      collection: bytes(shape.item.token),
      token_id: storedIdOf(order, shape.item.tokenId),
      asset_type: shape.item.assetType,
      taker: signed.taker === undefined ? null : bytes(signed.taker),
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

/**
 * Accepts a lower price for a sale, a higher one for a bid; the same price only relists items that had left the maker, or renews
 * a signature that was no longer valid.
 */
async function rewrite(tx: Tx, signed: SignedOrder, current: StoredOrder, now: number): Promise<number> {
  if (current.status !== ORDER_STATUS.OPEN) throw closedError(current)
  if (current.taker !== signed.taker) throw new AppError('ORDER_MISMATCH')
  const isSamePrice = totalOf(signed.order) === current.total
  if (isSamePrice && (current.hasLeft || !current.isProven) && current.digest === signed.digest) {
    await tx
      .updateTable('market_order')
      .set({ listed_block: signed.seenAt, signature: bytes(signed.signature), proof: signed.proof, is_proven: true })
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
      is_proven: true,
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
  // The history and the notices of an item tell of no bid for a set.
  if (isForSet(order)) return
  const isSale = order.side === ORDER_TYPE.SALE
  const isFirst = order.version === 1
  const snapshot = snapshotOf(order)
  const { chainId, collection, tokenId, maker, taker } = order
  const source = `order:${order.id}:${order.version}`
  const about = { chainId, source, txHash: '', at: now, collection, tokenId, maker, snapshot } as const
  if (taker !== undefined) {
    // A price may fall often; its buyer sees it on the item's page.
    if (isFirst) await notify(tx, [{ kind: 'reserved', taker, ...about }])
    return
  }
  await addActivity(tx, {
    chainId,
    collection,
    tokenId,
    type: isSale ? (isFirst ? ACTION_TYPE.SALE : ACTION_TYPE.EDIT_SALE) : isFirst ? ACTION_TYPE.BID : ACTION_TYPE.EDIT_BID,
    from: maker,
    orderId: order.id,
    version: order.version,
    snapshot,
    quantity: order.quantity,
    createdAt: now,
  })
  await notify(tx, [{ kind: isSale ? (isFirst ? 'listed' : 'repriced') : isFirst ? 'bidden' : 'bidRaised', ...about }])
}

function closedError(order: StoredOrder): AppError {
  return new AppError(order.status === ORDER_STATUS.FILLED ? 'ORDER_FILLED' : 'ORDER_CANCELLED')
}
