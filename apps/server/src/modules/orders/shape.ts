import { AppError } from '@plinth/api'
import {
  ACTION_TYPE,
  type Address,
  ASSET_TYPE,
  type Asset,
  type AssetType,
  isItem,
  itemOf,
  leastUnitPrice,
  ORDER_TYPE,
  type Order,
  type OrderType,
  ProtocolError,
  payAssetOf,
  quantityOf,
  sideOf,
  TOKEN_STANDARD,
  unitPriceOf,
  ZERO_ADDRESS,
} from '@plinth/protocol'

/** The two sides as a call carries them. */
export type OrderSides = {
  readonly maker: Address
  readonly sellToken: Address
  readonly sellTokenId: bigint
  readonly sellType: number
  readonly selling: bigint
  readonly buyToken: Address
  readonly buyTokenId: bigint
  readonly buyType: number
  readonly buying: bigint
}

export function orderOf(sides: OrderSides, salt: bigint, sellerFee: bigint): Order {
  return {
    owner: sides.maker,
    salt,
    sellAsset: { token: sides.sellToken, tokenId: sides.sellTokenId, assetType: sides.sellType as AssetType },
    buyAsset: { token: sides.buyToken, tokenId: sides.buyTokenId, assetType: sides.buyType as AssetType },
    selling: sides.selling,
    buying: sides.buying,
    sellerFee,
  }
}

export type OrderShape = {
  readonly side: OrderType
  readonly item: Asset
  readonly payToken: Address
  readonly quantity: bigint
  readonly unitPrice: bigint
}

/**
 * Checks that the exchange would accept the order: one item for one pay token, at a whole price each (contracts page, "Orders").
 * @throws AppError ORDER_SHAPE
 */
export function shapeOf(order: Order): OrderShape {
  try {
    const side = sideOf(order) === 'sale' ? ORDER_TYPE.SALE : ORDER_TYPE.BID
    const item = itemOf(order)
    const money = payAssetOf(order)
    const unitPrice = unitPriceOf(order)
    const isMoneyWhole = money.tokenId === 0n && (money.assetType === ASSET_TYPE.COIN) === (money.token === ZERO_ADDRESS)
    if (!isItem(item) || !isMoneyWhole || unitPrice < leastUnitPrice(money) || item.token === ZERO_ADDRESS)
      throw new AppError('ORDER_SHAPE')
    return { side, item, payToken: money.token, quantity: quantityOf(order), unitPrice }
  } catch (error) {
    if (error instanceof ProtocolError) throw new AppError('ORDER_SHAPE', {}, { cause: error })
    throw error
  }
}

type TradedItem = {
  readonly standard: number
  readonly isConfirmed: boolean
  readonly creator: Address
  readonly declaredSupply: bigint
}

/**
 * An ERC721 is asset type 3 and single, an ERC1155 is 2, an item its maker sells before its mint is 5. @throws AppError
 * ORDER_SHAPE
 */
export function checkAgainstItem(shape: OrderShape, item: TradedItem, maker: Address): void {
  const isEdition = item.standard === TOKEN_STANDARD.ERC1155
  const isMinted = shape.item.assetType === ASSET_TYPE.MINTED
  const expected = isEdition ? ASSET_TYPE.ERC1155 : ASSET_TYPE.ERC721
  if (!isMinted && shape.item.assetType !== expected) throw new AppError('ORDER_SHAPE')
  if (!isEdition && shape.quantity !== 1n) throw new AppError('ORDER_SHAPE')
  if (!isMinted) return
  // The first fill of an edition mints all of it: the rest of the order goes on as 5.
  const isLate = item.isConfirmed && !isEdition
  if (shape.side !== ORDER_TYPE.SALE || item.creator !== maker || isLate) throw new AppError('ORDER_SHAPE')
  if (isEdition && shape.quantity > item.declaredSupply) throw new AppError('NO_HOLDING')
}

/**
 * A private sale is of items that are there, to another account. @throws AppError BAD_ARGUMENT_VALUE, ORDER_SHAPE
 */
export function checkTaker(
  { maker, taker }: { readonly maker: Address; readonly taker?: Address | undefined },
  { side, item }: OrderShape,
): void {
  if (taker === undefined) return
  if (side !== ORDER_TYPE.SALE) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'taker', reason: 'only of a sale' })
  if (taker === maker || taker === ZERO_ADDRESS)
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'taker', reason: 'must be another account' })
  if (item.assetType === ASSET_TYPE.MINTED) throw new AppError('ORDER_SHAPE')
}

/** The acts that order.prepare and order.add accept. */
export type OfferType = (typeof ACTION_TYPE)['SALE' | 'EDIT_SALE' | 'BID' | 'EDIT_BID']

const SIDE_OF_ACT: Record<OfferType, OrderType> = {
  [ACTION_TYPE.SALE]: ORDER_TYPE.SALE,
  [ACTION_TYPE.EDIT_SALE]: ORDER_TYPE.SALE,
  [ACTION_TYPE.BID]: ORDER_TYPE.BID,
  [ACTION_TYPE.EDIT_BID]: ORDER_TYPE.BID,
}

/** The side that holds the item decides; a type that contradicts it is refused (decision 14). */
export function checkType(type: OfferType, side: OrderType): void {
  if (SIDE_OF_ACT[type] !== side) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'type', reason: 'the other side holds the item' })
}

export function isEdit(type: OfferType): boolean {
  return type === ACTION_TYPE.EDIT_SALE || type === ACTION_TYPE.EDIT_BID
}

/** Unit price scaled to 18 decimals, rounded down: only for sorting. */
export function unitValueOf(unitPrice: bigint, decimals: number): bigint {
  return decimals <= 18 ? unitPrice * 10n ** BigInt(18 - decimals) : unitPrice / 10n ** BigInt(decimals - 18)
}
