import type { Address } from './address.ts'
import { type Asset, isMoney, isSameAsset } from './assets.ts'
import { ASSET_TYPE } from './codes.ts'
import { ProtocolError } from './errors.ts'

/**
 * An order as signed. A sale sells `selling` items for `buying` base units of money in all; a bid sells `selling` base
 * units for `buying` items (wire 5.1). `sellerFee` is in bps, paid by the seller of the item (decision 21).
 */
export type Order = {
  readonly owner: Address
  readonly salt: bigint
  readonly sellAsset: Asset
  readonly buyAsset: Asset
  readonly selling: bigint
  readonly buying: bigint
  readonly sellerFee: bigint
}

/** The tuple that names an order on chain, as `cancel` takes it (wire 5.1). */
export type OrderKey = Pick<Order, 'owner' | 'salt' | 'sellAsset' | 'buyAsset'>
/** The tuple `exchange` takes (wire 5.1). */
export type ExchangeOrder = { readonly key: OrderKey } & Pick<Order, 'selling' | 'buying' | 'sellerFee'>

export type Side = 'sale' | 'bid'

/**
 * The kind of an order by the side that holds the item (decision 14). Exactly one side is money, and a bid pays in
 * ERC20.
 * @throws ProtocolError BAD_SIDES
 */
export function sideOf(order: Pick<Order, 'sellAsset' | 'buyAsset'>): Side {
  const sells = isMoney(order.sellAsset)
  if (sells === isMoney(order.buyAsset)) throw new ProtocolError('BAD_SIDES', 'Exactly one side of an order must be money')
  if (!sells) return 'sale'
  if (order.sellAsset.assetType === ASSET_TYPE.COIN) throw new ProtocolError('BAD_SIDES', 'A bid cannot pay in the native coin')
  return 'bid'
}

/** Items in the order. */
export function quantityOf(order: Order): bigint {
  return sideOf(order) === 'sale' ? order.selling : order.buying
}

/** Price of the whole order in base units of the pay token, without fees. */
export function totalOf(order: Order): bigint {
  return sideOf(order) === 'sale' ? order.buying : order.selling
}

/** The NFT side. */
export function itemOf(order: Pick<Order, 'sellAsset' | 'buyAsset'>): Asset {
  return sideOf(order) === 'sale' ? order.sellAsset : order.buyAsset
}

/** The money side. */
export function payAssetOf(order: Pick<Order, 'sellAsset' | 'buyAsset'>): Asset {
  return sideOf(order) === 'sale' ? order.buyAsset : order.sellAsset
}

/**
 * Price of one item in base units. Never rounded: the contract takes only whole multiples.
 * @throws ProtocolError BAD_QUANTITY for a quantity below 1, PRICE_NOT_WHOLE when the total does not divide
 */
export function unitPriceOf(order: Order): bigint {
  const quantity = quantityOf(order)
  if (quantity <= 0n) throw new ProtocolError('BAD_QUANTITY', 'An order needs a quantity of at least 1')
  const total = totalOf(order)
  if (total % quantity !== 0n) throw new ProtocolError('PRICE_NOT_WHOLE', 'The total must be a whole multiple of the quantity')
  return total / quantity
}

/**
 * Negative when `a` is cheaper per item, positive when dearer. Cross-multiplies, without rounding. Quantities must be
 * above 0.
 */
export function compareUnitPrice(a: Order, b: Order): number {
  const left = totalOf(a) * quantityOf(b)
  const right = totalOf(b) * quantityOf(a)
  return left < right ? -1 : left > right ? 1 : 0
}

export type EditProblem = 'NOT_THE_SAME_ORDER' | 'PRICE_NOT_LOWER' | 'PRICE_NOT_HIGHER'

/**
 * Why `next` is no edit of `current`, undefined when it is one: every field equal except a lower price of a sale, a
 * higher one of a bid (decision 20). Any other change needs a cancellation and a new order.
 */
export function findEditProblem(current: Order, next: Order): EditProblem | undefined {
  const same =
    current.owner === next.owner &&
    current.salt === next.salt &&
    isSameAsset(current.sellAsset, next.sellAsset) &&
    isSameAsset(current.buyAsset, next.buyAsset) &&
    quantityOf(current) === quantityOf(next) &&
    current.sellerFee === next.sellerFee
  if (!same) return 'NOT_THE_SAME_ORDER'
  const change = compareUnitPrice(next, current)
  if (sideOf(current) === 'sale') return change < 0 ? undefined : 'PRICE_NOT_LOWER'
  return change > 0 ? undefined : 'PRICE_NOT_HIGHER'
}

export function orderKeyOf(order: Order): OrderKey {
  return { owner: order.owner, salt: order.salt, sellAsset: order.sellAsset, buyAsset: order.buyAsset }
}

export function toExchangeOrder(order: Order): ExchangeOrder {
  return { key: orderKeyOf(order), selling: order.selling, buying: order.buying, sellerFee: order.sellerFee }
}
