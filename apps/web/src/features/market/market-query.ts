import type { Category } from '@plinth/api'
import { api, pagesOf } from '../../lib/api.ts'
import { idsUnder } from './category-tree.ts'
import type { MarketFilters } from './filters.ts'

const LIMIT = 20

/** Everything on sale at a fixed price, in the chosen category and those below it. */
export const marketQuery = ({ chainId, order }: MarketFilters, category: Category | undefined) =>
  pagesOf(api.home.list, {
    page: 1,
    limit: LIMIT,
    chainId,
    categories: category ? idsUnder(category) : undefined,
    sort: 'update_time',
    order,
  })
