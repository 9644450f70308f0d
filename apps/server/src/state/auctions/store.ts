import { type Address, type Asset, type Auction, type AuctionBid, auctionTermsOf, erc20, feeOf } from '@plinth/protocol'
import type { Selectable } from 'kysely'
import type { Hex } from 'viem'
import { addressOf, bytes, type Db, hexOf, type Tx } from '../../db/database.ts'
import type { AuctionTables } from '../../db/schema/auctions.ts'
import type { OrderSnapshot } from '../../db/schema/market.ts'
import type { MakerAt } from '../offers/epochs.ts'

type Row = Selectable<AuctionTables['auction']>
type BidRow = Selectable<AuctionTables['auction_bid']>

export type StoredAuction = Pick<
  Row,
  'id' | 'quantity' | 'buying' | 'increment' | 'encourage' | 'salt' | 'sequence' | 'proof' | 'version' | 'bidders'
> & {
  readonly chainId: number
  readonly exchange: Address
  readonly maker: Address
  readonly collection: Address
  readonly tokenId: bigint
  readonly assetType: number
  readonly payToken: Address
  readonly startPrice: bigint
  readonly sellerFee: number
  readonly startTime: number
  /** End of bidding, as late bids have moved it. */
  readonly endTime: number
  /** The signed end. */
  readonly firstEnd: number
  /** Signed terms, see `AuctionExtras`. */
  readonly extension: number
  readonly buyNow: bigint
  readonly expiredTime: number
  readonly structHash: Hex
  readonly digest: Hex
  readonly signature: Hex
  readonly endCode: number
  readonly winner: Address | undefined
  readonly soldFor: bigint | undefined
  readonly endTx: Hex | undefined
  readonly isOpen: boolean
  readonly isFundable: boolean
  readonly hasLeft: boolean
  readonly isLive: boolean
  readonly highestPrice: bigint
  readonly highestBidder: Address | undefined
  /** The best bid is one at the buy-now total: no other bid is taken. */
  readonly isTaken: boolean
  /** A bid has reached half of the buy-now total. */
  readonly isBuyNowOver: boolean
  readonly isClosed: boolean
  readonly notifiedLeader: Address | undefined
  readonly asOfBlock: number | undefined
  readonly listedBlock: number
  readonly createdAt: number
  readonly updatedAt: number
}

export function readAuction(row: Row): StoredAuction {
  const { id, quantity, buying, increment, encourage, salt, sequence, proof, version, bidders } = row
  const { extension, buyNow } = auctionTermsOf(salt)
  return {
    id,
    quantity,
    buying,
    increment,
    encourage,
    salt,
    sequence,
    proof,
    version,
    bidders,
    chainId: row.chain_id,
    exchange: addressOf(row.exchange),
    maker: addressOf(row.owner),
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    assetType: row.asset_type,
    payToken: addressOf(row.pay_token),
    startPrice: row.start_price,
    sellerFee: row.seller_fee,
    startTime: row.start_time,
    endTime: row.end_time,
    firstEnd: row.first_end,
    extension,
    buyNow,
    expiredTime: row.expired_time,
    structHash: hexOf(row.struct_hash),
    digest: hexOf(row.digest),
    signature: hexOf(row.signature),
    endCode: row.end_code,
    winner: row.winner ? addressOf(row.winner) : undefined,
    soldFor: row.sold_for ?? undefined,
    endTx: row.end_tx ? hexOf(row.end_tx) : undefined,
    isOpen: row.is_open,
    isFundable: row.is_fundable,
    hasLeft: row.has_left,
    isLive: row.is_live,
    highestPrice: row.highest_price,
    highestBidder: row.highest_bidder ? addressOf(row.highest_bidder) : undefined,
    isTaken: row.is_taken,
    isBuyNowOver: row.is_buy_now_over,
    isClosed: row.is_closed,
    notifiedLeader: row.told_leader ? addressOf(row.told_leader) : undefined,
    asOfBlock: row.as_of_block ?? undefined,
    listedBlock: row.listed_block,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export type StoredBid = Pick<BidRow, 'id' | 'total' | 'draw' | 'proof' | 'status' | 'epoch'> & {
  readonly auctionId: number
  readonly bidder: Address
  readonly buyerFee: number
  readonly digest: Hex
  readonly signature: Hex
  readonly isWithdrawn: boolean
  readonly isFunded: boolean
  readonly wasFundedAtEnd: boolean | undefined
  /** At the buy-now total, made while the market signed settlements at it. */
  readonly isBuyNow: boolean
  /** Named by a settlement that any account may send. */
  readonly isPublic: boolean
  readonly listedBlock: number
  readonly createdAt: number
}

function readBid(row: BidRow): StoredBid {
  const { id, total, draw, proof, status, epoch } = row
  return {
    id,
    total,
    draw,
    proof,
    status,
    epoch,
    auctionId: row.auction_id,
    bidder: addressOf(row.bidder),
    buyerFee: row.buyer_fee,
    digest: hexOf(row.digest),
    signature: hexOf(row.signature),
    isWithdrawn: row.is_withdrawn,
    isFunded: row.is_funded,
    wasFundedAtEnd: row.was_funded_at_end ?? undefined,
    isBuyNow: row.is_buy_now,
    isPublic: row.is_public,
    listedBlock: row.listed_block,
    createdAt: row.created_at,
  }
}

type Signed = Pick<
  StoredAuction,
  | 'maker'
  | 'salt'
  | 'collection'
  | 'tokenId'
  | 'assetType'
  | 'payToken'
  | 'quantity'
  | 'buying'
  | 'firstEnd'
  | 'expiredTime'
  | 'encourage'
  | 'sellerFee'
>

/** The signed auction as the contract takes it. */
export function signedAuctionOf(stored: Signed): Auction {
  const item: Asset = { token: stored.collection, tokenId: stored.tokenId, assetType: stored.assetType as Asset['assetType'] }
  return {
    owner: stored.maker,
    salt: stored.salt,
    sellAsset: item,
    buyAsset: erc20(stored.payToken),
    selling: stored.quantity,
    buying: stored.buying,
    endTime: stored.firstEnd,
    expiredTime: stored.expiredTime,
    encourage: BigInt(stored.encourage),
    sellerFee: BigInt(stored.sellerFee),
  }
}

export function signedBidOf(auction: StoredAuction, bid: Pick<StoredBid, 'bidder' | 'total' | 'buyerFee' | 'epoch'>): AuctionBid {
  const { bidder, total: buying, epoch } = bid
  return { auction: signedAuctionOf(auction), bidder, buying, buyerFee: BigInt(bid.buyerFee), epoch }
}

/** What a bid takes from its bidder if it wins. */
export function drawOf(total: bigint, buyerFeeBps: number): bigint {
  return total + feeOf(total, BigInt(buyerFeeBps))
}

/** The lot at a price, for notices and history. */
export function snapshotOf(auction: StoredAuction, total: bigint): OrderSnapshot {
  return {
    maker: auction.maker,
    sellToken: auction.collection,
    buyToken: auction.payToken,
    sellValue: auction.quantity.toString(),
    buyValue: total.toString(),
    filled: '0',
    payToken: auction.payToken,
    quantity: auction.quantity.toString(),
  }
}

/** Locks the row until the end of the transaction: bids, cancels and settlements of one auction are serialized here. */
export async function lockAuction(tx: Tx, id: number): Promise<StoredAuction> {
  return readAuction(await tx.selectFrom('auction').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow())
}

export async function findAuctionBySequence(
  db: Db,
  { chainId, exchange, maker }: MakerAt,
  sequence: bigint,
): Promise<StoredAuction | undefined> {
  const row = await db
    .selectFrom('auction')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('owner', '=', bytes(maker))
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return row && readAuction(row)
}

type OfItem = Pick<StoredAuction, 'chainId' | 'collection' | 'tokenId' | 'maker'>

/** The maker's latest auction of an item, in whatever state. */
export async function findLatestAuction(db: Db, key: OfItem): Promise<StoredAuction | undefined> {
  const row = await ofMaker(db, key).orderBy('created_at', 'desc').orderBy('id', 'desc').executeTakeFirst()
  return row && readAuction(row)
}

/** The maker's unfinished auction of an item that can still have a result. */
export async function findOpenAuction(db: Db, key: OfItem): Promise<StoredAuction | undefined> {
  const row = await ofMaker(db, key).where('is_open', '=', true).orderBy('id', 'desc').executeTakeFirst()
  return row && readAuction(row)
}

function ofMaker(db: Db, { chainId, collection, tokenId, maker }: OfItem) {
  return db
    .selectFrom('auction')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .where('owner', '=', bytes(maker))
}

/** Bids of an auction, highest first; of equal ones, the earlier first. */
export async function bidsOf(db: Db, auctionId: number): Promise<StoredBid[]> {
  const rows = await db
    .selectFrom('auction_bid')
    .selectAll()
    .where('auction_id', '=', auctionId)
    .orderBy('total', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(readBid)
}
