import type { Answer } from '../answer.ts'
import type { Position } from '../position.ts'
import type { Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import type { ItemColumns } from './columns.ts'
import { Filter, named } from './filter.ts'
import { PASSES } from './groups.ts'
import type { KeptTallies } from './kept-tallies.ts'
import { FirstRows, Ordering } from './ordering.ts'
import { RowPrices } from './prices.ts'
import { Tally } from './tally.ts'

/** The rows that a search finds. */
export type Found = {
  readonly rows: readonly number[]
  /** More is found than these. */
  readonly isCut?: boolean
  /** How well a row fits the words, 0 best; absent where all fit alike. */
  readonly rankOf?: (row: number) => number
  /** Collections whose items come before others of the same rank, as `chainId:address`. */
  readonly verified?: ReadonlySet<string>
}

type Scanned = { readonly columns: ItemColumns; readonly kept: KeptTallies; readonly attributes: AttributeColumns | undefined }

/** The page, the total, and how many rows each value of each group would leave if nothing were chosen in its group. */
export function scan(scanned: Scanned, question: Question, found: Found | undefined): Answer {
  const { columns } = scanned
  const rows = found?.rows ?? rowsChosen(columns, question)
  const tally = rows ? tallyOf(scanned, question, rows, found === undefined) : scanned.kept.tallyOf(question)
  const list = firstOf(columns, question, { filter: tally.filter, rows }, found)
  return { list, total: tally.total, isAtLeast: found?.isCut ?? false, counts: question.withCounts ? tally.counts(question) : undefined }
}

/** Those of the chosen collections, or else of the chosen creators. */
function rowsChosen(columns: ItemColumns, { collections: chosen, creators }: Question): number[] | undefined {
  if (!chosen) return creators && [...new Set(creators)].flatMap((creator) => columns.rowsBy(creator))
  const { collections } = columns
  return [...new Set(chosen.map(named))].flatMap((key) => {
    const rows = collections.values[collections.find(key) ?? -1]?.rows
    return rows ? [...rows.values()] : []
  })
}

function tallyOf({ columns, kept, attributes }: Scanned, question: Question, rows: readonly number[], isChosen: boolean): Tally {
  const tally = new Tally(columns, new Filter(columns, question, attributes), rows)
  tally.count()
  // What other collections, or creators, would leave; nothing, where an attribute of a collection is chosen.
  if (isChosen && question.withCounts && question.attributes.length === 0) {
    if (question.collections) tally.takeCollections(kept.tallyOf({ ...question, collections: undefined }))
    else tally.takeCreators(kept.tallyOf({ ...question, creators: undefined }))
  }
  return tally
}

type Passing = { readonly filter: Filter; readonly rows: readonly number[] | undefined }

function firstOf(columns: ItemColumns, question: Question, { filter, rows }: Passing, found: Found | undefined): Position[] {
  const ordering = new Ordering(columns, new RowPrices(columns, question), question, matchOf(columns, found))
  const first = new FirstRows(columns, ordering, question)
  if (rows) {
    for (const row of rows) if (filter.fateOf(row) === PASSES) first.offer(row, ordering.floatOf(row))
  } else ordering.offerAll(first, filter)
  return first.inOrder().map((row) => ordering.positionOf(row))
}

/** A row's place among those that a search finds. */
function matchOf({ collection, collections }: ItemColumns, { rankOf, verified }: Partial<Found> = {}): (row: number) => number {
  if (!rankOf) return () => 0
  const isVerified = Uint8Array.from(collections.keys, (key) => (verified?.has(key) ? 1 : 0))
  return (row) => rankOf(row) * 2 + (isVerified[collection[row] as number] === 1 ? 0 : 1)
}
