import { type Address, AUCTION_END, isEnded } from '@plinth/protocol'
import { sql } from 'kysely'
import { numerics } from '../../db/columns.ts'
import { bytes, type Tx } from '../../db/database.ts'
import { isBefore, isOfEpochs, type LogPlace } from '../orders/epochs.ts'
import { readAuction, type StoredAuction } from './store.ts'

type Account = { readonly chainId: number; readonly exchange: Address; readonly maker: Address }

/** Auctions of an account, and auctions that it bid on. */
type Auctions = { readonly own: StoredAuction[]; readonly bidOn: StoredAuction[] }

/**
 * An account's own auctions and those with its bids whose validity changes when the account goes from one of these epochs to
 * another.
 */
export async function auctionsOfEpochs(tx: Tx, { chainId, exchange, maker }: Account, epochs: readonly bigint[]): Promise<Auctions> {
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
  own: readonly StoredAuction[],
  { before, epoch, log }: { readonly before: bigint; readonly epoch: bigint; readonly log: LogPlace },
): Promise<StoredAuction[]> {
  const ended = own.filter(
    ({ sequence, listedBlock }) => !isEnded(before, sequence) && isEnded(epoch, sequence) && listedBlock <= log.blockNumber,
  )
  const [first] = ended
  if (!first) return []
  const rows = await tx
    .selectFrom('auction_event')
    .select('sequence')
    .where('chain_id', '=', first.chainId)
    .where('exchange', '=', bytes(first.exchange))
    .where('owner', '=', bytes(first.owner))
    .where(isBefore(log))
    .execute()
  const over = new Set(rows.map(({ sequence }) => sequence))
  return ended.filter(({ sequence }) => !over.has(sequence))
}
