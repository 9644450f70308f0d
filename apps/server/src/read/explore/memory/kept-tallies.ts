import type { Question } from '../question.ts'
import type { ItemColumns } from './columns.ts'
import { Filter, named } from './filter.ts'
import { Tally } from './tally.ts'

/** Tallies that are kept: a few bytes for each collection and creator of the market. */
const MOST_TALLIES = 32

/** Counts of the questions asked last, without words and attributes, kept true by the rows that change. */
export class KeptTallies {
  readonly #columns: ItemColumns
  readonly #kept = new Map<string, Tally>()

  constructor(columns: ItemColumns) {
    this.#columns = columns
  }

  tallyOf(question: Question): Tally {
    const key = keyOf(question)
    const known = this.#kept.get(key)
    const tally = known ?? new Tally(this.#columns, new Filter(this.#columns, question))
    if (!known) tally.count()
    // What is new depends on the time.
    if (tally.filter.isTimed) return tally
    this.#kept.delete(key)
    this.#kept.set(key, tally)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_TALLIES) break
      this.#kept.delete(oldest)
    }
    return tally
  }

  /** Before a row changes with -1, after it with 1. */
  note(row: number, by: 1 | -1): void {
    for (const tally of this.#kept.values()) {
      tally.follow()
      tally.add(row, by)
    }
  }

  /** For more changes than counting them would be worth. */
  clear(): void {
    this.#kept.clear()
  }
}

/** The same for questions that leave the same rows; whatever their order, page, and time. */
function keyOf(question: Question): string {
  const { chains, statuses, categories, collections, payTokens, media, standards, creators, min, max, moneys, scale } = question
  const bounds = min === undefined && max === undefined ? [] : [String(min), String(max), moneys.mark, scale.only && named(scale.only)]
  const sets = [chains, categories, media, standards].map((set) => set && [...set])
  return JSON.stringify([sets, statuses, collections?.map(named), payTokens?.map(named), creators, bounds])
}
