import { AppError } from '@plinth/api'
import { type Address, AUCTION_END, formatUnits, unpackSalt } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import { everyOne } from '../../chain/editions.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { findAuctionBySequence, type StoredAuction } from '../../state/auctions/store.ts'
import { findItem } from '../../state/items/store.ts'
import { findPayToken } from '../pay-tokens/service.ts'

/** An auction as a call names it. */
export type Named = { readonly owner: Address; readonly collection: Address; readonly tokenId: bigint; readonly salt: bigint }

/** The auction that a call names, in the version it names. */
export async function findAuction({ db }: Pick<Context, 'db'>, chain: Chain, named: Named): Promise<StoredAuction | undefined> {
  for (const exchange of everyOne(chain.config.contracts, 'auctionExchange')) {
    const found = await findAuctionBySequence(db, { chainId: chain.id, exchange, maker: named.owner }, unpackSalt(named.salt).sequence)
    if (found?.salt === named.salt && found.collection === named.collection && found.tokenId === named.tokenId) return found
  }
  return undefined
}

/** The same. @throws AppError AUCTION_NOT_FOUND */
export async function getAuction(context: Pick<Context, 'db'>, chain: Chain, named: Named): Promise<StoredAuction> {
  const found = await findAuction(context, chain, named)
  if (!found) throw new AppError('AUCTION_NOT_FOUND')
  return found
}

/** @throws AppError AUCTION_OVER, AUCTION_EXPIRED */
export function checkUnfinished({ endCode }: StoredAuction): void {
  if (endCode === AUCTION_END.EXPIRED) throw new AppError('AUCTION_EXPIRED')
  if (endCode !== AUCTION_END.NONE) throw new AppError('AUCTION_OVER')
}

/** The lowest total of the next bid. */
export function nextPriceOf({ highestPrice, startPrice, increment }: StoredAuction): bigint {
  return highestPrice === 0n ? startPrice : highestPrice + increment
}

/** Whether the market signs a settlement at the buy-now total for the next bid. */
export function isBuyNowOpen(auction: StoredAuction, now: number): boolean {
  const { buyNow, isBuyNowOver, isTaken, isLive, startTime } = auction
  return buyNow > 0n && !isBuyNowOver && !isTaken && isLive && now >= startTime && !isOver(auction, now)
}

/** By the chain's clock, or because another process has read the end from a block. */
function isOver({ endTime, isClosed, asOfBlock }: StoredAuction, now: number): boolean {
  return now >= endTime || isClosed || asOfBlock !== undefined
}

/** Whether anybody has a settlement of it: a reorganisation may have dropped its end again, and the contract knows the signed end alone. */
async function isGivenOut(db: Db, { id }: StoredAuction): Promise<boolean> {
  const found = await db
    .selectFrom('auction_bid')
    .select('id')
    .where('auction_id', '=', id)
    .where('is_public', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type Offer = { readonly bidder: Address; readonly total: bigint }

/** Checks that a bid may be made at this moment, by the chain's clock. @throws AppError why not */
export async function checkBid(db: Db, auction: StoredAuction, { bidder, total }: Offer, now: number): Promise<void> {
  if (bidder === auction.maker) throw new AppError('AUCTION_OWN')
  if ((await findItem(db, auction))?.isTradeLocked) throw new AppError('TRADE_LOCKED')
  if (auction.endCode === AUCTION_END.EXPIRED) throw new AppError('AUCTION_ENDED')
  checkUnfinished(auction)
  if (now < auction.startTime) throw new AppError('AUCTION_NOT_STARTED')
  if (isOver(auction, now) || (await isGivenOut(db, auction))) throw new AppError('AUCTION_ENDED')
  if (!auction.isFundable || auction.hasLeft) throw new AppError('ORDER_NOT_FUNDABLE')
  const buysNow = total === auction.buyNow && isBuyNowOpen(auction, now)
  if (auction.highestBidder === bidder && !buysNow) throw new AppError('AUCTION_LEADING')
  if (auction.isTaken) throw new AppError('AUCTION_TAKEN')
  if (buysNow) return
  const next = nextPriceOf(auction)
  if (total >= next) return
  const token = await findPayToken(db, auction.chainId, auction.payToken)
  throw new AppError('AUCTION_BID_BELOW_NEXT', { least: formatUnits(next, token?.decimals ?? 0), symbol: token?.symbol ?? '' })
}
