export type GasLevels = { readonly low: bigint; readonly medium: bigint; readonly high: bigint }

/** A price so many times above what the node itself suggests was paid by somebody who wanted to be seen. */
const OUTLIER = 10n

/**
 * The levels of wire 6.3, in wei: of the sorted prices the one at a tenth is low, and from there to the one at three
 * fifths go four steps. Free transactions are the chain's own, and whoever builds a block pays himself: both are left out.
 */
export function levelsOf(prices: readonly bigint[], suggested: bigint): GasLevels | undefined {
  const sorted = prices
    .filter((price) => price > 0n && (suggested === 0n || price <= suggested * OUTLIER))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const low = sorted[Math.floor(sorted.length / 10)]
  if (low === undefined) return undefined
  const top = sorted[Math.min(sorted.length - 1, 3 * Math.floor(sorted.length / 5))] ?? low
  const step = (top - low) / 4n
  return { low, medium: low + 2n * step, high: low + 3n * step }
}
