import type { Hex, TypedDataDefinition, TypedDataDomain } from 'viem'
import { hashStruct, hashTypedData } from 'viem/utils'
import { type Address, ZERO_ADDRESS } from './address.ts'
import type { Asset } from './assets.ts'
import { ProtocolError } from './errors.ts'
import { feeOf, royaltyAmount } from './fees.ts'
import { MAX_AUCTION_BIDDERS } from './limits.ts'
import { ORDER_TYPES } from './order-signing.ts'
import type { OrderKey } from './orders.ts'
import { termsOf, unpackSalt } from './salts.ts'

/**
 * A signed auction: `selling` items for the best bid of at least `buying` base units of an ERC20, both for the whole
 * lot (decision 28). Its salt carries the start as validFrom and expiredTime as validUntil; times are unix seconds.
 */
export type Auction = {
  readonly owner: Address
  readonly salt: bigint
  readonly sellAsset: Asset
  readonly buyAsset: Asset
  readonly selling: bigint
  readonly buying: bigint
  readonly endTime: number
  readonly expiredTime: number
  /** Share of the price, in bps, that the losing bidders split. */
  readonly encourage: bigint
  /** In bps. */
  readonly sellerFee: bigint
}
/** `buying` base units for the lot, and `buyerFee` bps on top. */
export type AuctionBid = {
  readonly auction: Auction
  readonly bidder: Address
  readonly buying: bigint
  readonly buyerFee: bigint
  /** The bidder's epoch once it has cancelled everything, see epochs.ts; zero or absent before. */
  readonly epoch?: bigint
}
/**
 * The operator's signed terms of a settlement: the winning bid and the sharing bidders; valid only while the contract's
 * fee epoch is `feeEpoch`.
 */
export type AuctionSettlement = { readonly bid: AuctionBid; readonly recipients: readonly Address[]; readonly feeEpoch: bigint }
/** The form any account may send after the end (`acceptBid`): reverts unless the owner receives at least so many base units. */
export type OpenSettlement = AuctionSettlement & { readonly leastProceeds: bigint }

const AUCTION = [
  { name: 'owner', type: 'address' },
  { name: 'salt', type: 'uint256' },
  { name: 'startTime', type: 'uint256' },
  { name: 'sellAsset', type: 'Asset' },
  { name: 'buyAsset', type: 'Asset' },
  { name: 'selling', type: 'uint256' },
  { name: 'buying', type: 'uint256' },
  { name: 'endTime', type: 'uint256' },
  { name: 'expiredTime', type: 'uint256' },
  { name: 'encourage', type: 'uint256' },
  { name: 'sellerFee', type: 'uint256' },
] as const

export const AUCTION_TYPES = { Auction: AUCTION, Asset: ORDER_TYPES.Asset } as const
/** For an auction with non-zero terms. */
export const EXTENDED_AUCTION_TYPES = {
  ExtendedAuction: [...AUCTION, { name: 'extension', type: 'uint256' }, { name: 'buyNow', type: 'uint256' }],
  Asset: ORDER_TYPES.Asset,
} as const
const BID_ON = [
  { name: 'bidder', type: 'address' },
  { name: 'buying', type: 'uint256' },
  { name: 'buyerFee', type: 'uint256' },
] as const
/** A bid nests the whole auction, so that the wallet shows what the bid is on. */
export const BID_TYPES = {
  Bid: [{ name: 'auction', type: 'Auction' }, ...BID_ON],
  ...AUCTION_TYPES,
} as const
export const EXTENDED_BID_TYPES = {
  Bid: [{ name: 'auction', type: 'ExtendedAuction' }, ...BID_ON],
  ...EXTENDED_AUCTION_TYPES,
} as const
const EPOCH_BID = [
  { name: 'bid', type: 'Bid' },
  { name: 'epoch', type: 'uint256' },
] as const
/** The bid of an account whose epoch is above zero. */
export const EPOCH_BID_TYPES = { EpochBid: EPOCH_BID, ...BID_TYPES } as const
export const EXTENDED_EPOCH_BID_TYPES = { EpochBid: EPOCH_BID, ...EXTENDED_BID_TYPES } as const
const SETTLEMENT_TYPES = {
  Settlement: [
    { name: 'auction', type: 'bytes32' },
    { name: 'buying', type: 'uint256' },
    { name: 'buyer', type: 'address' },
    { name: 'recipients', type: 'address[]' },
    { name: 'buyerFee', type: 'uint256' },
    { name: 'feeEpoch', type: 'uint256' },
  ],
} as const
const OPEN_SETTLEMENT_TYPES = {
  OpenSettlement: [
    { name: 'settlement', type: 'Settlement' },
    { name: 'leastProceeds', type: 'uint256' },
  ],
  ...SETTLEMENT_TYPES,
} as const

/** EIP-712 domain of the AuctionExchange. */
export function auctionDomain(chainId: number, auctionExchange: Address) {
  return { name: 'Plinth Auction', version: '1', chainId, verifyingContract: auctionExchange } as const satisfies TypedDataDomain
}
export type AuctionDomain = ReturnType<typeof auctionDomain>

/** What the terms in an auction's salt encode. */
export type AuctionExtras = {
  /** Seconds from a late bid to the extended end: 0, 300, 600 or 900. */
  readonly extension: number
  /** The buy-now total that ends the auction early, in base units, below 2^88; zero for none. */
  readonly buyNow: bigint
}

export const MOST_BUY_NOW = (1n << 88n) - 1n
const EXTENSIONS: readonly number[] = [0, 300, 600, 900]
export const isExtension = (seconds: number): boolean => EXTENSIONS.includes(seconds)

/**
 * Encodes the terms for the salt of an auction, see withTerms.
 * @throws ProtocolError BAD_TERMS for any other extension, or a total outside 88 bits
 */
export function packAuctionTerms({ extension, buyNow }: AuctionExtras): bigint {
  if (!isExtension(extension)) throw new ProtocolError('BAD_TERMS', 'An auction is extended by 0, 5, 10 or 15 minutes')
  if (buyNow < 0n || buyNow > MOST_BUY_NOW) throw new ProtocolError('BAD_TERMS', 'A buy-now total has 88 bits')
  return (BigInt(extension / 60) << 88n) | buyNow
}

/** Source: `contracts/src/auction/Auctions.sol`. */
export function auctionTermsOf(salt: bigint): AuctionExtras {
  const terms = termsOf(salt)
  return { extension: Number(terms >> 88n) * 60, buyNow: terms & MOST_BUY_NOW }
}

const isPlain = ({ salt }: Pick<Auction, 'salt'>): boolean => termsOf(salt) === 0n

/** What the owner's wallet signs (EIP-712): an Auction, or an ExtendedAuction where the salt has terms. */
export function auctionTypedData(auction: Auction, domain: AuctionDomain): TypedDataDefinition {
  return isPlain(auction)
    ? { domain, types: AUCTION_TYPES, primaryType: 'Auction', message: auctionMessage(auction) }
    : { domain, types: EXTENDED_AUCTION_TYPES, primaryType: 'ExtendedAuction', message: extendedMessage(auction) }
}

/**
 * hashStruct of the owner's signed type: the id of an auction, as `voidBids` takes it. Unique per chain and contract
 * only with its domain.
 */
export function auctionStructHash(auction: Auction): Hex {
  if (isPlain(auction)) return hashStruct({ data: auctionMessage(auction), primaryType: 'Auction', types: AUCTION_TYPES })
  return hashStruct({ data: extendedMessage(auction), primaryType: 'ExtendedAuction', types: EXTENDED_AUCTION_TYPES })
}

/** The 32 bytes an EIP-712 auction signature covers; `documentedText` of them is the documented form. */
export function auctionDigest(auction: Auction, domain: AuctionDomain): Hex {
  return hashTypedData(auctionTypedData(auction, domain))
}

/** What a bidder's wallet signs (EIP-712): a Bid, or an EpochBid for an account whose epoch is above zero. */
export function bidTypedData({ auction, bidder, buying, buyerFee, epoch = 0n }: AuctionBid, domain: AuctionDomain): TypedDataDefinition {
  const bid = { auction: isPlain(auction) ? auctionMessage(auction) : extendedMessage(auction), bidder, buying, buyerFee }
  if (epoch === 0n) return { domain, types: isPlain(auction) ? BID_TYPES : EXTENDED_BID_TYPES, primaryType: 'Bid', message: bid }
  const types = isPlain(auction) ? EPOCH_BID_TYPES : EXTENDED_EPOCH_BID_TYPES
  return { domain, types, primaryType: 'EpochBid', message: { bid, epoch } }
}

export function bidDigest(bid: AuctionBid, domain: AuctionDomain): Hex {
  return hashTypedData(bidTypedData(bid, domain))
}

/** Signed by a fee signer, for the owner or the winner to send. */
export function settlementTypedData(settlement: AuctionSettlement, domain: AuctionDomain) {
  return {
    domain,
    types: SETTLEMENT_TYPES,
    primaryType: 'Settlement',
    message: settlementMessage(settlement),
  } as const satisfies TypedDataDefinition<typeof SETTLEMENT_TYPES, 'Settlement'>
}

export function settlementDigest(settlement: AuctionSettlement, domain: AuctionDomain): Hex {
  return hashTypedData(settlementTypedData(settlement, domain))
}

/** Signed by a fee signer; any account may send it. */
export function openSettlementTypedData({ leastProceeds, ...settlement }: OpenSettlement, domain: AuctionDomain) {
  return {
    domain,
    types: OPEN_SETTLEMENT_TYPES,
    primaryType: 'OpenSettlement',
    message: { settlement: settlementMessage(settlement), leastProceeds },
  } as const satisfies TypedDataDefinition<typeof OPEN_SETTLEMENT_TYPES, 'OpenSettlement'>
}

export function openSettlementDigest(settlement: OpenSettlement, domain: AuctionDomain): Hex {
  return hashTypedData(openSettlementTypedData(settlement, domain))
}

/** The tuple the AuctionExchange takes (wire 5.1). */
export function toAuctionOrder(auction: Auction) {
  const { owner, salt, sellAsset, buyAsset, selling, buying, encourage, sellerFee } = auction
  const key: OrderKey = { owner, salt, sellAsset, buyAsset }
  return { key, selling, buying, endTime: BigInt(auction.endTime), expiredTime: BigInt(auction.expiredTime), encourage, sellerFee }
}

/**
 * The bidders who share, out of all with an active, funded bid, highest first: each once, without winner and owner, in ascending
 * order as the contract requires. With the winner they are at most 200: the lowest beyond get nothing (decision 30).
 */
export function dividendRecipients(bidders: readonly Address[], winner: Address, owner: Address): Address[] {
  const losers = [...new Set(bidders)].filter((bidder) => bidder !== winner && bidder !== owner && bidder !== ZERO_ADDRESS)
  // Lower-case hex of equal length sorts in numeric order.
  return losers.slice(0, MAX_AUCTION_BIDDERS - 1).sort()
}

export type AuctionPayment = {
  /** The winning bid's total. */
  readonly price: bigint
  readonly sellerFeeBps: bigint
  readonly buyerFeeBps: bigint
  readonly encourageBps: bigint
  /** Royalty entries owed to accounts other than the seller, in bps. */
  readonly royaltiesBps: readonly bigint[]
  /** Number of bidders who share. */
  readonly losers: number
}
export type AuctionBreakdown = {
  readonly price: bigint
  readonly sellerFee: bigint
  readonly buyerFee: bigint
  readonly royalty: bigint
  /** What each losing bidder receives. */
  readonly share: bigint
  /** Sum of all shares. */
  readonly dividends: bigint
  /** The winner's total payment. */
  readonly pays: bigint
  /** The seller's proceeds, when every dividend is paid out. */
  readonly receives: bigint
}

/**
 * Every leg of a settlement, in base units; pays = receives + sellerFee + buyerFee + royalty + dividends, to the wei.
 * Fees and royalties cap the pool, shares round down, and the remainder goes to the seller. As in
 * `AuctionPayments.sol`; decision 30; vectors/auctions.json.
 */
export function auctionBreakdown({ royaltiesBps, ...payment }: AuctionPayment): AuctionBreakdown {
  return auctionBreakdownOf(payment, royaltyAmount(payment.price, royaltiesBps))
}

/** `auctionBreakdown` with royalties given in base units. */
export function auctionBreakdownOf({ price, losers, ...bps }: Omit<AuctionPayment, 'royaltiesBps'>, royalty: bigint): AuctionBreakdown {
  const sellerFee = feeOf(price, bps.sellerFeeBps)
  const buyerFee = feeOf(price, bps.buyerFeeBps)
  const left = price - sellerFee - royalty
  const pool = feeOf(price, bps.encourageBps)
  const share = losers === 0 ? 0n : (pool < left ? pool : left) / BigInt(losers)
  const dividends = share * BigInt(losers)
  return { price, sellerFee, buyerFee, royalty, share, dividends, pays: price + buyerFee, receives: left - dividends }
}

function auctionMessage(auction: Auction) {
  return {
    ...auction,
    startTime: BigInt(unpackSalt(auction.salt).validFrom),
    endTime: BigInt(auction.endTime),
    expiredTime: BigInt(auction.expiredTime),
  }
}

function extendedMessage(auction: Auction) {
  const { extension, buyNow } = auctionTermsOf(auction.salt)
  return { ...auctionMessage(auction), extension: BigInt(extension), buyNow }
}

function settlementMessage({ bid, recipients, feeEpoch }: AuctionSettlement) {
  const { auction, buying, bidder, buyerFee } = bid
  return { auction: auctionStructHash(auction), buying, buyer: bidder, recipients, buyerFee, feeEpoch }
}
