import type { CartAnswer, CartItem, CartReason, CartSale } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { amountDue } from '@plinth/sdk'
import { type CartLine, lineKey } from '../../../entities/cart/cart.ts'

/**
 * What a line costs now, or why it is in no sum. `dearer`, `otherMoney` and `few` need a press; `waits` may pass by itself;
 * `unknown` was not checked yet.
 */
export type Judged = {
  readonly line: CartLine
  readonly item: CartItem | undefined
  readonly sale: CartSale | undefined
  readonly is: 'good' | 'dearer' | 'otherMoney' | 'few' | 'waits' | 'gone' | 'unknown'
  readonly reason: CartReason | undefined
}

type Terms = Pick<CartSale, 'unitPrice' | 'buyerFee'>

/** Price and service fee of so many. */
export const duesOf = ({ unitPrice, buyerFee }: Terms, quantity: bigint): bigint =>
  amountDue({ selling: 1n, buying: unitPrice }, quantity, BigInt(buyerFee))

const WAITS: readonly CartReason[] = ['early', 'paused', 'behind', 'away']

/** A seller that lists again goes on being the line's seller: a lower price is taken, a higher one is asked about (CART-03). */
function judge(line: CartLine, { item, sale, reason }: Partial<CartAnswer>, isAnswered = true): Judged {
  const as = (is: Judged['is']): Judged => ({ line, item, sale, is, reason })
  if (!isAnswered) return as('unknown')
  if (reason !== undefined && WAITS.includes(reason)) return as('waits')
  if (!sale || (reason !== undefined && reason !== 'repriced' && reason !== 'few')) return as('gone')
  if (sale.left === 0n) return as('gone')
  if (sale.payToken !== line.payToken) return as('otherMoney')
  if (sale.unitPrice > line.unitPrice || duesOf(sale, 1n) > duesOf(line, 1n)) return as('dearer')
  return as(sale.left < line.quantity ? 'few' : 'good')
}

export function judgeAll(lines: readonly CartLine[], answers: readonly CartAnswer[] | undefined): Judged[] {
  const byKey = new Map(answers?.map((answer) => [lineKey(answer.line), answer]))
  return lines.map((line) => {
    const answer = byKey.get(lineKey(line))
    return judge(line, answer ?? {}, answer !== undefined)
  })
}

/** The line at the present terms of the sale: a press agrees to them. */
export function agreedTo(sale: CartSale, quantity: bigint): Partial<CartLine> {
  const { salt, payToken, symbol, decimals, unitPrice, buyerFee, left } = sale
  return { salt, payToken, symbol, decimals, unitPrice, buyerFee, quantity: quantity < left ? quantity : left }
}

/** The lines of one transaction: one network and one money (CART-02). */
export type Group = {
  readonly key: string
  readonly chainId: number
  readonly token: Address
  readonly money: { readonly symbol: string; readonly decimals: number }
  readonly lines: readonly Judged[]
}

/** The wallet's network first, otherwise in the order of the cart. */
export function groupsOf(lines: readonly Judged[], chainId: number | undefined): Group[] {
  const groups = Map.groupBy(lines, ({ line }) => `${line.chainId}:${line.payToken}`)
  return [...groups]
    .flatMap(([key, some]): Group[] => {
      const [first] = some
      if (!first) return []
      const { symbol, decimals, payToken } = first.line
      return [{ key, chainId: first.line.chainId, token: payToken, money: { symbol, decimals }, lines: some }]
    })
    .toSorted((a, b) => Number(b.chainId === chainId) - Number(a.chainId === chainId))
}

export type Sums = {
  readonly works: bigint
  readonly price: bigint
  readonly fees: bigint
  readonly pays: bigint
  /** Of the lines that pay any, bps. */
  readonly royalty: { readonly least: number; readonly most: number }
}

/** Of the lines that can be bought as they stand; nothing else is in a sum. */
export function sumsOf(lines: readonly Judged[]): Sums {
  const good = goodOf(lines)
  const price = good.reduce((sum, { line, sale }) => sum + sale.unitPrice * line.quantity, 0n)
  const pays = good.reduce((sum, { line, sale }) => sum + duesOf(sale, line.quantity), 0n)
  const bps = good.map(({ sale }) => sale.royalty)
  return {
    works: good.reduce((sum, { line }) => sum + line.quantity, 0n),
    price,
    pays,
    fees: pays - price,
    royalty: { least: Math.min(...bps), most: Math.max(0, ...bps) },
  }
}

export const goodOf = (lines: readonly Judged[]): (Judged & { sale: CartSale })[] =>
  lines.filter((judged): judged is Judged & { sale: CartSale } => judged.is === 'good' && judged.sale !== undefined)
