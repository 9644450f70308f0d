import { type Address, AUCTION_BID_STATUS, AUCTION_END, type AuctionEnd } from '@plinth/protocol'
import { sql } from 'kysely'
import { proxyOf } from '../../chain/editions.ts'
import type { ChainContracts } from '../../config/config.ts'
import { addressOf, bytes, type Tx } from '../../db/database.ts'
import { type DirtyOffers, findAffected } from '../offers/affected.ts'
import { type Backing, isAheadOfIndex, itemBackingOf } from '../offers/backing.ts'
import { endOfNumber, epochsOf, type LogPlace } from '../offers/epochs.ts'
import { isCovered, newestSpendable } from '../offers/funding.ts'
import type { OutboxEvent } from '../outbox/outbox.ts'
import { bidsOf, lockAuction, readAuction, type StoredAuction, type StoredBid } from './store.ts'

/** Auctions of these numbers, and unfinished ones that depend on these holdings. In ascending order, against deadlock. */
export function affectedAuctions(tx: Tx, chainId: number, exchanges: readonly Address[], dirty: DirtyOffers): Promise<number[]> {
  const needsItems = sql`o.end_code = ${sql.lit(AUCTION_END.NONE)}`
  return findAffected(tx, { chainId, exchanges }, dirty, { table: 'auction', by: 'owner', needsItems })
}

/** Recomputes an auction and its bids from settlement, cancel, voids, holding, approval and the bidders' funding. */
export async function refreshAuction(
  tx: Tx,
  contracts: ChainContracts,
  id: number,
  now: number,
  { mayExpire = false }: { mayExpire?: boolean } = {},
): Promise<StoredAuction> {
  const auction = await lockAuction(tx, id)
  const end = await endOf(tx, auction, now, mayExpire)
  const bids = await refreshBids(tx, contracts, auction, end)
  const active = bids.filter((bid) => bid.status === AUCTION_BID_STATUS.ACTIVE)
  const highest = active.find((bid) => bid.isFunded)
  const isUndecided = now < auction.endTime || active.some((bid) => bid.total >= auction.buying)
  const isOpen = end.code === AUCTION_END.NONE && isUndecided
  const backing = end.code === AUCTION_END.NONE ? await backingOf(tx, contracts, auction) : { isFundable: false, hasLeft: false }
  const row = await tx
    .updateTable('auction')
    .set({
      end_code: end.code,
      winner: end.winner ?? null,
      sold_for: end.soldFor ?? null,
      end_tx: end.tx ?? null,
      is_open: isOpen,
      is_fundable: backing.isFundable,
      has_left: backing.hasLeft,
      is_live: isOpen && backing.isFundable && !backing.hasLeft,
      highest_price: highest?.total ?? 0n,
      highest_bidder: highest ? bytes(highest.bidder) : null,
      is_taken: (highest?.isBuyNow ?? false) && !auction.isBuyNowOver,
      bidders: new Set(bids.filter((bid) => !bid.isWithdrawn).map((bid) => bid.bidder)).size,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return readAuction(row)
}

type End = {
  readonly code: AuctionEnd
  readonly at?: LogPlace
  readonly winner?: Uint8Array
  readonly soldFor?: bigint
  readonly tx?: Uint8Array
}

/** Only a caller that `mayExpire` ends an auction as expired, so that its expiry is notified once. */
async function endOf(tx: Tx, auction: StoredAuction, now: number, mayExpire: boolean): Promise<End> {
  const events = await tx
    .selectFrom('auction_event')
    .select(['kind', 'buyer', 'total', 'tx_hash', 'block_number', 'log_index'])
    .where('chain_id', '=', auction.chainId)
    .where('exchange', '=', bytes(auction.exchange))
    .where('owner', '=', bytes(auction.maker))
    .where('sequence', '=', auction.sequence)
    .execute()
  const settled = events.find((event) => event.kind === 'settle')
  if (settled) {
    const at = { blockNumber: settled.block_number, index: settled.log_index }
    return { code: AUCTION_END.FINISHED, at, winner: settled.buyer, soldFor: settled.total, tx: settled.tx_hash }
  }
  const cancelled = events.find((event) => event.kind === 'cancel')
  if (cancelled) return { code: AUCTION_END.CANCEL, tx: cancelled.tx_hash }
  const ended = await endOfNumber(tx, auction, auction.sequence)
  if (ended) return { code: AUCTION_END.CANCEL, tx: ended }
  const isExpired = now >= auction.expiredTime && (mayExpire || auction.endCode === AUCTION_END.EXPIRED)
  return { code: isExpired ? AUCTION_END.EXPIRED : AUCTION_END.NONE }
}

/** What the chain confirmed ahead of the index counts until the index has read that block. */
async function backingOf(tx: Tx, contracts: ChainContracts, auction: StoredAuction): Promise<Backing> {
  const operator = proxyOf(contracts, auction.exchange)
  const { isFundable, hasLeft } = await itemBackingOf(tx, auction, { quantity: auction.quantity, operator })
  return { isFundable: isFundable || (!hasLeft && (await isAheadOfIndex(tx, auction))), hasLeft }
}

/** Returns the bids, highest first. */
async function refreshBids(tx: Tx, contracts: ChainContracts, auction: StoredAuction, end: End): Promise<StoredBid[]> {
  const bids = await bidsOf(tx, auction.id)
  if (bids.length === 0) return bids
  const voided = await voidedOf(tx, auction)
  const bidders = [...new Set(bids.map((bid) => bid.bidder))]
  // Bids of a settled auction are judged by the epochs at its settlement.
  const epochs = await epochsOf(tx, auction, bidders, end.at)
  const spends = { chainId: auction.chainId, spender: proxyOf(contracts, auction.exchange) }
  const spendable = await newestSpendable(tx, spends, auction.payToken, bidders)
  const fresh: StoredBid[] = []
  for (const bid of bids) {
    const isOfEpoch = bid.epoch === (epochs.get(bid.bidder) ?? 0n)
    const isOver = bid.isWithdrawn || !isOfEpoch || bid.total <= (voided.get(bid.bidder) ?? 0n)
    const status = isOver ? AUCTION_BID_STATUS.CANCELLED : STATUS_AT_END[end.code]
    const isFunded = status === AUCTION_BID_STATUS.ACTIVE && isCovered(bid, spendable.get(bid.bidder))
    if (status !== bid.status || isFunded !== bid.isFunded)
      await tx.updateTable('auction_bid').set({ status, is_funded: isFunded }).where('id', '=', bid.id).execute()
    fresh.push({ ...bid, status, isFunded })
  }
  return fresh
}

const STATUS_AT_END = {
  [AUCTION_END.NONE]: AUCTION_BID_STATUS.ACTIVE,
  [AUCTION_END.CANCEL]: AUCTION_BID_STATUS.CANCELLED,
  [AUCTION_END.FINISHED]: AUCTION_BID_STATUS.SETTLED,
  [AUCTION_END.EXPIRED]: AUCTION_BID_STATUS.CANCELLED,
} as const satisfies Record<AuctionEnd, number>

/** The total up to which each bidder has voided its bids on chain. */
async function voidedOf(tx: Tx, auction: StoredAuction): Promise<Map<Address, bigint>> {
  const rows = await tx
    .selectFrom('bid_void')
    .select(['bidder', ({ fn }) => fn.max<bigint>('up_to').as('up_to')])
    .where('chain_id', '=', auction.chainId)
    .where('exchange', '=', bytes(auction.exchange))
    .where('auction', '=', bytes(auction.structHash))
    .groupBy('bidder')
    .execute()
  return new Map(rows.map((row) => [addressOf(row.bidder), row.up_to]))
}

export function eventsOfAuction({ id, chainId, collection, tokenId, maker }: StoredAuction): OutboxEvent[] {
  return [
    { topic: 'item', chainId, collection, tokenId },
    { topic: 'auction', chainId, auctionId: BigInt(id), collection, tokenId, owner: maker },
  ]
}
