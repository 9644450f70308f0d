import type { ItemRecord } from '@plinth/api'
import { queryClient } from './api.ts'
import { mapRows, rowsOf } from './live/lists.ts'
import { rowKey } from './rows.ts'

type Work = Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>

const isWork = (row: unknown): row is Work & Pick<ItemRecord, 'isLiked'> => typeof row === 'object' && row !== null && 'isLiked' in row

/** Whether the reader likes a work, written wherever the cache holds it: on its page and in every list. */
export function setLiked(work: Work, isLiked: boolean): void {
  const key = rowKey(work)
  mark(isLiked, (row) => rowKey(row) === key)
}

/** A list that was asked for before the market knew of it would say the old: where the work stands, it is asked for again. */
export function askAgainAbout(work: Work): Promise<void> {
  const key = rowKey(work)
  const holds = (data: unknown) => (isWork(data) ? [data] : rowsOf(data)).some((row) => isWork(row) && rowKey(row) === key)
  // Of an endless list only what joins is on its way.
  return queryClient.invalidateQueries({
    predicate: ({ state }) => state.fetchStatus === 'fetching' && !state.fetchMeta?.fetchMore && holds(state.data),
  })
}

/** Another reader, or none: what the one before liked is nobody's business (NET-19). */
export const forgetLikes = (): void => mark(false, () => true)

function mark(isLiked: boolean, isMeant: (row: Work) => boolean): void {
  const change = (row: unknown) => (isWork(row) && row.isLiked !== isLiked && isMeant(row) ? { ...row, isLiked } : row)
  for (const query of queryClient.getQueryCache().getAll()) {
    const { data } = query.state
    const next = isWork(data) ? change(data) : mapRows(data, change)
    // The rest of its state stays: what was to be read anew still is.
    if (next !== data) query.setState({ data: next })
  }
}
