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
import { addActivities, type NewActivity } from '../../state/items/activity.ts'
import type { MarketEvent } from '../../state/market-event.ts'
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

/** An order that was written, and its new version; a renewed signature makes none. */
export type Written = { readonly id: number; readonly news: StoredOrder | undefined }

/**
 * Writes the new row, or the edit of the maker's current one, inside the transaction that locks the maker's slot. `recordNews` follows
 * in the same.
 */
export async function writeOrder(tx: Tx, signed: SignedOrder, current: StoredOrder | undefined): Promise<Written> {
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

async function insert(tx: Tx, signed: SignedOrder, now: number): Promise<Written> {
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
  return { id: row.id, news: readOrder(row) }
}

/**
 * Accepts a lower price for a sale, a higher one for a bid; the same price only relists items that had left the maker, or renews
 * a signature that was no longer valid.
 */
async function rewrite(tx: Tx, signed: SignedOrder, current: StoredOrder, now: number): Promise<Written> {
  if (current.status !== ORDER_STATUS.OPEN) throw closedError(current)
  if (current.taker !== signed.taker) throw new AppError('ORDER_MISMATCH')
  const isSamePrice = totalOf(signed.order) === current.total
  if (isSamePrice && (current.hasLeft || !current.isProven) && current.digest === signed.digest) {
    await tx
      .updateTable('market_order')
      .set({ listed_block: signed.seenAt, signature: bytes(signed.signature), proof: signed.proof, is_proven: true })
      .where('id', '=', current.id)
      .execute()
    return { id: current.id, news: undefined }
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
  return { id: current.id, news: readOrder(row) }
}

/** Keeps these versions, and writes them into the histories of their items and the notices of accounts. */
export async function recordNews(tx: Tx, orders: readonly StoredOrder[], now: number): Promise<void> {
  if (orders.length === 0) return
  const versions = orders.map(({ id, version, total, digest, signature }) => {
    return { order_id: id, version, total, digest: bytes(digest), signature: bytes(signature), created_at: now }
  })
  await tx.insertInto('order_version').values(versions).execute()
  // The history and the notices of an item tell of no bid for a set.
  const ofItems = orders.filter((order) => !isForSet(order))
  await addActivities(
    tx,
    ofItems.flatMap((order) => (order.taker === undefined ? [activityOf(order, now)] : [])),
  )
  await notify(
    tx,
    ofItems.flatMap((order) => eventOf(order, now) ?? []),
  )
}

const isSale = ({ side }: StoredOrder): boolean => side === ORDER_TYPE.SALE
const isFirst = ({ version }: StoredOrder): boolean => version === 1

function activityOf(order: StoredOrder, now: number): NewActivity {
  const { chainId, collection, tokenId, maker, id, version, quantity } = order
  const type = isSale(order)
    ? isFirst(order)
      ? ACTION_TYPE.SALE
      : ACTION_TYPE.EDIT_SALE
    : isFirst(order)
      ? ACTION_TYPE.BID
      : ACTION_TYPE.EDIT_BID
  const snapshot = snapshotOf(order)
  return { chainId, collection, tokenId, type, from: maker, orderId: id, version, snapshot, quantity, createdAt: now }
}

function eventOf(order: StoredOrder, now: number): MarketEvent | undefined {
  const { chainId, collection, tokenId, maker, taker, id, version } = order
  const source = `order:${id}:${version}`
  const about = { chainId, source, txHash: '', at: now, collection, tokenId, maker, snapshot: snapshotOf(order) } as const
  // A price may fall often; its buyer sees it on the item's page.
  if (taker !== undefined) return isFirst(order) ? { kind: 'reserved', taker, ...about } : undefined
  return { kind: isSale(order) ? (isFirst(order) ? 'listed' : 'repriced') : isFirst(order) ? 'bidden' : 'bidRaised', ...about }
}

function closedError(order: StoredOrder): AppError {
  return new AppError(order.status === ORDER_STATUS.FILLED ? 'ORDER_FILLED' : 'ORDER_CANCELLED')
}
