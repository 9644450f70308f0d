export type GasLevels = { readonly low: bigint; readonly medium: bigint; readonly high: bigint }

/** A price so many times above the node's suggestion is an outlier, paid to be seen. */
const OUTLIER = 10n

/**
 * The levels of wire 6.3, in wei: the price at the tenth percentile is low, and four steps lead from there to the price at the
 * sixtieth. Leaves out free transactions, which are the chain's own, and those of block builders, who pay themselves. Where none
 * is left, what the node suggests: the last known prices may be hours old. Undefined where gas is free.
 */
export function levelsOf(prices: readonly bigint[], suggested: bigint): GasLevels | undefined {
  const sorted = prices
    .filter((price) => price > 0n && (suggested === 0n || price <= suggested * OUTLIER))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const low = sorted[Math.floor(sorted.length / 10)] ?? suggested
  if (low === 0n) return undefined
  const top = sorted[Math.min(sorted.length - 1, 3 * Math.floor(sorted.length / 5))] ?? low
  const step = (top - low) / 4n
  return { low, medium: low + 2n * step, high: low + 3n * step }
}
