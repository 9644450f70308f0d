import { EXPLORE_CALLS, type ExplorePage, type ItemCard, type ItemFilters, type ItemRecord, type ItemSort, VIEWER_CALLS } from '@plinth/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { clientOf, keyOf, type ListMeta, pagesOf, queryOf } from '../../lib/api.ts'
import { fetchResource } from '../../lib/resources.ts'
import { rowKey } from '../../lib/rows.ts'
import { LOCAL, readStored } from '../../lib/storage.ts'
import type { ExploreRow, ExploreRows } from './explore-row.ts'
import { rowOfRecord } from './row-of-record.ts'

/** Not among the calls that the first view carries. */
export const exploreApi = clientOf(EXPLORE_CALLS, fetchResource).explore
const viewerApi = clientOf(VIEWER_CALLS).viewer

export type ItemsAsked = { filters: ItemFilters; sort: ItemSort | undefined }

/** Full rows of 6, 5, 4, 3 and 2. */
const FIRST = 60
/** What the server gives at most. */
const MORE = 200

/** Of every list of slim cards. */
export const rowsMeta: Pick<ListMeta, 'rowOf'> = {
  rowOf: (item, row) => rowOfRecord(item as ItemRecord, row as ExploreRow),
}

/** Works by filters, in one order, with the counts of each value; it grows by the cursor. `isLong`: a table takes more at once. */
export function itemsQuery({ filters, sort }: ItemsAsked, isLong = false) {
  const asked = { ...filters, sort }
  const read = async (cursor: string | undefined, signal?: AbortSignal): Promise<ExploreRows> => {
    const isFirst = cursor === undefined
    const limit = isFirst || !isLong ? FIRST : MORE
    return withLikes(await exploreApi.items({ ...asked, withCounts: isFirst, cursor, limit }, { signal }))
  }
  return infiniteQueryOptions({
    queryKey: keyOf(exploreApi.items, { ...asked, limit: FIRST }),
    queryFn: ({ signal, pageParam }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: {
      firstPage: (signal) => read(undefined, signal),
      ...rowsMeta,
    } satisfies ListMeta,
  })
}

/** The first works that fit, and how many there are. */
export const firstItemsQuery = (filters: ItemFilters, limit: number) =>
  queryOptions({
    queryKey: keyOf(exploreApi.items, { ...filters, limit }),
    queryFn: async ({ signal }) => withLikes(await exploreApi.items({ ...filters, limit }, { signal })),
    meta: rowsMeta,
  })

/** How many works fit, and nothing else. */
export const totalQuery = (filters: ItemFilters) => ({
  ...queryOf(exploreApi.items, { ...filters, limit: 1 }),
  select: ({ total }: ExplorePage) => total,
})

/** How many works fit, and whether words find more than that. */
export const foundTotalQuery = (filters: ItemFilters) => ({
  ...totalQuery(filters),
  select: ({ total, totalIsAtLeast }: ExplorePage) => ({ total, totalIsAtLeast }),
})

/** Collections that words find, verified ones before others of that name. */
export const foundCollectionsQuery = (words: string, chainId: number) =>
  pagesOf(exploreApi.collections, { words, chainId, page: 1, limit: 20 })

/** Rows are the same for every reader; the hearts are asked for beside them. */
export async function withLikes<P extends { list: ItemCard[] }>({ list, ...page }: P): Promise<Omit<P, 'list'> & { list: ExploreRow[] }> {
  const liked = await likedOf(list)
  return { ...page, list: list.map((card) => ({ ...card, isLiked: liked.has(rowKey(card)) })) }
}

async function likedOf(list: readonly ItemCard[]): Promise<ReadonlySet<string>> {
  if (readStored(LOCAL.token) === undefined) return new Set()
  const items = list.map(({ chainId, collection, tokenId }) => ({ chainId, collection, tokenId }))
  // A list without its hearts is better than none.
  const { list: marks } = await viewerApi.marks({ items }).catch(() => ({ list: [] }))
  return new Set(marks.filter(({ isLiked }) => isLiked).map(({ item }) => rowKey(item)))
}
