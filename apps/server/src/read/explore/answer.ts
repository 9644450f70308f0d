import type { ItemStatus } from '@plinth/api'
import type { Address } from '@plinth/protocol'
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

/** Counts by value. Addresses on a chain are `chainId:address`. Values without items may be missing. */
export type Counts = {
  readonly chains: ReadonlyMap<number, number>
  readonly statuses: ReadonlyMap<ItemStatus, number>
  readonly categories: ReadonlyMap<number, number>
  readonly collections: ReadonlyMap<string, number>
  readonly payTokens: ReadonlyMap<string, number>
  readonly media: ReadonlyMap<string, number>
  readonly standards: ReadonlyMap<number, number>
  readonly creators: ReadonlyMap<Address, number>
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
