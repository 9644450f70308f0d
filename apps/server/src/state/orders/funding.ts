import { type Address, bidDraw, leastDraw, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Db, type Tx } from '../../db/database.ts'
import { type Bids, type Funder, isCovered, type Seen, spendableOf } from '../offers/funding.ts'
import { readOrder, type StoredOrder, signedOrderOf } from './store.ts'

export type Payer = Omit<Funder, 'spender'>

/** Bids that are past their time can never be filled again; without `now` they are included. */
const isOpenBid = (now = 0) =>
  sql<boolean>`side = ${sql.lit(ORDER_TYPE.BID)} and status = ${sql.lit(ORDER_STATUS.OPEN)} and (valid_until = 0 or valid_until >= ${now})`

/** Open bids; all are of the present exchange. */
export function openBids(spender: Address, now: number): Bids {
  return { table: 'market_order', by: 'maker', canDraw: isOpenBid(now), spender }
}

/** Open bids that draw on one account's balance and allowance in one token. */
export async function ordersOfFunder(db: Db, chainId: number, { token, account }: Payer, now?: number): Promise<StoredOrder[]> {
  const rows = await db
    .selectFrom('market_order')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where(isOpenBid(now))
    .where('pay_token', '=', bytes(token))
    .where('maker', '=', bytes(account))
    .execute()
  return rows.map(readOrder)
}

/** What a bid can still draw, fees included. */
function drawOf(order: StoredOrder, filledItems: bigint): bigint {
  return bidDraw(signedOrderOf(order), filledItems)
}

/** Whether this balance and allowance pay for all that a bid can still draw, or for one unit of a bid for a set. */
export function isBidCovered(order: StoredOrder, filledItems: bigint, spendable: Seen | undefined): boolean {
  return isCovered({ draw: leastDraw(signedOrderOf(order), filledItems), listedBlock: order.listedBlock }, spendable)
}

/** The same of the newest that the index has read. */
export async function isFunded(tx: Tx, spender: Address, order: StoredOrder, filledItems: bigint): Promise<boolean> {
  const funder = { token: order.payToken, account: order.maker, spender }
  return isBidCovered(order, filledItems, await spendableOf(tx, order.chainId, funder))
}

/** What an account's open bids in a token can still draw, fees included, whether or not they are covered now (decision 22). */
export async function committedByOrders(
  db: Db,
  chainId: number,
  payer: Payer,
  now: number,
  exceptSalt?: bigint,
): Promise<{ committed: bigint; bids: number }> {
  const bids = (await ordersOfFunder(db, chainId, payer, now)).filter((order) => order.salt !== exceptSalt)
  return { committed: bids.reduce((sum, order) => sum + drawOf(order, order.filledItems), 0n), bids: bids.length }
}
