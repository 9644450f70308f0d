import type { Params } from 'react-router'
import { ratesQuery } from '../entities/price/rates-query.ts'
import { RankingsPage } from '../features/rankings/RankingsPage.tsx'
import { queryClient } from '../lib/api.ts'

/** Whether there are rates decides what is ranked. */
export function ahead(_: Params, search: URLSearchParams): void {
  if (!search.has('by')) void queryClient.prefetchQuery(ratesQuery)
}

export function Component() {
  return <RankingsPage />
}

/** Explore's lists come with the rankings: they are the same tables. */
export { EveryCollection, EveryTrader } from '../features/rankings/every.tsx'
