import { ITEM_STATUSES, MEDIA_KINDS } from '@plinth/api'
import { isChosen } from '../attributes.ts'
import { DAY_S, WEEK_S } from '../facts.ts'
import type { Question } from '../question.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import type { ItemColumns, Profile } from './columns.ts'
import { ATTRIBUTES, GROUP, OUT, PASSES } from './groups.ts'
import { isNear, type RowPrices } from './prices.ts'

/** A row is not new, made in the last 7 days, or in the last 24 hours. */
export const AGES = 3
export const named = ({ chainId, address }: { readonly chainId: number; readonly address: string }): string => `${chainId}:${address}`

/** What a question's filters make of each row. */
export type Judged = {
  /** By row: the only group that it fails, `PASSES` or `OUT`. */
  readonly fates: Int8Array
  /** By profile and age: the only group that such a row fails of those that a profile decides. */
  readonly fateOfCode: Int8Array
  readonly codeOf: CodeOf
}
/** Joins profile and age of a row. */
type CodeOf = (row: number) => number

type Judging = {
  readonly columns: ItemColumns
  readonly attributes: AttributeColumns | undefined
  readonly prices: RowPrices
}

/** Judges all rows, or those that are found, by one group after the other. */
export function judge({ columns, attributes, prices }: Judging, question: Question, found?: readonly number[]): Judged {
  const codeOf = coder(columns, question)
  const fateOfCode = fatesOfCodes(columns, question)
  const fates = new Int8Array(columns.end)
  if (found) {
    fates.fill(OUT)
    for (const row of found) fates[row] = fateOfCode[codeOf(row)] as number
  } else for (let row = 0; row < fates.length; row++) fates[row] = fateOfCode[codeOf(row)] as number
  const { collections, creators } = question
  if (collections) {
    const numbers = collections.map((one) => columns.collections.find(named(one)))
    failOthers(fates, GROUP.collections, columns.collection, flagsOf(columns.collections.values.length, numbers))
  }
  if (creators) {
    const numbers = creators.map((address) => columns.creators.find(address))
    failOthers(fates, GROUP.creators, columns.creator, flagsOf(columns.creators.values.length, numbers))
  }
  if (question.min !== undefined || question.max !== undefined)
    for (let row = 0; row < fates.length; row++) if (fates[row] !== OUT && !isWithin(prices, row, question)) fail(fates, row, GROUP.prices)
  for (const [place, filter] of question.attributes.entries()) {
    const values = (attributes?.named ?? []).filter(({ key, value }) => key === filter.key && isChosen(filter, value))
    const numbers = values.map(({ number }) => number)
    const chosen = flagsOf(attributes?.size ?? 0, numbers)
    for (let row = 0; row < fates.length; row++)
      if (fates[row] !== OUT && !attributes?.hasAny(row, chosen)) fail(fates, row, ATTRIBUTES + place)
  }
  return { fates, fateOfCode, codeOf }
}

/** Notes that a row fails a group: one that fails another already counts nowhere. */
function fail(fates: Int8Array, row: number, group: number): void {
  fates[row] = fates[row] === PASSES ? group : OUT
}

/** Rows whose number in a column is not chosen fail the group. */
function failOthers(fates: Int8Array, group: number, column: Uint32Array, chosen: Uint8Array): void {
  for (let row = 0; row < fates.length; row++) if (fates[row] !== OUT && chosen[column[row] as number] === 0) fail(fates, row, group)
}

/** A byte for each number of a dictionary: 1 where it is chosen. */
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

/** The statuses of a row, a bit for each of `ITEM_STATUSES`. */
export const statusesOf = ({ statuses }: Profile, age: number): number => statuses | (age > 1 ? 8 : 0) | (age > 0 ? 16 : 0)

/** What the groups say that a profile decides. */
function fatesOfCodes({ profiles, tokens }: ItemColumns, question: Question): Int8Array {
  const { chains, categories, media, standards, times } = question
  const statuses = (question.statuses ?? []).reduce((bits, status) => bits | (1 << ITEM_STATUSES.indexOf(status)), 0)
  const payTokens = question.payTokens && new Set(question.payTokens.map(named))
  const isPaid = (token: number): boolean => {
    const known = tokens.values[token]
    return known !== undefined && (payTokens?.has(named(known)) ?? false)
  }
  const fateOf = (profile: Profile, age: number): number => {
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
  return Int8Array.from(profiles.values.flatMap((profile) => [0, 1, 2].map((age) => fateOf(profile, age))))
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
