import { lazy } from 'react'
import type { Params } from 'react-router'
import { itemsQuery } from '../entities/explore/items-query.ts'
import { ExplorePage } from '../features/explore/ExplorePage.tsx'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { Skeleton } from '../kit/marks.tsx'
import { queryClient } from '../lib/api.ts'
import { inTime } from '../lib/chunk.ts'
import { sweepOf } from './sweep-of.tsx'
import { useCardActs } from './use-card-acts.tsx'
import { usePicking } from './use-picking.tsx'

/** They come with their tabs. */
const load = inTime(() => import('./rankings.tsx'))
const EveryCollection = lazy(async () => ({ default: (await load()).EveryCollection }))
const EveryTrader = lazy(async () => ({ default: (await load()).EveryTrader }))

/** Filters are read beside networks and categories, which are not known yet: without any, the list is known already. */
export function ahead(_: Params, search: URLSearchParams): void {
  if ([...search.keys()].every((name) => name === 'view'))
    void queryClient.prefetchInfiniteQuery(itemsQuery({ filters: {}, sort: undefined }))
}

export function Component() {
  const { rowActOf, dialogs } = useCardActs()
  const { picks, picking } = usePicking()
  return (
    <>
      <ExplorePage
        actOf={rowActOf}
        picks={picks}
        sweepOf={sweepOf}
        collections={(parts) => (
          <LazyBoundary fallback={<Skeleton height={420} width="100%" />}>
            <EveryCollection {...parts.address} search={parts.search} empty={parts.empty} />
          </LazyBoundary>
        )}
        people={(parts) => (
          <LazyBoundary fallback={<Skeleton height={420} width="100%" />}>
            <EveryTrader {...parts.address} search={parts.search} empty={parts.empty} />
          </LazyBoundary>
        )}
      />
      {dialogs}
      {picking}
    </>
  )
}
