import { AppError } from '@plinth/api'
import { type Address, isSameAsset, MAX_UINT256, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { Db } from '../../db/database.ts'
import { findSlotOrder, type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'
import { isEdit, type OfferType, type OrderShape, type OrderSides, orderOf } from './shape.ts'

type ToTaker = { readonly taker?: Address | undefined }
type Asked = OrderSides & { readonly salt?: bigint; readonly type: OfferType }

/** The maker's open order that `asked` signs again: that of its salt, or for an edit without a salt the only one. */
export async function findEdited(db: Db, chain: Chain, asked: Asked, { item, side }: OrderShape): Promise<StoredOrder | undefined> {
  if (!asked.salt && !isEdit(asked.type)) return undefined
  const current = await findSlotOrder(db, { chainId: chain.id, collection: item.token, tokenId: item.tokenId, maker: asked.maker, side })
  return current?.status === ORDER_STATUS.OPEN && (!asked.salt || asked.salt === current.salt) ? current : undefined
}

/**
 * Reads `asked` as the whole order at its unit price. The exchange counts fills by salt, so every version has the first one's
 * quantity (decision 20).
 */
export function wholeOf<T extends OrderSides>(asked: T, { unitPrice }: OrderShape, { side, quantity }: StoredOrder): T {
  const total = unitPrice * quantity
  if (total > MAX_UINT256) throw new AppError('ORDER_SHAPE')
  return side === ORDER_TYPE.SALE ? { ...asked, selling: quantity, buying: total } : { ...asked, selling: total, buying: quantity }
}

/**
 * Refuses to change more than the price. Documented clients name the quantity that is left, others that of the whole order.
 * @throws AppError EDIT_PRICE_ALONE
 */
export function checkEdit(asked: OrderSides & ToTaker, { quantity }: OrderShape, current: StoredOrder): void {
  const [before, after] = [signedOrderOf(current), orderOf(asked, current.salt, BigInt(current.sellerFee))]
  const left = current.quantity - current.filledItems
  const hasQuantity = quantity === left || quantity === current.quantity
  if (
    !hasQuantity ||
    asked.taker !== current.taker ||
    !isSameAsset(before.sellAsset, after.sellAsset) ||
    !isSameAsset(before.buyAsset, after.buyAsset)
  )
    throw new AppError('EDIT_PRICE_ALONE', { left: left.toString() })
}
