import type { ItemRecord } from '@plinth/api'
import { queryClient } from './api.ts'
import { mapRows, rowsOf } from './live/lists.ts'
import { isGrowing } from './positions.ts'
import { rowKey } from './rows.ts'

type ItemKey = Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>

const isItem = (row: unknown): row is ItemKey & Pick<ItemRecord, 'isLiked'> => typeof row === 'object' && row !== null && 'isLiked' in row

/** Counts the changes of likes, so that a read knows which of them happened while it was under way. */
let changes = 0
/** By item: what the reader chose last, and which change that was. */
const chosen = new Map<string, { isLiked: boolean; change: number }>()

/** Whether the reader likes an item, written wherever the cache holds it: on its page and in every list. */
export function setLiked(item: ItemKey, isLiked: boolean): void {
  const key = rowKey(item)
  chosen.set(key, { isLiked, change: ++changes })
  mark(isLiked, (row) => rowKey(row) === key)
}

/**
 * A list that was asked for before the market knew of the like would say the old: it is asked for again. An endless list
 * that is growing keeps its rows as they were when the next page was asked for: they are marked again once it has come.
 */
export async function askAgainAbout(item: ItemKey): Promise<void> {
  const key = rowKey(item)
  const holds = (data: unknown) => (isItem(data) ? [data] : rowsOf(data)).some((row) => isItem(row) && rowKey(row) === key)
  const underWay = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: ({ state }) => holds(state.data) })
  const [growing, old] = [underWay.filter(isGrowing), underWay.filter((query) => !isGrowing(query))]
  await Promise.all([
    queryClient.invalidateQueries({ predicate: (query) => old.includes(query) }),
    ...growing.map(async (query) => {
      await query.promise?.catch(() => undefined)
      const last = chosen.get(key)
      if (last) mark(last.isLiked, (row) => rowKey(row) === key)
    }),
  ])
}

/** A read past the cache, whose answer is laid over what the cache holds: likes that changed in between are newer than it. */
export async function keepLikes<T>(read: () => Promise<T>): Promise<T> {
  const before = changes
  const answer = await read()
  const update = (row: unknown) => {
    const last = isItem(row) ? chosen.get(rowKey(row)) : undefined
    return last && last.change > before ? { ...(row as object), isLiked: last.isLiked } : row
  }
  return isItem(answer) ? (update(answer) as T) : mapRows(answer, update)
}

/** Another reader, or none: the likes of the one before are private (NET-19). */
export function forgetLikes(): void {
  chosen.clear()
  mark(false, () => true)
}

function mark(isLiked: boolean, isMeant: (row: ItemKey) => boolean): void {
  const change = (row: unknown) => (isItem(row) && row.isLiked !== isLiked && isMeant(row) ? { ...row, isLiked } : row)
  for (const query of queryClient.getQueryCache().getAll()) {
    const { data } = query.state
    const next = isItem(data) ? change(data) : mapRows(data, change)
    // The rest of its state stays: what was to be refetched still is.
    if (next !== data) query.setState({ data: next })
  }
}
