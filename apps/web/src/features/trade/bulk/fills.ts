import type { SellingFacts } from '@plinth/api'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { isWrappedCoin } from '../../../lib/wrapped-coin.ts'

export const SOURCES = ['floor', 'attributeFloor', 'offer', 'lastSale'] as const
export type Source = (typeof SOURCES)[number]
export const STEPS = [-5, -1, 1, 5] as const

/** Sources of a price in one money, for one unit in base units. */
export type PriceSources = { readonly [S in Source]: bigint | undefined }

type Token = { readonly address: Address; readonly symbol: string; readonly decimals: number }

/** The money of a pay token: the zero address for the coin and its wrapped twin. */
export const moneyOfToken = (token: Token, coin: string): Address =>
  token.address === ZERO_ADDRESS || isWrappedCoin(token, coin) ? ZERO_ADDRESS : token.address

/** Prices in other moneys say nothing in this one. */
export function sourcesOf(facts: SellingFacts, money: Address): PriceSources {
  const inMoney = (prices: SellingFacts['floors']) => prices.find((price) => price.money === money)?.unitPrice
  return {
    floor: inMoney(facts.floors),
    attributeFloor: inMoney(facts.attributeFloors),
    offer: inMoney(facts.offers),
    lastSale: facts.lastSale?.money === money ? facts.lastSale.unitPrice : undefined,
  }
}

const PLACES = 2

/** Rounded half up to so many significant places; `isUp` rounds up. */
function rounded(price: bigint, places: number, isUp = false): bigint {
  const unit = 10n ** BigInt(Math.max(0, price.toString().length - places))
  return ((price + (isUp ? unit - 1n : unit / 2n)) / unit) * unit
}

/** A price from a source, to two significant places; one from an offer is never below it. */
export function filled(sources: PriceSources, source: Source): bigint | undefined {
  const price = sources[source]
  return price === undefined || price === 0n ? undefined : rounded(price, PLACES, source === 'offer')
}

/** A price moved by a percentage, to two significant places, or to as many more as the step needs to show. */
export function moved(price: bigint, percent: number): bigint {
  const exact = (price * BigInt(100 + percent)) / 100n
  for (let places = PLACES; places < exact.toString().length; places++) {
    const next = rounded(exact, places)
    if (next > 0n && (percent < 0 ? next < price : next > price)) return next
  }
  return exact
}
