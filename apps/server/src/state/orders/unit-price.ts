import { formatUnits } from '@plinth/protocol'
import type { OrderSnapshot } from '../../db/schema/market.ts'

/** Unit price of a sale or a bid in decimal notation. */
export function unitPriceText(order: OrderSnapshot, decimals: number): string {
  const isBid = order.sellToken === order.payToken
  const [total, quantity] = isBid ? [BigInt(order.sellValue), BigInt(order.buyValue)] : [BigInt(order.buyValue), BigInt(order.sellValue)]
  return formatUnits(quantity > 0n ? total / quantity : 0n, decimals)
}
