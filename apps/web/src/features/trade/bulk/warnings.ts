import type { PriceSources } from './fills.ts'

/** Why a price wants a second look (BULK-06); `meant` is the price that its seller probably meant. */
export type PriceWarning =
  | {
      readonly is: 'low'
      readonly mark: 'floor' | 'attributeFloor'
      readonly price: bigint
      readonly below: bigint
      readonly meant: bigint
    }
  | { readonly is: 'underOffer'; readonly price: bigint }
  | { readonly is: 'high'; readonly price: bigint; readonly times: bigint; readonly meant: bigint }

const FAR_BELOW = 2n
const FAR_ABOVE = 10n
const MOST_SHIFTS = 6

/** The one warning of a price: far below a floor, else under the top offer, else far above the last sale. */
export function warningOf(
  price: bigint,
  { floor = 0n, attributeFloor = 0n, offer = 0n, lastSale = 0n }: PriceSources,
): PriceWarning | undefined {
  if (price === 0n) return undefined
  // The dearer of both: a rare attribute's floor says more than the collection's.
  const [mark, least] = attributeFloor > floor ? (['attributeFloor', attributeFloor] as const) : (['floor', floor] as const)
  if (price * FAR_BELOW < least) {
    const meant = shifted(price, least, (next) => next * 10n)
    return { is: 'low', mark, price: least, below: 100n - (price * 100n) / least - (price * 100n < least ? 1n : 0n), meant: meant ?? least }
  }
  if (price < offer) return { is: 'underOffer', price: offer }
  if (lastSale > 0n && price > lastSale * FAR_ABOVE) {
    const meant = shifted(price, lastSale, (next) => next / 10n)
    return { is: 'high', price: lastSale, times: price / lastSale, meant: meant ?? lastSale }
  }
  return undefined
}

/** A slipped decimal point: the price times or over ten, as often as it takes to be within half and twice of the mark. */
function shifted(price: bigint, mark: bigint, shift: (price: bigint) => bigint): bigint | undefined {
  let next = price
  for (let count = 0; count < MOST_SHIFTS; count++) {
    next = shift(next)
    if (next * 2n >= mark && next <= mark * 2n) return next
  }
  return undefined
}
