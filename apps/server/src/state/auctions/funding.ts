import { type Address, AUCTION_BID_STATUS } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Db } from '../../db/database.ts'
import type { Bids, Funder } from '../offers/funding.ts'

/** Bids whose amount can still be drawn from their bidders. */
const isActive = sql<boolean>`auction_bid.status = ${sql.lit(AUCTION_BID_STATUS.ACTIVE)}`

/** Of a bid: whether its auction is one of this exchange. */
export const isBidAt = (exchange: Address) =>
  sql<boolean>`exists (select from auction a where a.id = auction_bid.auction_id and a.exchange = ${bytes(exchange)})`

/** Active bids of one edition. */
export function activeBids(spender: Address, exchange: Address): Bids {
  return { table: 'auction_bid', by: 'bidder', canDraw: sql<boolean>`${isActive} and ${isBidAt(exchange)}`, spender }
}

/** What an account's bids in a token can still draw, fees included: at most its highest bid of each auction (decision 22). */
export async function committedByAuctions(
  db: Db,
  chainId: number,
  { token, account }: Omit<Funder, 'spender'>,
  exceptSalt?: bigint,
): Promise<{ committed: bigint; bids: number }> {
  const rows = await db
    .selectFrom('auction_bid')
    .innerJoin('auction', 'auction.id', 'auction_bid.auction_id')
    .select(['auction.id', ({ fn }) => fn.max<bigint>('auction_bid.draw').as('draw')])
    .where('auction_bid.chain_id', '=', chainId)
    .where(isActive)
    .where('auction_bid.pay_token', '=', bytes(token))
    .where('auction_bid.bidder', '=', bytes(account))
    .$if(exceptSalt !== undefined, (query) => query.where('auction.salt', '!=', exceptSalt ?? 0n))
    .groupBy('auction.id')
    .execute()
  return { committed: rows.reduce((sum, row) => sum + row.draw, 0n), bids: rows.length }
}
