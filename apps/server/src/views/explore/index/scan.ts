import { ITEM_STATUSES, type ItemStatus, MEDIA_KINDS } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Answer, Counts, Prices } from '../answer.ts'
import { MOST_VALUES } from '../answer.ts'
import { isChosen } from '../attributes.ts'
import { DAY_S, WEEK_S } from '../facts.ts'
import { PARTS, partOf, partsBetween, type Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import type { ItemColumns } from './columns.ts'
import { FirstRows, Ordering } from './ordering.ts'
import { compareExact, RowPrices } from './prices.ts'

/** Numbers of groups by the order in which a row is asked: the cheap ones first. */
const [CHAINS, STATUSES, CATEGORIES, COLLECTIONS, PAY_TOKENS, MEDIA, STANDARDS, CREATORS, PRICES, ATTRIBUTES] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
]
const PASSES_ALL = -1

export type Found = { readonly has: (row: number) => boolean }

/**
 * One pass over all rows: the page, the total, and how many rows each value of each group would leave if nothing were chosen in its
 * group. A row that fails two groups counts nowhere.
 */
export function scan(columns: ItemColumns, question: Question, attributes: AttributeColumns | undefined, found: Found | undefined): Answer {
  const prices = new RowPrices(columns, question)
  const filter = new RowFilter(columns, prices, question, attributes)
  const first = new FirstRows(new Ordering(columns, prices, question), question)
  const tally = question.withCounts ? new Tally(columns, prices, question, attributes) : undefined
  let total = 0
  for (let row = 0; row < columns.end; row++) {
    if (!columns.isUsed(row) || !filter.isInMarket(row) || (found && !found.has(row))) continue
    const failed = filter.failedBy(row, tally !== undefined)
    if (failed === undefined) continue
    if (failed === PASSES_ALL) {
      total++
      first.offer(row)
    }
    tally?.add(row, failed)
  }
  const ordering = new Ordering(columns, prices, question)
  return { list: first.inOrder().map((row) => ordering.positionOf(row)), total, counts: tally?.counts() }
}

/** Times of "new" for each collection, by its chain. */
class Ages {
  readonly day: Float64Array
  readonly week: Float64Array

  constructor({ collections }: ItemColumns, { times }: Question) {
    const since = (span: number) => Float64Array.from(collections.values, ({ chainId }) => (times.chains.get(chainId) ?? 0) - span)
    this.day = since(DAY_S)
    this.week = since(WEEK_S)
  }
}

function statusesOf(columns: ItemColumns, ages: Ages, row: number): number {
  const [made, collection] = [columns.made[row] ?? 0, columns.collection[row] ?? 0]
  return (
    (columns.askToken[row] === 0 ? 0 : 1) |
    ((columns.endsAt[row] ?? -1) < 0 ? 0 : 2) |
    (columns.hasBid[row] === 0 ? 0 : 4) |
    (made > (ages.day[collection] ?? 0) ? 8 : 0) |
    (made > (ages.week[collection] ?? 0) ? 16 : 0)
  )
}

/** A byte for each number of a dictionary: 1 where it is chosen. */
const flagsOf = (length: number, chosen: Iterable<number | undefined>): Uint8Array => {
  const flags = new Uint8Array(length)
  for (const at of chosen) if (at !== undefined) flags[at] = 1
  return flags
}

class RowFilter {
  readonly #columns: ItemColumns
  readonly #prices: RowPrices
  readonly #question: Question
  readonly #ages: Ages
  readonly #inMarket: Uint8Array
  readonly #chains: Uint8Array | undefined
  readonly #statuses: number
  readonly #collections: Uint8Array | undefined
  readonly #payTokens: Uint8Array | undefined
  readonly #media: Uint8Array | undefined
  readonly #creators: Uint8Array | undefined
  readonly #attributes: AttributeColumns | undefined
  /** For each chosen attribute, the numbers of its values. */
  readonly #chosen: readonly Uint8Array[]
  readonly #bounds: { readonly min: number | undefined; readonly max: number | undefined } | undefined

  constructor(columns: ItemColumns, prices: RowPrices, question: Question, attributes: AttributeColumns | undefined) {
    this.#columns = columns
    this.#prices = prices
    this.#question = question
    this.#ages = new Ages(columns, question)
    const { collections, creators, tokens } = columns
    const ofCollections = (is: (chainId: number) => boolean) => Uint8Array.from(collections.values, ({ chainId }) => (is(chainId) ? 1 : 0))
    this.#inMarket = ofCollections((chainId) => question.times.chains.has(chainId))
    this.#chains = question.chains && ofCollections((chainId) => question.chains?.has(chainId) ?? true)
    this.#statuses = (question.statuses ?? []).reduce((bits, status) => bits | (1 << ITEM_STATUSES.indexOf(status)), 0)
    const named = (one: { chainId: number; address: Address }) => `${one.chainId}:${one.address}`
    this.#collections =
      question.collections &&
      flagsOf(
        collections.values.length,
        question.collections.map((one) => collections.find(named(one))),
      )
    this.#payTokens =
      question.payTokens &&
      flagsOf(
        tokens.values.length,
        question.payTokens.map((one) => tokens.find(named(one))),
      )
    this.#media = question.media && Uint8Array.from(MEDIA_KINDS, (kind) => (question.media?.has(kind) ? 1 : 0))
    this.#creators =
      question.creators &&
      flagsOf(
        creators.values.length,
        question.creators.map((address) => creators.find(address)),
      )
    this.#attributes = attributes
    this.#chosen = question.attributes.map((filter) =>
      flagsOf(
        attributes?.size ?? 0,
        (attributes?.named ?? []).filter(({ key, value }) => key === filter.key && isChosen(filter, value)).map(({ number }) => number),
      ),
    )
    const { min, max } = question
    const float = (bound: bigint | undefined) => (bound === undefined ? undefined : Number(bound))
    this.#bounds = min === undefined && max === undefined ? undefined : { min: float(min), max: float(max) }
  }

  isInMarket(row: number): boolean {
    return this.#inMarket[this.#columns.collection[row] ?? 0] === 1
  }

  /** The only group that the row fails, `PASSES_ALL` where none; undefined where there are two, or `withFailed` is not set. */
  failedBy(row: number, withFailed: boolean): number | undefined {
    const columns = this.#columns
    const collection = columns.collection[row] ?? 0
    let failed = PASSES_ALL
    if (this.#collections && this.#collections[collection] === 0) {
      if (!withFailed) return undefined
      failed = COLLECTIONS
    }
    if (this.#statuses !== 0 && (statusesOf(columns, this.#ages, row) & this.#statuses) === 0) {
      if (!withFailed || failed !== PASSES_ALL) return undefined
      failed = STATUSES
    }
    if (this.#chains && this.#chains[collection] === 0) {
      if (!withFailed || failed !== PASSES_ALL) return undefined
      failed = CHAINS
    }
    if (this.#question.categories && !this.#question.categories.has(columns.category[row] ?? 0)) {
      if (!withFailed || failed !== PASSES_ALL) return undefined
      failed = CATEGORIES
    }
    if (this.#media && this.#media[columns.media[row] ?? 0] === 0) {
      if (!withFailed || failed !== PASSES_ALL) return undefined
      failed = MEDIA
    }
    if (this.#question.standards && !this.#question.standards.has(columns.standard[row] ?? 0)) {
      if (!withFailed || failed !== PASSES_ALL) return undefined
      failed = STANDARDS
    }
    if (this.#creators && this.#creators[columns.creator[row] ?? 0] === 0) {
      if (!withFailed || failed !== PASSES_ALL) return undefined
      failed = CREATORS
    }
    if (this.#payTokens && !this.#isAskedIn(row, this.#payTokens)) {
      if (!withFailed || failed !== PASSES_ALL) return undefined
      failed = PAY_TOKENS
    }
    if (this.#bounds && !this.#isPriced(row, this.#bounds)) {
      if (!withFailed || failed !== PASSES_ALL) return undefined
      failed = PRICES
    }
    for (let at = 0; at < this.#chosen.length; at++) {
      if (this.#attributes?.hasAny(row, this.#chosen[at] ?? new Uint8Array())) continue
      if (!withFailed || failed !== PASSES_ALL) return undefined
      failed = ATTRIBUTES + at
    }
    return failed
  }

  #isAskedIn(row: number, tokens: Uint8Array): boolean {
    const token = (this.#columns.askToken[row] ?? 0) - 1
    if (token < 0) return false
    const asks = this.#columns.asks.get(row)
    return asks ? asks.some((ask) => tokens[ask.token] === 1) : tokens[token] === 1
  }

  #isPriced(row: number, { min, max }: { min: number | undefined; max: number | undefined }): boolean {
    const price = this.#prices.onScale(row)
    if (price < 0) return false
    const exact = () => this.#prices.exactOnScale(row)
    if (min !== undefined && compareExact(price, min, exact, () => this.#question.min ?? 0n) < 0) return false
    return max === undefined || compareExact(price, max, exact, () => this.#question.max ?? 0n) <= 0
  }
}

class Tally {
  readonly #columns: ItemColumns
  readonly #prices: RowPrices
  readonly #question: Question
  readonly #attributes: AttributeColumns | undefined
  readonly #ages: Ages
  readonly #ofCollection: Uint32Array
  readonly #chainOf: Uint32Array
  readonly #statuses = new Uint32Array(5)
  readonly #collections: Uint32Array
  readonly #payTokens: Uint32Array
  readonly #creators: Uint32Array
  readonly #media = new Uint32Array(MEDIA_KINDS.length)
  readonly #standards = new Uint32Array(256)
  readonly #categories = new Map<number, number>()
  readonly #ofAttribute: Uint32Array
  /** The group of each attribute's key among the chosen ones. */
  readonly #groupOf: Int32Array
  readonly #chainIds: readonly number[]
  readonly #priced: number[] = []
  #unpriced = 0

  constructor(columns: ItemColumns, prices: RowPrices, question: Question, attributes: AttributeColumns | undefined) {
    this.#columns = columns
    this.#prices = prices
    this.#question = question
    this.#attributes = attributes
    this.#ages = new Ages(columns, question)
    this.#chainIds = [...question.times.chains.keys()]
    this.#ofCollection = Uint32Array.from(columns.collections.values, ({ chainId }) => Math.max(0, this.#chainIds.indexOf(chainId)))
    this.#chainOf = new Uint32Array(this.#chainIds.length)
    this.#collections = new Uint32Array(columns.collections.values.length)
    this.#payTokens = new Uint32Array(columns.tokens.values.length)
    this.#creators = new Uint32Array(columns.creators.values.length)
    this.#ofAttribute = new Uint32Array(attributes?.size ?? 0)
    this.#groupOf = new Int32Array(attributes?.size ?? 0).fill(PASSES_ALL)
    for (const { key, number } of attributes?.named ?? []) {
      const at = question.attributes.findIndex((filter) => filter.key === key)
      if (at >= 0) this.#groupOf[number] = ATTRIBUTES + at
    }
  }

  /** `failed`: the only group that the row fails. */
  add(row: number, failed: number): void {
    const columns = this.#columns
    const all = failed === PASSES_ALL
    const collection = columns.collection[row] ?? 0
    if (all || failed === CHAINS) bump(this.#chainOf, this.#ofCollection[collection] ?? 0)
    if (all || failed === STATUSES) {
      const bits = statusesOf(columns, this.#ages, row)
      for (let at = 0; at < 5; at++) if (bits & (1 << at)) bump(this.#statuses, at)
    }
    if (all || failed === CATEGORIES) {
      const category = columns.category[row] ?? 0
      if (category !== 0) this.#categories.set(category, (this.#categories.get(category) ?? 0) + 1)
    }
    if (all || failed === COLLECTIONS) bump(this.#collections, collection)
    if (all || failed === MEDIA) bump(this.#media, columns.media[row] ?? 0)
    if (all || failed === STANDARDS) bump(this.#standards, columns.standard[row] ?? 0)
    if (all || failed === CREATORS) bump(this.#creators, columns.creator[row] ?? 0)
    if (all || failed === PAY_TOKENS) this.#addTokens(row)
    if (all || failed === PRICES) {
      if (this.#prices.onScale(row) < 0) this.#unpriced++
      else this.#priced.push(row)
    }
    if (this.#attributes && (all || failed >= ATTRIBUTES)) this.#attributes.each(row, this.#addAttribute(failed))
  }

  #addTokens(row: number): void {
    const token = (this.#columns.askToken[row] ?? 0) - 1
    if (token < 0) return
    const asks = this.#columns.asks.get(row)
    if (asks) for (const ask of asks) bump(this.#payTokens, ask.token)
    else bump(this.#payTokens, token)
  }

  #addAttribute(failed: number) {
    return (number: number): void => {
      if (failed === PASSES_ALL || this.#groupOf[number] === failed) bump(this.#ofAttribute, number)
    }
  }

  counts(): Counts {
    const { collections, creators, tokens } = this.#columns
    const question = this.#question
    const named = ({ chainId, address }: { chainId: number; address: Address }) => `${chainId}:${address}`
    return {
      chains: counted(this.#chainIds, this.#chainOf),
      statuses: counted<ItemStatus>(ITEM_STATUSES, this.#statuses),
      categories: this.#categories,
      collections: largest(counted(collections.values.map(named), this.#collections), question.collections?.map(named)),
      payTokens: counted(tokens.values.map(named), this.#payTokens),
      media: counted<string>(MEDIA_KINDS, this.#media),
      standards: counted([...this.#standards.keys()], this.#standards),
      creators: largest(counted(creators.values, this.#creators), question.creators),
      attributes: (this.#attributes?.named ?? []).map(({ key, value, digest, number }) => ({
        key,
        value,
        digest,
        count: this.#ofAttribute[number] ?? 0,
      })),
      prices: this.#histogram(),
    }
  }

  #histogram(): Prices | undefined {
    const [first] = this.#priced
    if (first === undefined) return undefined
    const prices = this.#prices
    const floats = Float64Array.from(this.#priced, (row) => prices.onScale(row))
    const compare = (at: number, other: number) =>
      compareExact(
        floats[at] ?? 0,
        floats[other] ?? 0,
        () => prices.exactOnScale(this.#priced[at] ?? 0),
        () => prices.exactOnScale(this.#priced[other] ?? 0),
      )
    let [low, high] = [0, 0]
    for (let at = 1; at < floats.length; at++) {
      if (compare(at, low) < 0) low = at
      if (compare(at, high) > 0) high = at
    }
    const [min, max] = [prices.exactOnScale(this.#priced[low] ?? 0), prices.exactOnScale(this.#priced[high] ?? 0)]
    const starts = partsBetween(min, max)
    const startFloats = Float64Array.from(starts, Number)
    const counts = Array.from({ length: PARTS }, () => 0)
    for (let at = 0; at < floats.length; at++) {
      const float = floats[at] ?? 0
      let part = 0
      while (part < startFloats.length && float >= (startFloats[part] ?? 0)) part++
      const isNear = (start: number | undefined) => start !== undefined && Math.abs(float - start) <= 1e-12 * float
      if (isNear(startFloats[part]) || isNear(startFloats[part - 1])) part = partOf(prices.exactOnScale(this.#priced[at] ?? 0), starts)
      counts[part] = (counts[part] ?? 0) + 1
    }
    return { min, max, counts, unpriced: this.#unpriced }
  }
}

function bump(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}

function counted<T>(values: readonly T[], counts: Uint32Array): Map<T, number> {
  const found = new Map<T, number>()
  for (let at = 0; at < values.length; at++) {
    const count = counts[at] ?? 0
    if (count > 0) found.set(values[at] as T, count)
  }
  return found
}

/** The largest ones, equals in the order of their names, and those chosen. */
function largest<T extends string>(counts: ReadonlyMap<T, number>, chosen: readonly T[] = []): Map<T, number> {
  if (counts.size <= MOST_VALUES) return new Map(counts)
  const sorted = [...counts].sort(([name, count], [other, otherCount]) => otherCount - count || (name < other ? -1 : 1))
  const kept = new Set(chosen)
  return new Map(sorted.filter(([name], place) => place < MOST_VALUES || kept.has(name)))
}
