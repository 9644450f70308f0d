import { type Address, AUCTION_BID_STATUS, AUCTION_END } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { hasAnyRow } from '../db/any-row.ts'
import { addressOf, bytes, type Tx, transact } from '../db/database.ts'
import { fixSpendableAtEnd } from '../modules/auctions/service.ts'
import { notify } from '../modules/notices/service.ts'
import { eventsOfAuction, refreshAuction } from '../state/auctions/state.ts'
import { bidsOf, lockAuction, readAuction, type StoredAuction, snapshotOf } from '../state/auctions/store.ts'
import { isBehind } from '../state/chain/checkpoint.ts'
import { lockMakers } from '../state/derived.ts'
import { refreshItems } from '../state/items/state.ts'
import type { AboutOrder, MarketEvent } from '../state/market-event.ts'
import { emitEvents } from '../state/outbox/outbox.ts'
import { forEachChain } from './each-chain.ts'
import type { Job } from './job.ts'

const BATCH = 200
/** Bidders and those who like the work are notified so long before the end, for an auction below an hour in its last quarter. */
const ENDING_S = 900
/** Only the last accounts that liked a popular work. */
const MOST_LIKERS = 1_000

/** Auctions end and expire by the chain's clock (decision 15). Their rows record what has been done. */
export const runAuctions: Job = {
  name: 'run-auctions',
  everyMs: 1_000,
  run: async (context) => {
    await forEachChain(context, async (chain) => {
      // After a start the chain's clock is known with its first head; this machine's own may differ.
      if (!chain.head() || !(await isAnyDue(context, chain))) return
      for (const work of [notifyEnding, closeEnded, notifyLeaders, expire]) await work(context, chain)
    })
    return false
  },
}

function unfinished({ db }: Context, chain: Chain) {
  return db.selectFrom('auction').selectAll().where('chain_id', '=', chain.id).where('end_code', '=', AUCTION_END.NONE).limit(BATCH)
}

const endingSoon = (context: Context, chain: Chain, now: number) =>
  unfinished(context, chain)
    .where('is_ending_told', '=', false)
    .where('end_time', '>', now)
    .where(sql<boolean>`end_time - least(${ENDING_S}, (first_end - start_time) / 4) <= ${now}`)
    .orderBy('end_time')

const ended = (context: Context, chain: Chain, now: number) =>
  unfinished(context, chain).where('is_closed', '=', false).where('end_time', '<=', now).orderBy('end_time')

const underOtherLeaders = (context: Context, chain: Chain, now: number) =>
  unfinished(context, chain)
    .where('is_live', '=', true)
    .whereRef('told_leader', 'is distinct from', 'highest_bidder')
    .where(
      sql<boolean>`case when is_closed then highest_price >= buying else told_leader is not null and highest_price > 0 and end_time > ${now} end`,
    )
    .orderBy('end_time')

const expired = (context: Context, chain: Chain, now: number) =>
  unfinished(context, chain).where('expired_time', '<=', now).orderBy('expired_time')

function isAnyDue(context: Context, chain: Chain): Promise<boolean> {
  const now = chain.now()
  return hasAnyRow(
    context.db,
    [endingSoon, ended, underOtherLeaders, expired].map((due) => due(context, chain, now)),
  )
}

async function notifyEnding(context: Context, chain: Chain): Promise<void> {
  const now = chain.now()
  for (const row of await endingSoon(context, chain, now).execute())
    await within(context, readAuction(row), async (tx, auction) => {
      await tx.updateTable('auction').set({ is_ending_told: true }).where('id', '=', auction.id).execute()
      const readers = [...new Set([...(await biddersOf(tx, auction)), ...(await likersOf(tx, auction))])]
      await notify(tx, [{ kind: 'auctionEnding', ...aboutOf(auction, 'ending', now), readers }])
    })
}

/** When bidding is over: records which bids were funded then, and notifies who may settle. */
async function closeEnded(context: Context, chain: Chain): Promise<void> {
  const now = chain.now()
  for (const row of await ended(context, chain, now).execute()) {
    const isRead = await fixSpendableAtEnd(context, chain, readAuction(row)).catch((error: unknown) => {
      context.log.warn('auction not closed', { auctionId: row.id, error })
      return false
    })
    if (!isRead) continue
    await within(context, readAuction(row), async (tx) => {
      const auction = await refreshAuction(tx, chain.config.contracts, row.id, now)
      const winner = winnerOf(auction)
      const closed = { is_closed: true, told_leader: winner ? bytes(winner) : null }
      await tx.updateTable('auction').set(closed).where('id', '=', row.id).execute()
      if (winner) await notify(tx, [wonBy(auction, winner, now)])
      await emitEvents(tx, eventsOfAuction(auction))
    })
  }
}

/**
 * A bid stops counting when its bidder's balance or allowance falls or it is voided on chain, and may count again: the bidder
 * that leads or has won now is notified.
 */
async function notifyLeaders(context: Context, chain: Chain): Promise<void> {
  const head = chain.head()
  if (!head || (await isBehind(context.db, chain.id, head.number))) return
  const now = chain.now()
  for (const row of await underOtherLeaders(context, chain, now).execute())
    await within(context, readAuction(row), async (tx, auction) => {
      const leader = auction.isClosed ? winnerOf(auction) : auction.highestBidder
      if (!leader || leader === auction.notifiedLeader) return
      await tx
        .updateTable('auction')
        .set({ told_leader: bytes(leader) })
        .where('id', '=', auction.id)
        .execute()
      await notify(tx, auction.isClosed ? [wonBy(auction, leader, now)] : await leadEventsOf(tx, auction, leader, now))
    })
}

/** The bidder whose bid can be settled once bidding is over. */
function winnerOf({ isLive, highestPrice, highestBidder, buying }: StoredAuction): Address | undefined {
  return isLive && highestPrice >= buying ? highestBidder : undefined
}

/** A source of its own for each winner: a bidder that wins, loses and wins again is notified once. */
function wonBy(auction: StoredAuction, winner: Address, now: number): MarketEvent {
  return { kind: 'auctionWon', ...aboutOf(auction, `won:${winner}`, now), winner }
}

/** Events for bidders when another one leads without a new bid; once per bid, however often its funding changes. */
async function leadEventsOf(tx: Tx, auction: StoredAuction, leader: Address, now: number): Promise<MarketEvent[]> {
  const { notifiedLeader: last, highestPrice } = auction
  if (!last) return []
  const about = (moment: string) => aboutOf(auction, `${moment}:${leader}:${highestPrice}`, now)
  const isBelow = (await bidsOf(tx, auction.id)).some((bid) => bid.bidder === last && bid.isFunded)
  return [
    { kind: 'auctionLeading', ...about('leading'), bidder: leader, fallen: last },
    ...(isBelow ? [{ kind: 'auctionOvertaken', ...about('overtaken'), bidder: leader, outbid: last } as const] : []),
  ]
}

async function expire(context: Context, chain: Chain): Promise<void> {
  const now = chain.now()
  for (const row of await expired(context, chain, now).execute())
    await within(context, readAuction(row), async (tx, before) => {
      const bidders = await biddersOf(tx, before)
      const auction = await refreshAuction(tx, chain.config.contracts, row.id, now, { mayExpire: true })
      await refreshItems(tx, chain.id, [auction])
      await notify(tx, [{ kind: 'auctionAborted', ...aboutOf(before, 'expired', now), bidders }])
      await emitEvents(tx, eventsOfAuction(auction))
    })
}

/** Runs under the locks that auction.add and the index take. A row that can't be written must not keep the others waiting. */
async function within(
  context: Context,
  { id, chainId, maker }: StoredAuction,
  work: (tx: Tx, auction: StoredAuction) => Promise<void>,
): Promise<void> {
  const writing = transact(context.db, async (tx) => {
    await lockMakers(tx, chainId, [maker])
    const auction = await lockAuction(tx, id)
    if (auction.endCode === AUCTION_END.NONE) await work(tx, auction)
  })
  await writing.catch((error: unknown) => context.log.warn('auction not moved on', { auctionId: id, error }))
}

async function biddersOf(tx: Tx, auction: StoredAuction): Promise<Address[]> {
  const bids = await bidsOf(tx, auction.id)
  return [...new Set(bids.filter((bid) => bid.status === AUCTION_BID_STATUS.ACTIVE).map((bid) => bid.bidder))]
}

/** Its owner knows when it ends. */
async function likersOf(tx: Tx, { chainId, collection, tokenId, maker }: StoredAuction): Promise<Address[]> {
  const rows = await tx
    .selectFrom('item_like')
    .select('account')
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .where('account', '!=', bytes(maker))
    .orderBy('created_at', 'desc')
    .limit(MOST_LIKERS)
    .execute()
  return rows.map(({ account }) => addressOf(account))
}

function aboutOf(auction: StoredAuction, moment: string, at: number): AboutOrder {
  const { id, version, chainId, collection, tokenId, maker } = auction
  const snapshot = snapshotOf(auction, auction.highestPrice || auction.startPrice)
  return { chainId, source: `auction:${id}:${version}:${moment}`, txHash: '', at, collection, tokenId, maker, snapshot }
}
