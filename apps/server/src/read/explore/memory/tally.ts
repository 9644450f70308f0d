import { type ChainAddress, ITEM_STATUSES, type ItemStatus, MEDIA_KINDS } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Counts } from '../answer.ts'
import type { Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import type { ItemColumns, Profile } from './columns.ts'
import { AGES, type Judged, named, statusesOf } from './filter.ts'
import { ATTRIBUTES, GROUP, PASSES } from './groups.ts'
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
  const { collections, creators, tokens } = columns
  const codes = countCodes(judged, columns.profiles.values.length * AGES)
  const ofGroup = <T>(group: number, valuesOf: (profile: Profile, age: number) => readonly T[]): Map<T, number> => {
    const counts = new Map<T, number>()
    for (const [code, count] of codes.entries()) {
      const fate = judged.fateOfCode[code]
      if (count === 0 || (fate !== PASSES && fate !== group)) continue
      const profile = columns.profiles.values[Math.floor(code / AGES)] as Profile
      for (const value of valuesOf(profile, code % AGES)) counts.set(value, (counts.get(value) ?? 0) + count)
    }
    return counts
  }
  return {
    statuses: ofGroup<ItemStatus>(GROUP.statuses, (profile, age) =>
      ITEM_STATUSES.filter((_, bit) => (statusesOf(profile, age) & (1 << bit)) !== 0),
    ),
    chains: ofGroup(GROUP.chains, ({ chainId }) => [chainId]),
    categories: ofGroup(GROUP.categories, ({ category }) => (category === 0 ? [] : [category])),
    media: ofGroup<string>(GROUP.media, ({ media }) => [MEDIA_KINDS[media] ?? '']),
    standards: ofGroup(GROUP.standards, ({ standard }) => [standard]),
    payTokens: ofGroup(GROUP.payTokens, (profile) => profile.tokens.map((token) => named(tokens.values[token] as ChainAddress))),
    collections: largest(
      collections,
      countNumbers(judged, GROUP.collections, columns.collection, collections.values.length),
      question.collections?.map(named),
    ),
    creators: largest(creators, countNumbers(judged, GROUP.creators, columns.creator, creators.values.length), question.creators) as Map<
      Address,
      number
    >,
    attributes: countAttributes(attributes, question, judged),
    prices: histogramOf(prices, judged.fates),
  }
}

/** Rows of each code that fail no group which a profile does not decide. */
function countCodes({ fates, codeOf }: Judged, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (let row = 0; row < fates.length; row++) {
    const fate = fates[row] as number
    if (fate < PASSES || fate >= GROUP.collections) continue
    const code = codeOf(row)
    counts[code] = (counts[code] as number) + 1
  }
  return counts
}

/** Rows of each number in a column that pass, or fail this group alone. */
function countNumbers({ fates }: Judged, group: number, column: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (let row = 0; row < fates.length; row++) {
    if (fates[row] !== PASSES && fates[row] !== group) continue
    const number = column[row] as number
    counts[number] = (counts[number] as number) + 1
  }
  return counts
}

function countAttributes(attributes: AttributeColumns | undefined, question: Question, { fates }: Judged): Counts['attributes'] {
  if (!attributes) return []
  const counts = new Uint32Array(attributes.size)
  // The group of each attribute's key among the chosen ones.
  const groups = new Int32Array(attributes.size).fill(PASSES)
  for (const { key, number } of attributes.named) {
    const place = question.attributes.findIndex((one) => one.key === key)
    if (place >= 0) groups[number] = ATTRIBUTES + place
  }
  for (let row = 0; row < fates.length; row++) {
    const fate = fates[row] as number
    if (fate === PASSES || fate >= ATTRIBUTES) attributes.count(row, counts, groups, fate)
  }
  return attributes.named.map(({ key, value, digest, number }) => ({ key, value, digest, count: counts[number] as number }))
}
