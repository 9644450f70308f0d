import { ProtocolError } from './errors.ts'
import { formatUnits, parseUnits } from './money.ts'

/** Stock of a box as published: `boxes` boxes of `perBox` items each. */
export type BoxStock = { readonly boxes: bigint; readonly perBox: bigint; readonly isRepetition: boolean }

/**
 * The documented chance of one kind, percent with two decimals, rounded, at most "100.00" (document A §9, decision 33).
 * Without repetition 100 times its copies divided by the boxes; with it, one minus the chance of never drawing it in
 * `perBox` draws from a pool of boxes times perBox.
 * @param copies of this kind in the whole box series
 * @throws ProtocolError BAD_QUANTITY for an empty stock, or copies below 0
 */
export function documentedProbability(copies: bigint, stock: BoxStock): string {
  const pool = stock.boxes * stock.perBox
  if (stock.boxes <= 0n || stock.perBox <= 0n || copies < 0n) throw new ProtocolError('BAD_QUANTITY', 'A box needs stock')
  if (!stock.isRepetition) return percent(copies, stock.boxes)
  if (copies >= pool) return '100.00'
  return percent(pool ** stock.perBox - (pool - copies) ** stock.perBox, pool ** stock.perBox)
}

/**
 * What one row of a box's history cost: price times boxes, two decimals, rounded (document A §9).
 * @param price human decimal price of one box
 */
export function historyPrice(price: string, boxes: bigint): string {
  const decimals = 30
  const text = formatUnits(parseUnits(price, decimals) * boxes, decimals, 2, 'half')
  const [whole, fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** Boxes of a series still closed; never below 0. */
export function boxesLeft(amount: bigint, openeds: bigint): bigint {
  return openeds < amount ? amount - openeds : 0n
}

function percent(part: bigint, whole: bigint): string {
  const hundredths = (part * 20_000n + whole) / (2n * whole)
  const capped = hundredths > 10_000n ? 10_000n : hundredths
  return `${capped / 100n}.${(capped % 100n).toString().padStart(2, '0')}`
}
