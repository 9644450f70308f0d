import { type Address, ASSET_TYPE, ORDER_STATUS, ORDER_TYPE, orderStructHash, orderValidity, TOKEN_STANDARD } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { isFormer } from '../../chain/editions.ts'
import type { ChainContracts } from '../../config.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { holdingOf } from '../items/holdings.ts'
import { type AffectedOrders, findAffectedOrders } from './affected-orders.ts'
import { isFunded } from './funding.ts'
import { isCancelledWithOthers } from './nonce-bitmap.ts'
import { readOrder, type StoredOrder, signedOrderOf } from './store.ts'

type ItemKey = { readonly collection: Address; readonly tokenId: bigint }

/** Orders of these numbers, and open sales that depend on these holdings. In ascending order, against deadlock. */
export function ordersConcerned(tx: Tx, chainId: number, exchanges: readonly Address[], concerned: AffectedOrders): Promise<number[]> {
  const isStanding = sql`w.side = ${sql.lit(ORDER_TYPE.SALE)} and w.status = ${sql.lit(ORDER_STATUS.OPEN)}`
  return findAffectedOrders(tx, { chainId, exchanges }, concerned, { table: 'market_order', by: 'maker', isStanding })
}

export type RefreshedOrder = ItemKey & { readonly orderId: bigint; readonly maker: Address }

/** Recomputes an order from the canonical logs: its fills, cancels, holding, balance, allowance and approval. */
export async function refreshOrder(tx: Tx, contracts: ChainContracts, id: number, now: number): Promise<RefreshedOrder> {
  const row = await tx.selectFrom('market_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  const order = readOrder(row)
  const events = await tx
    .selectFrom('order_event')
    .select(['kind', 'items', 'tx_hash', 'at'])
    .where('chain_id', '=', order.chainId)
    .where('exchange', '=', bytes(order.exchange))
    .where('maker', '=', bytes(order.maker))
    .where('sequence', '=', order.sequence)
    .execute()
  const filledItems = events.reduce((sum, event) => sum + event.items, 0n)
  const isCancelled = events.some((event) => event.kind === 'cancel') || (await isCancelledWithOthers(tx, order, order.sequence))
  const isFilled = filledItems >= order.quantity
  // The market neither signs nor shows orders of former contracts: open ones are cancelled.
  const hasMoved = !isFilled && !isCancelled && isFormer(contracts, order.exchange)
  const status = isFilled ? ORDER_STATUS.FILLED : isCancelled || hasMoved ? ORDER_STATUS.CANCELLED : ORDER_STATUS.OPEN
  const left = order.quantity - filledItems
  const backing =
    // Cancelled orders are not checked: they may be refreshed long after, when their item has changed hands.
    order.side === ORDER_TYPE.SALE && left > 0n && !isCancelled
      ? await backingOf(tx, contracts, order, left, events)
      : { isFundable: status === ORDER_STATUS.OPEN && (await isFunded(tx, contracts.transferProxy, order, filledItems)), hasLeft: false }
  const isStillProven = await isProven(tx, order)
  const isFundable = backing.isFundable && isStillProven
  const isLive = status === ORDER_STATUS.OPEN && isFundable && !backing.hasLeft && orderValidity(order, now) === 'valid'
  await tx
    .updateTable('market_order')
    .set({
      status,
      filled_items: filledItems,
      has_left: backing.hasLeft,
      has_moved: hasMoved,
      is_proven: isStillProven,
      is_fundable: isFundable,
      is_live: isLive,
    })
    .where('id', '=', id)
    .execute()
  return { orderId: BigInt(id), maker: order.maker, collection: order.collection, tokenId: order.tokenId }
}

/** A registered order is proven while its log exists, an ERC-1271 signature by the last answer of the contract. */
async function isProven(tx: Tx, order: StoredOrder): Promise<boolean> {
  if (order.proof !== 'registered') return order.isProven
  const log = await tx
    .selectFrom('chain_log')
    .select('log_index')
    .where('chain_id', '=', order.chainId)
    .where('address', '=', bytes(order.exchange))
    .where('event', '=', 'Registered')
    .where('subject', '=', registrationSubject(order.maker, orderStructHash(signedOrderOf(order))))
    .where('fault', 'is', null)
    .executeTakeFirst()
  return log !== undefined
}

/** Names the maker and the order of a registration; repeating it changes nothing. */
export function registrationSubject(maker: Address, orderHash: Hex): string {
  return `${maker}:${orderHash}`
}

type Fill = { readonly kind: string; readonly items: bigint; readonly tx_hash: Uint8Array }

async function backingOf(
  tx: Tx,
  contracts: ChainContracts,
  order: StoredOrder,
  left: bigint,
  events: readonly Fill[],
): Promise<{ isFundable: boolean; hasLeft: boolean }> {
  if (order.assetType === ASSET_TYPE.MINTED) {
    const standard = await standardMinted(tx, order)
    if (standard !== TOKEN_STANDARD.ERC1155) return { isFundable: standard === undefined, hasLeft: false }
  }
  const held = await holdingOf(tx, order.chainId, { collection: order.collection, tokenId: order.tokenId, owner: order.maker })
  const isApproved = await isApprovedForAll(tx, order.chainId, order.collection, order.maker, contracts.transferProxy)
  return { isFundable: held >= left && isApproved, hasLeft: await hasLeft(tx, order, held - left, events) }
}

/** The standard of an item that was sold before its mint; undefined until it is minted. */
async function standardMinted(tx: Tx, { chainId, collection, tokenId }: StoredOrder): Promise<number | undefined> {
  const row = await tx
    .selectFrom('item_transfer')
    .innerJoin('item', (join) =>
      join
        .onRef('item.chain_id', '=', 'item_transfer.chain_id')
        .onRef('item.collection', '=', 'item_transfer.collection')
        .onRef('item.token_id', '=', 'item_transfer.token_id'),
    )
    .select('item.standard')
    .where('item_transfer.chain_id', '=', chainId)
    .where('item_transfer.collection', '=', bytes(collection))
    .where('item_transfer.token_id', '=', tokenId)
    .limit(1)
    .executeTakeFirst()
  return row?.standard
}

type Offered = Pick<StoredOrder, 'chainId' | 'collection' | 'tokenId' | 'maker' | 'listedBlock'>

/**
 * Whether the maker transferred away what it offers at any moment since listing. Walks back from the spare units it holds now,
 * beyond the order's need; fills of the order lower holding and need alike, so they don't count.
 */
export async function hasLeft(tx: Tx, order: Offered, spareNow: bigint, events: readonly Fill[]): Promise<boolean> {
  const maker = bytes(order.maker)
  const moves = await tx
    .selectFrom('item_transfer')
    .select(['from_account', 'to_account', 'quantity', 'tx_hash', 'is_trade'])
    .where('chain_id', '=', order.chainId)
    .where('collection', '=', bytes(order.collection))
    .where('token_id', '=', order.tokenId)
    .where('block_number', '>', order.listedBlock)
    .where(({ eb, or }) => or([eb('from_account', '=', maker), eb('to_account', '=', maker)]))
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .execute()
  const fills = new Set(events.filter((event) => event.kind === 'fill').map((event) => Buffer.from(event.tx_hash).toString('hex')))
  let spare = spareNow
  for (const move of moves) {
    const isOut = addressOf(move.from_account) === order.maker
    const isIn = addressOf(move.to_account) === order.maker
    if (isOut === isIn) continue
    const isOwnFill = isOut && move.is_trade && fills.has(Buffer.from(move.tx_hash).toString('hex'))
    if (isOwnFill) continue
    if (isOut && spare < 0n) return true
    spare += isOut ? move.quantity : -move.quantity
  }
  return false
}

/** A later ApprovalForAll of the same subject replaces an earlier one. */
export function approvalSubject(holder: Address, operator: Address): string {
  return `${holder}:${operator}`
}

/** By the latest canonical ApprovalForAll. */
export async function isApprovedForAll(db: Db, chainId: number, collection: Address, owner: Address, operator: Address): Promise<boolean> {
  const log = await db
    .selectFrom('chain_log')
    .select('args')
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(collection))
    .where('event', '=', 'ApprovalForAll')
    .where('subject', '=', approvalSubject(owner, operator))
    .where('fault', 'is', null)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .executeTakeFirst()
  return log?.args.approved === true
}
