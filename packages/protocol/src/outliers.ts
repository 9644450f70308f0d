/**
 * How far a price may differ from earlier unit prices before the dialog asks for confirmation. A slipped decimal point
 * is a factor of ten; half and five times leave room for bargains, rare items and rising prices, and still catch it.
 */
const FAR_BELOW = 2n
const FAR_ABOVE = 5n

/** Unit prices in base units of the pay token of this offer; undefined where there is none. */
export type PriceMarks = {
  /** The collection's floor price; only of a collection whose items are similar enough to compare. */
  readonly floor: bigint | undefined
  /** This item's last sale price. */
  readonly lastSale: bigint | undefined
  /** The present price of the item's own listing, when that is edited. */
  readonly current?: bigint | undefined
}
export type PriceMark = keyof PriceMarks

/** `mark` is the price compared with, `price` its amount. */
export type Outlier = { readonly is: 'low' | 'high'; readonly mark: PriceMark; readonly price: bigint }

/** For a seller: below half of any mark is an outlier, and the highest such mark is named. */
export function findLowPrice(unitPrice: bigint, marks: PriceMarks): Outlier | undefined {
  const known = marksOf(marks).filter(({ price }) => unitPrice * FAR_BELOW < price)
  const highest = known.reduce<(typeof known)[number] | undefined>((top, next) => (top && top.price >= next.price ? top : next), undefined)
  return highest && { is: 'low', ...highest }
}

/** For a buyer: above five times the item's last sale price is an outlier; the floor counts only where the item never sold. */
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
