import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Those who lead now know it from their bid, or from the end of bidding. */
export async function up(tx: Tx): Promise<void> {
  await sql.raw('alter table auction add column told_leader bytea').execute(tx)
  await sql
    .raw('update auction set told_leader = highest_bidder where end_code = 0 and (not is_closed or highest_price >= buying)')
    .execute(tx)
}
