import type { CartAnswer, CartSale } from '@plinth/api'
import type { CartLine } from '../../../entities/cart/cart.ts'
import { duesOf } from './judge.ts'

/** A sale of a sweep that can be bought. */
export type Ask = CartAnswer & { readonly sale: CartSale }

export const asksOf = (list: readonly CartAnswer[]): Ask[] =>
  list.filter((answer): answer is Ask => answer.sale !== undefined && answer.reason === undefined)

/** So many units from the front: of the last sale as many as are still wanted. */
export function takeUnits(asks: readonly Ask[], units: bigint): Ask[] {
  let wanted = units
  return asks.flatMap((ask) => {
    const quantity = wanted < ask.line.quantity ? wanted : ask.line.quantity
    wanted -= quantity
    return quantity > 0n ? [{ ...ask, line: { ...ask.line, quantity } }] : []
  })
}

/** How many units from the front an amount pays, fees included. */
export function unitsFor(asks: readonly Ask[], budget: bigint): bigint {
  let [left, units] = [budget, 0n]
  for (const { line, sale } of asks) {
    let some = duesOf(sale, line.quantity) <= left ? line.quantity : left / (duesOf(sale, 1n) || 1n)
    // Fees are rounded for the whole, so that a unit more or less may fit.
    while (some > 0n && duesOf(sale, some) > left) some -= 1n
    units += some
    left -= duesOf(sale, some)
    if (some < line.quantity) break
  }
  return units
}

export const unitsOf = (asks: readonly Ask[]): bigint => asks.reduce((sum, { line }) => sum + line.quantity, 0n)
export const duesOfAll = (asks: readonly Ask[]): bigint => asks.reduce((sum, { line, sale }) => sum + duesOf(sale, line.quantity), 0n)
export const feesOfAll = (asks: readonly Ask[]): bigint =>
  duesOfAll(asks) - asks.reduce((sum, { line, sale }) => sum + sale.unitPrice * line.quantity, 0n)

/** Lines at the prices that a sweep shows (CART-08). */
export const linesOf = (asks: readonly Ask[]): CartLine[] =>
  asks.map(({ line, sale, item }) => ({
    ...line,
    name: item?.name ?? '',
    image: item?.image ?? '',
    payToken: sale.payToken,
    symbol: sale.symbol,
    decimals: sale.decimals,
    unitPrice: sale.unitPrice,
    buyerFee: sale.buyerFee,
    at: Date.now(),
    failedIn: undefined,
  }))
