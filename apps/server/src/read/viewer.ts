import type { OwnAuction, ViewerMark } from '@plinth/api'
import { AUCTION_BID_STATUS, AUCTION_END, ORDER_TYPE } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import { bytes } from '../db/database.ts'
import { type ItemRef, refKey } from '../db/item-keys.ts'
import type { AuctionTables } from '../db/schema/auctions.ts'
import { readAuction } from '../state/auctions/store.ts'
import type { Reads } from './items.ts'
import { presentAuctions } from './lists/auctions.ts'
import { readViewersRows } from './record-offers.ts'

/** What the caller sees at these items beside what everybody sees, in one statement; only those with a mark. */
export async function readMarks(context: Reads, items: readonly ItemRef[]): Promise<ViewerMark[]> {
  const viewer = context.caller?.address
  if (!viewer || items.length === 0) return []
  const parts = await readViewersRows(context, viewer, items)
  const distinct = new Map(items.map((item) => [refKey(item), item]))
  return [...distinct].flatMap(([key, item]) => {
    const part = parts.get(key)
    const hasResting = (side: number) => part?.resting.some(({ order }) => order.side === side) ?? false
    const mark = {
      isLiked: part?.isLiked ?? false,
      isHeld: part?.held !== undefined,
      hasRestingSale: hasResting(ORDER_TYPE.SALE),
      hasRestingBid: hasResting(ORDER_TYPE.BID),
    }
    return Object.values(mark).includes(true) ? [{ item, ...mark }] : []
  })
}

/** The most auctions that an account is given at once. */
const MOST_AUCTIONS = 200

/** Unfinished auctions by the caller or with its active bid; the next to end comes first. */
export async function readOwnAuctions(context: Reads): Promise<OwnAuction[]> {
  const viewer = context.caller?.address
  if (!viewer) return []
  const chainIds = context.chains.scope(-1).map(({ id }) => id)
  const me = bytes(viewer)
  const { rows } = await sql<Selectable<AuctionTables['auction']> & { own: bigint | null }>`
    with own as (
      select auction_id, max(total) as total from auction_bid
      where bidder = ${me} and status = ${sql.lit(AUCTION_BID_STATUS.ACTIVE)} group by auction_id
    )
    select auction.*, own.total as own from auction left join own on own.auction_id = auction.id
    where auction.end_code = ${sql.lit(AUCTION_END.NONE)} and auction.chain_id in (${sql.join(chainIds)})
      and (auction.owner = ${me} or own.total is not null)
    order by auction.end_time, auction.id limit ${sql.lit(MOST_AUCTIONS)}`.execute(context.db)
  const records = await presentAuctions(context, rows.map(readAuction))
  const owns = new Map(rows.map(({ id, own }) => [BigInt(id), own ?? 0n]))
  return records.map((auction) => ({ auction, ownBid: owns.get(auction.id) ?? 0n }))
}
