import type { Address } from '@plinth/protocol'
import type { Question } from '../question.ts'
import type { ItemColumns } from './columns.ts'

/**
 * Compares exact numbers by their floats, and by themselves where these are too near. A product of two floats is off by less than
 * 2^-50 of it.
 */
const NEAR = 1e-12

export function compareExact(float: number, other: number, exact: () => bigint, exactOther: () => bigint): number {
  const difference = float - other
  if (Math.abs(difference) > NEAR * Math.max(float, other)) return difference
  const [one, two] = [exact(), exactOther()]
  return one < two ? -1 : one > two ? 1 : 0
}

/** Prices of rows by the weights of one question. */
export class RowPrices {
  readonly #columns: ItemColumns
  readonly #weights: readonly (bigint | undefined)[]
  readonly #floats: Float64Array
  /** The money of each token: its chain and address, to sort by. */
  readonly #moneys: readonly { readonly chainId: number; readonly address: Address }[]
  /** Token numbers of the one money without a rate that the question is in; undefined where worth is compared. */
  readonly #only: ReadonlySet<number> | undefined

  constructor(columns: ItemColumns, { moneys, scale }: Pick<Question, 'moneys' | 'scale'>) {
    this.#columns = columns
    const tokens = columns.tokens.values.map(({ chainId, address }) => ({ chainId, address, known: moneys.find(chainId, address) }))
    this.#weights = tokens.map(({ known }) => known?.weight)
    this.#floats = Float64Array.from(tokens, ({ known }) => (known?.weight === undefined ? -1 : Number(known.weight)))
    this.#moneys = tokens.map(({ chainId, address, known }) => ({ chainId, address: known?.money ?? address }))
    const { only } = scale
    this.#only =
      only &&
      new Set(tokens.keys().filter((at) => this.#moneys[at]?.chainId === only.chainId && this.#moneys[at]?.address === only.address))
  }

  /** The token of the row's price, the cheapest by worth and else the first by money; -1 of a row without an ask. */
  tokenOf(row: number): number {
    const first = (this.#columns.askToken[row] ?? 0) - 1
    if (first < 0 || !this.#columns.asks.has(row)) return first
    return this.#bestOf(row).token
  }

  #bestOf(row: number): { readonly token: number; readonly unit: bigint } {
    const [first, ...rest] = this.#columns.asks.get(row) ?? []
    if (!first) throw new Error('Such a row has several asks')
    return rest.reduce((best, ask) => (this.#isBefore(ask, best) ? ask : best), first)
  }

  #isBefore(ask: { token: number; unit: bigint }, best: { token: number; unit: bigint }): boolean {
    const [weight, other] = [this.#weights[ask.token], this.#weights[best.token]]
    if ((weight === undefined) !== (other === undefined)) return weight !== undefined
    if (weight !== undefined && other !== undefined && ask.unit * weight !== best.unit * other) return ask.unit * weight < best.unit * other
    const difference = this.compareMoneys(ask.token, best.token)
    return difference === 0 ? ask.unit < best.unit : difference < 0
  }

  isRated(token: number): boolean {
    return (this.#floats[token] ?? -1) >= 0
  }

  /** In the order of chains and addresses. */
  compareMoneys(token: number, other: number): number {
    const [one, two] = [this.moneyOf(token), this.moneyOf(other)]
    return one.chainId - two.chainId || (one.address < two.address ? -1 : one.address > two.address ? 1 : 0)
  }

  moneyOf(token: number) {
    const money = this.#moneys[token]
    if (!money) throw new Error(`There is no pay token ${token}`)
    return money
  }

  /** What is asked in base units, and the same by its worth, of the row's price. */
  unitOf(row: number): bigint {
    return this.#columns.asks.has(row) ? this.#bestOf(row).unit : (this.#columns.exactPrice[row] ?? 0n)
  }

  unitFloat(row: number): number {
    return this.#columns.asks.has(row) ? Number(this.#bestOf(row).unit) : (this.#columns.askPrice[row] ?? 0)
  }

  worthOf(row: number): bigint {
    return this.unitOf(row) * (this.#weights[this.tokenOf(row)] ?? 0n)
  }

  worthFloat(row: number): number {
    return this.unitFloat(row) * (this.#floats[this.tokenOf(row)] ?? 0)
  }

  /** The row's price on the scale of the question, as a float; -1 without one. */
  onScale(row: number): number {
    const token = (this.#columns.askToken[row] ?? 0) - 1
    if (token < 0) return -1
    if (this.#only) return this.#onlyOf(row, this.#only)
    if (!this.#columns.asks.has(row)) {
      const weight = this.#floats[token] ?? -1
      return weight < 0 ? -1 : (this.#columns.askPrice[row] ?? 0) * weight
    }
    return this.isRated(this.tokenOf(row)) ? this.worthFloat(row) : -1
  }

  #onlyOf(row: number, only: ReadonlySet<number>): number {
    const unit = this.#onlyUnit(row, only)
    return unit === undefined ? -1 : Number(unit)
  }

  #onlyUnit(row: number, only: ReadonlySet<number>): bigint | undefined {
    const asks = this.#columns.asks.get(row)
    if (!asks) return only.has((this.#columns.askToken[row] ?? 0) - 1) ? this.#columns.exactPrice[row] : undefined
    const units = asks.filter(({ token }) => only.has(token)).map(({ unit }) => unit)
    return units.length === 0 ? undefined : units.reduce((least, unit) => (unit < least ? unit : least))
  }

  /** The same, exact, of a row that has one. */
  exactOnScale(row: number): bigint {
    return this.#only ? (this.#onlyUnit(row, this.#only) ?? 0n) : this.worthOf(row)
  }
}
