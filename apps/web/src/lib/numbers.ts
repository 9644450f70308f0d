import { feePercent } from '@plinth/protocol'

/** Groups the whole part of a decimal text: "1234.5" gives "1,234.5". Text in, text out: no digit is lost. */
export function groupDigits(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** A price as labels write it: grouped, two digits after the point at least, "2.40" and "40.00". Text in, text out. */
export function priceText(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  return groupDigits(`${whole}.${fraction.padEnd(2, '0')}`)
}

/** A count for people: 1,204. */
export function countText(count: number | bigint, locale: string): string {
  return new Intl.NumberFormat(locale).format(count)
}

/** The royalty shown is the sum of all entries (FMT-20), bps in, "5.00%" out. */
export function royaltyPercent(royaltiesBps: readonly number[]): string {
  return feePercent(royaltiesBps.reduce((sum, bps) => sum + bps, 0))
}

/** "5%" of a dividend, as its seller typed it. Fees and royalties are "2.50%" wherever they stand. */
export function shortPercent(bps: bigint | number): string {
  return feePercent(bps).replace(/\.?0+%$/, '%')
}

/** "5%", or "0% – 10%" where works differ. */
export const percentRange = ({ low, high }: { low: number; high: number }): string =>
  low === high ? shortPercent(low) : `${shortPercent(low)} – ${shortPercent(high)}`
