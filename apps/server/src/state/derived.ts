import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { editionsOf, everyOne } from '../chain/editions.ts'
import { byteas, givenRows } from '../db/columns.ts'
import { addressOf, type Tx } from '../db/database.ts'
import { refreshAuctionApprovals, refreshAuctionSpendable } from './auctions/refresh.ts'
import { affectedAuctions, eventsOfAuction, refreshAuction } from './auctions/state.ts'
import type { StoredAuction } from './auctions/store.ts'
import type { BlockContext } from './block-context.ts'
import { eventOfBox, refreshBox } from './boxes/state.ts'
import type { HolderKey } from './dirty-keys.ts'
import { refreshItems } from './items/state.ts'
import { markOffers } from './orders/offer-due.ts'
import { isShownOnItem } from './orders/private.ts'
import { refreshApprovals, refreshSpendable } from './orders/refresh.ts'
import { payersOf, shareMoney } from './orders/sharing.ts'
import { affectedOrders, eventsOfOrderAlone, type RefreshedOrder, refreshOrder } from './orders/state.ts'
import { emitEvents, type OutboxEvent } from './outbox/outbox.ts'
import { refreshStatistics } from './statistics/refresh.ts'

/**
 * The lock between the index and a maker's new orders and auctions: order.add and auction.add hold the same rows while they read
 * the maker's holdings, so neither side misses what the other is about to write. In one order, against deadlock.
 */
export async function lockMakers(tx: Tx, chainId: number, makers: readonly Address[]): Promise<void> {
  const distinct = [...new Set(makers)]
  if (distinct.length === 0) return
  await sql`select s.maker from salt_counter s join ${givenRows({ maker: byteas(distinct) })} on s.maker = given.maker
    where s.chain_id = ${chainId} order by s.maker, s.exchange for update of s`.execute(tx)
}

type Derives = Pick<BlockContext, 'tx' | 'chainId' | 'contracts' | 'block' | 'dirty'>

/**
 * Recomputes for the dirty keys what follows from canonical logs and signed orders, and emits the changes unless they are old.
 */
export async function recomputeDerived(context: Derives, { isOld = false }: { isOld?: boolean | undefined } = {}): Promise<void> {
  const { tx, chainId, dirty } = context
  const holders = await signingHolders(context)
  const orders = await refreshOrders(context, holders)
  const auctions = await refreshAuctions(context, holders)
  for (const offer of [...orders, ...auctions]) if (isShownOnItem(offer)) dirty.item(offer)
  await refreshItems(tx, chainId, dirty.items.values())
  const boxes = await refreshBoxes(context)
  await refreshStatistics(context)
  if (!isOld) await emitEvents(tx, [...eventsOf(context, orders), ...auctions.flatMap(eventsOfAuction), ...boxes])
}

/** Holders that may have signed orders or auctions. Most recipients never signed one and have no sequence number. */
async function signingHolders({ tx, chainId, dirty }: Derives): Promise<HolderKey[]> {
  const holders = [...dirty.holders.values()]
  if (holders.length === 0) return []
  const owners = byteas([...new Set(holders.map(({ owner }) => owner))])
  const { rows } = await sql<{ maker: Uint8Array }>`select s.maker from ${givenRows({ maker: owners })} join salt_counter s
    on s.chain_id = ${chainId} and s.maker = given.maker`.execute(tx)
  const makers = new Set(rows.map(({ maker }) => addressOf(maker)))
  return holders.filter(({ owner }) => makers.has(owner))
}

async function refreshOrders(context: Derives, holders: readonly HolderKey[]): Promise<RefreshedOrder[]> {
  const { tx, chainId, contracts, dirty, block } = context
  const where = { tx, chainId, contracts, now: block.timestamp }
  const orders = new Map<bigint, RefreshedOrder>()
  for (const order of await refreshApprovals(where, [...dirty.approvals.values()])) orders.set(order.orderId, order)
  for (const order of await refreshSpendable(where, dirty.funders.values())) orders.set(order.orderId, order)
  const keys = [...dirty.orders.values()]
  for (const id of await affectedOrders(tx, chainId, everyOne(contracts, 'exchange'), { keys, holders })) {
    const order = await refreshOrder(tx, contracts, id, block.timestamp)
    orders.set(order.orderId, order)
  }
  const funders = dirty.funders.values().filter(({ spender }) => spender === contracts.transferProxy)
  const payers = await payersOf(tx, [...orders.keys()])
  for (const order of await shareMoney(where, [...funders, ...payers])) orders.set(order.orderId, order)
  await markOffers(tx, chainId, orders.values())
  return [...orders.values()]
}

async function refreshAuctions(context: Derives, holders: readonly HolderKey[]): Promise<StoredAuction[]> {
  const { tx, chainId, contracts, dirty, block } = context
  const where = { tx, chainId, contracts, now: block.timestamp }
  const auctions = new Map<number, StoredAuction>()
  for (const edition of editionsOf(contracts)) {
    const refreshed = await refreshAuctionApprovals({ ...where, contracts: edition }, [...dirty.approvals.values()])
    for (const auction of refreshed) auctions.set(auction.id, auction)
  }
  for (const auction of await refreshAuctionSpendable(where, dirty.funders.values())) auctions.set(auction.id, auction)
  const keys = [...dirty.auctions.values()]
  for (const id of await affectedAuctions(tx, chainId, everyOne(contracts, 'auctionExchange'), { keys, holders }))
    auctions.set(id, await refreshAuction(tx, contracts, id, block.timestamp))
  return [...auctions.values()]
}

/** Recomputes the market's series; returns one event for each changed series and request. */
async function refreshBoxes({ tx, chainId, contracts, dirty }: Derives): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = []
  const byHash = Map.groupBy(dirty.boxes.values(), (key) => key.box)
  for (const hash of [...byHash.keys()].sort()) {
    for (const contract of everyOne(contracts, 'blindBox')) {
      const box = await refreshBox(tx, { chainId, contract, hash })
      if (box) events.push(...(byHash.get(hash) ?? []).map((key) => eventOfBox(box, key)))
    }
  }
  return events
}

function eventsOf({ chainId, dirty }: Pick<BlockContext, 'chainId' | 'dirty'>, orders: readonly RefreshedOrder[]): OutboxEvent[] {
  return [
    ...new Map([...dirty.transfers, ...dirty.items]).values().map((item): OutboxEvent => ({ topic: 'item', chainId, ...item })),
    ...orders.flatMap((order) => eventsOfOrderAlone(chainId, order)),
    ...[...dirty.collections].map((address): OutboxEvent => ({ topic: 'collection', chainId, address })),
    ...[...dirty.transactions].map(([hash, status]): OutboxEvent => ({ topic: 'transaction', chainId, hash, status })),
  ]
}
