import { bidDraw, ORDER_TYPE, unitsCovered } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Chain } from '../../chain/chain.ts'
import type { ChainContracts } from '../../config/config.ts'
import { booleans, givenRows, int8s } from '../../db/columns.ts'
import { addressOf, type Tx } from '../../db/database.ts'
import { spendableOf } from '../offers/funding.ts'
import { emitEvents } from '../outbox/outbox.ts'
import { isForSet } from './criteria.ts'
import { ordersOfFunder, type Payer } from './funding.ts'
import { markOffers } from './offer-due.ts'
import { eventsOfOrder, type RefreshedOrder } from './state.ts'
import { type StoredOrder, signedOrderOf } from './store.ts'

type Where = { readonly tx: Tx; readonly chainId: number; readonly contracts: Pick<ChainContracts, 'transferProxy'> }

/** Accounts and moneys of the bids among these orders. */
export async function payersOf(tx: Tx, orderIds: readonly bigint[]): Promise<Payer[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<{ token: Uint8Array; account: Uint8Array }>`select distinct o.pay_token as token, o.maker as account
    from market_order o where o.side = ${sql.lit(ORDER_TYPE.BID)} and o.id = any(${int8s(orderIds.map(Number))})`.execute(tx)
  return rows.map(({ token, account }) => ({ token: addressOf(token), account: addressOf(account) }))
}

/**
 * Decides for these accounts which of their live bids count (COFF-11): the money goes to the best first, and a bid of which it then
 * pays no unit shares it. Returns bids for which this changed.
 */
export async function shareMoney({ tx, chainId, contracts }: Where, payers: readonly Payer[]): Promise<RefreshedOrder[]> {
  const changed: RefreshedOrder[] = []
  for (const payer of new Map(payers.map((each) => [`${each.token}:${each.account}`, each])).values()) {
    const orders = await ordersOfFunder(tx, chainId, payer)
    if (orders.length === 0) continue
    const { token, account } = payer
    const seen = await spendableOf(tx, chainId, { token, account, spender: contracts.transferProxy })
    const money = seen && least(seen.balance, seen.allowance)
    const sharing = sharingAmong(orders, money, seen?.block ?? 0)
    changed.push(...(await store(tx, orders, sharing)))
  }
  return changed
}

/** Without a reading of the money since its signature, a bid counts: its call has asked the chain. */
function sharingAmong(orders: readonly StoredOrder[], money: bigint | undefined, readAt: number): Set<number> {
  const sharing = new Set<number>()
  let left = money ?? 0n
  for (const order of orders.filter(({ isLive }) => isLive).sort(bestFirst)) {
    const signed = signedOrderOf(order)
    const open = order.quantity - order.filledItems
    const units = unitsCovered(signed, order.filledItems, left)
    const isPaid = units >= (isForSet(order) ? 1n : open)
    const isRead = money !== undefined && readAt >= order.listedBlock
    if (isRead && !isPaid) sharing.add(order.id)
    else left -= least(left, bidDraw(signed, order.quantity - (isRead ? units : open)))
  }
  return sharing
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const unitPriceOf = ({ total, quantity }: StoredOrder): bigint => total / quantity
const bestFirst = (a: StoredOrder, b: StoredOrder): number =>
  Number(unitPriceOf(a) < unitPriceOf(b)) - Number(unitPriceOf(a) > unitPriceOf(b)) || a.createdAt - b.createdAt || a.id - b.id

async function store(tx: Tx, orders: readonly StoredOrder[], sharing: ReadonlySet<number>): Promise<RefreshedOrder[]> {
  const given = givenRows({ id: int8s(orders.map(({ id }) => id)), shares: booleans(orders.map(({ id }) => sharing.has(id))) })
  const { rows } = await sql<{ id: number }>`update market_order o set shares_money = given.shares from ${given}
    where o.id = given.id and o.shares_money <> given.shares returning o.id`.execute(tx)
  const ids = new Set(rows.map(({ id }) => id))
  return orders
    .filter(({ id }) => ids.has(id))
    .map(({ id, maker, collection, tokenId }) => ({ orderId: BigInt(id), maker, taker: undefined, collection, tokenId }))
}

/** What follows for other bids from a change of these orders outside of a block. */
export async function settleMoney(tx: Tx, chain: Chain, orders: readonly RefreshedOrder[]): Promise<void> {
  const where = { tx, chainId: chain.id, contracts: chain.config.contracts }
  const payers = await payersOf(
    tx,
    orders.map(({ orderId }) => orderId),
  )
  const changed = await shareMoney(where, payers)
  await markOffers(tx, chain.id, [...orders, ...changed])
  await emitEvents(
    tx,
    changed.flatMap((order) => eventsOfOrder(chain.id, order)),
  )
}
