import { feeOf } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { Listing, TestMarket } from '../market/market.ts'

export const BIDDERS = ['bob', 'carol'] as const
export type Bidder = (typeof BIDDERS)[number]
export type Owner = 'alice' | Bidder
export const OWNERS = ['alice', ...BIDDERS] as const

/** Lifetime of a short offer, and the wait for it. */
export const HOUR_S = 3_600

export type Offer = {
  price: bigint
  left: bigint
  readonly quantity: bigint
  listing: Listing
  hasLeft: boolean
  readonly isInCoin: boolean
  /** Ends within the hour. */
  readonly isShort: boolean
  isExpired: boolean
}

/** The expected state, without a database. */
export type Model = {
  held: Record<Owner, bigint>
  supply: bigint
  balance: Record<Bidder, bigint>
  allowance: Record<Bidder, bigint>
  isApproved: boolean
  sale: Offer | undefined
  bids: Record<Bidder, Offer | undefined>
  /** Expired, and replaced by another; can still be cancelled. */
  lapsed: Record<Owner, Offer[]>
}
export type NewOffer = Pick<Offer, 'price' | 'quantity' | 'isInCoin' | 'isShort'>

export const priceIn = (offer: Pick<Offer, 'isInCoin'>, units: bigint) => (offer.isInCoin ? units * 1_000_000n : units)
export const drawOf = ({ price, left }: Pick<Offer, 'price' | 'left'>) => price * left + feeOf(price * left, 250n)
export const canDraw = ({ balance, allowance }: Model, who: Bidder, draw: bigint) => balance[who] >= draw && allowance[who] >= draw
export const isSaleLive = ({ sale, held, isApproved }: Model) =>
  sale !== undefined && !sale.isExpired && !sale.hasLeft && isApproved && held.alice >= sale.left
export const isBidLive = (model: Model, who: Bidder) => {
  const offer = model.bids[who]
  return offer !== undefined && !offer.isExpired && canDraw(model, who, drawOf(offer))
}
export const offerOf = ({ sale, bids }: Model, who: Owner) => (who === 'alice' ? sale : bids[who])
export const openOf = (model: Model, who: Owner) => [...model.lapsed[who], offerOf(model, who)].filter((offer) => offer !== undefined)

/** Replaces one that has expired. */
export function place(model: Model, who: Owner, offer: Offer | undefined): void {
  const before = offerOf(model, who)
  if (offer && before) model.lapsed[who].push(before)
  if (who === 'alice') model.sale = offer
  else model.bids[who] = offer
}

export function move(model: Model, from: Owner, to: Owner | undefined, quantity: bigint): void {
  model.held[from] -= quantity
  if (to) model.held[to] += quantity
  else model.supply -= quantity
}

export function draw(model: Model, who: Bidder, amount: bigint): void {
  model.allowance[who] -= amount
  model.balance[who] -= amount
}

/** An offer whose items were transferred away does not revive when they return. */
export function noteLeft({ sale, held }: Model): void {
  if (sale && held.alice < sale.left) sale.hasLeft = true
}
export const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
export const unlessEmpty = (offer: Offer): Offer | undefined => (offer.left > 0n ? offer : undefined)

/** All acts on the orders of an item. */
export const KINDS = [
  'list',
  'list in coin',
  'list for an hour',
  'lower',
  'cancel the sale',
  'buy',
  'bid',
  'bid for an hour',
  'raise',
  'cancel a bid',
  'cancel by the word',
  'accept',
  'send',
  'burn',
  'approve',
  'allow',
  'spend',
  'earn',
  'wait',
] as const
export type Kind = (typeof KINDS)[number]

export const kindOf = (verb: 'list' | 'bid', { isInCoin, isShort }: NewOffer) =>
  isShort ? (`${verb} for an hour` as const) : isInCoin && verb === 'list' ? 'list in coin' : verb

/** Several salts of one maker with one call, in any bitmap words. */
export async function cancelAll(market: TestMarket, who: Owner, sequences: readonly bigint[]): Promise<void> {
  const masks = new Map<bigint, bigint>()
  for (const sequence of sequences) masks.set(sequence / 256n, (masks.get(sequence / 256n) ?? 0n) | (1n << (sequence % 256n)))
  const args = [[...masks.keys()], [...masks.values()]] as const
  const call = { address: market.exchange, abi: exchangeAbi, functionName: 'cancelMany', args } as const
  await market.mined(await market.wallet(who).writeContract(call))
}
