import type { Params } from 'react-router'
import { itemsQuery } from '../entities/explore/items-query.ts'
import { ExplorePage } from '../features/explore/ExplorePage.tsx'
import { EveryCollection } from '../features/rankings/EveryCollection.tsx'
import { EveryTrader } from '../features/rankings/EveryTrader.tsx'
import { queryClient } from '../lib/api.ts'
import { useCardActs } from './use-card-acts.tsx'

/** Filters are read beside networks and categories, which are not known yet: without any, the list is known already. */
export function ahead(_: Params, search: URLSearchParams): void {
  if ([...search.keys()].every((name) => name === 'view'))
    void queryClient.prefetchInfiniteQuery(itemsQuery({ filters: {}, sort: undefined }))
}

export function Component() {
  const { rowActOf, dialogs } = useCardActs()
  return (
    <>
      <ExplorePage
        actOf={rowActOf}
        collections={(parts) => <EveryCollection {...parts.address} search={parts.search} empty={parts.empty} />}
        people={(parts) => <EveryTrader {...parts.address} search={parts.search} empty={parts.empty} />}
      />
      {dialogs}
    </>
  )
}
