import type { AuctionBidRecord, AuctionRecord, Page, Person } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  AUCTION_END,
  AUCTION_STATUS,
  type AuctionBidStatus,
  type AuctionEnd,
  singlePrice,
} from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import { auctionFeeToShow } from '../../chain/shown-fees.ts'
import { bytes } from '../../db/database.ts'
import { refKey } from '../../db/item-keys.ts'
import { type PageOf, pageBounds } from '../../db/paging.ts'
import { type Rows, type RowsOf, readRowsAfter } from '../../db/rows-after.ts'
import type { AuctionTables } from '../../db/schema/auctions.ts'
import { isBuyNowOpen, nextPriceOf } from '../../modules/auctions/service.ts'
import { peopleOf, personOf } from '../../modules/users/service.ts'
import { bidsOf, readAuction, type StoredAuction, type StoredBid } from '../../state/auctions/store.ts'
import { holdingsOfOwners, payTokenOf, payTokensOf, type Reads } from '../orders.ts'

export type AuctionFilter = {
  readonly chainIds: readonly number[]
  readonly collection?: Address | undefined
  readonly tokenId?: bigint | undefined
  readonly owner?: Address | undefined
  readonly isFinished?: boolean | undefined
}

/** Auctions by a filter, newest first. */
export async function listAuctions(context: Reads, filter: AuctionFilter, page: PageOf): Promise<Page<AuctionRecord>> {
  const { collection, tokenId, owner, isFinished } = filter
  const auctions = context.db
    .selectFrom('auction')
    .where('chain_id', 'in', [...filter.chainIds])
    .$if(collection !== undefined, (query) => query.where('collection', '=', bytes(collection ?? '0x')))
    .$if(tokenId !== undefined, (query) => query.where('token_id', '=', tokenId ?? 0n))
    .$if(owner !== undefined, (query) => query.where('owner', '=', bytes(owner ?? '0x')))
    .$if(isFinished !== undefined, (query) => query.where('end_code', isFinished ? '!=' : '=', AUCTION_END.NONE))
  const { total } = await auctions.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { offset, isThere, counts } = pageBounds(total, page)
  const rows: Selectable<AuctionTables['auction']>[] = isThere
    ? await auctions.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).offset(offset).execute()
    : []
  return { list: await presentAuctions(context, rows.map(readAuction)), ...counts }
}

/** The same from a row on. */
export async function listAuctionRows(context: Reads, filter: AuctionFilter, page: RowsOf): Promise<Rows<AuctionRecord>> {
  const { chainIds, collection, tokenId, owner, isFinished } = filter
  const conditions = [
    sql`auction.chain_id in (${sql.join([...chainIds])})`,
    ...(collection === undefined ? [] : [sql`auction.collection = ${bytes(collection)}`]),
    ...(tokenId === undefined ? [] : [sql`auction.token_id = ${tokenId}`]),
    ...(owner === undefined ? [] : [sql`auction.owner = ${bytes(owner)}`]),
    ...(isFinished === undefined ? [] : [sql`auction.end_code ${isFinished ? sql`<>` : sql`=`} ${sql.lit(AUCTION_END.NONE)}`]),
  ]
  const { list, next } = await readRowsAfter<Selectable<AuctionTables['auction']>>(
    context.db,
    {
      from: sql`auction`,
      where: sql.join(conditions, sql` and `),
      order: [
        { by: sql`auction.created_at`, direction: 'desc' },
        { by: sql`auction.id`, direction: 'desc' },
      ],
    },
    sql`auction.*`,
    page,
  )
  return { list: await presentAuctions(context, list.map(readAuction)), next }
}

/** An auction with what else its statement read. */
export type ReadAuction = {
  readonly auction: StoredAuction
  readonly user: Person
  /** Its winner, or who leads. */
  readonly best: Person | undefined
  /** What its maker holds of the item. */
  readonly held: bigint
}

export async function presentAuctions(context: Reads, auctions: readonly StoredAuction[]): Promise<AuctionRecord[]> {
  if (auctions.length === 0) return []
  const [people, held] = await Promise.all([
    peopleOf(
      context.db,
      auctions.flatMap(({ maker, highestBidder, winner }) => [maker, highestBidder ?? maker, winner ?? maker]),
    ),
    holdingsOfOwners(context.db, auctions),
  ])
  return presentReadAuctions(
    context,
    auctions.map((auction) => {
      const best = auction.winner ?? auction.highestBidder
      return {
        auction,
        user: personOf(people, auction.maker),
        best: best && personOf(people, best),
        held: held.get(`${refKey(auction)}:${auction.maker}`) ?? 0n,
      }
    }),
  )
}

/** Pay tokens and fees come from memory: no statement. */
export async function presentReadAuctions(context: Reads, read: readonly ReadAuction[]): Promise<AuctionRecord[]> {
  if (read.length === 0) return []
  const chainIds = [...new Set(read.map(({ auction }) => auction.chainId))]
  const [tokens, fees] = await Promise.all([payTokensOf(context, chainIds), buyerFees(context, chainIds)])
  return read.map(({ auction, user, best, held }) => {
    const payToken = payTokenOf(tokens, auction.chainId, auction.payToken)
    return {
      ...signedFields(auction),
      ...endOf(context, auction),
      id: BigInt(auction.id),
      auctionExchange: auction.exchange,
      digest: auction.digest,
      signature: auction.signature,
      proof: auction.proof,
      buyerFee: fees.get(auction.chainId) ?? 0,
      isFundable: auction.isFundable && !auction.hasLeft,
      isReturned: auction.isFundable && auction.hasLeft,
      held,
      firstEnd: auction.firstEnd,
      isBuyNowOpen: isBuyNowOpen(auction, context.chains.find(auction.chainId)?.now() ?? 0),
      isTaken: auction.isTaken && auction.isLive,
      highestPrice: auction.soldFor ?? auction.highestPrice,
      highestBidder: best?.address ?? '',
      ...(best ? { highestUser: best } : {}),
      nextPrice: nextPriceOf(auction),
      bidders: auction.bidders,
      asOfBlock: auction.asOfBlock ?? 0,
      endTx: auction.endTx ?? '',
      payToken,
      payTokenName: payToken.name,
      payTokenSymbol: payToken.symbol,
      payTokenDecimals: payToken.decimals,
      unitPrice: singlePrice(auction.buying, auction.quantity, payToken.decimals),
      avatar: user.avatar,
      user,
      createdAt: auction.createdAt,
      updatedAt: auction.updatedAt,
    }
  })
}

function signedFields(auction: StoredAuction) {
  const { chainId, maker, collection, tokenId, quantity, buying, startPrice, increment, encourage } = auction
  return {
    chainId,
    owner: maker,
    collection,
    tokenId,
    quantity,
    buying,
    startPrice,
    increment,
    encourage,
    assetType: auction.assetType,
    payTokenAddress: auction.payToken,
    payTokenId: 0n,
    payType: ASSET_TYPE.ERC20,
    startTime: auction.startTime,
    endTime: auction.endTime,
    extension: auction.extension,
    buyNow: auction.buyNow,
    expiredTime: auction.expiredTime,
    salt: auction.salt,
    sellerFee: auction.sellerFee,
  }
}

/** By the chain's clock: an auction past its expiry has finished, even before the job has recorded it. */
function endOf({ chains }: Reads, { chainId, endCode, expiredTime }: StoredAuction): Pick<AuctionRecord, 'status' | 'end'> {
  const isExpired = endCode === AUCTION_END.NONE && expiredTime <= (chains.find(chainId)?.now() ?? 0)
  const end = isExpired ? AUCTION_END.EXPIRED : (endCode as AuctionEnd)
  return { end, status: end === AUCTION_END.NONE ? AUCTION_STATUS.CREATED : AUCTION_STATUS.FINISHED }
}

async function buyerFees({ chains }: Reads, chainIds: readonly number[]): Promise<Map<number, number>> {
  const known = chainIds.flatMap((id) => chains.find(id) ?? [])
  return new Map(await Promise.all(known.map(async (chain) => [chain.id, Number(await auctionFeeToShow(chain))] as const)))
}

/** Bids newest first, with their bidders. */
export async function presentAuctionBids(context: Reads, auction: StoredAuction): Promise<{ list: AuctionBidRecord[]; users: Person[] }> {
  const { db } = context
  const bids = (await bidsOf(db, auction.id)).toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)
  const bidders = [...new Set(bids.map((bid) => bid.bidder))]
  const people = await peopleOf(db, bidders)
  const tokens = await payTokensOf(context, [auction.chainId])
  const { decimals } = payTokenOf(tokens, auction.chainId, auction.payToken)
  return {
    list: bids.map((bid) => presentBid(auction, bid, decimals, personOf(people, bid.bidder))),
    users: bidders.map((bidder) => personOf(people, bidder)),
  }
}

function presentBid({ chainId, quantity }: StoredAuction, bid: StoredBid, decimals: number, user: Person): AuctionBidRecord {
  return {
    id: BigInt(bid.id),
    chainId,
    bidder: bid.bidder,
    total: bid.total,
    unitPrice: singlePrice(bid.total, quantity, decimals),
    buyerFee: bid.buyerFee,
    status: bid.status as AuctionBidStatus,
    isFunded: bid.isFunded,
    wasFundedAtEnd: bid.wasFundedAtEnd ?? false,
    isPublic: bid.isPublic,
    digest: bid.digest,
    signature: bid.signature,
    proof: bid.proof,
    nickname: user.nickname,
    user,
    createdAt: bid.createdAt,
    ...(bid.epoch > 0n ? { epoch: bid.epoch } : {}),
  }
}
