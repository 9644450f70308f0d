import type { Answer } from '../answer.ts'
import type { Position } from '../position.ts'
import type { Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import type { ItemColumns } from './columns.ts'
import { judge, named } from './filter.ts'
import { PASSES } from './groups.ts'
import { FirstRows, Ordering } from './ordering.ts'
import { RowPrices } from './prices.ts'
import { countsOf, rowsOf } from './tally.ts'

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

type Scanned = { readonly columns: ItemColumns; readonly attributes: AttributeColumns | undefined }

/** The page, the total, and how many rows each value of each group would leave if nothing were chosen in its group: every row is judged. */
export function scan({ columns, attributes }: Scanned, question: Question, found: Found | undefined): Answer {
  const prices = new RowPrices(columns, question)
  const scanned = { columns, attributes, prices }
  const rows = found ? Uint32Array.from(found.rows) : (rowsChosen(columns, question) ?? new Uint32Array(columns.end).map((_, row) => row))
  const judged = judge(scanned, question, rows)
  const passing = rowsOf(judged, PASSES)
  return {
    list: firstOf(scanned, question, passing, found),
    total: passing.length,
    isAtLeast: found?.isCut ?? false,
    counts: question.withCounts ? countsOf(scanned, question, judged) : undefined,
  }
}

/** Those of the chosen collections, where rows of others count nowhere. */
function rowsChosen({ collections }: ItemColumns, question: Question): Uint32Array | undefined {
  if (!question.collections || (question.withCounts && question.attributes.length === 0)) return undefined
  const keys = [...new Set(question.collections.map(named))]
  return Uint32Array.from(
    keys.flatMap((key) => {
      const rows = collections.values[collections.find(key) ?? -1]?.rows
      return rows ? [...rows.values()] : []
    }),
  )
}

type Priced = { readonly columns: ItemColumns; readonly prices: RowPrices }

/** The newest rows, which most pages begin with, come last: then few others are among the first. */
function firstOf({ columns, prices }: Priced, question: Question, passing: Uint32Array, found: Found | undefined): Position[] {
  const ordering = new Ordering(columns, prices, question, matchOf(columns, found))
  const first = new FirstRows(columns, ordering, question)
  const floats = ordering.floatsOf(passing)
  for (let at = passing.length - 1; at >= 0; at--) {
    const float = floats[at] as number
    if (float <= first.bound) first.offer(passing[at] as number, float)
  }
  return first.inOrder().map((row) => ordering.positionOf(row))
}

/** A row's place among those that a search finds. */
function matchOf({ collection, collections }: ItemColumns, { rankOf, verified }: Partial<Found> = {}): (row: number) => number {
  if (!rankOf) return () => 0
  const isVerified = Uint8Array.from(collections.keys, (key) => (verified?.has(key) ? 1 : 0))
  return (row) => rankOf(row) * 2 + (isVerified[collection[row] as number] === 1 ? 0 : 1)
}
