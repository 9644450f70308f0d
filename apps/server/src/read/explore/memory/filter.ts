import { FACET_NAMES } from '@plinth/api'
import { keyOf } from '../answer.ts'
import { isChosen } from '../attributes.ts'
import { DAY_S, WEEK_S } from '../facts.ts'
import type { Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import type { ItemColumns, Profile } from './columns.ts'
import { AGES, VALUES_OF } from './facet-values.ts'
import { ATTRIBUTES, groupOf, OUT, PASSES, PRICES } from './groups.ts'
import { isNear, type RowPrices } from './prices.ts'

/** The rows that count somewhere, judged by the question's filters. */
export type Judged = {
  readonly rows: Uint32Array
  /** Of each row: the only group that it fails, `PASSES` or `OUT`. */
  readonly fates: Int8Array
  /** By profile and age: the only group that its profile fails. */
  readonly fateOfCode: Int8Array
  /** Of each row: its profile and age, as one number. */
  readonly codes: Uint32Array
}
/** Joins profile and age of a row. */
type CodeOf = (row: number) => number

type Judging = {
  readonly columns: ItemColumns
  readonly attributes: AttributeColumns | undefined
  readonly prices: RowPrices
}

/** Judges all rows, or the rows of a search, by one group after the other. */
export function judge({ columns, attributes, prices }: Judging, question: Question, found?: readonly number[]): Judged {
  const judged = judgeProfiles(columns, question, found)
  const { rows, fates } = judged
  for (const name of FACET_NAMES) {
    const [values, chosen] = [VALUES_OF[name], question[name]]
    if (!chosen || !('ofColumn' in values)) continue
    const { column, dictionary } = values.ofColumn(columns)
    const numbers = chosen.map((value) => dictionary.find(keyOf(value)))
    failOthers(judged, groupOf(name), column, flagsOf(dictionary.keys.length, numbers))
  }
  if (question.min !== undefined || question.max !== undefined) failByPrice(judged, prices, question)
  for (const [place, filter] of question.attributes.entries()) {
    const values = (attributes?.named ?? []).filter(({ key, value }) => key === filter.key && isChosen(filter, value))
    const numbers = values.map(({ number }) => number)
    const chosen = flagsOf(attributes?.size ?? 0, numbers)
    for (let at = 0; at < rows.length; at++)
      if (fates[at] !== OUT && !attributes?.hasAny(rows[at] as number, chosen)) fail(fates, at, ATTRIBUTES + place)
  }
  return judged
}

/** Leaves out the rows whose profiles fail two groups. */
function judgeProfiles(columns: ItemColumns, question: Question, found: readonly number[] | undefined): Judged {
  const codeOf = coder(columns, question)
  const fateOfCode = fatesOfCodes(columns, question)
  const most = found?.length ?? columns.end
  const rows = new Uint32Array(most)
  const fates = new Int8Array(most)
  const codes = new Uint32Array(most)
  let count = 0
  for (let at = 0; at < most; at++) {
    const row = found ? (found[at] as number) : at
    const code = codeOf(row)
    const fate = fateOfCode[code] as number
    if (fate === OUT) continue
    rows[count] = row
    codes[count] = code
    fates[count++] = fate
  }
  return { rows: rows.subarray(0, count), fates: fates.subarray(0, count), fateOfCode, codes: codes.subarray(0, count) }
}

/** Notes that a row fails a group: one that fails another already counts nowhere. */
function fail(fates: Int8Array, at: number, group: number): void {
  fates[at] = fates[at] === PASSES ? group : OUT
}

/** Rows whose number in a column is not chosen fail the group. */
function failOthers({ rows, fates }: Judged, group: number, column: Uint32Array, chosen: Uint8Array): void {
  for (let at = 0; at < rows.length; at++)
    if (fates[at] !== OUT && chosen[column[rows[at] as number] as number] === 0) fail(fates, at, group)
}

/** A byte for each number of a dictionary: 1 for a chosen value. */
function flagsOf(length: number, chosen: Iterable<number | undefined>): Uint8Array {
  const flags = new Uint8Array(length)
  for (const at of chosen) if (at !== undefined) flags[at] = 1
  return flags
}

function coder({ profiles, profile, made }: ItemColumns, { times: { chains } }: Question): CodeOf {
  const days = Float64Array.from(profiles.values, ({ chainId }) => (chains.get(chainId) ?? 0) - DAY_S)
  const weeks = Float64Array.from(profiles.values, ({ chainId }) => (chains.get(chainId) ?? 0) - WEEK_S)
  return (row) => {
    const number = profile[row] as number
    const time = made[row] as number
    const age = time <= (weeks[number] as number) ? 0 : time <= (days[number] as number) ? 1 : 2
    return number * AGES + age
  }
}

/** Judges each profile and age by the facets of profiles. */
function fatesOfCodes(columns: ItemColumns, question: Question): Int8Array {
  const tests = FACET_NAMES.flatMap((name) => {
    const [values, chosen] = [VALUES_OF[name], question[name]]
    if (!chosen || !('ofProfile' in values)) return []
    return { group: groupOf(name), valuesOf: values.ofProfile, keys: new Set(chosen.map(keyOf)) }
  })
  const fateOf = (profile: Profile, age: number): number => {
    if (!question.times.chains.has(profile.chainId)) return OUT
    const failed = tests.filter(({ valuesOf, keys }) => !valuesOf(profile, age, columns).some((key) => keys.has(key)))
    return failed.length > 1 ? OUT : (failed[0]?.group ?? PASSES)
  }
  const fates = new Int8Array(columns.profiles.values.length * AGES)
  for (const [at, profile] of columns.profiles.values.entries())
    for (let age = 0; age < AGES; age++) fates[at * AGES + age] = fateOf(profile, age)
  return fates
}

/** Rows without a price, or with one that is out of bounds, fail the group of prices. */
function failByPrice({ rows, fates }: Judged, prices: RowPrices, { min = 0n, max }: Question): void {
  const [least, most] = [Number(min), max === undefined ? Number.MAX_VALUE : Number(max)]
  for (let at = 0; at < rows.length; at++) {
    if (fates[at] === OUT) continue
    const row = rows[at] as number
    const price = prices.priceOf(row)
    const isAbove = isNear(price, least) ? (prices.exactOnScale(row) ?? -1n) >= min : price > least
    const isBelow = max !== undefined && isNear(price, most) ? (prices.exactOnScale(row) ?? 0n) <= max : price < most
    if (!isAbove || !isBelow) fail(fates, at, PRICES)
  }
}
