import { AUCTION_END } from '@plinth/protocol'
import { sql } from 'kysely'
import { numerics } from '../../db/columns.ts'
import { bytes, type Tx } from '../../db/database.ts'
import { type EndLog, isBefore, isEndedBy, isOfEpochs, type MakerAt } from '../offers/epochs.ts'
import { readAuction, type StoredAuction } from './store.ts'

/** Auctions of an account, and auctions that it bid on. */
type Auctions = { readonly own: StoredAuction[]; readonly bidOn: StoredAuction[] }

/**
 * An account's own auctions and those with its bids whose validity changes when the account goes from one of these epochs to
 * another.
 */
export async function auctionsOfEpochs(tx: Tx, { chainId, exchange, maker }: MakerAt, epochs: readonly bigint[]): Promise<Auctions> {
  const own = await tx
    .selectFrom('auction')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('owner', '=', bytes(maker))
    .where('end_code', '!=', AUCTION_END.FINISHED)
    .where(isOfEpochs(epochs))
    .orderBy('id')
    .execute()
  const bidOn = await tx
    .selectFrom('auction_bid')
    .innerJoin('auction', 'auction.id', 'auction_bid.auction_id')
    .selectAll('auction')
    .distinctOn('auction.id')
    .where('auction.chain_id', '=', chainId)
    .where('auction.exchange', '=', bytes(exchange))
    .where('auction.end_code', '=', AUCTION_END.NONE)
    .where('auction_bid.bidder', '=', bytes(maker))
    .where('auction_bid.epoch', '=', sql<bigint>`any(${numerics(epochs)})`)
    .execute()
  return { own: own.map(readAuction), bidOn: bidOn.map(readAuction) }
}

/** The account's auctions that this log ended: they were valid, and no earlier log ended them. */
export async function endedByLog(
  tx: Tx,
  { chainId, exchange, maker }: MakerAt,
  own: readonly StoredAuction[],
  end: EndLog,
): Promise<StoredAuction[]> {
  const ended = own.filter((auction) => isEndedBy(auction, end))
  if (ended.length === 0) return []
  const rows = await tx
    .selectFrom('auction_event')
    .select('sequence')
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('owner', '=', bytes(maker))
    .where(isBefore(end.log))
    .execute()
  const over = new Set(rows.map(({ sequence }) => sequence))
  return ended.filter(({ sequence }) => !over.has(sequence))
}
