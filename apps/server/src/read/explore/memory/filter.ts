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

/** The rows of a question, and what its filters make of each. */
export type Judged = {
  readonly rows: Uint32Array
  /** Of each row: its profile times `AGES`, plus its age. */
  readonly codes: Uint32Array
  /** Of each row: the only group that it fails, `PASSES` or `OUT`. */
  readonly fates: Int8Array
  /** By code: the only group that it fails of those that a profile decides. */
  readonly fateOfCode: Int8Array
}

type Judging = {
  readonly columns: ItemColumns
  readonly attributes: AttributeColumns | undefined
  readonly prices: RowPrices
}

/** Judges rows by one group after the other. */
export function judge({ columns, attributes, prices }: Judging, question: Question, rows: Uint32Array): Judged {
  const codes = codesOf(columns, question, rows)
  const fateOfCode = fatesOfCodes(columns, question)
  const fates = new Int8Array(rows.length)
  for (let at = 0; at < rows.length; at++) fates[at] = fateOfCode[codes[at] as number] as number
  const judged = { rows, codes, fates, fateOfCode }
  const { collections, creators } = question
  if (collections) {
    const numbers = collections.map((one) => columns.collections.find(named(one)))
    failOthers(judged, GROUP.collections, columns.collection, flagsOf(columns.collections.values.length, numbers))
  }
  if (creators) {
    const numbers = creators.map((address) => columns.creators.find(address))
    failOthers(judged, GROUP.creators, columns.creator, flagsOf(columns.creators.values.length, numbers))
  }
  if (question.min !== undefined || question.max !== undefined)
    for (let at = 0; at < rows.length; at++)
      if (fates[at] !== OUT && !isWithin(prices, rows[at] as number, question)) fail(fates, at, GROUP.prices)
  for (const [place, filter] of question.attributes.entries()) {
    const values = (attributes?.named ?? []).filter(({ key, value }) => key === filter.key && isChosen(filter, value))
    const numbers = values.map(({ number }) => number)
    const chosen = flagsOf(attributes?.size ?? 0, numbers)
    for (let at = 0; at < rows.length; at++)
      if (fates[at] !== OUT && !attributes?.hasAny(rows[at] as number, chosen)) fail(fates, at, ATTRIBUTES + place)
  }
  return judged
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

/** A byte for each number of a dictionary: 1 where it is chosen. */
function flagsOf(length: number, chosen: Iterable<number | undefined>): Uint8Array {
  const flags = new Uint8Array(length)
  for (const at of chosen) if (at !== undefined) flags[at] = 1
  return flags
}

function codesOf({ profiles, profile, made }: ItemColumns, { times: { chains } }: Question, rows: Uint32Array): Uint32Array {
  const days = Float64Array.from(profiles.values, ({ chainId }) => (chains.get(chainId) ?? 0) - DAY_S)
  const weeks = Float64Array.from(profiles.values, ({ chainId }) => (chains.get(chainId) ?? 0) - WEEK_S)
  const codes = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    const [number, time] = [profile[row] as number, made[row] as number]
    codes[at] = number * AGES + (time > (days[number] as number) ? 2 : time > (weeks[number] as number) ? 1 : 0)
  }
  return codes
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
