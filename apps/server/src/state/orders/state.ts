import { type Address, ASSET_TYPE, ORDER_STATUS, ORDER_TYPE, orderValidity, structHashByTerms, TOKEN_STANDARD } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { isFormer } from '../../chain/editions.ts'
import type { ChainContracts } from '../../config/config.ts'
import { bytes, type Tx } from '../../db/database.ts'
import type { ItemKey } from '../dirty-keys.ts'
import { type DirtyOffers, findAffected } from '../offers/affected.ts'
import { type Backing, isAheadOfIndex, itemBackingOf, type Needs } from '../offers/backing.ts'
import { isCancelledWithOthers } from '../offers/nonce-bitmap.ts'
import type { OutboxEvent } from '../outbox/outbox.ts'
import { isFunded } from './funding.ts'
import { isShownOnItem, sellsItem } from './private.ts'
import { readOrder, type StoredOrder, signedOrderOf } from './store.ts'

/** Orders of these numbers, and open sales that depend on these holdings. In ascending order, against deadlock. */
export function affectedOrders(tx: Tx, chainId: number, exchanges: readonly Address[], dirty: DirtyOffers): Promise<number[]> {
  const needsItems = sql`${sellsItem} and o.status = ${sql.lit(ORDER_STATUS.OPEN)}`
  return findAffected(tx, { chainId, exchanges }, dirty, { table: 'market_order', by: 'maker', needsItems })
}

export type RefreshedOrder = ItemKey & {
  readonly orderId: bigint
  readonly maker: Address
  /** Of a private sale. */
  readonly taker: Address | undefined
}

/**
 * Recomputes an order from the canonical logs: its fills, cancels, holding, balance, allowance and approval. Of an order that
 * `isNew`, the chain itself confirmed the backing at `listedBlock`: while the index has not read that block, its "no" is only lag.
 * The next blocks decide it either way.
 */
export async function refreshOrder(
  tx: Tx,
  contracts: ChainContracts,
  id: number,
  now: number,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<RefreshedOrder> {
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
      ? await saleBackingOf(tx, order, { quantity: left, operator: contracts.transferProxy, events })
      : { isFundable: status === ORDER_STATUS.OPEN && (await isFunded(tx, contracts.transferProxy, order, filledItems)), hasLeft: false }
  const isStillProven = await isProven(tx, order)
  const isTradable = status === ORDER_STATUS.OPEN && !backing.hasLeft && orderValidity(order, now) === 'valid'
  const isTrusted = isNew && isTradable && (await isAheadOfIndex(tx, order))
  const isFundable = (backing.isFundable && isStillProven) || isTrusted
  await tx
    .updateTable('market_order')
    .set({
      status,
      filled_items: filledItems,
      has_left: backing.hasLeft,
      has_moved: hasMoved,
      is_proven: isStillProven,
      is_fundable: isFundable,
      is_live: isTradable && isFundable,
    })
    .where('id', '=', id)
    .execute()
  return { orderId: BigInt(id), maker: order.maker, taker: order.taker, collection: order.collection, tokenId: order.tokenId }
}

/** Of a private sale its seller and buyer are notified, and no other account. */
export function eventsOfOrderAlone(chainId: number, { orderId, maker, taker, collection, tokenId }: RefreshedOrder): OutboxEvent[] {
  if (taker !== undefined) return [maker, taker].map((account) => ({ topic: 'notice', account }))
  return [{ topic: 'order', chainId, orderId, collection, tokenId, maker }]
}

export function eventsOfOrder(chainId: number, order: RefreshedOrder): OutboxEvent[] {
  const { collection, tokenId } = order
  const events = eventsOfOrderAlone(chainId, order)
  return isShownOnItem(order) ? [{ topic: 'item', chainId, collection, tokenId }, ...events] : events
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
    .where('subject', '=', registrationSubject(order.maker, structHashByTerms(signedOrderOf(order))))
    .where('fault', 'is', null)
    .executeTakeFirst()
  return log !== undefined
}

/** Names the maker and the order of a registration; repeating it changes nothing. */
export function registrationSubject(maker: Address, orderHash: Hex): string {
  return `${maker}:${orderHash}`
}

/** Nothing is needed before the fill that mints the item; of an edition, later fills transfer what the maker holds. */
async function saleBackingOf(tx: Tx, order: StoredOrder, needs: Needs): Promise<Backing> {
  if (order.assetType === ASSET_TYPE.MINTED) {
    const standard = await standardMinted(tx, order)
    if (standard !== TOKEN_STANDARD.ERC1155) return { isFundable: standard === undefined, hasLeft: false }
  }
  return itemBackingOf(tx, order, needs)
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
