import { AppError, type SettlementReply } from '@plinth/api'
import {
  type Address,
  AUCTION_BID_STATUS,
  AUCTION_SETTLEMENT,
  type AuctionSettlementType,
  auctionBreakdown,
  auctionDomain,
} from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import { proxyOf } from '../../chain/editions.ts'
import { itemsOnChain, moneyOnChain } from '../../chain/holdings.ts'
import { isStillSigned } from '../../chain/signatures.ts'
import type { RequestContext } from '../../context.ts'
import { type Tx, transact } from '../../db/database.ts'
import { bidsOf, lockAuction, type StoredAuction, type StoredBid, signedAuctionOf, signedBidOf } from '../../state/auctions/store.ts'
import { isBehind } from '../../state/chain/checkpoint.ts'
import { findItem } from '../../state/items/store.ts'
import { isSpentOnChain } from './add.ts'
import { isVoidOnChain } from './bid.ts'
import { fixSpendableAtEnd } from './close.ts'
import { recipientsOf } from './dividends.ts'
import { checkUnfinished, getAuction, type Named } from './life.ts'
import { prepared } from './prepare.ts'

export type SettleInput = Named & { readonly type: AuctionSettlementType; readonly chainId?: number }

/** Signs the winner and the sharing bidders of an auction, by what the bidders can pay on chain now. */
export async function signSettlement(context: RequestContext, input: SettleInput): Promise<SettlementReply> {
  const { address: caller } = context.requireCaller()
  const chain = await context.chains.resolveForWrite(input)
  await chain.requireTrusted()
  const auction = await getAuction(context, chain, input)
  await checkWindow(context, chain, auction)
  if ((await findItem(context.db, auction))?.isTradeLocked) throw new AppError('TRADE_LOCKED')
  if (input.type === AUCTION_SETTLEMENT.ACCEPT && caller !== auction.maker) throw new AppError('AUCTION_NOT_PARTY')
  await checkLotOnChain(chain, auction)
  if (!(await fixSpendableAtEnd(context, chain, auction))) throw new AppError('MARKET_BEHIND')
  const bids = await bidsOf(context.db, auction.id)
  const winner = await findWinner(chain, auction, bids)
  if (input.type === AUCTION_SETTLEMENT.BUY && caller !== winner.bidder) throw notTheWinner(caller, winner, bids)
  const { feeEpoch } = await chain.feesOf(auction.exchange)
  const royalties = await royaltiesOf(context, auction)
  return transact(context.db, (tx) => sign(context, tx, chain, { auction, winner, feeEpoch, royalties }))
}

/**
 * Checks that the time is between end and expiry. @throws AppError AUCTION_OVER, AUCTION_EXPIRED, AUCTION_NOT_ENDED,
 * MARKET_BEHIND
 */
async function checkWindow({ db }: RequestContext, chain: Chain, auction: StoredAuction): Promise<void> {
  checkUnfinished(auction)
  const { number, timestamp } = await chain.refresh()
  if (timestamp < auction.endTime) throw new AppError('AUCTION_NOT_ENDED')
  if (timestamp >= auction.expiredTime) throw new AppError('AUCTION_EXPIRED')
  if (await isBehind(db, chain.id, number)) throw new AppError('MARKET_BEHIND')
}

async function checkLotOnChain(chain: Chain, stored: StoredAuction): Promise<void> {
  const auction = signedAuctionOf(stored)
  if (await isSpentOnChain(chain, stored)) throw new AppError('AUCTION_OVER')
  const operator = proxyOf(chain.config.contracts, stored.exchange)
  const lot = await itemsOnChain(chain, operator, auction.owner, auction.sellAsset, auction.selling)
  if (stored.hasLeft || !lot.has || !lot.isApproved) throw new AppError('ORDER_NOT_FUNDABLE')
  if (!(await isStillSigned(chain, stored.maker, stored))) throw new AppError('ORDER_NOT_FUNDABLE')
}

/**
 * The highest bid that can be paid: an unfunded one yields to the next (decision 29). @throws AppError AUCTION_BID_LOW,
 * AUCTION_NO_BID
 */
async function findWinner(chain: Chain, auction: StoredAuction, bids: readonly StoredBid[]): Promise<StoredBid> {
  const active = bids.filter((bid) => bid.status === AUCTION_BID_STATUS.ACTIVE)
  for (const bid of active) if (bid.isFunded && bid.total >= auction.buying && (await canPay(chain, auction, bid))) return bid
  throw new AppError(active.some((bid) => bid.total < auction.buying) ? 'AUCTION_BID_LOW' : 'AUCTION_NO_BID')
}

/** A higher bidder that is passed over lacks balance or allowance. */
function notTheWinner(caller: Address, winner: StoredBid, bids: readonly StoredBid[]): AppError {
  const hasBidMore = bids.some(
    ({ bidder, status, total }) => bidder === caller && status === AUCTION_BID_STATUS.ACTIVE && total > winner.total,
  )
  return new AppError(hasBidMore ? 'NOT_ENOUGH_FUNDS' : 'AUCTION_NOT_PARTY')
}

async function canPay(chain: Chain, auction: StoredAuction, bid: StoredBid): Promise<boolean> {
  const money = await moneyOnChain(chain, proxyOf(chain.config.contracts, auction.exchange), bid.bidder, auction.payToken, bid.draw)
  if (!money.has || !money.isApproved || (await isVoidOnChain(chain, auction, bid))) return false
  return isStillSigned(chain, bid.bidder, bid)
}

/** As the item's contract gives them; a royalty that the seller would pay to itself is left out. */
async function royaltiesOf({ db }: RequestContext, auction: StoredAuction): Promise<bigint[]> {
  const item = await findItem(db, auction)
  return item && item.creator !== auction.maker ? item.royalties.map(BigInt) : []
}

type Settlement = {
  readonly auction: StoredAuction
  readonly winner: StoredBid
  readonly feeEpoch: bigint
  readonly royalties: readonly bigint[]
}

/** Takes the lock of auction.cancel: for a cancelled bid nothing is signed any more (decision 31). */
async function sign(context: RequestContext, tx: Tx, chain: Chain, { auction, winner, feeEpoch, royalties }: Settlement) {
  const current = await lockAuction(tx, auction.id)
  checkUnfinished(current)
  const bids = (await bidsOf(tx, auction.id)).filter((bid) => bid.status === AUCTION_BID_STATUS.ACTIVE)
  if (!bids.some((bid) => bid.id === winner.id)) throw new AppError('AUCTION_BID_VOID')
  if (current.asOfBlock === undefined) throw new AppError('MARKET_BEHIND')
  const recipients = current.encourage === 0 ? [] : recipientsOf(current.maker, bids, winner.bidder)
  const bid = signedBidOf(current, winner)
  const domain = auctionDomain(chain.id, current.exchange)
  const signature = await context.signer.settlement({ bid, recipients, feeEpoch }, domain)
  const sums = auctionBreakdown({
    price: winner.total,
    sellerFeeBps: BigInt(current.sellerFee),
    buyerFeeBps: bid.buyerFee,
    encourageBps: BigInt(current.encourage),
    royaltiesBps: royalties,
    losers: recipients.length,
  })
  return {
    v: String(signature.v),
    r: signature.r,
    s: signature.s,
    ...prepared(chain, bid.auction, current),
    signature: current.signature,
    proof: current.proof,
    auctionExchange: current.exchange,
    bidder: winner.bidder,
    total: winner.total,
    bidSignature: winner.signature,
    bidProof: winner.proof,
    buyerFee: winner.buyerFee,
    recipients,
    share: sums.share,
    asOfBlock: current.asOfBlock,
    feeEpoch,
  }
}
