import type { ExplorePage, ItemFilters } from '@plinth/api'
import { exploreApi } from '../../../entities/explore/items-query.ts'
import { queryOf } from '../../../lib/api.ts'

/** How many works fit, and how many of them have each value. */
export const countsQuery = (filters: ItemFilters) => ({
  ...queryOf(exploreApi.items, { ...filters, withCounts: true, limit: 1 }),
  select: ({ total, counts }: ExplorePage) => ({ total, counts }),
})

/** The cheapest work on sale that fits. */
export const cheapestQuery = (filters: ItemFilters) => ({
  ...queryOf(exploreApi.items, { ...filters, statuses: ['onSale'], sort: 'priceLow', limit: 1 }),
  select: ({ list }: ExplorePage) => list[0]?.price,
})
