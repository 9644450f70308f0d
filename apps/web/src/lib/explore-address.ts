import {
  type AttributeFilter,
  type ChainAddress,
  FACET_NAMES,
  FACETS,
  type FacetName,
  ITEM_SORTS,
  type ItemFilters,
  type ItemSort,
  itemFilters,
} from '@plinth/api'
import { parseUnits } from '@plinth/protocol'

/**
 * What is chosen on a page of works, as its address holds it. The one place that reads and writes these parameters; those of
 * others stay as they are.
 */

export const EXPLORE_TABS = ['works', 'collections', 'people'] as const
export type ExploreTab = (typeof EXPLORE_TABS)[number]
export const DENSITIES = ['large', 'small', 'table'] as const
export type Density = (typeof DENSITIES)[number]

export type ItemChoice = {
  filters: ItemFilters
  /** Undefined: as the list comes. */
  sort: ItemSort | undefined
  /** Undefined: as the visitor had it last. */
  density: Density | undefined
}

export type ReadChoice = ItemChoice & {
  /** Parameters of which something was unknown or damaged, and is left out. */
  leftOut: readonly Param[]
}

/** What the market has, against which an address is checked. */
export type Known = { chains: readonly number[]; categories: readonly bigint[] }

export const chainAddressText = ({ chainId, address }: ChainAddress): string => `${chainId}:${address}`
export const isSameToken = (a: ChainAddress, b: ChainAddress): boolean => a.chainId === b.chainId && a.address === b.address

/** Every parameter that can be wrong. */
export type Param = (typeof FACETS)[FacetName]['param'] | 'money' | 'min' | 'max' | 'trait' | 'range' | 'sort' | 'view'

/** On a collection's page they are no choice. */
export const OF_ITS_PAGE: readonly FacetName[] = ['chains', 'collections']

/** Sorts that mean something inside one collection alone. */
const WITHIN_ONE: readonly ItemSort[] = ['rarity', 'token']

/** How a list comes: what is new first, and what was searched for by how well it fits. */
export const ownSort = ({ words }: ItemFilters): ItemSort => (words === undefined ? 'listed' : 'match')

/** Whether a sort means something among these. */
export const hasSort = (sort: ItemSort, filters: ItemFilters): boolean =>
  sort === 'match' ? filters.words !== undefined : isWithinOne(filters) || !WITHIN_ONE.includes(sort)

export const isWithinOne = ({ collections }: ItemFilters): boolean => collections?.length === 1

/** `fixed`: the collection of the page, whose own parameters `chain` and `collection` are not filters. */
export function readChoice(params: URLSearchParams, known: Known, fixed?: ChainAddress): ReadChoice {
  const leftOut = new Set<Param>()
  const filters: Record<string, unknown> = {}
  for (const field of FACET_NAMES) {
    if (fixed && OF_ITS_PAGE.includes(field)) continue
    const { values, isWhole } = readList(field, params.getAll(FACETS[field].param), known)
    if (values.length > 0) filters[field] = values
    if (!isWhole) leftOut.add(FACETS[field].param)
  }
  if (fixed) filters.collections = [fixed]
  const prices = readPrices(params, known, leftOut)
  const words = (params.get('keyword') ?? '').trim().slice(0, LONGEST_WORDS)
  if (words !== '') filters.words = words
  const attributes = readAttributes(params, leftOut)
  const isOne = (filters.collections as readonly unknown[] | undefined)?.length === 1
  if (attributes.length > 0 && isOne) filters.attributes = attributes
  else if (attributes.length > 0) leftOut.add('trait')
  const read = { ...filters, ...prices } as ItemFilters
  return { filters: read, sort: readSort(params, read, leftOut), density: readDensity(params, leftOut), leftOut: [...leftOut] }
}

const LONGEST_WORDS = 200

function readList(field: FacetName, texts: readonly string[], known: Known): { values: unknown[]; isWhole: boolean } {
  const parts = texts.flatMap((text) => text.split(',')).filter((part) => part !== '')
  const values = new Map<string, unknown>()
  let isWhole = true
  for (const part of parts) {
    const decoded = itemFilters[field][1].safeDecode(part)
    const value: unknown = decoded.success ? decoded.data?.[0] : undefined
    if (value !== undefined && isKnown(field, value, known)) values.set(valueText(value), value)
    else isWhole = false
  }
  return { values: [...values.values()], isWhole }
}

const isKnown = (field: FacetName, value: unknown, { chains, categories }: Known): boolean => {
  if (field === 'chains') return chains.includes(value as number)
  if (field === 'categories') return categories.includes(value as bigint)
  if (field === 'collections' || field === 'payTokens') return chains.includes((value as ChainAddress).chainId)
  return true
}

/** A value of a filter as addresses have it. */
export const valueText = (value: unknown): string => (typeof value === 'object' ? chainAddressText(value as ChainAddress) : String(value))

function readPrices(params: URLSearchParams, { chains }: Known, leftOut: Set<Param>): Partial<ItemFilters> {
  const [min, max] = (['min', 'max'] as const).map((name) => {
    const text = params.get(name)
    if (text === null) return undefined
    const field = name === 'min' ? itemFilters.minPrice : itemFilters.maxPrice
    const decoded = field[1].safeDecode(text)
    if (!decoded.success) leftOut.add(name)
    return decoded.success ? decoded.data : undefined
  })
  const text = params.get('money')
  const decoded = text === null ? undefined : itemFilters.money[1].safeDecode(text)
  const money = decoded?.success ? decoded.data : undefined
  // Bounds in a money that is unknown would mean something else in another one.
  if (text !== null && (!money || !chains.includes(money.chainId))) {
    leftOut.add('money')
    return {}
  }
  const isWrong = isTurned(min, max)
  if (isWrong) leftOut.add('min').add('max')
  const bounds = { money, minPrice: isWrong ? undefined : min, maxPrice: isWrong ? undefined : max }
  return Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined))
}

/** Digits after the point that the catalogue allows. */
const DIGITS = 30
/** The lowest is above the highest. */
export const isTurned = (min: string | undefined, max: string | undefined): boolean =>
  min !== undefined && max !== undefined && parseUnits(min, DIGITS) > parseUnits(max, DIGITS)

/** `trait=Wind:Steady`, and `range=Level:1..5`; in names ":" and "%" are written as in an address. */
function readAttributes(params: URLSearchParams, leftOut: Set<Param>): AttributeFilter[] {
  const byKey = new Map<string, { values: string[] } | { min?: number; max?: number }>()
  for (const text of params.getAll('trait')) {
    const [key, value] = splitPair(text)
    if (key === undefined || value === undefined) leftOut.add('trait')
    else {
      const before = byKey.get(key)
      if (before && 'values' in before) before.values.push(value)
      else byKey.set(key, { values: [value] })
    }
  }
  for (const text of params.getAll('range')) {
    const [key, value] = splitPair(text)
    const bounds = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/.exec(value ?? '')
    const [min, max] = [boundOf(bounds?.[1]), boundOf(bounds?.[2])]
    if (key === undefined || (min ?? max) === undefined || (min ?? -Infinity) > (max ?? Infinity)) leftOut.add('range')
    else byKey.set(key, max === undefined ? { min: min as number } : min === undefined ? { max } : { min, max })
  }
  return [...byKey].map(([key, rest]) => ({ key, ...rest }))
}

const boundOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

function splitPair(text: string): [string | undefined, string | undefined] {
  const at = text.indexOf(':')
  if (at < 1 || at === text.length - 1) return [undefined, undefined]
  const key = text.slice(0, at).replaceAll('%3A', ':').replaceAll('%25', '%')
  const value = text.slice(at + 1)
  return key.length > 200 || value.length > 200 ? [undefined, undefined] : [key, value]
}

const keyText = (key: string): string => key.replaceAll('%', '%25').replaceAll(':', '%3A')

function readSort(params: URLSearchParams, filters: ItemFilters, leftOut: Set<Param>): ItemSort | undefined {
  const text = params.get('sort')
  const sort = ITEM_SORTS.find((one) => one === text)
  const fits = sort !== undefined && hasSort(sort, filters)
  if (text !== null && !fits) leftOut.add('sort')
  return fits ? sort : undefined
}

function readDensity(params: URLSearchParams, leftOut: Set<Param>): Density | undefined {
  const text = params.get('view')
  const density = DENSITIES.find((one) => one === text)
  if (text !== null && !density) leftOut.add('view')
  return density
}

/** The address of a choice: what is not chosen is not written. */
export function writeChoice(params: URLSearchParams, { filters, sort, density }: ItemChoice, fixed?: ChainAddress): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | undefined) => (value === undefined || value === '' ? next.delete(name) : next.set(name, value))
  for (const field of FACET_NAMES) {
    if (fixed && OF_ITS_PAGE.includes(field)) continue
    put(FACETS[field].param, filters[field]?.map(valueText).join(','))
  }
  put('money', filters.money && chainAddressText(filters.money))
  put('min', filters.minPrice)
  put('max', filters.maxPrice)
  put('keyword', filters.words)
  put('sort', isWithinOne(filters) || !sort || !WITHIN_ONE.includes(sort) ? sort : undefined)
  put('view', density)
  next.delete('trait')
  next.delete('range')
  for (const { key, values, min, max } of isWithinOne(filters) ? (filters.attributes ?? []) : []) {
    for (const value of values ?? []) next.append('trait', `${keyText(key)}:${value}`)
    if (!values) next.append('range', `${keyText(key)}:${min ?? ''}..${max ?? ''}`)
  }
  return next
}

export const readTab = (params: URLSearchParams): ExploreTab | undefined => EXPLORE_TABS.find((tab) => tab === params.get('tab'))

/** To the works of this choice. */
export function explorePath(filters: ItemFilters = {}, sort?: ItemSort): string {
  const text = writeChoice(new URLSearchParams(), { filters, sort, density: undefined }).toString()
  return text === '' ? '/explore' : `/explore?${text}`
}
