import { AUCTION_BID_STATUS, AUCTION_END } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import { editionsOf } from '../../chain/editions.ts'
import { givenRows, int8s } from '../../db/columns.ts'
import { bytes } from '../../db/database.ts'
import type { AuctionTables } from '../../db/schema/auctions.ts'
import { type Funder, newestSpendable } from '../orders/funding.ts'
import { type Approval, approvalsSaid, heldOf, type Where } from '../orders/refresh.ts'
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
  const isYetToBeRead = sql`w.listed_block > coalesce((select number from chain_cursor where chain_id = ${chainId}), -1)`
  const { rows } = await sql<Row>`
    update auction w set is_fundable = due.is_fundable, is_live = w.is_open and due.is_fundable and not w.has_left
    from (
      select w.id, (said.is_approved and ${heldOf('owner')} >= w.quantity) or (not w.has_left and ${isYetToBeRead}) as is_fundable
      from ${approvalsSaid(where, approvals)} join auction w
        on w.chain_id = ${chainId} and w.collection = said.collection and w.owner = said.owner
      where w.end_code = ${sql.lit(AUCTION_END.NONE)} and w.exchange = ${bytes(contracts.auctionExchange)}
    ) due
    where w.id = due.id and w.is_fundable <> due.is_fundable
    returning w.*`.execute(tx)
  return rows.map(readAuction)
}

/** Updates bids that can still win from their bidders' balances and allowances, and the highest bids of their auctions. */
export async function refreshBidders(where: Where, funders: Iterable<Funder>): Promise<StoredAuction[]> {
  const { tx, chainId, contracts } = where
  const dirty = new Set<number>()
  for (const { token, account, spender } of funders) {
    const exchange = editionsOf(contracts).find(({ transferProxy }) => transferProxy === spender)?.auctionExchange
    if (!exchange) continue
    const spendable = (await newestSpendable(tx, { chainId, spender }, token, [account])).get(account)
    const isCovered = spendable
      ? sql`(listed_block > ${spendable.block} or (draw <= ${spendable.balance} and draw <= ${spendable.allowance}))`
      : sql`true`
    const { rows } = await sql<{ auction_id: number }>`update auction_bid set is_funded = not is_funded
      where chain_id = ${chainId} and pay_token = ${bytes(token)} and bidder = ${bytes(account)}
        and status = ${sql.lit(AUCTION_BID_STATUS.ACTIVE)} and is_funded <> ${isCovered}
        and exists (select from auction a where a.id = auction_bid.auction_id and a.exchange = ${bytes(exchange)})
      returning auction_id`.execute(tx)
    for (const row of rows) dirty.add(row.auction_id)
  }
  if (dirty.size === 0) return []
  const { rows } = await sql<Row>`
    update auction w set highest_price = coalesce(best.total, 0), highest_bidder = best.bidder
    from (
      select distinct on (given.id) given.id, b.total, b.bidder
      from ${givenRows({ id: int8s([...dirty]) })} left join auction_bid b
        on b.auction_id = given.id and b.status = ${sql.lit(AUCTION_BID_STATUS.ACTIVE)} and b.is_funded
      order by given.id, b.total desc, b.created_at, b.id
    ) best
    where w.id = best.id returning w.*`.execute(tx)
  return rows.map(readAuction)
}
