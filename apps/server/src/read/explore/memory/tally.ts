import { type ChainAddress, ITEM_STATUSES, type ItemStatus, MEDIA_KINDS } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Counts, Prices } from '../answer.ts'
import { DAY_S, WEEK_S } from '../facts.ts'
import type { Question, Times } from '../question.ts'
import type { Bucket } from './buckets.ts'
import { FREE, type ItemColumns, type Profile } from './columns.ts'
import { AGES, ALL_WITHIN, type Filter, NONE_WITHIN, named, SOME_WITHIN, statusesOf } from './filter.ts'
import { ATTRIBUTES, GROUP, OUT, PASSES } from './groups.ts'
import { histogramOf } from './histogram.ts'
import { largest } from './largest.ts'
import { RowPrices } from './prices.ts'

/**
 * How many rows each value of each group leaves if nothing else were chosen in its group: rows that pass all, and in each group
 * those that fail it alone. It can be kept: rows that change are taken out and put in again.
 */
export class Tally {
  readonly filter: Filter
  readonly #columns: ItemColumns
  readonly #rows: readonly number[] | undefined
  /** Rows that fail no group which their profile does not decide, by their code. */
  #codes = new Uint32Array(0)
  #collections = new Uint32Array(0)
  #creators = new Uint32Array(0)
  #cells = new Uint32Array(0)
  readonly #ofAttributes: Uint32Array
  /** The group of each attribute's key among the chosen ones. */
  readonly #groups: Int32Array
  /** Ends with each change of a priced row. */
  #prices: { readonly mark: string; readonly prices: Prices | undefined } | undefined

  /** Of all rows, or of these alone: no others pass all of the filter, or fail one group but their collection's. */
  constructor(columns: ItemColumns, filter: Filter, rows?: readonly number[]) {
    this.#columns = columns
    this.filter = filter
    this.#rows = rows
    const { attributes, question } = filter
    this.#ofAttributes = new Uint32Array(attributes?.size ?? 0)
    this.#groups = new Int32Array(attributes?.size ?? 0).fill(PASSES)
    for (const { key, number } of attributes?.named ?? []) {
      const at = question.attributes.findIndex((one) => one.key === key)
      if (at >= 0) this.#groups[number] = ATTRIBUTES + at
    }
    this.follow()
  }

  /** Takes in what has come to the columns since. */
  follow(): void {
    const { collections, creators, cells } = this.#columns
    this.filter.follow()
    this.#codes = longer(this.#codes, this.filter.fates.length)
    this.#collections = longer(this.#collections, collections.values.length)
    this.#creators = longer(this.#creators, creators.values.length)
    this.#cells = longer(this.#cells, cells.size)
  }

  get bytes(): number {
    return 4 * (this.#codes.length + this.#collections.length + this.#creators.length + this.#cells.length + this.#ofAttributes.length)
  }

  count(): void {
    const { filter } = this
    const { end, buckets } = this.#columns
    if (this.#rows) for (const row of this.#rows) this.add(row, 1)
    else if (filter.isTimed) for (let row = 0; row < end; row++) this.add(row, 1)
    else for (const bucket of buckets.all) this.#countBucket(bucket)
  }

  /** As `add` for each of its rows, which are looked at only where they differ in what counts. */
  #countBucket(bucket: Bucket): void {
    const { profile, cell, rows } = bucket
    const { fates, within, creatorFlags } = this.filter
    const fate = fates[profile] as number
    if (fate === OUT || rows.length === 0) return
    const inBounds = within ? (within[cell] as number) : ALL_WITHIN
    if (creatorFlags || inBounds === SOME_WITHIN) this.#countRows(bucket, fate, inBounds)
    else if (inBounds === NONE_WITHIN) {
      if (fate === PASSES) bump(this.#cells, cell, rows.length)
    } else {
      bump(this.#codes, profile, rows.length)
      if (fate !== PASSES) return
      bump(this.#cells, cell, rows.length)
      const { collection, creator } = this.#columns
      const [collections, creators] = [this.#collections, this.#creators]
      for (const row of rows) {
        collections[collection[row] as number] = (collections[collection[row] as number] as number) + 1
        creators[creator[row] as number] = (creators[creator[row] as number] as number) + 1
      }
    }
  }

  #countRows({ profile, cell, rows }: Bucket, fate: number, inBounds: number): void {
    const { collection, creator } = this.#columns
    const { filter } = this
    const { creatorFlags } = filter
    const isPassing = fate === PASSES
    for (const row of rows) {
      const by = creator[row] as number
      const isByOther = creatorFlags !== undefined && creatorFlags[by] === 0
      if (isByOther && !isPassing) continue
      if (inBounds === NONE_WITHIN || (inBounds === SOME_WITHIN && !filter.isWithin(row))) {
        if (isPassing && !isByOther) bump(this.#cells, cell)
      } else if (isByOther) bump(this.#creators, by)
      else {
        bump(this.#codes, profile)
        if (!isPassing) continue
        bump(this.#collections, collection[row] as number)
        bump(this.#creators, by)
        bump(this.#cells, cell)
      }
    }
  }

  /** `by` is 1, or -1 for a row that is about to change. */
  add(row: number, by: 1 | -1): void {
    const fate = this.filter.fateOf(row)
    if (fate !== OUT) this.#note(row, fate, by)
  }

  #note(row: number, fate: number, by: number): void {
    const { collection, creator, cell } = this.#columns
    if (fate === PASSES) {
      bump(this.#codes, this.filter.codeOf(row), by)
      bump(this.#collections, collection[row] as number, by)
      bump(this.#creators, creator[row] as number, by)
      this.#addPrice(cell[row] as number, by)
      this.filter.attributes?.count(row, this.#ofAttributes, this.#groups, PASSES)
    } else if (fate === GROUP.collections) bump(this.#collections, collection[row] as number, by)
    else if (fate === GROUP.creators) bump(this.#creators, creator[row] as number, by)
    else if (fate === GROUP.prices) this.#addPrice(cell[row] as number, by)
    else if (fate >= ATTRIBUTES) this.filter.attributes?.count(row, this.#ofAttributes, this.#groups, fate)
    else bump(this.#codes, this.filter.codeOf(row), by)
  }

  #addPrice(cell: number, by: number): void {
    bump(this.#cells, cell, by)
    this.#prices = undefined
  }

  get total(): number {
    const { fates } = this.filter
    let total = 0
    for (let code = 0; code < fates.length; code++) if (fates[code] === PASSES) total += this.#codes[code] as number
    return total
  }

  /** Takes what other collections leave from a tally without this group's choice. */
  takeCollections(other: Tally): void {
    this.#collections = other.#collections.slice()
  }

  /** The same of other creators. */
  takeCreators(other: Tally): void {
    this.#creators = other.#creators.slice()
  }

  counts(question: Question): Counts {
    const { collections, creators, tokens } = this.#columns
    return {
      ...this.#ofProfiles(question.times),
      collections: largest(collections, this.#collections, question.collections?.map(named)),
      payTokens: this.#ofGroup(GROUP.payTokens, ({ tokens: ofAsks }) => ofAsks.map((token) => named(tokens.values[token] as ChainAddress))),
      creators: largest(creators, this.#creators, question.creators) as Map<Address, number>,
      attributes: (this.filter.attributes?.named ?? []).map(({ key, value, digest, number }) => ({
        key,
        value,
        digest,
        count: this.#ofAttributes[number] as number,
      })),
      prices: this.#pricesOf(question),
    }
  }

  #ofProfiles(times: Times): Pick<Counts, 'chains' | 'statuses' | 'categories' | 'media' | 'standards'> {
    const statuses = new Map<ItemStatus, number>()
    const add = (bits: number, count: number): void => {
      for (const [bit, status] of ITEM_STATUSES.entries())
        if (count > 0 && bits & (1 << bit)) statuses.set(status, (statuses.get(status) ?? 0) + count)
    }
    for (const [bits, count] of this.#ofGroup(GROUP.statuses, (profile, age) => [statusesOf(profile, age)])) add(bits, count)
    if (!this.filter.isTimed) for (const [age, count] of this.#countNew(times)) add(statusesOf(FREE, age), count)
    return {
      statuses,
      chains: this.#ofGroup(GROUP.chains, ({ chainId }) => [chainId]),
      categories: this.#ofGroup(GROUP.categories, ({ category }) => (category === 0 ? [] : [category])),
      media: this.#ofGroup<string>(GROUP.media, ({ media }) => [MEDIA_KINDS[media] ?? '']),
      standards: this.#ofGroup(GROUP.standards, ({ standard }) => [standard]),
    }
  }

  /** Rows of profiles that pass, or fail this group alone, by their values in it. */
  #ofGroup<T>(group: number, valuesOf: (profile: Profile, age: number) => readonly T[]): Map<T, number> {
    const counts = new Map<T, number>()
    const { fates, isTimed } = this.filter
    for (let code = 0; code < fates.length; code++) {
      const [fate, count] = [fates[code], this.#codes[code] as number]
      if (count === 0 || (fate !== PASSES && fate !== group)) continue
      const [profile, age] = isTimed ? [Math.floor(code / AGES), code % AGES] : [code, 0]
      for (const value of valuesOf(this.#columns.profiles.values[profile] as Profile, age))
        counts.set(value, (counts.get(value) ?? 0) + count)
    }
    return counts
  }

  /** Rows of either age; a tally that is kept knows of no time. */
  #countNew({ chains }: Times): [age: number, count: number][] {
    const { profile, made, end, profiles, newRows } = this.#columns
    const { fates, within, creatorFlags } = this.filter
    const since = (span: number) => Float64Array.from(profiles.values, ({ chainId }) => (chains.get(chainId) ?? 0) - span)
    const [sinceDay, sinceWeek] = [since(DAY_S), since(WEEK_S)]
    let [inDay, inWeek] = [0, 0]
    const look = (row: number, ofProfile: number, isSure: boolean): void => {
      const at = made[row] as number
      if (at <= (sinceWeek[ofProfile] as number) || !(isSure || this.#isCounted(row, GROUP.statuses))) return
      if (at > (sinceDay[ofProfile] as number)) inDay++
      else inWeek++
    }
    const days = this.#rows ? undefined : newRows.since(Math.min(...chains.values()) - WEEK_S)
    if (this.#rows) for (const row of this.#rows) look(row, profile[row] as number, false)
    // The clock of a chain has been set back by days.
    else if (!days) for (let row = 0; row < end; row++) look(row, profile[row] as number, false)
    else
      for (const { day, profile: alike, rows } of days) {
        const fate = fates[alike] as number
        const [first, last] = [day * DAY_S, (day + 1) * DAY_S - 1]
        if ((fate !== PASSES && fate !== GROUP.statuses) || last <= (sinceWeek[alike] as number)) continue
        const isSure = !within && !creatorFlags
        if (isSure && first > (sinceDay[alike] as number)) inDay += rows.size
        else if (isSure && first > (sinceWeek[alike] as number) && last <= (sinceDay[alike] as number)) inWeek += rows.size
        else for (const row of rows) look(row, alike, isSure)
      }
    return [
      [1, inWeek],
      [2, inDay],
    ]
  }

  /** Whether the row passes, or fails this group alone. */
  #isCounted(row: number, group: number): boolean {
    const fate = this.filter.fateOf(row)
    return fate === PASSES || fate === group
  }

  #pricesOf(question: Question): Prices | undefined {
    const { moneys, scale } = question
    const mark = `${moneys.mark} ${scale.only ? named(scale.only) : ''}`
    if (this.#prices?.mark === mark) return this.#prices.prices
    const { filter } = this
    const prices = histogramOf(this.#columns, new RowPrices(this.#columns, question), this.#cells, {
      isIn: (row) => this.#isCounted(row, GROUP.prices),
      isProfileIn: (profile) => filter.isPassing(profile),
      rows: this.#rows,
    })
    this.#prices = { mark, prices }
    return prices
  }
}

function bump(counts: Uint32Array, at: number, by = 1): void {
  counts[at] = (counts[at] as number) + by
}

/** The same values in an array that has room for so many, and for a few more. */
function longer(counts: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (counts.length >= length) return counts
  const longer = new Uint32Array(counts.length === 0 ? length : length + 256)
  longer.set(counts)
  return longer
}
