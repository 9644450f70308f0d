import { idTreeOf, type Order, unpackSalt } from '@plinth/protocol'
import type { Hex } from 'viem'

export const BIDDERS = ['bob', 'carol'] as const
export type Bidder = (typeof BIDDERS)[number]
export const HOLDERS = ['alice', 'dan', ...BIDDERS] as const
export type Holder = (typeof HOLDERS)[number]
export const COLOURS = ['Red', 'Blue'] as const
export type Colour = (typeof COLOURS)[number]
/** All items of today, all of one colour, or any item, also a later one. */
export const CHOICES = ['all', 'any', ...COLOURS] as const
export type Choice = (typeof CHOICES)[number]
export type Rule = 'is_hidden' | 'is_locked'

/** Lifetime of a short offer, and the wait for it. */
export const HOUR_S = 3_600
/** Numbers below it have no epoch. */
const FIRST_NUMBERS = 1_024n

/** As the market's own tables have it. */
export type Item = { readonly tokenId: bigint; colour: Colour; rule: Rule | undefined }

export type Offer = {
  readonly maker: Bidder
  /** Undefined for any. */
  readonly ids: readonly bigint[] | undefined
  readonly root: Hex
  /** By which its set was chosen first; the market proposes no other items. */
  readonly colour: Colour | undefined
  readonly quantity: bigint
  /** Ends within the hour. */
  readonly isShort: boolean
  isExpired: boolean
  price: bigint
  order: Order
  signature: Hex
}

/** What a reorganisation takes back. */
export type ChainState = {
  /** By token id. */
  readonly held: Record<string, Record<Holder, bigint>>
  readonly balance: Record<Bidder, bigint>
  readonly allowance: Record<Bidder, bigint>
  readonly epoch: Record<Bidder, bigint>
  /** Units sold, by maker and number. */
  readonly filled: Record<string, bigint>
  readonly cancelled: Record<string, true>
}

/** The expected state, without a database. */
export type Model = {
  readonly isEdition: boolean
  readonly items: Item[]
  readonly offers: Offer[]
  chain: ChainState
  /** The chain's state at each block after an act. */
  readonly past: { readonly block: bigint; readonly chain: ChainState }[]
}

const numberOf = ({ order }: Offer) => unpackSalt(order.salt).sequence
export const keyOf = (offer: Offer) => `${offer.maker}:${numberOf(offer)}`
/** With the buyer fee of 2.5 %; prices are such that no part of it is lost. */
export const drawOf = (price: bigint, units: bigint) => (price * units * 1_025n) / 1_000n
/** After the seller fee of 2.5 %. */
const proceedsOf = (price: bigint, units: bigint) => (price * units * 975n) / 1_000n
const isBidder = (who: Holder): who is Bidder => who === 'bob' || who === 'carol'

const holdersOf = ({ chain }: Model, tokenId: bigint): Record<Holder, bigint> | undefined => chain.held[String(tokenId)]
export const heldBy = (model: Model, who: Holder, tokenId: bigint): bigint => holdersOf(model, tokenId)?.[who] ?? 0n
const supplyOf = (model: Model, tokenId: bigint) => HOLDERS.reduce((sum, who) => sum + heldBy(model, who, tokenId), 0n)
export const isThere = (model: Model, { tokenId }: Item) => supplyOf(model, tokenId) > 0n
export const isTradable = (model: Model, item: Item) => isThere(model, item) && item.rule === undefined
/** Another account than the maker holds it and can sell. */
export const isSellable = (model: Model, { maker }: Offer, { tokenId }: Item) => supplyOf(model, tokenId) > heldBy(model, maker, tokenId)

export function leftOf({ chain }: Model, offer: Offer): bigint {
  return chain.cancelled[keyOf(offer)] ? 0n : offer.quantity - (chain.filled[keyOf(offer)] ?? 0n)
}

/** Neither sold, cancelled nor ended with everything. */
export function isOpen(model: Model, offer: Offer): boolean {
  const [epoch, number] = [model.chain.epoch[offer.maker], numberOf(offer)]
  return leftOf(model, offer) > 0n && (epoch === 0n || (number >= FIRST_NUMBERS && number >> 24n === epoch))
}

export function canPay({ chain }: Model, who: Bidder, amount: bigint): boolean {
  return chain.balance[who] >= amount && chain.allowance[who] >= amount
}

/** Units that can be sold to it now. */
export function unitsOf(model: Model, offer: Offer): bigint {
  if (offer.isExpired || !isOpen(model, offer)) return 0n
  for (let units = leftOf(model, offer); units > 0n; units--) if (canPay(model, offer.maker, drawOf(offer.price, units))) return units
  return 0n
}
export const isLive = (model: Model, offer: Offer) => unitsOf(model, offer) > 0n
export const isFor = ({ ids }: Offer, tokenId: bigint) => ids === undefined || ids.includes(tokenId)

/** Whether the market proposes the item for it: the chain goes by the ids alone. */
export const isProposed = (offer: Offer, { tokenId, colour }: Item) =>
  isFor(offer, tokenId) && (offer.colour === undefined || offer.colour === colour)

/** The ids of a new offer; undefined for any. */
export function idsFor(model: Model, choice: Choice): bigint[] | undefined {
  if (choice === 'any') return undefined
  const chosen = model.items.filter((item) => isTradable(model, item) && (choice === 'all' || item.colour === choice))
  return chosen.map(({ tokenId }) => tokenId)
}

export const proofFor = ({ ids }: Offer, tokenId: bigint): readonly Hex[] => (ids?.includes(tokenId) ? idTreeOf(ids).proofOf(tokenId) : [])

/** An account has one open offer for a set. */
export function hasOpen(model: Model, maker: Bidder, root: Hex): boolean {
  return model.offers.some((offer) => offer.maker === maker && offer.root === root && !offer.isExpired && isOpen(model, offer))
}

/** The last of its maker for its set: one that a reorganisation brought back beside it is not raised. */
export function isNewest({ offers }: Model, offer: Offer): boolean {
  return offers.findLast(({ maker, root }) => maker === offer.maker && root === offer.root) === offer
}

export function sell(model: Model, offer: Offer, seller: Holder, tokenId: bigint, units: bigint): void {
  const { balance, allowance, filled } = model.chain
  const paid = drawOf(offer.price, units)
  balance[offer.maker] -= paid
  allowance[offer.maker] -= paid
  if (isBidder(seller)) balance[seller] += proceedsOf(offer.price, units)
  filled[keyOf(offer)] = (filled[keyOf(offer)] ?? 0n) + units
  move(model, seller, offer.maker, tokenId, units)
}

export function move(model: Model, from: Holder, to: Holder | undefined, tokenId: bigint, units: bigint): void {
  const holders = holdersOf(model, tokenId)
  if (!holders) throw new Error('There is no such item')
  holders[from] -= units
  if (to) holders[to] += units
}

export const smaller = (...amounts: readonly bigint[]): bigint => amounts.reduce((least, amount) => (amount < least ? amount : least))

/** All acts of such a life. */
export const KINDS = [
  'make for all',
  'make for any',
  'make for a colour',
  'make for an hour',
  'raise',
  'accept',
  'accept by another bidder',
  'cancel',
  'end everything',
  'allow',
  'allow to the unit',
  'spend',
  'earn',
  'paint',
  'mint',
  'burn',
  'send',
  'hide or stop',
  'release',
  'wait',
  'reorganise',
] as const
export type Kind = (typeof KINDS)[number]
