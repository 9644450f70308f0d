import { type Answer, keyOf } from '../answer.ts'
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
  const judged = judge(scanned, question, found?.rows ?? rowsChosen(columns, question))
  const total = countPassing(judged)
  return {
    list: firstOf(scanned, question, judged, found),
    total,
    isAtLeast: found?.isCut ?? false,
    counts: question.withCounts ? countsOf(scanned, question, judged) : undefined,
  }
}

/** The rows of the chosen collections, if rows of others count nowhere. */
function rowsChosen({ collections }: ItemColumns, question: Question): number[] | undefined {
  if (!question.collections || (question.withCounts && question.attributes.length === 0)) return undefined
  return [...new Set(question.collections.map(keyOf))].flatMap((key) => {
    const rows = collections.values[collections.find(key) ?? -1]?.rows
    return rows ? [...rows.values()] : []
  })
}

function countPassing({ fates }: Judged): number {
  let count = 0
  for (let at = 0; at < fates.length; at++) if (fates[at] === PASSES) count++
  return count
}

type Priced = { readonly columns: ItemColumns; readonly prices: RowPrices }

/** The newest rows, which most pages begin with, come last: then few others are among the first. */
function firstOf({ columns, prices }: Priced, question: Question, { rows, fates }: Judged, found: Found | undefined): Position[] {
  const ordering = new Ordering(columns, prices, question, matchOf(columns, found))
  const first = new FirstRows(columns, ordering, question)
  for (let at = rows.length - 1; at >= 0; at--) {
    if (fates[at] !== PASSES) continue
    const row = rows[at] as number
    first.offer(row, ordering.floatOf(row))
  }
  return first.inOrder().map((row) => ordering.positionOf(row))
}

/** A row's place among the rows of a search. */
function matchOf({ collection, collections }: ItemColumns, { rankOf, verified }: Partial<Found> = {}): (row: number) => number {
  if (!rankOf) return () => 0
  const isVerified = Uint8Array.from(collections.keys, (key) => (verified?.has(key) ? 1 : 0))
  return (row) => rankOf(row) * 2 + (isVerified[collection[row] as number] === 1 ? 0 : 1)
}
