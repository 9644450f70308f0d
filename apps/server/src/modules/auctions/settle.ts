import { AppError, type OpenSettlementReply, type SettlementReply } from '@plinth/api'
import {
  type Address,
  AUCTION_BID_STATUS,
  AUCTION_SETTLEMENT,
  type AuctionSettlement,
  type AuctionSettlementType,
  auctionBreakdown,
  auctionDomain,
  type Signature,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isFormer, proxyOf } from '../../chain/editions.ts'
import { itemsOnChain, moneyOnChain } from '../../chain/holdings.ts'
import { isStillSigned } from '../../chain/signatures.ts'
import type { Context, RequestContext } from '../../context.ts'
import { type Tx, transact } from '../../db/database.ts'
import { eventsOfAuction } from '../../state/auctions/state.ts'
import { bidsOf, lockAuction, type StoredAuction, type StoredBid, signedAuctionOf, signedBidOf } from '../../state/auctions/store.ts'
import { isBehind } from '../../state/chain/checkpoint.ts'
import { findItem } from '../../state/items/store.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import { isSpentOnChain } from './add.ts'
import { isVoidOnChain } from './bid.ts'
import { fixSpendableAtEnd } from './close.ts'
import { recipientsOf } from './dividends.ts'
import { checkUnfinished, getAuction, type Named } from './life.ts'
import { prepared } from './prepare.ts'
import { NO_PROCEEDS, openCallData, proceedsNow } from './settlement-call.ts'

export type SettleInput = Named & { readonly type: AuctionSettlementType; readonly chainId?: number }

/**
 * Signs the winner and the sharing bidders of an auction, by what the bidders can pay on chain now: after its end, or before it
 * for who buys at the buy-now total.
 */
export async function signSettlement(context: RequestContext, input: SettleInput): Promise<SettlementReply> {
  const { address: caller } = context.requireCaller()
  const chain = await context.chains.resolveForWrite(input)
  await chain.requireTrusted()
  const auction = await getAuction(context, chain, input)
  const isEarly = (await checkWindow(context, chain, auction)) < auction.endTime
  if (isEarly && !auction.isTaken) throw new AppError('AUCTION_NOT_ENDED')
  if ((await findItem(context.db, auction))?.isTradeLocked) throw new AppError('TRADE_LOCKED')
  if (input.type === AUCTION_SETTLEMENT.ACCEPT && caller !== auction.maker) throw new AppError('AUCTION_NOT_PARTY')
  await checkLotOnChain(chain, auction)
  if (!isEarly && !(await fixSpendableAtEnd(context, chain, auction))) throw new AppError('MARKET_BEHIND')
  const bids = await bidsOf(context.db, auction.id)
  const winner = await findWinner(chain, auction, isEarly ? bids.filter((bid) => bid.isBuyNow) : bids)
  if (input.type === AUCTION_SETTLEMENT.BUY && caller !== winner.bidder) throw notTheWinner(caller, winner, bids)
  const { feeEpoch } = await chain.feesOf(auction.exchange)
  const royalties = await royaltiesOf(context, auction)
  return transact(context.db, async (tx) => {
    const terms = await lockTerms(tx, { auction, winner, feeEpoch, isEarly })
    const signature = await context.signer.settlement(terms.settlement, domainOf(chain, terms.auction))
    return replyOf(chain, terms, signature, royalties)
  })
}

/**
 * Signs the settlement that any account may send from the end on. @throws AppError AUCTION_PARTIES_ONLY where a contract of a
 * former edition, a buy-now total or too small proceeds leave it to owner and winner
 */
export async function signOpenSettlement(context: RequestContext, input: Named & { chainId?: number }): Promise<OpenSettlementReply> {
  const chain = await context.chains.resolveForWrite(input)
  return (await openSettlementOf(context, chain, await getAuction(context, chain, input))).reply
}

/** The same with the data to send. */
export async function openSettlementOf(
  context: Context,
  chain: Chain,
  auction: StoredAuction,
): Promise<{ readonly reply: OpenSettlementReply; readonly data: Hex }> {
  await chain.requireTrusted()
  if ((await checkWindow(context, chain, auction)) < auction.endTime) throw new AppError('AUCTION_NOT_ENDED')
  if (isFormer(chain.config.contracts, auction.exchange)) throw new AppError('AUCTION_PARTIES_ONLY')
  if ((await findItem(context.db, auction))?.isTradeLocked) throw new AppError('TRADE_LOCKED')
  await checkLotOnChain(chain, auction)
  if (!(await fixSpendableAtEnd(context, chain, auction))) throw new AppError('MARKET_BEHIND')
  const winner = await findWinner(chain, auction, await bidsOf(context.db, auction.id))
  if (winner.total === auction.buyNow) throw new AppError('AUCTION_PARTIES_ONLY')
  const { feeEpoch } = await chain.feesOf(auction.exchange)
  const royalties = await royaltiesOf(context, auction)
  const tried = await transact(context.db, (tx) => lockTerms(tx, { auction, winner, feeEpoch, isEarly: false }))
  const leastProceeds = await leastOf(context, chain, tried)
  return transact(context.db, async (tx) => {
    const terms = await lockTerms(tx, { auction, winner, feeEpoch, isEarly: false })
    // The dry run was of another one.
    if (terms.settlement.recipients.join() !== tried.settlement.recipients.join()) throw new AppError('AUCTION_BID_VOID')
    const settlement = { ...terms.settlement, leastProceeds }
    const signature = await context.signer.openSettlement(settlement, domainOf(chain, terms.auction))
    await publish(tx, terms)
    const data = openCallData({ auction: terms.auction, winner, settlement, signature })
    return { reply: { ...replyOf(chain, terms, signature, royalties), leastProceeds }, data }
  })
}

/** What the owner receives now. Below one base unit for each who shares a rise of royalties would go unseen (decision 29). */
async function leastOf(context: Context, chain: Chain, { auction, winner, settlement }: Terms): Promise<bigint> {
  const tried = { ...settlement, leastProceeds: NO_PROCEEDS }
  const signature = await context.signer.openSettlement(tried, domainOf(chain, auction))
  const least = await proceedsNow(chain, { auction, winner, settlement: tried, signature })
  if (least < BigInt(Math.max(1, settlement.recipients.length))) throw new AppError('AUCTION_PARTIES_ONLY')
  return least
}

/** From now on the bid ends on chain alone. */
async function publish(tx: Tx, { auction, winner }: Terms): Promise<void> {
  if (winner.isPublic) return
  await tx.updateTable('auction_bid').set({ is_public: true }).where('id', '=', winner.id).execute()
  await emitEvents(tx, eventsOfAuction(auction))
}

const domainOf = (chain: Chain, { exchange }: StoredAuction) => auctionDomain(chain.id, exchange)

/** The chain's time, before the expiry. @throws AppError AUCTION_OVER, AUCTION_EXPIRED, MARKET_BEHIND */
async function checkWindow({ db }: Pick<Context, 'db'>, chain: Chain, auction: StoredAuction): Promise<number> {
  checkUnfinished(auction)
  const { number, timestamp } = await chain.refresh()
  if (timestamp >= auction.expiredTime) throw new AppError('AUCTION_EXPIRED')
  if (await isBehind(db, chain.id, number)) throw new AppError('MARKET_BEHIND')
  return timestamp
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
async function royaltiesOf({ db }: Pick<Context, 'db'>, auction: StoredAuction): Promise<bigint[]> {
  const item = await findItem(db, auction)
  return item && item.creator !== auction.maker ? item.royalties.map(BigInt) : []
}

type Found = {
  readonly auction: StoredAuction
  readonly winner: StoredBid
  readonly feeEpoch: bigint
  /** Before the end, for the buy-now total and without dividends. */
  readonly isEarly: boolean
}
type Terms = { readonly auction: StoredAuction; readonly winner: StoredBid; readonly settlement: AuctionSettlement }

/** Takes the lock of auction.cancel: for a cancelled bid nothing is signed any more (decision 31). */
async function lockTerms(tx: Tx, { auction: before, winner: found, feeEpoch, isEarly }: Found): Promise<Terms> {
  const auction = await lockAuction(tx, before.id)
  checkUnfinished(auction)
  const bids = (await bidsOf(tx, auction.id)).filter((bid) => bid.status === AUCTION_BID_STATUS.ACTIVE)
  const winner = bids.find((bid) => bid.id === found.id)
  if (!winner) throw new AppError('AUCTION_BID_VOID')
  if (isEarly ? !auction.isTaken : auction.asOfBlock === undefined) throw new AppError('MARKET_BEHIND')
  const recipients = isEarly || auction.encourage === 0 ? [] : recipientsOf(auction.maker, bids, winner.bidder)
  return { auction, winner, settlement: { bid: signedBidOf(auction, winner), recipients, feeEpoch } }
}

function replyOf(chain: Chain, { auction, winner, settlement }: Terms, signature: Signature, royalties: readonly bigint[]) {
  const { bid, recipients, feeEpoch } = settlement
  const sums = auctionBreakdown({
    price: winner.total,
    sellerFeeBps: BigInt(auction.sellerFee),
    buyerFeeBps: bid.buyerFee,
    encourageBps: BigInt(auction.encourage),
    royaltiesBps: royalties,
    losers: recipients.length,
  })
  return {
    v: String(signature.v),
    r: signature.r,
    s: signature.s,
    ...prepared(chain, bid.auction, auction),
    signature: auction.signature,
    proof: auction.proof,
    auctionExchange: auction.exchange,
    bidder: winner.bidder,
    total: winner.total,
    bidSignature: winner.signature,
    bidProof: winner.proof,
    buyerFee: winner.buyerFee,
    recipients: [...recipients],
    share: sums.share,
    asOfBlock: auction.asOfBlock ?? 0,
    feeEpoch,
  }
}
