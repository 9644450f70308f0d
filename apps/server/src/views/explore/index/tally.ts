import { type ChainAddress, ITEM_STATUSES, type ItemStatus, MEDIA_KINDS } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { type Counts, MOST_VALUES } from '../answer.ts'
import type { Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import { type ItemColumns, SEVERAL } from './columns.ts'
import { ATTRIBUTES, GROUP, PASSES } from './groups.ts'
import { Histogram } from './histogram.ts'
import type { RowPrices } from './prices.ts'

/** A scan goes on without a pause, so that each may use what the last one has left. */
const scratch = new Histogram()

/** Rows by the values of each group. */
export class Tally {
  readonly #columns: ItemColumns
  readonly #prices: RowPrices
  readonly #question: Question
  readonly #attributes: AttributeColumns | undefined
  /** By collection, of rows that pass all, and of those that fail their chain alone. */
  readonly #collections: Uint32Array
  readonly #ofCollections: Uint32Array
  readonly #ofChains: Uint32Array
  readonly #statuses = new Uint32Array(32)
  readonly #media = new Uint32Array(MEDIA_KINDS.length)
  readonly #standards = new Uint32Array(256)
  readonly #categories: Uint32Array
  /** By 1 more than the number of a token; 0 counts rows without an ask. */
  readonly #payTokens: Uint32Array
  readonly #creators: Uint32Array
  readonly #ofAttributes: Uint32Array
  /** The group of each attribute's key among the chosen ones. */
  readonly #groups: Int32Array
  readonly #histogram = scratch

  constructor(columns: ItemColumns, prices: RowPrices, question: Question, attributes: AttributeColumns | undefined) {
    this.#columns = columns
    this.#prices = prices
    this.#question = question
    this.#attributes = attributes
    this.#histogram.clear()
    const { collections, categories, tokens, creators } = columns
    this.#collections = new Uint32Array(collections.values.length)
    this.#ofCollections = new Uint32Array(collections.values.length)
    this.#ofChains = new Uint32Array(collections.values.length)
    this.#categories = new Uint32Array(categories.values.length)
    this.#payTokens = new Uint32Array(tokens.values.length + 1)
    this.#creators = new Uint32Array(creators.values.length)
    this.#ofAttributes = new Uint32Array(attributes?.size ?? 0)
    this.#groups = new Int32Array(attributes?.size ?? 0).fill(PASSES)
    for (const { key, number } of attributes?.named ?? []) {
      const at = question.attributes.findIndex((filter) => filter.key === key)
      if (at >= 0) this.#groups[number] = ATTRIBUTES + at
    }
  }

  /** `failed`: the only group that the row fails. */
  add(row: number, collection: number, status: number, failed: number): void {
    const columns = this.#columns
    if (failed === PASSES) {
      bump(this.#collections, collection)
      bump(this.#statuses, status)
      bump(this.#categories, columns.category[row] as number)
      bump(this.#media, columns.media[row] as number)
      bump(this.#standards, columns.standard[row] as number)
      bump(this.#creators, columns.creator[row] as number)
      this.#addTokens(row)
      this.#addPrice(row)
      this.#attributes?.count(row, this.#ofAttributes, this.#groups, PASSES)
      return
    }
    switch (failed) {
      case GROUP.chains:
        bump(this.#ofChains, collection)
        return
      case GROUP.statuses:
        bump(this.#statuses, status)
        return
      case GROUP.categories:
        bump(this.#categories, columns.category[row] as number)
        return
      case GROUP.collections:
        bump(this.#ofCollections, collection)
        return
      case GROUP.payTokens:
        this.#addTokens(row)
        return
      case GROUP.media:
        bump(this.#media, columns.media[row] as number)
        return
      case GROUP.standards:
        bump(this.#standards, columns.standard[row] as number)
        return
      case GROUP.creators:
        bump(this.#creators, columns.creator[row] as number)
        return
      case GROUP.prices:
        this.#addPrice(row)
        return
      default:
        this.#attributes?.count(row, this.#ofAttributes, this.#groups, failed)
    }
  }

  #addTokens(row: number): void {
    const token = this.#columns.askToken[row] as number
    if (token !== SEVERAL) bump(this.#payTokens, token)
    else for (const ask of this.#columns.asks.get(row) ?? []) bump(this.#payTokens, ask.token + 1)
  }

  #addPrice(row: number): void {
    const price = this.#prices.priceOf(row)
    if (price < 0) this.#histogram.unpriced++
    else this.#histogram.add(row, price)
  }

  counts(): Counts {
    const { collections, creators, tokens, categories } = this.#columns
    const question = this.#question
    const named = ({ chainId, address }: { chainId: number; address: Address }) => `${chainId}:${address}`
    const ofCollections = this.#collections.map((count, at) => count + (this.#ofCollections[at] as number))
    const categoryCounts = counted(categories.values, this.#categories)
    categoryCounts.delete(0)
    return {
      chains: this.#chains(),
      statuses: this.#byStatus(),
      categories: categoryCounts,
      collections: largest(ofCollections, (at) => named(collections.values[at] as ChainAddress), question.collections?.map(named)),
      payTokens: counted(tokens.values.map(named), this.#payTokens.subarray(1)),
      media: counted<string>(MEDIA_KINDS, this.#media),
      standards: counted([...this.#standards.keys()], this.#standards),
      creators: largest(this.#creators, (at) => creators.values[at] as Address, question.creators),
      attributes: (this.#attributes?.named ?? []).map(({ key, value, digest, number }) => ({
        key,
        value,
        digest,
        count: this.#ofAttributes[number] as number,
      })),
      prices: this.#histogram.counts(this.#prices),
    }
  }

  #chains(): Map<number, number> {
    const chains = new Map<number, number>()
    for (const [at, { chainId }] of this.#columns.collections.values.entries()) {
      const count = (this.#collections[at] as number) + (this.#ofChains[at] as number)
      if (count > 0) chains.set(chainId, (chains.get(chainId) ?? 0) + count)
    }
    return chains
  }

  #byStatus(): Map<ItemStatus, number> {
    const sums = ITEM_STATUSES.map(
      (status, bit) => [status, this.#statuses.reduce((sum, count, bits) => (bits & (1 << bit) ? sum + count : sum), 0)] as const,
    )
    return new Map(sums.filter(([, count]) => count > 0))
  }
}

function bump(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1
}

function counted<T>(values: readonly T[], counts: Uint32Array): Map<T, number> {
  const found = new Map<T, number>()
  for (let at = 0; at < values.length; at++) {
    const count = counts[at] as number
    if (count > 0) found.set(values[at] as T, count)
  }
  return found
}

/** The largest ones, equals in the order of their names, and those chosen. */
function largest<T extends string>(counts: Uint32Array, nameOf: (at: number) => T, chosen: readonly T[] = []): Map<T, number> {
  const least = counts.length <= MOST_VALUES ? 1 : Math.max(1, counts.toSorted().at(-MOST_VALUES) as number)
  const found: [T, number][] = []
  const kept = new Set<string>(chosen)
  const isChosen = (at: number) => kept.size > 0 && kept.has(nameOf(at))
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] as number
    if (count >= least || (count > 0 && isChosen(at))) found.push([nameOf(at), count])
  }
  found.sort(([name, count], [other, otherCount]) => otherCount - count || (name < other ? -1 : 1))
  return new Map(found.filter(([name], place) => place < MOST_VALUES || kept.has(name)))
}
