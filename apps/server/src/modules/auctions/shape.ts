import { AppError } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  type Auction,
  type AuctionAct,
  auctionExpiredTime,
  erc20,
  isExtension,
  leastUnitPrice,
  MAX_SALT_TIME,
  MOST_BUY_NOW,
  packAuctionTerms,
  packSalt,
  TOKEN_STANDARD,
  withTerms,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { RequestContext } from '../../context.ts'
import { findItem } from '../../state/items/store.ts'
import { findPayToken } from '../pay-tokens/service.ts'

/** What an owner offers, as a call carries it. Prices are totals of the lot. */
export type AuctionTerms = {
  readonly owner: Address
  readonly collection: Address
  readonly tokenId: bigint
  readonly assetType: number
  readonly quantity: bigint
  readonly payTokenAddress: Address
  readonly payTokenId: bigint
  readonly payType: number
  readonly buying: bigint
  readonly startPrice: bigint
  readonly increment: bigint
  readonly encourage: number
  readonly startTime: number
  readonly endTime: number
  /** Signed beside the documents' terms; absent for none. */
  readonly extension?: number
  readonly buyNow?: bigint
}

/** The acts that auction.add accepts. */
export type OfferAct = Exclude<AuctionAct, 27>

const BPS = 10_000
const LEAST = leastUnitPrice({ assetType: ASSET_TYPE.ERC20 })

/**
 * Checks that the contract would accept the terms, and that they make sense to bid on (decision 28).
 * @throws AppError AUCTION_SHAPE, BAD_ARGUMENT_VALUE
 */
export function checkTerms(terms: AuctionTerms, now: number, hours: number): void {
  const isMoney = terms.payType === ASSET_TYPE.ERC20 && terms.payTokenId === 0n && terms.payTokenAddress !== ZERO_ADDRESS
  const isItem = terms.assetType === ASSET_TYPE.ERC721 || terms.assetType === ASSET_TYPE.ERC1155
  if (!isMoney || !isItem || terms.endTime <= terms.startTime) throw new AppError('AUCTION_SHAPE')
  const problem = findProblem(terms, now, hours)
  if (problem) throw new AppError('BAD_ARGUMENT_VALUE', problem)
}

function findProblem(terms: AuctionTerms, now: number, hours: number): { field: string; reason: string } | undefined {
  if (terms.quantity < 1n) return { field: 'sellValue', reason: 'must be at least 1' }
  if (terms.startPrice < LEAST) return { field: 'startValue', reason: 'must be above zero' }
  if (terms.buying < terms.startPrice) return { field: 'buying', reason: 'must not be below the start price' }
  if (terms.increment < 1n) return { field: 'rangeValue', reason: 'must be above zero' }
  if (terms.encourage > BPS) return { field: 'encourage', reason: 'must not be above 10000' }
  const extra = findExtraProblem(terms)
  if (extra) return extra
  if (terms.endTime <= now) return { field: 'endTime', reason: 'must be later than now' }
  if (auctionExpiredTime(terms.endTime, hours) > MAX_SALT_TIME) return { field: 'endTime', reason: 'too far away' }
  return undefined
}

function findExtraProblem({ extension, buyNow, buying }: AuctionTerms): { field: string; reason: string } | undefined {
  if (!isExtension(extension ?? 0)) return { field: 'extension', reason: 'must be 0, 300, 600 or 900' }
  if (!buyNow) return undefined
  if (buyNow < buying) return { field: 'buyNow', reason: 'must not be below the lowest accepted price' }
  return buyNow > MOST_BUY_NOW ? { field: 'buyNow', reason: 'too large' } : undefined
}

/**
 * Checks that item and pay token are known, and that the auction names the item's true asset type.
 * @throws AppError NOT_FOUND, AUCTION_SHAPE, UNKNOWN_PAY_TOKEN
 */
export async function checkLot({ db }: RequestContext, chain: Chain, terms: AuctionTerms): Promise<void> {
  const item = await findItem(db, { chainId: chain.id, collection: terms.collection, tokenId: terms.tokenId })
  if (!item) throw new AppError('NOT_FOUND')
  if (item.isTradeLocked) throw new AppError('TRADE_LOCKED')
  const isEdition = item.standard === TOKEN_STANDARD.ERC1155
  const expected = isEdition ? ASSET_TYPE.ERC1155 : ASSET_TYPE.ERC721
  if (terms.assetType !== expected || (!isEdition && terms.quantity !== 1n)) throw new AppError('AUCTION_SHAPE')
  if (!(await findPayToken(db, chain.id, terms.payTokenAddress))) throw new AppError('UNKNOWN_PAY_TOKEN')
}

/** The salt contains start and expiry, so an edit that changes them keeps only its number. */
export function auctionSalt(terms: AuctionTerms, hours: number, sequence: bigint): bigint {
  const validUntil = auctionExpiredTime(terms.endTime, hours)
  return withTerms(packSalt({ validUntil, validFrom: terms.startTime, maxBuyerFeeBps: 0, sequence }), saltTermsOf(terms))
}

export const saltTermsOf = ({ extension = 0, buyNow = 0n }: AuctionTerms): bigint => packAuctionTerms({ extension, buyNow })

export function auctionOf(terms: AuctionTerms, salt: bigint, expiredTime: number, sellerFee: number): Auction {
  return {
    owner: terms.owner,
    salt,
    sellAsset: { token: terms.collection, tokenId: terms.tokenId, assetType: terms.assetType as Auction['sellAsset']['assetType'] },
    buyAsset: erc20(terms.payTokenAddress),
    selling: terms.quantity,
    buying: terms.buying,
    endTime: terms.endTime,
    expiredTime,
    encourage: BigInt(terms.encourage),
    sellerFee: BigInt(sellerFee),
  }
}
