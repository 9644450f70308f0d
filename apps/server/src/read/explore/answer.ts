import type { ChainAddress, FacetName } from '@plinth/api'
import type { Attribute } from './attributes.ts'
import type { Position } from './position.ts'

/** What either way of asking finds. */
export type Answer = {
  readonly list: readonly Position[]
  readonly total: number
  /** Of a short word, which finds more than the list is made of. */
  readonly isAtLeast: boolean
  readonly counts: Counts | undefined
}

/** How often each value of a facet comes, by `keyOf`. Values without items may be missing. */
export type FacetCounts = { readonly [N in FacetName]: ReadonlyMap<string, number> }

export type Counts = FacetCounts & {
  /** Of the one chosen collection, all its attributes. */
  readonly attributes: readonly (Attribute & { readonly count: number })[]
  readonly prices: Prices | undefined
}

export type Prices = {
  readonly min: bigint
  readonly max: bigint
  readonly counts: readonly number[]
  /** Items that have no price on the scale of the question. */
  readonly unpriced: number
}

/** The most collections and creators that counts name, beside those that are chosen. */
export const MOST_VALUES = 200

/** A value of a facet as the key of its count: an address on a chain is `chainId:address`. */
export const keyOf = (value: ChainAddress | string | number | bigint): string =>
  typeof value === 'object' ? `${value.chainId}:${value.address}` : String(value)
