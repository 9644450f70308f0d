/** An item or a notice as lists hold it. */
type Row = { chainId?: number; collection?: string; tokenId?: bigint; id?: bigint | string }

/** Identifies the rows of one list, whatever else about them changes. */
export function rowKey(row: unknown): string {
  const { chainId, collection, tokenId, id } = row as Row
  // What happens to an item names the item too, but has a number of its own.
  return id !== undefined || tokenId === undefined ? String(id) : `${chainId}:${collection}:${tokenId}`
}

/** A page as the cache keeps it: `arrivals` belong to the list but are not on it yet, because that would push it down. */
export type LivePage<T> = { list: readonly T[]; arrivals?: readonly T[] }
