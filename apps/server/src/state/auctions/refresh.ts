import { AUCTION_BID_STATUS, AUCTION_END } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import { editionsOf } from '../../chain/editions.ts'
import { givenRows, int8s } from '../../db/columns.ts'
import { bytes } from '../../db/database.ts'
import type { AuctionTables } from '../../db/schema/auctions.ts'
import { type Approval, approvalTable, heldOf, type Where } from '../offers/approvals.ts'
import { type Funder, spendableOf } from '../offers/funding.ts'
import { isBidAt } from './funding.ts'
import { readAuction, type StoredAuction } from './store.ts'

type Row = Selectable<AuctionTables['auction']>

/**
 * Updates unfinished auctions of one edition from their owners' approvals, in one statement as for sales. Returns those that
 * changed.
 */
export async function refreshAuctionApprovals(where: Where, approvals: readonly Approval[]): Promise<StoredAuction[]> {
  if (approvals.length === 0) return []
  const { tx, chainId, contracts } = where
  // As in `refreshAuction`: what the chain confirmed ahead of the index counts until the index has read that block.
  const isAheadOfIndex = sql`o.listed_block > coalesce((select number from chain_cursor where chain_id = ${chainId}), -1)`
  const { rows } = await sql<Row>`
    update auction o set is_fundable = fresh.is_fundable, is_live = o.is_open and fresh.is_fundable and not o.has_left
    from (
      select o.id, (approval.is_approved and ${heldOf('owner')} >= o.quantity) or (not o.has_left and ${isAheadOfIndex}) as is_fundable
      from ${approvalTable(where, approvals)} join auction o
        on o.chain_id = ${chainId} and o.collection = approval.collection and o.owner = approval.owner
      where o.end_code = ${sql.lit(AUCTION_END.NONE)} and o.exchange = ${bytes(contracts.auctionExchange)}
    ) fresh
    where o.id = fresh.id and o.is_fundable <> fresh.is_fundable
    returning o.*`.execute(tx)
  return rows.map(readAuction)
}

/** Updates bids that can still win from their bidders' balances and allowances, and the highest bids of their auctions. */
export async function refreshAuctionSpendable(where: Where, funders: Iterable<Funder>): Promise<StoredAuction[]> {
  const { tx, chainId, contracts } = where
  const dirty = new Set<number>()
  for (const funder of funders) {
    const { token, account, spender } = funder
    const exchange = editionsOf(contracts).find(({ transferProxy }) => transferProxy === spender)?.auctionExchange
    if (!exchange) continue
    const spendable = await spendableOf(tx, chainId, funder)
    const isCovered = spendable
      ? sql`(listed_block > ${spendable.block} or (draw <= ${spendable.balance} and draw <= ${spendable.allowance}))`
      : sql`true`
    const { rows } = await sql<{ auction_id: number }>`update auction_bid set is_funded = not is_funded
      where chain_id = ${chainId} and pay_token = ${bytes(token)} and bidder = ${bytes(account)}
        and status = ${sql.lit(AUCTION_BID_STATUS.ACTIVE)} and is_funded <> ${isCovered} and ${isBidAt(exchange)}
      returning auction_id`.execute(tx)
    for (const row of rows) dirty.add(row.auction_id)
  }
  if (dirty.size === 0) return []
  const { rows } = await sql<Row>`
    update auction a set highest_price = coalesce(best.total, 0), highest_bidder = best.bidder,
      is_taken = coalesce(best.is_buy_now, false) and not a.is_buy_now_over
    from (
      select distinct on (given.id) given.id, b.total, b.bidder, b.is_buy_now
      from ${givenRows({ id: int8s([...dirty]) })} left join auction_bid b
        on b.auction_id = given.id and b.status = ${sql.lit(AUCTION_BID_STATUS.ACTIVE)} and b.is_funded
      order by given.id, b.total desc, b.created_at, b.id
    ) best
    where a.id = best.id returning a.*`.execute(tx)
  return rows.map(readAuction)
}
