import { ITEM_STATUSES, type ItemStatus, MEDIA_KINDS } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { isChosen } from '../attributes.ts'
import { DAY_S, WEEK_S } from '../facts.ts'
import type { Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import type { Bucket } from './buckets.ts'
import { NO_CELL, type PriceCells, SEVERAL_CELL } from './cells.ts'
import type { ItemColumns, Profile } from './columns.ts'
import { ATTRIBUTES, GROUP, OUT, PASSES } from './groups.ts'
import { isNear, RowPrices } from './prices.ts'

/** A row is not new, made in the last 7 days, or in the last 24 hours. */
export const AGES = 3
const NEW: ReadonlySet<ItemStatus> = new Set(['new24', 'new7'])
export const named = ({ chainId, address }: { readonly chainId: number; readonly address: Address }): string => `${chainId}:${address}`

/** What a question's filters make of each row. What small groups say of it is looked up by its profile. */
export class Filter {
  readonly question: Question
  readonly attributes: AttributeColumns | undefined
  /** Whether the fate of a row changes with time: its profile and age decide together. */
  readonly isTimed: boolean
  /** Whether profiles alone decide. */
  readonly isPlain: boolean
  /** By profile; where `isTimed`, by `codeOf`. */
  fates = new Int8Array(0)
  #passing = new Uint8Array(0)
  readonly #columns: ItemColumns
  readonly #prices: RowPrices | undefined
  /** By cell of prices, where there are bounds. */
  within: Uint8Array | undefined
  #collections: Uint8Array | undefined
  /** By number, where some are chosen. */
  creatorFlags: Uint8Array | undefined
  readonly #attributeValues: readonly Uint8Array[]
  /** By profile. */
  #day = new Float64Array(0)
  #week = new Float64Array(0)
  #profile: Uint32Array
  #collection: Uint32Array
  #creator: Uint32Array
  #made: Uint32Array
  #cell: Uint32Array

  constructor(columns: ItemColumns, question: Question, attributes?: AttributeColumns) {
    this.#columns = columns
    this.question = question
    this.attributes = attributes
    this.isTimed = question.statuses?.some((status) => NEW.has(status)) ?? false
    const hasBounds = question.min !== undefined || question.max !== undefined
    this.#prices = hasBounds ? new RowPrices(columns, question) : undefined
    this.#attributeValues = question.attributes.map((filter) => {
      const values = (attributes?.named ?? []).filter(({ key, value }) => key === filter.key && isChosen(filter, value))
      return flagsOf(
        attributes?.size ?? 0,
        values.map(({ number }) => number),
      )
    })
    this.isPlain = !question.collections && !question.creators && !hasBounds && question.attributes.length === 0
    ;({ profile: this.#profile, collection: this.#collection, creator: this.#creator, made: this.#made, cell: this.#cell } = columns)
    this.follow()
  }

  /** Takes in what has come to the columns since. */
  follow(): void {
    const { profiles, collections, creators } = this.#columns
    const { question } = this
    ;({ profile: this.#profile, collection: this.#collection, creator: this.#creator, made: this.#made, cell: this.#cell } = this.#columns)
    if (this.#day.length < profiles.values.length) this.#judge(profiles.values)
    if (question.collections && (this.#collections?.length ?? 0) < collections.values.length)
      this.#collections = flagsOf(
        collections.values.length,
        question.collections.map((one) => collections.find(named(one))),
      )
    if (question.creators && (this.creatorFlags?.length ?? 0) < creators.values.length)
      this.creatorFlags = flagsOf(
        creators.values.length,
        question.creators.map((address) => creators.find(address)),
      )
    this.#prices?.follow()
    if (this.#prices && (this.within?.length ?? 0) < this.#columns.cells.size)
      this.within = cellsWithin(this.#columns.cells, this.#prices, this.question)
  }

  #judge(profiles: readonly Profile[]): void {
    const fateOf = fateBy(this.#columns, this.question)
    const { chains } = this.question.times
    this.#day = Float64Array.from(profiles, ({ chainId }) => (chains.get(chainId) ?? 0) - DAY_S)
    this.#week = Float64Array.from(profiles, ({ chainId }) => (chains.get(chainId) ?? 0) - WEEK_S)
    this.fates = this.isTimed
      ? Int8Array.from({ length: profiles.length * AGES }, (_, code) => fateOf(profiles[Math.floor(code / AGES)] as Profile, code % AGES))
      : Int8Array.from(profiles, (profile) => fateOf(profile, 0))
    const ages = this.isTimed ? AGES : 1
    this.#passing = Uint8Array.from(profiles, (_, at) => (this.fates.subarray(at * ages, (at + 1) * ages).includes(PASSES) ? 1 : 0))
  }

  /** Whether what its profile says of a row, at some age, lets it pass. */
  isPassing(profile: number): boolean {
    return this.#passing[profile] === 1
  }

  /** Whether some row of the bucket may pass. */
  mayPass({ profile, cell, rows }: Bucket): boolean {
    return rows.length > 0 && this.isPassing(profile) && this.within?.[cell] !== NONE_WITHIN
  }

  /** 0, 1 of a row made in the last 7 days, 2 in the last 24 hours. */
  ageOf(row: number): number {
    const [made, profile] = [this.#made[row] as number, this.#profile[row] as number]
    return made > (this.#week[profile] as number) ? (made > (this.#day[profile] as number) ? 2 : 1) : 0
  }

  /** The place of a row's fate by its profile. */
  codeOf(row: number): number {
    const profile = this.#profile[row] as number
    return this.isTimed ? profile * AGES + this.ageOf(row) : profile
  }

  /** Whether its price is within the bounds that there are. */
  isWithin(row: number): boolean {
    const within = this.within?.[this.#cell[row] as number]
    if (within !== SOME_WITHIN) return within === ALL_WITHIN
    return this.#prices !== undefined && isWithin(this.#prices, row, this.question)
  }

  /** The only group that the row fails, `PASSES` or `OUT`. */
  fateOf(row: number): number {
    let fate = this.fates[this.isTimed ? this.codeOf(row) : (this.#profile[row] as number)] as number
    if (fate === OUT || this.isPlain) return fate
    if (this.#collections && this.#collections[this.#collection[row] as number] === 0) {
      if (fate !== PASSES) return OUT
      fate = GROUP.collections
    }
    if (this.creatorFlags && this.creatorFlags[this.#creator[row] as number] === 0) {
      if (fate !== PASSES) return OUT
      fate = GROUP.creators
    }
    if (this.within && !this.isWithin(row)) {
      if (fate !== PASSES) return OUT
      fate = GROUP.prices
    }
    const values = this.#attributeValues
    for (let at = 0; at < values.length; at++)
      if (!this.attributes?.hasAny(row, values[at] as Uint8Array)) {
        if (fate !== PASSES) return OUT
        fate = ATTRIBUTES + at
      }
    return fate
  }
}

/** Rows of a cell are all without the bounds or all within, or each is compared by itself. */
export const NONE_WITHIN = 0
export const ALL_WITHIN = 1
export const SOME_WITHIN = 2

function cellsWithin(cells: PriceCells, { scaled }: RowPrices, { min, max }: Question): Uint8Array {
  const [least, most] = [min === undefined ? 0 : Number(min), max === undefined ? Number.POSITIVE_INFINITY : Number(max)]
  const isClear = (float: number) => !isNear(float, least) && !isNear(float, most)
  return Uint8Array.from({ length: cells.size }, (_, cell) => {
    if (cell === NO_CELL) return NONE_WITHIN
    const worth = cell === SEVERAL_CELL ? 0 : (scaled[(cells.token[cell] as number) + 1] as number)
    if (worth < 0) return NONE_WITHIN
    const [low, high] = [(cells.low[cell] as number) * worth, (cells.high[cell] as number) * worth]
    if (worth === 0 || !isClear(low) || !isClear(high)) return SOME_WITHIN
    if (high < least || low > most) return NONE_WITHIN
    return low > least && high < most ? ALL_WITHIN : SOME_WITHIN
  })
}

/** A byte for each number of a dictionary: 1 where it is chosen. */
function flagsOf(length: number, chosen: Iterable<number | undefined>): Uint8Array {
  const flags = new Uint8Array(length)
  for (const at of chosen) if (at !== undefined) flags[at] = 1
  return flags
}

/** The statuses of a row, a bit for each of `ITEM_STATUSES`. */
export const statusesOf = ({ statuses }: Profile, age: number): number => statuses | (age > 1 ? 8 : 0) | (age > 0 ? 16 : 0)

/** What the groups say that a profile decides. */
function fateBy({ tokens }: ItemColumns, question: Question): (profile: Profile, age: number) => number {
  const { chains, categories, media, standards, times } = question
  const statuses = (question.statuses ?? []).reduce((bits, status) => bits | (1 << ITEM_STATUSES.indexOf(status)), 0)
  const payTokens = question.payTokens && new Set(question.payTokens.map(named))
  const isPaid = (token: number): boolean => {
    const known = tokens.values[token]
    return known !== undefined && (payTokens?.has(named(known)) ?? false)
  }
  return (profile, age) => {
    if (!times.chains.has(profile.chainId)) return OUT
    const failed = [
      ...(chains && !chains.has(profile.chainId) ? [GROUP.chains] : []),
      ...(statuses !== 0 && (statusesOf(profile, age) & statuses) === 0 ? [GROUP.statuses] : []),
      ...(categories && !categories.has(profile.category) ? [GROUP.categories] : []),
      ...(media && !media.has(MEDIA_KINDS[profile.media] ?? '') ? [GROUP.media] : []),
      ...(standards && !standards.has(profile.standard) ? [GROUP.standards] : []),
      ...(payTokens && !profile.tokens.some(isPaid) ? [GROUP.payTokens] : []),
    ]
    return failed.length > 1 ? OUT : (failed[0] ?? PASSES)
  }
}

function isWithin(prices: RowPrices, row: number, { min, max }: Question): boolean {
  const price = prices.priceOf(row)
  if (price < 0) return false
  if (min !== undefined) {
    const least = Number(min)
    if (isNear(price, least) ? (prices.exactOnScale(row) ?? 0n) < min : price < least) return false
  }
  if (max === undefined) return true
  const most = Number(max)
  return isNear(price, most) ? (prices.exactOnScale(row) ?? 0n) <= max : price < most
}
