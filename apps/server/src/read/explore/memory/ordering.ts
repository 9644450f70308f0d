import { isFalling, type Position } from '../position.ts'
import type { Question } from '../question.ts'
import type { ItemColumns } from './columns.ts'
import { compareBig, compareMoneys, isNear, NEAR, type RowPrices } from './prices.ts'

/** Floats of rows in the last two classes, which come after all values. */
const UNRATED = Number.MAX_VALUE
const WITHOUT = Number.POSITIVE_INFINITY

/** Orders rows as `Position` says, and tells the position of a row. */
export class Ordering {
  readonly #columns: ItemColumns
  readonly #prices: RowPrices
  readonly #question: Question
  readonly #sign: 1 | -1
  readonly #isPrice: boolean
  /** Whether rows with equal floats have equal values: then the newer one comes first. */
  readonly #isWhole: boolean
  /** The column whose numbers are compared, where there is one; a number below `#least` stands for none. */
  readonly #column: Float64Array | Uint32Array
  readonly #least: number
  readonly #match: ((row: number) => number) | undefined

  /** `match`: how well a row fits a search, 0 best. */
  constructor(columns: ItemColumns, prices: RowPrices, question: Question, match: (row: number) => number) {
    this.#columns = columns
    this.#prices = prices
    this.#question = question
    const { sort } = question
    this.#sign = isFalling(sort) ? -1 : 1
    this.#isPrice = sort === 'priceLow' || sort === 'priceHigh'
    const { listed, made, sold, askPrice, endsAt, likes, lastWorth, rank, token } = columns
    const column = {
      listed,
      made,
      sold,
      priceLow: askPrice,
      priceHigh: askPrice,
      ending: endsAt,
      liked: likes,
      lastSale: lastWorth,
      rarity: rank,
      token,
      // `match` has no column.
      match: made,
    }
    this.#match = sort === 'match' ? match : undefined
    this.#column = column[sort]
    this.#least = sort === 'rarity' || sort === 'listed' || sort === 'sold' ? 1 : 0
    this.#isWhole = !(this.#isPrice || sort === 'lastSale' || sort === 'token')
  }

  isTied(float: number): boolean {
    return this.#isWhole || float === WITHOUT
  }

  /** What comes first has the smaller one; of near ones, `compareExact` decides. */
  floatOf(row: number): number {
    if (this.#isPrice) return this.#floatOfPrice(row)
    if (this.#match) return this.#match(row)
    const value = this.#column[row] as number
    return value < this.#least ? WITHOUT : value * this.#sign
  }

  #floatOfPrice(row: number): number {
    if (this.#columns.askToken[row] === 0) return WITHOUT
    const worth = this.#prices.worthOfRow(row)
    return worth < 0 ? UNRATED : worth * this.#sign
  }

  #classOf(row: number): 0 | 1 | 2 {
    const float = this.floatOf(row)
    return float === WITHOUT ? 2 : this.#isPrice && float === UNRATED ? 1 : 0
  }

  #exactOf(row: number, kind: 0 | 1 | 2): bigint {
    if (kind === 2) return 0n
    const { sort } = this.#question
    if (this.#isPrice) {
      const best = this.#prices.bestOf(row)
      if (!best) return 0n
      return kind === 0 ? this.#prices.worthOf(best) : best.unit
    }
    if (this.#match) return BigInt(this.#match(row))
    if (sort === 'lastSale') return this.#columns.exactWorth[row] ?? 0n
    return sort === 'token' ? (this.#columns.tokenId[row] ?? 0n) : BigInt(this.#column[row] as number)
  }

  #moneyOf(row: number) {
    const best = this.#prices.bestOf(row)
    return best && this.#prices.moneyOf(best.token)
  }

  /** Of two rows whose floats are near. */
  compareExact(row: number, other: number): number {
    const [kind, otherKind] = [this.#classOf(row), this.#classOf(other)]
    if (kind !== otherKind) return kind - otherKind
    const [money, otherMoney] = kind === 1 ? [this.#moneyOf(row), this.#moneyOf(other)] : []
    const byMoney = money && otherMoney ? compareMoneys(money, otherMoney) : 0
    if (byMoney !== 0) return byMoney
    // Whole numbers that a float holds are equal where they are near.
    const byValue = kind === 2 || this.#isWhole ? 0 : compareBig(this.#exactOf(row, kind), this.#exactOf(other, kind)) * this.#sign
    if (byValue !== 0) return byValue
    const { made, collection, tokenId } = this.#columns
    const byTime = (made[other] as number) - (made[row] as number)
    if (byTime !== 0) return byTime
    if (collection[row] !== collection[other]) return compareMoneys(this.#columns.collectionOf(row), this.#columns.collectionOf(other))
    return compareBig(tokenId[other] ?? 0n, tokenId[row] ?? 0n)
  }

  /** Where the position stands, as `floatOf`. */
  floatOfPosition({ class: kind, value }: Position): number {
    if (kind === 2) return WITHOUT
    return kind === 1 ? UNRATED : Number(value) * this.#sign
  }

  /** Whether a row comes after the position, where their floats are near. */
  isAfter(row: number, position: Position): boolean {
    const kind = this.#classOf(row)
    if (kind !== position.class) return kind > position.class
    const money = kind === 1 ? this.#moneyOf(row) : undefined
    const byMoney = money && position.money ? compareMoneys(money, position.money) : 0
    if (byMoney !== 0) return byMoney > 0
    const byValue = compareBig(this.#exactOf(row, kind), position.value) * this.#sign
    if (byValue !== 0) return byValue > 0
    const made = this.#columns.made[row] as number
    if (made !== position.createdAt) return made < position.createdAt
    const { chainId, collection: address, tokenId } = this.#columns.refOf(row)
    const byCollection = compareMoneys({ chainId, address }, { chainId: position.chainId, address: position.collection })
    return byCollection === 0 ? tokenId < position.tokenId : byCollection > 0
  }

  positionOf(row: number): Position {
    const kind = this.#classOf(row)
    return {
      ...this.#columns.refOf(row),
      class: kind,
      money: kind === 1 ? this.#moneyOf(row) : undefined,
      value: this.#exactOf(row, kind),
      createdAt: this.#columns.made[row] as number,
      mark: this.#question.moneys.mark,
    }
  }
}

/** The first rows of an order after a position, of many that come in any order. */
export class FirstRows {
  readonly #ordering: Ordering
  readonly #limit: number
  readonly #after: Position | undefined
  readonly #afterFloat: number
  /** A heap: the last of them in the order stands first. */
  readonly #heap: { readonly row: number; readonly float: number }[] = []
  readonly #made: Uint32Array
  /** What is above it comes after the last of a full heap. */
  bound = Number.POSITIVE_INFINITY
  /** What is below it comes before the position. */
  readonly floor: number

  constructor(columns: ItemColumns, ordering: Ordering, { limit, after }: Pick<Question, 'limit' | 'after'>) {
    this.#ordering = ordering
    this.#limit = limit
    this.#after = after
    this.#made = columns.made
    this.#afterFloat = after ? ordering.floatOfPosition(after) : 0
    this.floor = !after ? Number.NEGATIVE_INFINITY : after.class === 2 ? WITHOUT : this.#afterFloat - 2 * NEAR * Math.abs(this.#afterFloat)
  }

  /** Whether the row can't be among the first, by its float, or among many that are alike by its time. */
  isOutside(row: number, float: number): boolean {
    if (float > this.bound || float < this.floor) return true
    if (!this.#ordering.isTied(float)) return false
    const at = this.#made[row] as number
    const last = this.#heap.length === this.#limit ? this.#heap[0] : undefined
    if (last && float === last.float && at < (this.#made[last.row] as number)) return true
    return this.#after !== undefined && float === this.#afterFloat && at > this.#after.createdAt
  }

  offer(row: number, float: number): void {
    const heap = this.#heap
    const isFull = heap.length === this.#limit
    if (this.isOutside(row, float)) return
    if (this.#after && !this.#isAfter(row, float, this.#after)) return
    const offered = { row, float }
    const [last] = heap
    if (isFull && last) {
      if (this.#compare(offered, last) >= 0) return
      heap[0] = offered
      this.#sink()
    } else {
      heap.push(offered)
      this.#rise()
    }
    const edge = heap.length === this.#limit ? heap[0]?.float : undefined
    if (edge !== undefined) this.bound = edge + 2 * NEAR * Math.abs(edge)
  }

  #isAfter(row: number, float: number, after: Position): boolean {
    if (float === this.#afterFloat || isNear(float, this.#afterFloat)) return this.#ordering.isAfter(row, after)
    return float > this.#afterFloat
  }

  #compare(one: { row: number; float: number }, other: { row: number; float: number }): number {
    if (one.float !== other.float && !isNear(one.float, other.float)) return one.float - other.float
    return this.#ordering.compareExact(one.row, other.row)
  }

  #rise(): void {
    const heap = this.#heap
    for (let at = heap.length - 1; at > 0; ) {
      const above = (at - 1) >> 1
      if (this.#swapWhereLater(at, above)) at = above
      else return
    }
  }

  #sink(): void {
    const heap = this.#heap
    for (let at = 0; ; ) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
      if (!left) return
      const later = right && this.#compare(right, left) > 0 ? 2 * at + 2 : 2 * at + 1
      if (!this.#swapWhereLater(later, at)) return
      at = later
    }
  }

  /** Puts the one that comes later in the order above the other. */
  #swapWhereLater(below: number, above: number): boolean {
    const heap = this.#heap
    const [one, other] = [heap[below], heap[above]]
    if (!one || !other || this.#compare(one, other) <= 0) return false
    heap[below] = other
    heap[above] = one
    return true
  }

  inOrder(): number[] {
    return this.#heap.toSorted((one, other) => this.#compare(one, other)).map(({ row }) => row)
  }
}
