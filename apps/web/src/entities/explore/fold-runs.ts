import type { Address } from '@plinth/protocol'

/** How many works of one account stand in a row before the rest is folded. */
const IN_A_ROW = 3

export type Folded<T> = { readonly is: 'row'; readonly row: T } | { readonly is: 'fold'; readonly of: Address; readonly rows: readonly T[] }

/**
 * Works in the order of their listing, with at most three of one account in a row; the rest of the run is one fold in its place.
 * `isOpen` says which folds the reader has opened.
 */
export function foldRuns<T>(
  rows: readonly T[],
  sellerOf: (row: T) => Address | undefined,
  isOpen: (first: T) => boolean = () => false,
): Folded<T>[] {
  const runs: { seller: Address | undefined; rows: T[] }[] = []
  for (const row of rows) {
    const seller = sellerOf(row)
    const last = runs.at(-1)
    if (last && seller !== undefined && last.seller === seller) last.rows.push(row)
    else runs.push({ seller, rows: [row] })
  }
  return runs.flatMap(({ seller, rows: run }) => {
    const [first] = run
    if (seller === undefined || first === undefined || run.length <= IN_A_ROW || isOpen(first)) return run.map(shown)
    const rest = run.slice(IN_A_ROW)
    return [...run.slice(0, IN_A_ROW).map(shown), { is: 'fold', of: seller, rows: rest } as const]
  })
}

const shown = <T>(row: T): Folded<T> => ({ is: 'row', row })
