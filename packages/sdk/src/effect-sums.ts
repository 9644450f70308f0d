import type { Address } from '@plinth/protocol'
import type { Listing } from './effect.ts'

/** Listings in one money. */
export type SalesSum = {
  readonly token: Address
  readonly listings: number
  /** Items; of an edition each. */
  readonly units: bigint
  /** If all are sold, in base units. */
  readonly total: bigint
  /** The least price of one unit. */
  readonly lowest: bigint
}

/** What many listings ask for, by money, in the order of the first of each. */
export function sumsOf(sales: readonly Listing[]): SalesSum[] {
  return [...Map.groupBy(sales, ({ price }) => price.token)].map(([token, own]) => {
    const prices = own.map(({ price, works }) => price.amount / works.units)
    return {
      token,
      listings: own.length,
      units: own.reduce((sum, { works }) => sum + works.units, 0n),
      total: own.reduce((sum, { price }) => sum + price.amount, 0n),
      lowest: prices.reduce((least, price) => (price < least ? price : least)),
    }
  })
}

/** When the first and the last of them ends, in unix seconds; 0 for never. */
export function endsOf(sales: readonly Listing[]): { readonly first: number; readonly last: number } {
  const ends = sales.map(({ until }) => until)
  const timed = ends.filter((until) => until !== 0)
  return { first: timed.length === 0 ? 0 : Math.min(...timed), last: timed.length < ends.length ? 0 : Math.max(0, ...timed) }
}
