import { z } from 'zod'
import { orderSides } from './orders.ts'
import { record, type Schema } from './record.ts'
import { address, big, count, flag, hash, hex, int, jsonText, seconds, uint256 } from './wire.ts'

/** Most lines of a cart, and of one sweep. */
export const MOST_LINES = 50

/**
 * Why a line can't be bought. `repriced`: this sale is over, and its seller has another one; `few`: fewer are left;
 * `stopped`: of a hidden work, or one whose trade is stopped; `own`: of the caller itself; `behind`, `away`: try again.
 */
export const CART_REASONS = [
  'sold',
  'cancelled',
  'expired',
  'early',
  'repriced',
  'few',
  'paused',
  'stopped',
  'unfundable',
  'royaltyRose',
  'own',
  'unknown',
  'behind',
  'away',
] as const
export type CartReason = (typeof CART_REASONS)[number]
const reason = z.enum(CART_REASONS)

/** So many of a work from one sale. */
export interface CartLine extends z.output<typeof cartLine> {}
const cartLine = record({
  chainId: ['chainId', int],
  collection: ['collection', address],
  tokenId: ['tokenId', uint256],
  seller: ['seller', address],
  salt: ['salt', uint256],
  quantity: ['quantity', uint256],
})
export const CartLine: Schema<CartLine> = cartLine

export const cartLines = jsonText(z.array(cartLine).min(1).max(MOST_LINES), 40_000)

/** The open sale of a line's seller, as it stands. */
export interface CartSale extends z.output<typeof cartSale> {}
const cartSale = record({
  salt: ['salt', uint256],
  payToken: ['payToken', address],
  symbol: ['symbol', z.string()],
  decimals: ['decimals', count],
  /** base units of the pay token */
  unitPrice: ['unitPrice', big],
  /** bps that the buyer pays on top */
  buyerFee: ['buyerFee', count],
  /** bps of the price that all creators get of it, and the market of the seller */
  royalty: ['royalty', count],
  sellerFee: ['sellerFee', count],
  /** units that can still be bought */
  left: ['left', big],
  validUntil: ['endTime', seconds],
  /** the purchase mints the work */
  isMinted: ['minted', flag],
  /** to the caller alone */
  isPrivate: ['private', flag],
})
export const CartSale: Schema<CartSale> = cartSale

/** A work as a line shows it. */
export interface CartItem extends z.output<typeof cartItem> {}
const cartItem = record({
  name: ['name', z.string()],
  /** source of the picture as in its metadata, "" while unknown */
  image: ['image', z.string()],
  mediaKind: ['mediaKind', z.enum(['image', 'audio', 'video', 'unknown'])],
  /** 3 ERC721, 2 ERC1155 */
  standard: ['type', count],
  supply: ['supply', big],
  collectionName: ['collectionName', z.string()],
  isVerified: ['verified', flag],
})
export const CartItem: Schema<CartItem> = cartItem

/** It can be bought where there is a sale and no reason. */
export interface CartAnswer extends z.output<typeof cartAnswer> {}
const cartAnswer = record({
  line: ['line', cartLine],
  item: ['item', cartItem.optional()],
  sale: ['sale', cartSale.optional()],
  reason: ['reason', reason.optional()],
})
export const CartAnswer: Schema<CartAnswer> = cartAnswer

/** All that a sweep takes of one sale. Without `r` the exchange needs no fee signature. */
export interface CartFill extends z.output<typeof cartFill> {}
const cartFill = record({
  ...orderSides,
  salt: ['salt', uint256],
  chainId: ['chainId', int],
  /** 0x for an order that is registered on chain */
  signature: ['signature', hex()],
  proof: ['proof', z.enum(['typed', 'text', 'contract', 'registered'])],
  sellerFee: ['sellerFee', count],
  buyerFee: ['buyerFee', count],
  v: ['v', count.optional()],
  r: ['r', hash.optional()],
  s: ['s', hash.optional()],
  /** of a sale whose purchase mints the work */
  voucher: ['voucher', hex().optional()],
  left: ['left', uint256],
  /** bps of each creator, as far as the market knows */
  royalties: ['royalties', z.array(count)],
  creator: ['creator', address],
})
export const CartFill: Schema<CartFill> = cartFill

export interface CartFillAnswer extends z.output<typeof cartFillAnswer> {}
const cartFillAnswer = record({ fill: ['fill', cartFill.optional()], reason: ['reason', reason.optional()] })
export const CartFillAnswer: Schema<CartFillAnswer> = cartFillAnswer

/** Lines that a sweep would take, cheapest first; sums in base units. */
export interface SweepPage extends z.output<typeof sweepPage> {}
const sweepPage = record({
  list: ['list', z.array(cartAnswer)],
  units: ['units', big],
  price: ['price', big],
  fees: ['fees', big],
  /** price and fees */
  pays: ['pays', big],
})
export const SweepPage: Schema<SweepPage> = sweepPage
