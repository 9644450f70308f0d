import { AppError } from '@plinth/api'
import { AUCTION_BID_STATUS, auctionDomain, auctionEndAfterBid, bidDigest, endsBuyNow } from '@plinth/protocol'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isFirstEdition, proxyOf } from '../../chain/editions.ts'
import { moneyOnChain } from '../../chain/holdings.ts'
import { signedFormOf } from '../../chain/signatures.ts'
import type { RequestContext } from '../../context.ts'
import { bytes, type Tx, transact } from '../../db/database.ts'
import { eventsOfAuction, refreshAuction } from '../../state/auctions/state.ts'
import {
  bidsOf,
  drawOf,
  lockAuction,
  readAuction,
  type StoredAuction,
  type StoredBid,
  signedBidOf,
  snapshotOf,
} from '../../state/auctions/store.ts'
import { epochOf } from '../../state/offers/epochs.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import { notify } from '../notices/service.ts'
import { isSpentOnChain } from './add.ts'
import { checkBid, checkUnfinished, getAuction, isBuyNowOpen, type Named } from './life.ts'

type UpTo = Named & { readonly total: bigint; readonly chainId?: number }
export type BidInput = UpTo & { readonly digest: Hex; readonly signature: Hex }
type NewBid = Pick<StoredBid, 'bidder' | 'total' | 'buyerFee' | 'epoch' | 'digest' | 'signature' | 'proof' | 'listedBlock'>

/** Stores a signed bid: checks the cheap conditions first, then the signature, then the chain, then takes the auction's lock. */
export async function addBid(context: RequestContext, input: BidInput): Promise<void> {
  const { address: bidder } = context.requireCaller()
  const { total, signature } = input
  const chain = await context.chains.resolveForWrite(input)
  await chain.requireTrusted()
  const auction = await getAuction(context, chain, input)
  await checkBid(context.db, auction, { bidder, total }, chain.now())
  const buyerFee = Number((await chain.feesOf(auction.exchange)).buyerFeeBps)
  const epoch = await epochOf(context.db, { chainId: chain.id, exchange: auction.exchange, maker: bidder })
  const digest = bidDigest(signedBidOf(auction, { bidder, total, buyerFee, epoch }), auctionDomain(chain.id, auction.exchange))
  if (digest !== input.digest) throw new AppError('ORDER_MISMATCH')
  const proof = await signedFormOf(chain, bidder, digest, signature)
  const listedBlock = await checkOnChain(chain, auction, { bidder, total, buyerFee, epoch })
  await store(context, chain, auction.id, { bidder, total, buyerFee, epoch, digest, signature, proof, listedBlock })
}

async function checkOnChain(
  chain: Chain,
  auction: StoredAuction,
  bid: Pick<NewBid, 'bidder' | 'total' | 'buyerFee' | 'epoch'>,
): Promise<number> {
  const { number } = await chain.refresh()
  const money = await moneyOnChain(
    chain,
    proxyOf(chain.config.contracts, auction.exchange),
    bid.bidder,
    auction.payToken,
    drawOf(bid.total, bid.buyerFee),
  )
  if (await isSpentOnChain(chain, auction)) throw new AppError('AUCTION_OVER')
  if (await isVoidOnChain(chain, auction, bid)) throw new AppError('AUCTION_BID_VOID')
  if (!money.has) throw new AppError('NOT_ENOUGH_FUNDS')
  if (!money.isApproved) throw new AppError('ALLOWANCE_LOW')
  return number
}

/** Whether the bidder has voided this bid on chain. */
export async function isVoidOnChain(
  chain: Chain,
  auction: StoredAuction,
  bid: Pick<StoredBid, 'bidder' | 'total' | 'epoch'>,
): Promise<boolean> {
  const at = { address: auction.exchange, abi: auctionExchangeAbi } as const
  const upTo = await chain.read((node) => node.readContract({ ...at, functionName: 'voidedUpTo', args: [bid.bidder, auction.structHash] }))
  // A contract of the first edition has no epochs.
  if (isFirstEdition(chain.config.contracts, auction.exchange)) return bid.total <= upTo
  const epoch = await chain.read((node) => node.readContract({ ...at, functionName: 'epochOf', args: [bid.bidder] }))
  return bid.total <= upTo || bid.epoch !== epoch
}

/** The lock serializes bids: of two at once the second meets the first here, and the end of bidding. */
async function store({ db }: RequestContext, chain: Chain, id: number, bid: NewBid): Promise<void> {
  await transact(db, async (tx) => {
    const auction = await lockAuction(tx, id)
    const now = chain.now()
    await checkBid(tx, auction, bid, now)
    const isBuyNow = bid.total === auction.buyNow && isBuyNowOpen(auction, now)
    const bidId = await insert(tx, auction, { ...bid, isBuyNow }, now)
    const isBuyNowOver = auction.isBuyNowOver || (!isBuyNow && endsBuyNow(auction, bid.total))
    await tx
      .updateTable('auction')
      .set({ told_leader: bytes(bid.bidder), is_buy_now_over: isBuyNowOver })
      .where('id', '=', id)
      .execute()
    const after = await moveEnd(tx, await refreshAuction(tx, chain.config.contracts, id, now), bid, now)
    const { chainId, collection, tokenId, maker, highestBidder: outbid } = auction
    const snapshot = snapshotOf(auction, bid.total)
    const about = { chainId, source: `auctionBid:${bidId}:${bid.listedBlock}`, txHash: '', at: now, collection, tokenId, maker, snapshot }
    await notify(tx, [{ kind: 'auctionBid', ...about, bidder: bid.bidder, outbid }])
    await emitEvents(tx, eventsOfAuction(after))
  })
}

/** A bid that leads within the extension before the end moves the end; none moves it back. */
async function moveEnd(tx: Tx, auction: StoredAuction, bid: NewBid, now: number): Promise<StoredAuction> {
  const leads = auction.highestBidder === bid.bidder && auction.highestPrice === bid.total
  const endTime = leads ? auctionEndAfterBid(auction, now) : auction.endTime
  if (endTime === auction.endTime) return auction
  const row = await tx
    .updateTable('auction')
    .set({ end_time: endTime })
    .where('id', '=', auction.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return readAuction(row)
}

/** A cancelled bid may be made again, with a new signature. */
async function insert(tx: Tx, auction: StoredAuction, bid: NewBid & { readonly isBuyNow: boolean }, now: number): Promise<number> {
  const signed = { digest: bytes(bid.digest), signature: bytes(bid.signature), proof: bid.proof, buyer_fee: bid.buyerFee, epoch: bid.epoch }
  const made = { is_buy_now: bid.isBuyNow, listed_block: bid.listedBlock, created_at: now }
  const state = { is_withdrawn: false, is_funded: true, ...made }
  const { id } = await tx
    .insertInto('auction_bid')
    .values({
      auction_id: auction.id,
      chain_id: auction.chainId,
      pay_token: bytes(auction.payToken),
      bidder: bytes(bid.bidder),
      total: bid.total,
      draw: drawOf(bid.total, bid.buyerFee),
      status: AUCTION_BID_STATUS.ACTIVE,
      ...signed,
      ...state,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['auction_id', 'bidder', 'total'])
        .doUpdateSet({ ...signed, ...state, status: AUCTION_BID_STATUS.ACTIVE, draw: sql<bigint>`excluded.draw` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Cancels the caller's bids up to a total: from now on no settlement is signed for them. */
export async function withdrawBids(context: RequestContext, input: UpTo): Promise<void> {
  const { address: bidder } = context.requireCaller()
  const chain = await context.chains.resolveForWrite(input)
  const { id } = await getAuction(context, chain, input)
  await transact(context.db, async (tx) => {
    const auction = await lockAuction(tx, id)
    checkUnfinished(auction)
    const own = (await bidsOf(tx, id)).filter((bid) => bid.bidder === bidder && bid.total <= input.total)
    // Whoever has the settlement may send it: a server that forgets the bid changes nothing.
    if (own.some((bid) => bid.isPublic && bid.status === AUCTION_BID_STATUS.ACTIVE)) throw new AppError('AUCTION_BID_PUBLIC')
    const rows = await tx
      .updateTable('auction_bid')
      .set({ is_withdrawn: true })
      .where('auction_id', '=', id)
      .where('bidder', '=', bytes(bidder))
      .where('status', '=', AUCTION_BID_STATUS.ACTIVE)
      .where('total', '<=', input.total)
      .returning(['id', 'total'])
      .execute()
    const highest = rows.toSorted((a, b) => (a.total < b.total ? 1 : -1))[0]
    if (!highest) throw new AppError('AUCTION_BID_NOT_FOUND')
    const now = chain.now()
    const after = await refreshAuction(tx, chain.config.contracts, id, now)
    const { chainId, collection, tokenId, maker } = auction
    const snapshot = snapshotOf(auction, highest.total)
    const about = {
      chainId,
      source: `auctionBid:${highest.id}:withdrawn:${now}`,
      txHash: '',
      at: now,
      collection,
      tokenId,
      maker,
      snapshot,
    }
    await notify(tx, [{ kind: 'auctionBidWithdrawn', ...about, bidder }])
    await emitEvents(tx, eventsOfAuction(after))
  })
}
