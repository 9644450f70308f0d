import { type Address, AUCTION_BID_STATUS, AUCTION_END, type AuctionEnd, isEnded } from '@plinth/protocol'
import { bytes, type Tx } from '../../db/database.ts'
import { readAuction, type StoredAuction } from './store.ts'

type Account = { readonly chainId: number; readonly exchange: Address; readonly maker: Address }

/** Auctions of an account, and auctions that it bid on. */
type Auctions = { readonly own: StoredAuction[]; readonly bidOn: StoredAuction[] }

/**
 * What an account that enters this epoch ends: its unfinished auctions, but for those that a log before this one has ended, and
 * its bids on those of others.
 */
export async function auctionsStanding(tx: Tx, account: Account, epoch: bigint): Promise<Auctions> {
  const rows = await ownOf(tx, account, AUCTION_END.NONE)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('auction_event as e')
            .select('e.log_index')
            .whereRef('e.chain_id', '=', 'auction.chain_id')
            .whereRef('e.exchange', '=', 'auction.exchange')
            .whereRef('e.owner', '=', 'auction.owner')
            .whereRef('e.sequence', '=', 'auction.sequence'),
        ),
      ),
    )
    .execute()
  const own = rows.map(readAuction).filter(({ sequence }) => isEnded(epoch, sequence))
  return { own, bidOn: await bidOnBy(tx, account, AUCTION_BID_STATUS.ACTIVE) }
}

/** What may stand again when the account's end of everything is taken back. */
export async function auctionsCancelled(tx: Tx, account: Account): Promise<Auctions> {
  const rows = await ownOf(tx, account, AUCTION_END.CANCEL).execute()
  return { own: rows.map(readAuction), bidOn: await bidOnBy(tx, account, AUCTION_BID_STATUS.CANCELLED) }
}

function ownOf(tx: Tx, { chainId, exchange, maker }: Account, end: AuctionEnd) {
  return tx
    .selectFrom('auction')
    .selectAll('auction')
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('owner', '=', bytes(maker))
    .where('end_code', '=', end)
    .orderBy('id')
}

/** Unfinished auctions that the account has bids of this status on. */
async function bidOnBy(tx: Tx, { chainId, exchange, maker }: Account, status: number): Promise<StoredAuction[]> {
  const rows = await tx
    .selectFrom('auction_bid')
    .innerJoin('auction', 'auction.id', 'auction_bid.auction_id')
    .selectAll('auction')
    .distinctOn('auction.id')
    .where('auction.chain_id', '=', chainId)
    .where('auction.exchange', '=', bytes(exchange))
    .where('auction.end_code', '=', AUCTION_END.NONE)
    .where('auction_bid.bidder', '=', bytes(maker))
    .where('auction_bid.status', '=', status)
    .execute()
  return rows.map(readAuction)
}
