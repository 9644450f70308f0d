import type { Answer } from '../answer.ts'
import type { Position } from '../position.ts'
import type { Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import type { ItemColumns } from './columns.ts'
import { type Judged, judge } from './filter.ts'
import { PASSES } from './groups.ts'
import { FirstRows, Ordering } from './ordering.ts'
import { RowPrices } from './prices.ts'
import { countsOf } from './tally.ts'

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
  const judged = judge(scanned, question, found?.rows)
  const total = countPassing(judged)
  return {
    list: firstOf(scanned, question, judged, found),
    total,
    isAtLeast: found?.isCut ?? false,
    counts: question.withCounts ? countsOf(scanned, question, judged) : undefined,
  }
}

function countPassing({ fates }: Judged): number {
  let count = 0
  for (let row = 0; row < fates.length; row++) if (fates[row] === PASSES) count++
  return count
}

type Priced = { readonly columns: ItemColumns; readonly prices: RowPrices }

/** The newest rows, which most pages begin with, come last: then few others are among the first. */
function firstOf({ columns, prices }: Priced, question: Question, { fates }: Judged, found: Found | undefined): Position[] {
  const ordering = new Ordering(columns, prices, question, matchOf(columns, found))
  const first = new FirstRows(columns, ordering, question)
  for (let row = fates.length - 1; row >= 0; row--) if (fates[row] === PASSES) first.offer(row, ordering.floatOf(row))
  return first.inOrder().map((row) => ordering.positionOf(row))
}

/** A row's place among those that a search finds. */
function matchOf({ collection, collections }: ItemColumns, { rankOf, verified }: Partial<Found> = {}): (row: number) => number {
  if (!rankOf) return () => 0
  const isVerified = Uint8Array.from(collections.keys, (key) => (verified?.has(key) ? 1 : 0))
  return (row) => rankOf(row) * 2 + (isVerified[collection[row] as number] === 1 ? 0 : 1)
}
