import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** An account's own auctions are asked for on every page that it opens (SNIPE-03). */
export async function up(tx: Tx): Promise<void> {
  await sql.raw('create index auction_bid_own on auction_bid (bidder) where status = 0').execute(tx)
}
