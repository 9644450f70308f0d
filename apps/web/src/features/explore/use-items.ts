import type { Category, ItemCounts, ItemFilters, ItemSort } from '@plinth/api'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ExploreRows } from '../../entities/explore/explore-row.ts'
import { itemsQuery } from '../../entities/explore/items-query.ts'
import { useStableList } from '../../entities/live-list/use-stable-list.ts'
import { hashKey } from '../../lib/api.ts'
import { useAllCategories } from './use-choice.ts'

/** A quick answer shows nothing in between. */
const BOXES_AFTER_MS = 120

/** A category includes all below it: as the market is asked. */
export function withBelow(filters: ItemFilters, categories: readonly Category[]): ItemFilters {
  if (!filters.categories) return filters
  const chosen = categories.filter(({ id }) => filters.categories?.includes(id))
  return { ...filters, categories: [...new Set(chosen.flatMap(idsUnder))] }
}

export const idsUnder = ({ id, children }: Category): bigint[] => [id, ...children.flatMap(idsUnder)]

/** The works of a choice, in an order that does not move under the reader, and the counts beside them. */
export function useItems(chosen: ItemFilters, sort: ItemSort | undefined, isTable: boolean) {
  const categories = useAllCategories()
  const queries = useQueryClient()
  const filters = useMemo(() => withBelow(chosen, categories), [chosen, categories])
  const query = itemsQuery({ filters, sort }, isTable)
  const pages = useInfiniteQuery(query)
  const list = hashKey(query.queryKey)
  /** From its beginning: a long list is not read again page by page. */
  const refetch = async () => {
    const first = await queries.fetchInfiniteQuery({ ...query, pages: 1, staleTime: 0 })
    queries.setQueryData(
      query.queryKey,
      (): InfiniteData<ExploreRows, string | undefined> => ({
        pages: first.pages.slice(0, 1),
        pageParams: first.pageParams.slice(0, 1),
      }),
    )
  }
  const stable = useStableList(list, { ...pages, refetch })
  const first = pages.data?.pages[0]
  // The rail keeps its numbers while new ones are on their way.
  const [counts, setCounts] = useState<ItemCounts>()
  if (first?.counts && first.counts !== counts) setCounts(first.counts)
  const isLate = useLate(list, pages.isPending)
  return {
    list,
    pages,
    stable,
    filters,
    counts: first?.counts ?? counts,
    /** Numbers of another choice. */
    isCounting: pages.isPending,
    total: first?.total,
    isAtLeast: first?.totalIsAtLeast === true,
    hasUnrated: first?.hasUnrated ?? false,
    isLate,
  }
}

export type Items = ReturnType<typeof useItems>

/** Whether this list has been waited for longer than a moment. */
function useLate(list: string, isPending: boolean): boolean {
  const [late, setLate] = useState<string>()
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setLate(list), BOXES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [list, isPending])
  return isPending && late === list
}
