import { type Address, AUCTION_BID_STATUS } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import type { Funder, Means } from '../orders/funding.ts'
import type { StoredBid } from './store.ts'

type Seen = Means & { readonly block: number }

/** Bids that can still take something from their bidders. */
function activeBids(db: Db, chainId: number) {
  return db
    .selectFrom('auction_bid')
    .where('auction_bid.chain_id', '=', chainId)
    .where('auction_bid.status', '=', AUCTION_BID_STATUS.ACTIVE)
}

/** Whose means the index has not looked at since they bid, as far as block `number`. */
export async function unseenAuctionFunders(db: Db, chainId: number, number: number): Promise<Funder[]> {
  const rows = await activeBids(db, chainId)
    .select(['pay_token', 'bidder'])
    .distinct()
    .where('listed_block', '<=', number)
    .where(
      sql<boolean>`not exists (select 1 from funding f where f.chain_id = auction_bid.chain_id and f.token = auction_bid.pay_token and f.account = auction_bid.bidder and f.block_number >= auction_bid.listed_block)`,
    )
    .execute()
  return rows.map((row) => ({ token: addressOf(row.pay_token), account: addressOf(row.bidder) }))
}

/** Which of these accounts have active bids in which of these tokens. */
export async function auctionBiddersAmong(
  db: Db,
  chainId: number,
  tokens: readonly Address[],
  accounts: readonly Address[],
): Promise<Funder[]> {
  if (tokens.length === 0 || accounts.length === 0) return []
  const rows = await activeBids(db, chainId)
    .select(['pay_token', 'bidder'])
    .distinct()
    .where('pay_token', 'in', tokens.map(bytes))
    .where('bidder', 'in', accounts.map(bytes))
    .execute()
  return rows.map((row) => ({ token: addressOf(row.pay_token), account: addressOf(row.bidder) }))
}

/** Auctions with active bids that stand on one account's means in one token. */
export async function auctionsOfFunder(tx: Tx, chainId: number, { token, account }: Funder): Promise<number[]> {
  const rows = await activeBids(tx, chainId)
    .select('auction_id')
    .distinct()
    .where('pay_token', '=', bytes(token))
    .where('bidder', '=', bytes(account))
    .execute()
  return rows.map((row) => row.auction_id)
}

/** What an account's bids in a token can still draw, fees included: of each auction one wins, the highest at most (decision 22). */
export async function auctionsCommittedOf(
  db: Db,
  chainId: number,
  { token, account }: Funder,
  exceptSalt?: bigint,
): Promise<{ committed: bigint; bids: number }> {
  const rows = await activeBids(db, chainId)
    .innerJoin('auction', 'auction.id', 'auction_bid.auction_id')
    .select(['auction.id', ({ fn }) => fn.max<bigint>('auction_bid.draw').as('draw')])
    .where('auction_bid.pay_token', '=', bytes(token))
    .where('auction_bid.bidder', '=', bytes(account))
    .$if(exceptSalt !== undefined, (query) => query.where('auction.salt', '!=', exceptSalt ?? 0n))
    .groupBy('auction.id')
    .execute()
  return { committed: rows.reduce((sum, row) => sum + row.draw, 0n), bids: rows.length }
}

/** What the index read last of these accounts' means, up to a block where one is given. */
export async function newestMeans(
  tx: Tx,
  chainId: number,
  token: Address,
  accounts: readonly Address[],
  upTo?: number,
): Promise<Map<Address, Seen>> {
  const { rows } = await sql<{ account: Uint8Array; block_number: number; balance: bigint; allowance: bigint }>`
    select distinct on (f.account) f.account, f.block_number, f.balance, f.allowance
    from ${givenRows({ account: byteas(accounts) })} join funding f on f.chain_id = ${chainId} and f.token = ${bytes(token)}
      and f.account = given.account ${upTo === undefined ? sql`` : sql`and f.block_number <= ${upTo}`}
    order by f.account, f.block_number desc`.execute(tx)
  return new Map(rows.map((row) => [addressOf(row.account), { block: row.block_number, balance: row.balance, allowance: row.allowance }]))
}

/** Until the index has read a block as late as the one at which auction.bid asked the chain, that answer, which was yes, stands. */
export function isCovered({ draw, listedBlock }: StoredBid, means: Seen | undefined): boolean {
  return !means || means.block < listedBlock || (means.balance >= draw && means.allowance >= draw)
}
