import type { Address } from '@plinth/protocol'
import type { Question } from '../question.ts'
import { type ItemColumns, SEVERAL } from './columns.ts'

/** Floats within this share of each other are compared by what they stand for: a product of two is off by less than 2^-50 of it. */
export const NEAR = 1e-12
export const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= NEAR * Math.max(Math.abs(one), Math.abs(other))

export const compareBig = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)

type Ask = { readonly token: number; readonly unit: bigint }
type Money = { readonly chainId: number; readonly address: Address }

/** Prices of rows by the weights of one question. */
export class RowPrices {
  readonly #columns: ItemColumns
  readonly #weights: readonly (bigint | undefined)[]
  /** The money of each token: its chain and address, to sort by. */
  readonly #moneys: readonly Money[]
  /** By 1 more than the number of a token: what a base unit is worth, -1 without a rate and for 0. */
  readonly worth: Float64Array
  /** The same on the scale of the question. */
  readonly scaled: Float64Array
  readonly #only: boolean
  readonly #paid: bigint

  constructor(columns: ItemColumns, question: Pick<Question, 'moneys' | 'scale'>) {
    this.#columns = columns
    this.#only = question.scale.only !== undefined
    const { moneys, scale } = question
    const tokens = columns.tokens.values.map(({ chainId, address }) => ({ chainId, address, known: moneys.find(chainId, address) }))
    this.#weights = tokens.map(({ known }) => known?.weight)
    this.#moneys = tokens.map(({ chainId, address, known }) => ({ chainId, address: known?.money ?? address }))
    this.worth = Float64Array.of(-1, ...this.#weights.map((weight) => (weight === undefined ? -1 : Number(weight))))
    const { only, paid } = scale
    this.#paid = paid
    this.scaled = only
      ? Float64Array.of(
          -1,
          ...this.#moneys.map(({ chainId, address }) => (chainId === only.chainId && address === only.address ? Number(paid) : -1)),
        )
      : this.worth
  }

  #asksOf(row: number): readonly Ask[] {
    const token = this.#columns.askToken[row] as number
    if (token === SEVERAL) return this.#columns.asks.get(row) ?? []
    return token === 0 ? [] : [{ token: token - 1, unit: this.#columns.exactPrice[row] ?? 0n }]
  }

  /** The row's price: the cheapest by worth, else the first by money. Undefined of a row without an ask. */
  bestOf(row: number): Ask | undefined {
    const [first, ...rest] = this.#asksOf(row)
    return first && rest.reduce((best, ask) => (this.#isBefore(ask, best) ? ask : best), first)
  }

  #isBefore(ask: Ask, best: Ask): boolean {
    const [weight, other] = [this.#weights[ask.token], this.#weights[best.token]]
    if ((weight === undefined) !== (other === undefined)) return weight !== undefined
    if (weight !== undefined && other !== undefined && ask.unit * weight !== best.unit * other) return ask.unit * weight < best.unit * other
    const difference = compareMoneys(this.moneyOf(ask.token), this.moneyOf(best.token))
    return difference === 0 ? ask.unit < best.unit : difference < 0
  }

  isRated(token: number): boolean {
    return this.#weights[token] !== undefined
  }

  moneyOf(token: number): Money {
    const money = this.#moneys[token]
    if (!money) throw new Error(`There is no pay token ${token}`)
    return money
  }

  worthOf({ token, unit }: Ask): bigint {
    return unit * (this.#weights[token] ?? 0n)
  }

  /** The row's price on the scale of the question; undefined without one. */
  exactOnScale(row: number): bigint | undefined {
    if (!this.#only) {
      const best = this.bestOf(row)
      return best && this.isRated(best.token) ? this.worthOf(best) : undefined
    }
    const units = this.#asksOf(row)
      .filter(({ token }) => (this.scaled[token + 1] as number) > 0)
      .map(({ unit }) => unit)
    return units.length === 0 ? undefined : units.reduce((least, unit) => (unit < least ? unit : least)) * this.#paid
  }

  /** The same as a float, -1 without one. */
  priceOf(row: number): number {
    return this.#leastOf(row, this.scaled)
  }

  /** What the row's price is worth, as a float; -1 without a rate, and without an ask. */
  worthOfRow(row: number): number {
    return this.#leastOf(row, this.worth)
  }

  #leastOf(row: number, weights: Float64Array): number {
    const token = this.#columns.askToken[row] as number
    if (token === SEVERAL) return this.#leastOfSeveral(row, weights)
    const weight = weights[token] as number
    return weight < 0 ? -1 : (this.#columns.askPrice[row] as number) * weight
  }

  #leastOfSeveral(row: number, weights: Float64Array): number {
    let least = -1
    for (const ask of this.#columns.asks.get(row) ?? []) {
      const weight = weights[ask.token + 1] as number
      const price = weight < 0 ? -1 : Number(ask.unit) * weight
      if (price >= 0 && (least < 0 || price < least)) least = price
    }
    return least
  }
}

/** In the order of chains and addresses. */
export function compareMoneys(one: Money, other: Money): number {
  return one.chainId - other.chainId || (one.address < other.address ? -1 : one.address > other.address ? 1 : 0)
}
