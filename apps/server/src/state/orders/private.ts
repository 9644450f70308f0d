import { ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { isForSet } from './criteria.ts'

/**
 * Stored side of a sale to one account. Reads of sales and of bids name their sides, so that no read meets a private sale unless it
 * asks for one.
 */
export const PRIVATE_SIDE = 3

/** Rows of `o`, an order, that sell an item: to any account, or to one. */
export const sellsItem = sql<boolean>`o.side in (${sql.lit(ORDER_TYPE.SALE)}, ${sql.lit(PRIVATE_SIDE)})`

/** Whether pages, lists, histories and events of its item show a stored order. */
export const isShownOnItem = (order: { readonly tokenId: bigint; readonly taker?: unknown }): boolean =>
  !isForSet(order) && order.taker === undefined
