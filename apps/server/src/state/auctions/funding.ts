import { type Address, AUCTION_BID_STATUS } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf, bytes, type Db } from '../../db/database.ts'
import type { Funder, Spends } from '../orders/funding.ts'

/** Bids whose amount can still be drawn from their bidders. */
function activeBids(db: Db, chainId: number) {
  return db
    .selectFrom('auction_bid')
    .where('auction_bid.chain_id', '=', chainId)
    .where('auction_bid.status', '=', AUCTION_BID_STATUS.ACTIVE)
}

/** The auction exchange of an edition, and the transfer proxy that moves money for it. */
export type Takes = Spends & { readonly exchange: Address }

const isAt = (exchange: Address) =>
  sql<boolean>`exists (select from auction a where a.id = auction_bid.auction_id and a.exchange = ${bytes(exchange)})`

/** Bidders whose balance and allowance the index has not read since their bid, up to block `number`. */
export async function unseenAuctionFunders(db: Db, { chainId, spender, exchange }: Takes, number: number): Promise<Funder[]> {
  const rows = await activeBids(db, chainId)
    .select(['pay_token', 'bidder'])
    .distinct()
    .where(isAt(exchange))
    .where('listed_block', '<=', number)
    .where(
      sql<boolean>`not exists (select 1 from funding f where f.chain_id = auction_bid.chain_id and f.token = auction_bid.pay_token and f.account = auction_bid.bidder and f.spender = ${bytes(spender)} and f.block_number >= auction_bid.listed_block)`,
    )
    .execute()
  return rows.map((row) => ({ token: addressOf(row.pay_token), account: addressOf(row.bidder), spender }))
}

/** Which of these accounts have active bids in which of these tokens. */
export async function auctionBiddersAmong(
  db: Db,
  { chainId, spender, exchange }: Takes,
  tokens: readonly Address[],
  accounts: readonly Address[],
): Promise<Funder[]> {
  if (tokens.length === 0 || accounts.length === 0) return []
  const rows = await activeBids(db, chainId)
    .select(['pay_token', 'bidder'])
    .distinct()
    .where(isAt(exchange))
    .where('pay_token', 'in', tokens.map(bytes))
    .where('bidder', 'in', accounts.map(bytes))
    .execute()
  return rows.map((row) => ({ token: addressOf(row.pay_token), account: addressOf(row.bidder), spender }))
}

/** What an account's bids in a token can still draw, fees included: at most its highest bid of each auction (decision 22). */
export async function auctionsCommittedOf(
  db: Db,
  chainId: number,
  { token, account }: Omit<Funder, 'spender'>,
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
