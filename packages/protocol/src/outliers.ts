/**
 * How far from what one of it cost before a price may be until a person is asked whether he means it. A slipped decimal point is
 * ten times; half and five times leave room for real bargains, rare works and rising prices, and still catch it.
 */
export const FAR_BELOW = 2n
export const FAR_ABOVE = 5n

/** Prices of one, in base units of the money that is asked or offered now; undefined where there is none. */
export type PriceMarks = {
  /** The cheapest of the collection on sale; only of one whose works are alike enough to say anything. */
  readonly floor: bigint | undefined
  /** What this item last went for. */
  readonly lastSale: bigint | undefined
  /** What its own sale asks so far, when that is edited. */
  readonly current?: bigint | undefined
}
export type PriceMark = keyof PriceMarks

/** `mark` is what the price is compared with, `price` what that was. */
export type Outlier = { readonly is: 'low' | 'high'; readonly mark: PriceMark; readonly price: bigint }

/** For one who gives the item away: below half of any mark is far, and the highest of them is named. */
export function findLowPrice(unitPrice: bigint, marks: PriceMarks): Outlier | undefined {
  const known = marksOf(marks).filter(({ price }) => unitPrice * FAR_BELOW < price)
  const highest = known.reduce<(typeof known)[number] | undefined>((top, next) => (top && top.price >= next.price ? top : next), undefined)
  return highest && { is: 'low', ...highest }
}

/** For one who pays: above five times what the item last went for is far; the floor speaks only where it never changed hands. */
export function findHighPrice(unitPrice: bigint, { lastSale, floor }: PriceMarks): Outlier | undefined {
  const [mark] = marksOf({ lastSale, floor: lastSale === undefined ? floor : undefined })
  return mark && unitPrice > mark.price * FAR_ABOVE ? { is: 'high', ...mark } : undefined
}

function marksOf({ current, lastSale, floor }: PriceMarks): { mark: PriceMark; price: bigint }[] {
  const all = [
    { mark: 'current', price: current },
    { mark: 'lastSale', price: lastSale },
    { mark: 'floor', price: floor },
  ] as const
  return all.flatMap(({ mark, price }) => (price !== undefined && price > 0n ? [{ mark, price }] : []))
}
