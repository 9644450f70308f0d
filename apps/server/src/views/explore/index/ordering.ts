import { isFalling, type Position } from '../position.ts'
import type { Question } from '../question.ts'
import type { ItemColumns } from './columns.ts'
import { compareExact, type RowPrices } from './prices.ts'

/** Orders rows as `Position` says, and tells the position of a row. */
export class Ordering {
  readonly #columns: ItemColumns
  readonly #prices: RowPrices
  readonly #question: Question
  readonly #sign: 1 | -1

  constructor(columns: ItemColumns, prices: RowPrices, question: Question) {
    this.#columns = columns
    this.#prices = prices
    this.#question = question
    this.#sign = isFalling(question.sort) ? -1 : 1
  }

  /** 0 with a value, 1 for a price without a rate, 2 without a value. */
  classOf(row: number): 0 | 1 | 2 {
    const columns = this.#columns
    switch (this.#question.sort) {
      case 'listed':
        return (columns.listed[row] ?? -1) < 0 ? 2 : 0
      case 'sold':
        return (columns.sold[row] ?? -1) < 0 ? 2 : 0
      case 'ending':
        return (columns.endsAt[row] ?? -1) < 0 ? 2 : 0
      case 'lastSale':
        return columns.exactWorth[row] === undefined ? 2 : 0
      case 'rarity':
        return columns.rank[row] === 0 ? 2 : 0
      case 'priceLow':
      case 'priceHigh': {
        const token = this.#prices.tokenOf(row)
        return token < 0 ? 2 : this.#prices.isRated(token) ? 0 : 1
      }
      case 'made':
      case 'liked':
      case 'token':
        return 0
    }
  }

  /** The value within the class, as a float. */
  floatOf(row: number, kind: 0 | 1 | 2): number {
    const columns = this.#columns
    if (kind === 2) return 0
    switch (this.#question.sort) {
      case 'listed':
        return columns.listed[row] ?? 0
      case 'made':
        return columns.made[row] ?? 0
      case 'sold':
        return columns.sold[row] ?? 0
      case 'ending':
        return columns.endsAt[row] ?? 0
      case 'liked':
        return columns.likes[row] ?? 0
      case 'lastSale':
        return columns.lastWorth[row] ?? 0
      case 'rarity':
        return columns.rank[row] ?? 0
      case 'token':
        return Number(columns.tokenId[row])
      case 'priceLow':
      case 'priceHigh':
        return kind === 0 ? this.#prices.worthFloat(row) : this.#prices.unitFloat(row)
    }
  }

  #exactOf(row: number, kind: 0 | 1 | 2): bigint {
    if (kind === 2) return 0n
    switch (this.#question.sort) {
      case 'priceLow':
      case 'priceHigh':
        return kind === 0 ? this.#prices.worthOf(row) : this.#prices.unitOf(row)
      case 'lastSale':
        return this.#columns.exactWorth[row] ?? 0n
      case 'token':
        return this.#columns.tokenId[row] ?? 0n
      default:
        return BigInt(this.floatOf(row, kind))
    }
  }

  compare(row: number, other: number): number {
    const [kind, otherKind] = [this.classOf(row), this.classOf(other)]
    if (kind !== otherKind) return kind - otherKind
    const ofMoney = kind === 1 ? this.#prices.compareMoneys(this.#prices.tokenOf(row), this.#prices.tokenOf(other)) : 0
    if (ofMoney !== 0) return ofMoney
    const byValue = compareExact(
      this.floatOf(row, kind),
      this.floatOf(other, kind),
      () => this.#exactOf(row, kind),
      () => this.#exactOf(other, kind),
    )
    if (byValue !== 0) return byValue * this.#sign
    const columns = this.#columns
    const byTime = (columns.made[other] ?? 0) - (columns.made[row] ?? 0)
    if (byTime !== 0) return byTime
    if (columns.collection[row] !== columns.collection[other]) {
      const [one, two] = [columns.collectionOf(row), columns.collectionOf(other)]
      return one.chainId - two.chainId || (one.address < two.address ? -1 : 1)
    }
    const [one, two] = [columns.tokenId[row] ?? 0n, columns.tokenId[other] ?? 0n]
    return one > two ? -1 : one < two ? 1 : 0
  }

  /** Whether the row comes after the position. */
  isAfter(row: number, position: Position): boolean {
    const kind = this.classOf(row)
    if (kind !== position.class) return kind > position.class
    if (kind === 1 && position.money) {
      const money = this.#prices.moneyOf(this.#prices.tokenOf(row))
      if (money.chainId !== position.money.chainId) return money.chainId > position.money.chainId
      if (money.address !== position.money.address) return money.address > position.money.address
    }
    const byValue = compareExact(
      this.floatOf(row, kind),
      Number(position.value),
      () => this.#exactOf(row, kind),
      () => position.value,
    )
    if (byValue !== 0) return byValue * this.#sign > 0
    const made = this.#columns.made[row] ?? 0
    if (made !== position.createdAt) return made < position.createdAt
    const { chainId, collection, tokenId } = this.#columns.refOf(row)
    if (chainId !== position.chainId) return chainId > position.chainId
    if (collection !== position.collection) return collection > position.collection
    return tokenId < position.tokenId
  }

  positionOf(row: number): Position {
    const kind = this.classOf(row)
    return {
      ...this.#columns.refOf(row),
      class: kind,
      money: kind === 1 ? this.#prices.moneyOf(this.#prices.tokenOf(row)) : undefined,
      value: this.#exactOf(row, kind),
      createdAt: this.#columns.made[row] ?? 0,
      mark: this.#question.moneys.mark,
    }
  }
}

/** The first rows of an order, of many that come in any order. */
export class FirstRows {
  readonly #ordering: Ordering
  readonly #limit: number
  readonly #after: Position | undefined
  /** A heap: the last of them in the order stands first. */
  readonly #heap: number[] = []

  constructor(ordering: Ordering, { limit, after }: Pick<Question, 'limit' | 'after'>) {
    this.#ordering = ordering
    this.#limit = limit
    this.#after = after
  }

  offer(row: number): void {
    const heap = this.#heap
    const isFull = heap.length === this.#limit
    if (isFull && this.#ordering.compare(row, heap[0] ?? row) >= 0) return
    if (this.#after && !this.#ordering.isAfter(row, this.#after)) return
    if (isFull) {
      heap[0] = row
      this.#sink()
    } else {
      heap.push(row)
      this.#rise()
    }
  }

  #rise(): void {
    const heap = this.#heap
    for (let at = heap.length - 1; at > 0; ) {
      const above = (at - 1) >> 1
      if (this.#ordering.compare(heap[at] ?? 0, heap[above] ?? 0) <= 0) return
      this.#swap(at, above)
      at = above
    }
  }

  #sink(): void {
    const heap = this.#heap
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let last = at
      if (left < heap.length && this.#ordering.compare(heap[left] ?? 0, heap[last] ?? 0) > 0) last = left
      if (right < heap.length && this.#ordering.compare(heap[right] ?? 0, heap[last] ?? 0) > 0) last = right
      if (last === at) return
      this.#swap(at, last)
      at = last
    }
  }

  #swap(at: number, other: number): void {
    const heap = this.#heap
    const kept = heap[at] ?? 0
    heap[at] = heap[other] ?? 0
    heap[other] = kept
  }

  inOrder(): number[] {
    return this.#heap.toSorted((one, other) => this.#ordering.compare(one, other))
  }
}
