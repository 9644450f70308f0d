import { FACET_NAMES, type FacetName } from '@plinth/api'
import { type Counts, type FacetCounts, keyOf } from '../answer.ts'
import type { Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import type { ItemColumns, Profile } from './columns.ts'
import { AGES, VALUES_OF } from './facet-values.ts'
import type { Judged } from './filter.ts'
import { ATTRIBUTES, groupOf, OUT, PASSES } from './groups.ts'
import { histogramOf } from './histogram.ts'
import { largest } from './largest.ts'
import type { RowPrices } from './prices.ts'

type Counting = {
  readonly columns: ItemColumns
  readonly attributes: AttributeColumns | undefined
  readonly prices: RowPrices
}

/**
 * How many rows each value of each group leaves if nothing else were chosen in its group: rows that pass all, and in each group
 * those that fail it alone.
 */
export function countsOf({ columns, attributes, prices }: Counting, question: Question, judged: Judged): Counts {
  const codes = countCodes(judged, columns.profiles.values.length * AGES)
  const countsIn = (name: FacetName): ReadonlyMap<string, number> => {
    const values = VALUES_OF[name]
    if ('ofProfile' in values) return countProfiles(columns, judged, codes, { group: groupOf(name), valuesOf: values.ofProfile })
    const { column, dictionary } = values.ofColumn(columns)
    return largest(dictionary, countNumbers(judged, groupOf(name), column, dictionary.keys.length), question[name]?.map(keyOf))
  }
  return {
    ...(Object.fromEntries(FACET_NAMES.map((name) => [name, countsIn(name)])) as FacetCounts),
    attributes: countAttributes(attributes, question, judged),
    prices: histogramOf(prices, judged),
  }
}

type OfProfile = {
  readonly group: number
  readonly valuesOf: (profile: Profile, age: number, columns: ItemColumns) => readonly string[]
}

/** Rows that pass, or fail this group alone, by their values in it. */
function countProfiles(
  columns: ItemColumns,
  { fateOfCode }: Judged,
  codes: Uint32Array,
  { group, valuesOf }: OfProfile,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [code, count] of codes.entries()) {
    if (count === 0 || (fateOfCode[code] !== PASSES && fateOfCode[code] !== group)) continue
    const profile = columns.profiles.values[Math.floor(code / AGES)] as Profile
    for (const key of valuesOf(profile, code % AGES, columns)) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

/** Rows of each code that fail no group which a profile does not decide. */
function countCodes({ codes, fates, fateOfCode }: Judged, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (let at = 0; at < codes.length; at++) {
    const fate = fates[at] as number
    if (fate === OUT) continue
    const code = codes[at] as number
    if (fate === fateOfCode[code]) counts[code] = (counts[code] as number) + 1
  }
  return counts
}

/** Rows of each number in a column that pass, or fail this group alone. */
function countNumbers({ rows, fates }: Judged, group: number, column: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (let at = 0; at < rows.length; at++) {
    if (fates[at] !== PASSES && fates[at] !== group) continue
    const number = column[rows[at] as number] as number
    counts[number] = (counts[number] as number) + 1
  }
  return counts
}

function countAttributes(attributes: AttributeColumns | undefined, question: Question, { rows, fates }: Judged): Counts['attributes'] {
  if (!attributes) return []
  const counts = new Uint32Array(attributes.size)
  // The group of each attribute's key among the chosen ones.
  const groups = new Int32Array(attributes.size).fill(PASSES)
  for (const { key, number } of attributes.named) {
    const place = question.attributes.findIndex((one) => one.key === key)
    if (place >= 0) groups[number] = ATTRIBUTES + place
  }
  for (let at = 0; at < rows.length; at++) {
    const fate = fates[at] as number
    if (fate === PASSES || fate >= ATTRIBUTES) attributes.count(rows[at] as number, counts, groups, fate)
  }
  return attributes.named.map(({ key, value, digest, number }) => ({ key, value, digest, count: counts[number] as number }))
}
