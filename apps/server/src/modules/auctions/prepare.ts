import { AppError, type AuctionPrepared } from '@plinth/api'
import {
  type Address,
  AUCTION_ACT,
  type Auction,
  type AuctionAct,
  auctionDigest,
  auctionDomain,
  auctionTermsOf,
  bidDigest,
  orderValidity,
  unpackSalt,
} from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { ChainFees } from '../../chain/fees.ts'
import type { RequestContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { findAuctionBySequence, findOpenAuction, type StoredAuction, signedAuctionOf } from '../../state/auctions/store.ts'
import { epochOf } from '../../state/offers/epochs.ts'
import { type Allotment, allotSalt, findAllotted } from '../../state/offers/salts.ts'
import { findOpenSale, type SlotKey } from '../../state/orders/store.ts'
import { sellerFeeAt } from '../settings/service.ts'
import { checkBid, checkUnfinished, getAuction } from './life.ts'
import { type AuctionTerms, auctionOf, auctionSalt, checkLot, checkTerms, saltTermsOf } from './shape.ts'

type Item = { readonly owner: Address; readonly collection: Address; readonly tokenId: bigint }
export type PrepareInput = Item & {
  readonly type: AuctionAct
  readonly salt?: bigint
  readonly total?: bigint
  readonly chainId?: number
} & {
  readonly [K in keyof Omit<AuctionTerms, keyof Item>]?: AuctionTerms[K]
}

export async function prepare(context: RequestContext, input: PrepareInput): Promise<AuctionPrepared> {
  return input.type === AUCTION_ACT.AUCTION_BID ? prepareBid(context, input) : prepareAuction(context, input)
}

/** Checks the terms, allots a number (an edit keeps its own) and returns the digest to sign. Stores nothing else. */
async function prepareAuction(context: RequestContext, input: PrepareInput): Promise<AuctionPrepared> {
  if (context.requireCaller().address !== input.owner) throw new AppError('NOT_AUTHORISED')
  const terms = termsOf(input)
  const chain = await context.chains.resolveForWrite(input)
  const { auctionExpireHours } = context.config
  checkTerms(terms, chain.now(), auctionExpireHours)
  await chain.requireTrusted()
  await checkLot(context, chain, terms)
  const fees = await chain.auctionFees()
  const { salt, sellerFee } = await saltFor(context, chain, input, terms, fees)
  const auction = auctionOf(terms, salt, unpackSalt(salt).validUntil, sellerFee)
  const digest = auctionDigest(auction, auctionDomain(chain.id, chain.config.contracts.auctionExchange))
  return { ...prepared(chain, auction, terms), type: input.type, digest, buyerFee: Number(fees.buyerFeeBps) }
}

/** The pay-token id defaults to 0, for a fungible pay token. @throws AppError BAD_ARGUMENT */
function termsOf({ payTokenId = 0n, ...input }: PrepareInput): AuctionTerms {
  const need = <K extends keyof typeof input>(name: K, wire: string): NonNullable<(typeof input)[K]> => {
    const value = input[name]
    if (value === undefined) throw new AppError('BAD_ARGUMENT', { field: wire })
    return value as NonNullable<(typeof input)[K]>
  }
  return {
    owner: input.owner,
    collection: input.collection,
    tokenId: input.tokenId,
    payTokenId,
    assetType: need('assetType', 'sellType'),
    quantity: need('quantity', 'sellValue'),
    payTokenAddress: need('payTokenAddress', 'buyerToken'),
    payType: need('payType', 'buyerType'),
    buying: need('buying', 'buying'),
    startPrice: need('startPrice', 'startValue'),
    increment: need('increment', 'rangeValue'),
    encourage: need('encourage', 'encourage'),
    startTime: need('startTime', 'startTime'),
    endTime: need('endTime', 'endTime'),
    extension: input.extension ?? 0,
    buyNow: input.buyNow ?? 0n,
  }
}

async function saltFor(
  context: RequestContext,
  chain: Chain,
  input: PrepareInput,
  terms: AuctionTerms,
  fees: ChainFees,
): Promise<Allotment> {
  const { db } = context
  const who = { chainId: chain.id, exchange: chain.config.contracts.auctionExchange, maker: input.owner }
  const item = { chainId: chain.id, collection: input.collection, tokenId: input.tokenId, maker: input.owner }
  await checkNotOnSale(db, item, chain.now())
  const open = await findOpenAuction(db, item)
  const isEdit = input.type === AUCTION_ACT.EDIT_AUCTION
  const kept = input.salt ? unpackSalt(input.salt).sequence : isEdit ? open?.sequence : undefined
  if (isEdit && kept === undefined) throw new AppError('AUCTION_NOT_FOUND')
  if (open && open.sequence !== kept) throw new AppError('ON_AUCTION')
  if (kept !== undefined) {
    const allotted = await findAllotted(db, who, kept)
    if (!allotted) throw new AppError('UNKNOWN_SALT')
    const current = await findAuctionBySequence(db, who, kept)
    if (current) checkEditable(current, terms, chain.now())
    // Unchanged terms are signed again with their present expiry, whatever is configured now.
    const salt = current && isSame(current, terms) ? current.salt : auctionSalt(terms, context.config.auctionExpireHours, kept)
    return { salt, sellerFee: allotted.sellerFee }
  }
  const { validFrom, validUntil } = unpackSalt(auctionSalt(terms, context.config.auctionExpireHours, 0n))
  const sellerFee = Number(await sellerFeeAt(context, fees))
  return allotSalt(db, who, { validFrom, validUntil, maxBuyerFeeBps: 0, terms: saltTermsOf(terms) }, sellerFee, context.clock.now())
}

/** An item on sale is not at auction (decision 23). @throws AppError ON_SALE */
export async function checkNotOnSale(db: Db, item: Omit<SlotKey, 'side'>, now: number): Promise<void> {
  const sale = await findOpenSale(db, item)
  if (sale && orderValidity(sale, now) !== 'expired') throw new AppError('ON_SALE')
}

/** Before the start any term may change; afterwards only unchanged terms may be signed again. @throws AppError AUCTION_STARTED */
export function checkEditable(current: StoredAuction, terms: AuctionTerms, now: number): void {
  checkUnfinished(current)
  if (now >= current.startTime && !isSame(current, terms)) throw new AppError('AUCTION_STARTED')
}

function isSame(current: StoredAuction, terms: AuctionTerms): boolean {
  return (
    current.collection === terms.collection &&
    current.tokenId === terms.tokenId &&
    current.payToken === terms.payTokenAddress &&
    current.firstEnd === terms.endTime &&
    current.extension === (terms.extension ?? 0) &&
    current.buyNow === (terms.buyNow ?? 0n) &&
    (['quantity', 'buying', 'startPrice', 'increment', 'encourage', 'startTime'] as const).every((name) => current[name] === terms[name])
  )
}

async function prepareBid(context: RequestContext, input: PrepareInput): Promise<AuctionPrepared> {
  const { address: bidder } = context.requireCaller()
  const { salt, total } = input
  if (salt === undefined || total === undefined) throw new AppError('BAD_ARGUMENT', { field: salt === undefined ? 'salt' : 'buyerValue' })
  const chain = await context.chains.resolveForWrite(input)
  await chain.requireTrusted()
  const stored = await getAuction(context, chain, { ...input, salt })
  await checkBid(context.db, stored, { bidder, total }, chain.now())
  const buyerFee = (await chain.feesOf(stored.exchange)).buyerFeeBps
  const auction = signedAuctionOf(stored)
  const domain = auctionDomain(chain.id, stored.exchange)
  const epoch = await epochOf(context.db, { chainId: chain.id, exchange: stored.exchange, maker: bidder })
  return {
    ...prepared(chain, auction, stored),
    type: input.type,
    digest: bidDigest({ auction, bidder, buying: total, buyerFee, epoch }, domain),
    buyerFee: Number(buyerFee),
    total,
    ...(epoch > 0n ? { epoch } : {}),
  }
}

/** The auction to sign, with the values that only the market knows. */
export function prepared(chain: Chain, auction: Auction, terms: Pick<AuctionTerms, 'startPrice' | 'increment'>) {
  const { extension, buyNow } = auctionTermsOf(auction.salt)
  return {
    chainId: chain.id,
    owner: auction.owner,
    collection: auction.sellAsset.token,
    tokenId: auction.sellAsset.tokenId,
    assetType: auction.sellAsset.assetType,
    quantity: auction.selling,
    payTokenAddress: auction.buyAsset.token,
    payTokenId: auction.buyAsset.tokenId,
    payType: auction.buyAsset.assetType,
    buying: auction.buying,
    startPrice: terms.startPrice,
    increment: terms.increment,
    encourage: Number(auction.encourage),
    startTime: unpackSalt(auction.salt).validFrom,
    endTime: auction.endTime,
    extension,
    buyNow,
    salt: auction.salt,
    expiredTime: auction.expiredTime,
    sellerFee: Number(auction.sellerFee),
  }
}
