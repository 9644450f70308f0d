import {
  AppError,
  type AttributeFilter,
  type ChainAddress,
  FACET_NAMES,
  type FacetName,
  type FacetValue,
  type ItemFilters,
  type ItemSort,
} from '@plinth/api'
import { BPS, ZERO_ADDRESS } from '@plinth/protocol'
import type { Chains } from '../../chain/chains.ts'
import { type ItemSearch, readItemSearch } from '../../db/search.ts'
import type { Clock } from '../../process/clock.ts'
import type { Moneys, Token } from './moneys.ts'
import { type Position, readPosition } from './position.ts'

/** The groups of filters that every question has, by their bit. Each chosen attribute is one more, from `FIRST_ATTRIBUTE` on. */
export const GROUPS = [...FACET_NAMES, 'prices'] as const
export type Group = (typeof GROUPS)[number]
export const FIRST_ATTRIBUTE = GROUPS.length

/** A price as compared with others: of all moneys that have a rate by worth, or in the one money that has none. */
export type PriceScale = {
  /** The money without a rate, whose asks alone count; undefined where prices are compared by worth. */
  readonly only: ChainAddress | undefined
  /** Of one whole unit of the question's money, or of its currency. */
  readonly one: bigint
  /** A buyer's payment for 10,000 base units of `only`; 0 without it. */
  readonly paid: bigint
  /** Digits that a bound of the money has after the point. */
  readonly digits: number
}

/** The chosen values of each facet; undefined for none. */
export type Chosen = { readonly [N in FacetName]: readonly FacetValue<N>[] | undefined }

export type Question = Chosen & {
  readonly attributes: readonly AttributeFilter[]
  readonly scale: PriceScale
  /** Both included, in the unit of the scale. */
  readonly min: bigint | undefined
  readonly max: bigint | undefined
  /** What the items must be found by; 'nothing' where the words have no letter. */
  readonly words: ItemSearch | 'nothing' | undefined
  readonly sort: ItemSort
  readonly after: Position | undefined
  readonly limit: number
  readonly withCounts: boolean
  readonly moneys: Moneys
  readonly times: Times
}

/** Each chain has its clock (decision 15); locks of purchases run by the server's. */
export type Times = { readonly chains: ReadonlyMap<number, number>; readonly server: number }

export type Asked = ItemFilters & {
  readonly sort?: ItemSort | undefined
  readonly withCounts?: boolean | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export function timesOf({ chains, clock }: { readonly chains: Chains; readonly clock: Clock }): Times {
  return { chains: new Map(chains.all.map((chain) => [chain.id, chain.now()])), server: clock.now() }
}

/** @throws AppError BAD_ARGUMENT_VALUE */
export function readQuestion(asked: Asked, times: Times, moneysOf: (mark: string | undefined) => Moneys): Question {
  // What is searched for comes before what is new.
  const { sort = asked.words === undefined ? 'listed' : 'match' } = asked
  const attributes = asked.attributes ?? []
  const isOfOne = asked.collections?.length === 1
  if (attributes.length > 0 && !isOfOne) throw refused('attributes', 'of one collection alone')
  if ((sort === 'rarity' || sort === 'token') && !isOfOne) throw refused('sort', 'of one collection alone')
  if (sort === 'match' && asked.words === undefined) throw refused('sort', 'of a search alone')
  const after = asked.cursor === undefined ? undefined : readPosition(asked.cursor, sort)
  const moneys = moneysOf(after?.mark)
  const scale = scaleOf(moneys, asked.money)
  return {
    ...chosenIn(asked),
    attributes: byKey(attributes),
    scale,
    min: asked.minPrice === undefined ? undefined : boundOf(asked.minPrice, scale, 'min'),
    max: asked.maxPrice === undefined ? undefined : boundOf(asked.maxPrice, scale, 'max'),
    words: asked.words === undefined ? undefined : (readItemSearch(asked.words) ?? 'nothing'),
    sort,
    after,
    limit: asked.limit,
    withCounts: asked.withCounts ?? false,
    moneys,
    times,
  }
}

const refused = (field: string, reason: string) => new AppError('BAD_ARGUMENT_VALUE', { field, reason })

const chosenIn = (asked: ItemFilters): Chosen =>
  Object.fromEntries(FACET_NAMES.map((name) => [name, asked[name]?.length ? asked[name] : undefined])) as Chosen

/** Values of one key join, whether they came together or apart. */
function byKey(filters: readonly AttributeFilter[]): AttributeFilter[] {
  const merged = new Map<string, AttributeFilter>()
  for (const filter of filters) {
    const { values } = merged.get(filter.key) ?? {}
    merged.set(filter.key, values && filter.values ? { key: filter.key, values: [...values, ...filter.values] } : filter)
  }
  return [...merged.values()]
}

/** Digits after the point of an amount that counts name: a bound of such a length can be asked. */
const MOST_DIGITS = 18

function scaleOf(moneys: Moneys, money: ChainAddress | undefined): PriceScale {
  if (!money) return { only: undefined, one: 10n ** BigInt(moneys.digits), paid: 0n, digits: Math.min(moneys.digits, MOST_DIGITS) }
  const token = tokenOf(moneys, money)
  const { weight, decimals = 0, paid = BPS } = token ?? {}
  const [unit, digits] = [10n ** BigInt(decimals) * BPS, Math.min(decimals, MOST_DIGITS)]
  // A weight includes the fee, and a bound does too.
  if (weight !== undefined) return { only: undefined, one: (unit * weight) / paid, paid: 0n, digits }
  return { only: { chainId: money.chainId, address: token?.money ?? money.address }, one: unit, paid, digits }
}

/** A pay token of this money; the coin, where the site lists its wrapped form alone, by that. */
function tokenOf(moneys: Moneys, { chainId, address }: ChainAddress): Token | undefined {
  return (
    moneys.find(chainId, address) ??
    (address === ZERO_ADDRESS ? moneys.tokens.find((token) => token.chainId === chainId && token.money === address) : undefined)
  )
}

/** Decimal text in whole units. Prices are whole, so that a bound between two of them is the nearest one inside. */
function boundOf(text: string, { one }: PriceScale, bound: 'min' | 'max'): bigint {
  const [whole = '0', part = ''] = text.split('.')
  const [above, below] = [BigInt(whole + part) * one, 10n ** BigInt(part.length)]
  return bound === 'min' ? (above + below - 1n) / below : above / below
}

/** The inverse, rounded to the digits of the money: a low bound down, a high one up, so that both leave what lies on them. */
export function amountText(value: bigint, { one, digits }: PriceScale, bound: 'min' | 'max'): string {
  const scaled = value * 10n ** BigInt(digits)
  const rounded = bound === 'min' ? scaled / one : (scaled + one - 1n) / one
  const text = rounded.toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const part = text.slice(text.length - digits).replace(/0+$/, '')
  return part === '' ? whole : `${whole}.${part}`
}

/** Parts of a price histogram. */
export const PARTS = 24

/** Where parts of equal ratio begin, the second to the last: the same numbers for every way of counting, 15 digits long. */
export function partsBetween(min: bigint, max: bigint): bigint[] {
  // The logarithm of a whole number of any length.
  const log = (value: bigint): number => {
    const digits = value.toString()
    return digits.length <= 15
      ? Math.log(Math.max(Number(value), 0.5))
      : Math.log(Number(digits.slice(0, 15))) + (digits.length - 15) * Math.LN10
  }
  const [low, high] = [log(min), log(max)]
  return Array.from({ length: PARTS - 1 }, (_, at) => exponent(low + ((high - low) * (at + 1)) / PARTS))
}

function exponent(log: number): bigint {
  const tens = Math.max(0, Math.floor(log / Math.LN10) - 14)
  return BigInt(Math.ceil(Math.exp(log - tens * Math.LN10))) * 10n ** BigInt(tens)
}

/** The part in which a price lies. */
export function partOf(value: bigint, starts: readonly bigint[]): number {
  const at = starts.findIndex((start) => value < start)
  return at < 0 ? starts.length : at
}
